import { type Report, type ReportName, reportNames } from '@sauda/contract/books/report'
import { paiseOf } from '@sauda/contract/platform/money'
import { Card } from '@sauda/ui/card'
import { Money } from '@sauda/ui/money'
import { RowBars } from '@sauda/ui/row-bars'
import { SeriesPlot } from '@sauda/ui/series-plot'
import { todayInIndia } from '@sauda/web/date-time'
import { Strip } from '../../shell/lines.tsx'
import type { Range } from '../../shell/range.tsx'
import { cellText, datedPoints, dayNames, pointsOf } from './report-text.ts'
import layout from '../../shell/layout.module.css'

const mostPoints = { bars: 24, line: 731 } as const
const mostRows = 12

function chartOf(report: Report, range: Range) {
  const { columns, chart } = report
  const kind = columns[chart.names]?.kind
  const isNamed = kind === 'text'
  if (kind !== 'day') return { isNamed, points: pointsOf(report, isNamed ? mostRows : mostPoints[chart.look]) }
  const points =
    chart.look === 'bars'
      ? datedPoints(report, range, todayInIndia())
      : pointsOf(report, mostPoints.line, dayNames(range.from, range.to))
  return { isNamed, points }
}

interface ReportChartProps {
  name: ReportName
  report: Report
  range: Range
}

export function ReportChart({ name, report, range }: ReportChartProps) {
  const { columns, chart, total } = report
  const { isNamed, points } = chartOf(report, range)
  // One bar says no more than its row.
  if (points.length < 2) return <Headline report={report} />
  const names = points.map((point) => point.name)
  const series = chart.values.flatMap((place, index) => {
    const column = columns[place]
    if (!column) return []
    const values = points.map((point) => point.values[index] ?? 0)
    const textOf = (at: number) => cellText(values[at], column)
    return [{ name: column.name, values, textOf, total: cellText(total[place], column) }]
  })
  const label = `Chart: ${reportNames[name]}`
  return (
    <>
      {chart.look === 'line' && <Headline report={report} />}
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
    </>
  )
}

/** The totals that a chart would show; of balances, which have none, the last one at its day. */
function Headline({ report: { columns, rows, chart, total } }: Pick<ReportChartProps, 'report'>) {
  const isBalance = chart.look === 'line'
  const last = rows.at(-1)?.cells
  const figures = isBalance ? [columns.length - 1] : chart.values
  return (
    <Strip
      items={figures.flatMap((at) => {
        const [column, first] = [columns[at], columns[0]]
        const value = isBalance ? last?.[at] : total[at]
        if (!column || !first || typeof value !== 'number') return []
        const term = isBalance ? `${column.name}, ${cellText(last?.[0], first)}` : column.name
        return [
          {
            term,
            value:
              column.kind === 'rupees' ? (
                <Money amount={paiseOf(value)} size="hero" />
              ) : (
                <span className={layout.count}>{cellText(value, column)}</span>
              ),
          },
        ]
      })}
    />
  )
}
