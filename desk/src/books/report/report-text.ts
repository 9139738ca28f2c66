import { durationText, monthText } from '@sauda/contract/platform/day-text'
import { formatCount } from '@sauda/contract/platform/decimal'
import { rupeesText } from '@sauda/contract/platform/money'
import type { Report, ReportCell, ReportColumn } from '@sauda/contract/books/report'
import { formatDate } from '@sauda/web/date-time'
import { dayMonth } from '../../shell/format.ts'
import type { Range } from '../../shell/range.tsx'

export const isNumber = ({ kind }: ReportColumn): boolean => kind === 'rupees' || kind === 'count' || kind === 'hours'

/** The unit is in the value. */
export const headerText = ({ name, kind }: ReportColumn): string =>
  kind === 'hours' ? name.replace(/ \(?hours\)?$/, '') : name

/** `12 min`, `3 h 5 min` or `1 day 6 h`; figures are tenths of an hour. */
function hoursText(hours: number): string {
  if (hours === 0) return 'under 3 min'
  const rest = Math.round(hours % 24)
  if (hours < 24 || rest === 0) return durationText(hours * 3600)
  return `${durationText(Math.floor(hours / 24) * 86_400)} ${rest} h`
}

export function cellText(cell: ReportCell | undefined, { kind }: ReportColumn): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number') {
    if (kind === 'hours') return hoursText(cell)
    return kind === 'rupees' ? rupeesText(cell) : formatCount(cell)
  }
  if (kind === 'day' && /^\d/.test(cell)) return formatDate(cell)
  return kind === 'month' && /^\d/.test(cell) ? monthText(cell) : cell
}

interface Point {
  name: string
  values: number[]
}

/** Rows of one name are one point; a chart has room for the first of many names. */
export function pointsOf({ columns, rows, chart }: Report, most: number, nameOf?: (cell: string) => string): Point[] {
  const nameColumn = columns[chart.names]
  const points = new Map<string, number[]>()
  for (const { cells } of rows) {
    const cell = cells[chart.names]
    const name = nameOf ? nameOf(String(cell)) : nameColumn ? cellText(cell, nameColumn) : ''
    const before = points.get(name)
    if (!before && points.size === most) continue
    points.set(
      name,
      // In hundredths, so that a sum of rupees is exact.
      chart.values.map(
        (column, index) => Math.round(100 * (Number(cells[column] ?? 0) + (before?.[index] ?? 0))) / 100,
      ),
    )
  }
  return [...points].map(([name, values]) => ({ name, values }))
}

const mostDays = 62
const dayMs = 86_400_000

/** Every day of the range up to today, or every month of a long one, also those without a row. */
export function datedPoints(report: Report, { from, to }: Range, today: string): Point[] {
  const last = Date.parse(to < today ? to : today)
  const days = Array.from({ length: (last - Date.parse(from)) / dayMs + 1 }, (_, index) =>
    new Date(Date.parse(from) + index * dayMs).toISOString().slice(0, 10),
  )
  const nameOf = days.length > mostDays ? (day: string) => monthText(day.slice(0, 7)) : dayNames(from, to)
  const found = new Map(pointsOf(report, Infinity, nameOf).map((point) => [point.name, point]))
  const none = report.chart.values.map(() => 0)
  return [...new Set(days.map(nameOf))].map((name) => found.get(name) ?? { name, values: none })
}

/** Without the year where it is always the same. */
export const dayNames =
  (from: string, to: string) =>
  (day: string): string =>
    from.slice(0, 4) === to.slice(0, 4) ? dayMonth(day) : formatDate(day)
