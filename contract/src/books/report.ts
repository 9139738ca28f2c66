import * as z from 'zod/mini'
import { tooManyExports } from '../core/export.ts'
import { call } from '../platform/call.ts'
import { wrongOrder } from '../platform/day-text.ts'
import { commonErrors } from '../platform/error.ts'
import { day, id, keysOf, line, moment, rupeesOut } from '../platform/field.ts'

/** report: tables and charts of the broker's business, each from the rows that operators see one by one. */

export const reportNames = {
  cash: 'Cash position',
  payments: 'Deposits and withdrawals',
  decisions: 'Ageing and time to decision',
  clients: 'Clients by state',
  charges: 'Charges and GST',
  gst: 'GST summary',
  loans: 'Loans outstanding',
  sources: 'Attribution',
  instruments: 'Trading by instrument',
} as const
export type ReportName = keyof typeof reportNames
export const reportKeys = keysOf(reportNames)

export const reportRules = {
  /** Longest range: two financial years. */
  days: 731,
  rows: 5000,
  /** What is listed of the amounts behind a sum. */
  parts: 200,
} as const

export const reportErrors = {
  order: { status: 400, message: wrongOrder },
  long: { status: 400, message: 'Choose at most two years' },
  tooLong: { status: 413, message: 'This report has more than 5,000 rows. Choose a shorter range' },
} as const

/** `rupees` and `hours` are decimals; a day is `2026-11-05`, a month `2026-11`. */
const columnKinds = ['text', 'day', 'month', 'count', 'rupees', 'hours'] as const
const cell = z.union([z.string(), z.number(), z.null()])

const report = z.object({
  columns: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(columnKinds),
      /** A gain or, below zero, a loss. */
      isGain: z.optional(z.boolean()),
      /** Anything but zero needs attention. */
      isAlert: z.optional(z.boolean()),
    }),
  ),
  rows: z.array(
    z.object({
      cells: z.array(cell),
      /** The row is about this client. */
      clientId: z.optional(id),
      /** The charge, loan or bank link of a client that the amounts of the row belong to. */
      causeId: z.optional(id),
      /** For `parts`: names a row whose amounts are sums. */
      key: z.optional(z.string()),
    }),
  ),
  /** Sums of the columns that have one. */
  total: z.array(cell),
  /** Columns by number: names of the points and their values. */
  chart: z.object({ names: z.number(), values: z.array(z.number()), look: z.enum(['bars', 'line']) }),
  /** How the figures are counted. */
  note: z.string(),
  at: moment,
})
export type Report = z.infer<typeof report>
export type ReportColumn = Report['columns'][number]
export type ReportCell = z.infer<typeof cell>

const part = z.object({
  /** The deposit, withdrawal, charge, trade or other cause of the amount. */
  causeId: id,
  name: z.string(),
  client: z.optional(z.object({ _id: id, name: z.string() })),
  at: moment,
  amount: rupeesOut,
})
export type ReportPart = z.infer<typeof part>

/** By number: a report is shown without columns that have nothing in any row or add up to nothing; files of data have all. */
export const shownColumns = ({ columns, rows, total }: Pick<Report, 'columns' | 'rows' | 'total'>): number[] =>
  [...columns.keys()].filter(
    (at) =>
      at === 0 ||
      rows.length === 0 ||
      rows.some(({ cells }) => (cells[at] ?? '') !== '' && !(cells[at] === 0 && total[at] === 0)),
  )

const range = { from: day('Enter the first day of the report'), to: day('Enter the last day of the report') }
const path = { words: { report: reportKeys } } as const

export const reportCalls = {
  report: call('GET /desk/reports/:report', 'ledger.read', {
    does: 'A report of the days from `from` to `to`, both included. What is outstanding or pending is as of now.',
    reads: [],
    ...path,
    query: z.object(range),
    reply: report,
    errors: Object.values(reportErrors),
  }),
  parts: call('GET /desk/reports/:report/parts', 'ledger.read', {
    does: 'The amounts that a cell of a report adds up, newest first; without `key` those of the total.',
    reads: [],
    ...path,
    query: z.object({ ...range, column: line('Name the column', 60), key: z.optional(line('Name the row', 300)) }),
    reply: z.object({ parts: z.array(part), count: z.number() }),
    errors: [...Object.values(reportErrors), commonErrors.notFound],
  }),
  file: call('GET /desk/reports/:report/file', 'ledger.read', {
    does: 'A report as CSV, workbook (XLSX) or PDF.',
    ...path,
    query: z.object({ ...range, format: z.enum(['csv', 'xlsx', 'pdf'], { error: 'Choose csv, xlsx or pdf' }) }),
    reply: 'file',
    errors: [...Object.values(reportErrors), tooManyExports(20, '22 Nov 2026, 6:30 pm')],
  }),
}
