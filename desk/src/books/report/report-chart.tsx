import { type Report, type ReportName, reportNames } from '@sauda/contract/books/report'
import { paiseOf } from '@sauda/contract/platform/money'
import { Card } from '@sauda/ui/card'
import { Money } from '@sauda/ui/money'
import { RowBars } from '@sauda/ui/row-bars'
import { SeriesPlot } from '@sauda/ui/series-plot'
import { todayInIndia } from '@sauda/web/server-clock'
import { Strip } from '../../shell/lines.tsx'
import type { Range } from '../../shell/range.tsx'
import { cellText, datedPoints, dayNames, headerText, pointsOf } from './report-text.ts'
import layout from '../../shell/layout.module.css'

const mostPoints = 731
const mostRows = 12

function chartOf(report: Report, range: Range) {
  const { columns, chart } = report
  const kind = columns[chart.names]?.kind
  const isNamed = kind === 'text'
  if (isNamed) {
    const points = pointsOf(report, mostRows).filter(({ values }) => values.some((value) => value !== 0))
    return { isNamed, points }
  }
  const points =
    chart.look === 'bars'
      ? datedPoints(report, range, todayInIndia())
      : pointsOf(report, mostPoints, dayNames(range.from, range.to))
  return { isNamed, points }
}

interface ReportChartProps {
  name: ReportName
  /** The figures are those of `report`, the points those of `trend`, which may begin earlier. */
  report: Report
  trend: Report
  range: Range
}

export function ReportChart({ name, report, trend, range }: ReportChartProps) {
  const { columns, chart, total } = trend
  const { isNamed, points } = chartOf(trend, range)
  // One bar says no more than its row.
  const hasChart = points.length > 1
  const names = points.map((point) => point.name)
  const isWhole = trend === report
  const series = chart.values.flatMap((place, index) => {
    const column = columns[place]
    if (!column) return []
    const values = points.map((point) => point.values[index] ?? 0)
    const textOf = (at: number) => cellText(values[at], column)
    return [{ name: headerText(column), values, textOf, total: isWhole ? cellText(total[place], column) : '' }]
  })
  const label = `Chart: ${reportNames[name]}`
  if (name === 'decisions') return <TargetBars label={label} report={report} />
  return (
    <>
      <Headline name={name} report={report} isAlone={!hasChart || !isWhole} />
      {hasChart && (
        <Card>
          {isNamed ? (
            <RowBars label={label} names={names} series={series} />
          ) : (
            <SeriesPlot
              label={label}
              look={chart.look}
              names={names}
              unit={columns[chart.values[0] ?? 0]?.kind === 'rupees' ? '₹' : ''}
              series={series}
            />
          )}
        </Card>
      )}
    </>
  )
}

/** How much of its target each kind of case takes; a full bar is the target. */
function TargetBars({ label, report: { columns, rows } }: { label: string; report: Report }) {
  const at = (name: string) => columns.findIndex((column) => column.name === name)
  const target = at('Target (hours)')
  const decided = rows.filter(({ cells }) => Number(cells[at('Decided')]) > 0)
  if (decided.length === 0) return null
  const seriesOf = (name: string, place: number) => {
    const shares = decided.map(({ cells }) => (100 * Number(cells[place])) / Number(cells[target]))
    const textAt = (index: number, column: number) => {
      const of = columns[column]
      return of ? cellText(decided[index]?.cells[column], of) : ''
    }
    const textOf = (index: number) => `${textAt(index, place)}, target ${textAt(index, target)}`
    // No bar is drawn for 0, but a quick decision is one.
    const values = shares.map((share) => Math.max(share, 0.5))
    return { name, values, textOf, total: '' }
  }
  return (
    <Card title="Time to decide; a full bar is the target">
      <RowBars
        label={label}
        most={100}
        names={decided.map(({ cells }) => String(cells[0]))}
        series={[seriesOf('Median', at('Median hours')), seriesOf('90th percentile', at('90th percentile (hours)'))]}
      />
    </Card>
  )
}

interface HeadlineProps {
  name: ReportName
  report: Report
  /** Without a chart that shows the totals. */
  isAlone: boolean
}

/** What the chart does not show: of balances the last one at its day, gains, the net flow; without a chart its totals. */
function Headline({ name, report: { columns, rows, chart, total }, isAlone }: HeadlineProps) {
  const sumAt = (at: number): number => Number(total[at] ?? 0)
  const sums = (places: readonly number[]) =>
    places.flatMap((at) => {
      const column = columns[at]
      return column && typeof total[at] === 'number' ? [{ term: column.name, value: total[at], column }] : []
    })
  const [first = 0, second = 0] = chart.values
  const places = [...columns.keys()]
  const [day, balance, last] = [columns[0], columns.at(-1), rows.at(-1)?.cells]
  const figures =
    chart.look === 'line'
      ? [
          ...(day && balance
            ? [
                {
                  term: `${balance.name}, ${cellText(last?.[0], day)}`,
                  value: Number(last?.at(-1) ?? 0),
                  column: balance,
                },
              ]
            : []),
          ...sums(places.slice(1, first).filter((at) => sumAt(at) !== 0)),
        ]
      : [
          ...(name === 'payments' && columns[first]
            ? [{ term: 'Net flow', value: sumAt(first) - sumAt(second), column: columns[first] }]
            : []),
          ...sums(places.filter((at) => (isAlone && chart.values.includes(at)) || columns[at]?.isGain)),
        ]
  if (figures.length === 0) return null
  return (
    <Strip
      items={figures.map(({ term, value, column }, at) => ({
        term,
        value:
          column.kind === 'rupees' ? (
            <Money amount={paiseOf(value)} change={column.isGain ?? false} {...(at === 0 && { size: 'hero' })} />
          ) : (
            <span className={layout.count}>{cellText(value, column)}</span>
          ),
      }))}
    />
  )
}
