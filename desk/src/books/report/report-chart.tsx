import type { Report } from '@sauda/contract/books/report'
import { isDark, subscribeScheme } from '@sauda/ui/scheme'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { cellText, pointsOf } from './report-text.ts'
import styles from './report.module.css'

const compact = new Intl.NumberFormat('en-IN', { notation: 'compact', maximumFractionDigits: 1 })
const height = 260
const mostPoints = { bars: 24, line: 731 } as const

/** Repeats the table below, so it is hidden from screen readers. */
export function ReportChart({ report }: { report: Report }) {
  const host = useRef<HTMLDivElement>(null)
  const dark = useSyncExternalStore(subscribeScheme, isDark)
  useEffect(() => {
    const box = host.current
    if (!box) return undefined
    const points = pointsOf(report, mostPoints[report.chart.look])
    const chart = new UPlot(optionsOf(report, points, box), dataOf(report, points), box)
    const resized = new ResizeObserver(() => chart.setSize({ width: box.clientWidth, height }))
    resized.observe(box)
    return () => {
      resized.disconnect()
      chart.destroy()
    }
  }, [report, dark])
  return (
    <div ref={host} className={styles.chart} aria-hidden="true">
      <span className={styles.ink} />
      <span className={styles.first} />
      <span className={styles.second} />
    </div>
  )
}

type Points = ReturnType<typeof pointsOf>

function dataOf(report: Report, points: Points): UPlot.AlignedData {
  return [
    points.map((_, index) => index),
    ...report.chart.values.map((_, at) => points.map(({ values }) => values[at])),
  ]
}

/** The colours of the page, which a canvas cannot read from a style sheet. */
function coloursOf(box: HTMLElement): string[] {
  return [...box.querySelectorAll(':scope > span')].map((swatch) => getComputedStyle(swatch).color)
}

function optionsOf({ columns, chart }: Report, points: Points, box: HTMLElement): UPlot.Options {
  const [ink = '', ...colours] = coloursOf(box)
  const names = points.map(({ name }) => name)
  const axis = {
    stroke: ink,
    font: `12px ${getComputedStyle(box).fontFamily}`,
    grid: { stroke: ink, width: 0.2 },
    ticks: { show: false },
  }
  return {
    width: box.clientWidth,
    height,
    scales: {
      x: { time: false, range: [-0.5, Math.max(0.5, names.length - 0.5)] },
      // Bars begin at zero, and a chart of zeros has an axis.
      y: { range: (_, least, most) => [Math.min(0, least * 1.1), Math.max(0, most * 1.1) || 1] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        values: (_, places) => places.map((place) => (Number.isInteger(place) ? shorten(names[place] ?? '') : '')),
        space: 90,
      },
      { ...axis, size: 64, values: (_, amounts) => amounts.map((amount) => compact.format(amount)) },
    ],
    series: [
      { label: columns[chart.names]?.name ?? '', value: (_, place) => names[place ?? -1] ?? '' },
      ...chart.values.map((column, index) => {
        const stroke = colours[index] ?? ink
        const of = columns[column]
        return {
          label: of?.name ?? '',
          stroke,
          width: 2,
          value: (_: UPlot, amount: number | null) => (of && amount !== null ? cellText(amount, of) : ''),
          ...(chart.look === 'bars' && {
            fill: stroke,
            paths: barsAt(index, chart.values.length),
            points: { show: false },
          }),
        }
      }),
    ],
  }
}

/** Bars of the same name stand side by side. */
function barsAt(index: number, count: number): UPlot.Series.PathBuilder {
  const align = count === 1 ? 0 : index === 0 ? -1 : 1
  return UPlot.paths.bars?.({ size: [0.35, 36], align, radius: 0.1 }) ?? (() => null)
}

const shorten = (name: string): string => (name.length > 14 ? `${name.slice(0, 13)}…` : name)
