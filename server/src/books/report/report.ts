import { AppError } from '@sauda/contract/platform/error'
import { rupeesOf } from '@sauda/contract/platform/money'
import { type Report, type ReportCell, reportErrors, type ReportName, reportRules } from '@sauda/contract/books/report'
import type { Reader } from '../../platform/pool.ts'
import type { Definition, ReportSettings } from './report.column.ts'
import { definitions, type DefinitionRow, type Range, reportRows } from './report.sql.ts'

const dayMilliseconds = 86_400_000

export async function readReport(
  { reader, settings }: { readonly reader: Reader; readonly settings: ReportSettings },
  name: ReportName,
  range: Range,
): Promise<Report> {
  const days = (Date.parse(range.to) - Date.parse(range.from)) / dayMilliseconds
  if (days < 0) throw new AppError(reportErrors.order)
  if (days > reportRules.days) throw new AppError(reportErrors.long)
  const definition = definitions[name]
  // A snapshot has the memory for joining whole tables.
  const rows = await reader.snapshot((sql) =>
    reportRows(sql, definition, range, { limit: reportRules.rows + 1, settings }),
  )
  if (rows.length > reportRules.rows) throw new AppError(reportErrors.tooLong)
  const { columns, chart, note } = definition
  return {
    columns: columns.map(({ name: title, kind }) => ({ name: title, kind })),
    rows: rows.map((row) => ({
      cells: columns.map(({ key, kind }) => cellOf(row[key] ?? null, kind)),
      ...(typeof row['client_id'] === 'string' && { clientId: row['client_id'] }),
    })),
    total: totalOf(definition, rows),
    chart,
    note,
    at: new Date().toISOString(),
  }
}

/** In whole paise, before they become rupees. */
const totalOf = ({ columns }: Definition, rows: readonly DefinitionRow[]): ReportCell[] =>
  columns.map(({ key, kind, sum }, index) => {
    if (index === 0) return 'Total'
    return sum
      ? cellOf(
          rows.reduce((all, row) => all + BigInt(row[key] ?? 0), 0n),
          kind,
        )
      : null
  })

const cellOf = (value: DefinitionRow[string], kind: Definition['columns'][number]['kind']): ReportCell => {
  if (typeof value !== 'bigint') return value ?? null
  return kind === 'rupees' ? rupeesOf(value) : Number(value)
}
