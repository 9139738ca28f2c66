import { eventNames } from '@sauda/contract/core/ledger'
import type { LedgerEvent } from '@sauda/contract/core/ledger'
import { AppError, commonErrors } from '@sauda/contract/platform/error'
import { paiseOf, rupeesOf } from '@sauda/contract/platform/money'
import {
  type Report,
  reportCalls,
  type ReportCell,
  reportErrors,
  type ReportName,
  reportNames,
  reportRules,
} from '@sauda/contract/books/report'
import type { Reader } from '../../platform/pool.ts'
import type { Definition, ReportSettings } from './report.column.ts'
import { type DefinitionRow, definitions, partRows, type Range, reportRows } from './report.sql.ts'
import type { Query } from '@sauda/contract/platform/call'
import type { AppContext } from '../../app/app-context.ts'
import { recordExport } from '../../core/approval/export.ts'
import { createMark, fileHash, issueDocument } from '../../core/document/document.ts'
import { brokerOf } from '../../core/pdf/pdf.pages.ts'
import { wholeFile } from '../../platform/mount.ts'
import { tableFileTypes } from '../../platform/csv.ts'
import { inThread } from '../../platform/thread.ts'
import type * as work from './report.thread.ts'

const dayMilliseconds = 86_400_000

export async function readReport(
  { reader, settings }: { readonly reader: Reader; readonly settings: ReportSettings },
  name: ReportName,
  range: Range,
): Promise<Report> {
  checkRange(range)
  const definition = definitions[name]
  // A snapshot has the memory for joining whole tables.
  const rows = await reader.snapshot((sql) =>
    reportRows(sql, definition, range, { limit: reportRules.rows + 1, settings }),
  )
  if (rows.length > reportRules.rows) throw new AppError(reportErrors.tooLong)
  const { columns, chart, note } = definition
  return {
    columns: columns.map(({ name: title, kind, isGain, isAlert }) => ({
      name: title,
      kind,
      ...(isGain && { isGain }),
      ...(isAlert && { isAlert }),
    })),
    rows: rows.map((row) => ({
      cells: columns.map(({ key, kind }) => cellOf(row[key] ?? null, kind)),
      ...textOf(row, 'client_id', 'clientId'),
      ...textOf(row, 'cause_id', 'causeId'),
      ...textOf(row, 'row_key', 'key'),
    })),
    total: totalOf(definition, rows),
    chart,
    note,
    at: new Date().toISOString(),
  }
}

function checkRange({ from, to }: Range): void {
  const days = (Date.parse(to) - Date.parse(from)) / dayMilliseconds
  if (days < 0) throw new AppError(reportErrors.order)
  if (days > reportRules.days) throw new AppError(reportErrors.long)
}

const textOf = (row: DefinitionRow, key: string, name: 'clientId' | 'causeId' | 'key') =>
  typeof row[key] === 'string' ? { [name]: row[key] } : {}

/** The amounts that a cell adds up, or with no `key` those of the total of its column. */
async function readParts(reader: Reader, report: ReportName, query: Query<typeof reportCalls.parts>) {
  checkRange(query)
  const { columns, parts } = definitions[report]
  const column = columns.find(({ name, kind, sum }) => sum && kind === 'rupees' && name === query.column)
  if (parts === undefined || !column) throw new AppError(commonErrors.notFound)
  const given = { column: column.key, key: query.key, limit: reportRules.parts }
  const rows = await reader.snapshot((sql) => partRows(sql, parts, query, given))
  return {
    parts: rows.map(({ causeId, clientId, client, name, at, amount }) => ({
      causeId,
      name: eventNames[name as LedgerEvent] ?? name,
      ...(clientId !== null && client !== null && { client: { _id: clientId, name: client } }),
      at: at.toISOString(),
      amount: rupeesOf(amount),
    })),
    count: rows[0]?.count ?? 0,
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

const files = inThread<typeof work>(new URL('./report.thread.ts', import.meta.url), commonErrors.tooMuchWork)
const types = { ...tableFileTypes, pdf: 'application/pdf' }

/** What a PDF confirms: the total of the first column of rupees that has one. */
function amountOf({ columns, total }: Report): { name: string; paise: bigint } | undefined {
  const at = columns.findIndex(({ kind }, index) => kind === 'rupees' && total[index] !== null)
  return at < 0 ? undefined : { name: `${columns[at]?.name}, total`, paise: paiseOf(Number(total[at])) }
}

export function reportRoutes(context: AppContext) {
  const { mount, db, config } = context
  const read = (name: ReportName, range: Query<typeof reportCalls.report>) =>
    readReport({ reader: db.historyReader(), settings: config }, name, range)

  mount(reportCalls.report, ({ params, query }) => read(params.report as ReportName, query))
  mount(reportCalls.parts, ({ params, query }) => readParts(db.historyReader(), params.report as ReportName, query))
  mount(reportCalls.file, async ({ params, query, operator, ip }) => {
    const name = params.report as ReportName
    const report = await read(name, query)
    await recordExport(context, {
      operator,
      ip,
      what: `Report “${reportNames[name]}” of ${query.from} to ${query.to}`,
      clients: new Set(report.rows.flatMap(({ clientId }) => clientId ?? [])).size,
      action: 'report.export',
      after: { report: name, ...query },
    })
    const [mark, amount] = [createMark(config.publicUrl), amountOf(report)]
    const bytes = await files('file', { name, query, report, broker: brokerOf(config), mark, amount })
    if (query.format === 'pdf')
      await db.transaction((tx) =>
        issueDocument(context, tx, {
          mark,
          amount: amount?.paise,
          sha256: fileHash(bytes),
          preparedAt: new Date(report.at),
          by: { operator, ip },
        }),
      )
    return wholeFile(`report-${name}-${query.from}-to-${query.to}.${query.format}`, types[query.format], bytes)
  })
}
