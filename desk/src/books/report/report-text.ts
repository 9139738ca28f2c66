import { monthText } from '@sauda/contract/platform/day-text'
import { formatCount } from '@sauda/contract/platform/decimal'
import { formatRupees, paiseOf } from '@sauda/contract/platform/money'
import type { Report, ReportCell, ReportColumn } from '@sauda/contract/books/report'
import { formatDate } from '@sauda/web/date-time'

export const isNumber = ({ kind }: ReportColumn): boolean => kind === 'rupees' || kind === 'count' || kind === 'hours'

export function cellText(cell: ReportCell | undefined, { kind }: ReportColumn): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number') return kind === 'rupees' ? formatRupees(paiseOf(cell)) : formatCount(cell)
  if (kind === 'day' && /^\d/.test(cell)) return formatDate(cell)
  return kind === 'month' && /^\d/.test(cell) ? monthText(cell) : cell
}

/** Rows of one name are one point; a chart has room for the first of many names. */
export function pointsOf({ columns, rows, chart }: Report, most: number): { name: string; values: number[] }[] {
  const nameColumn = columns[chart.names]
  const points = new Map<string, number[]>()
  for (const { cells } of rows) {
    const name = nameColumn ? cellText(cells[chart.names], nameColumn) : ''
    const before = points.get(name)
    if (!before && points.size === most) continue
    points.set(
      name,
      chart.values.map((column, index) => Number(cells[column] ?? 0) + (before?.[index] ?? 0)),
    )
  }
  return [...points].map(([name, values]) => ({ name, values }))
}
