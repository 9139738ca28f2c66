import type { StatementLayout } from '@sauda/contract/money/statement-layout'
import { createHash } from 'node:crypto'
import { reconciliationErrors, reconciliationRules } from '@sauda/contract/money/reconciliation'
import { AppError } from '@sauda/contract/platform/error'
import { isUtr } from '@sauda/contract/money/reference'
import { csvText, delimiterOf, readRows, withDoubledQuotes, type CsvRow } from '../../platform/csv.ts'
import { dateText } from '../../platform/india.ts'
import { endOf, isAccount, type Period } from './reconciliation.above.ts'
import { unopened } from './reconciliation.cells.ts'
import { columnsOf, type Columns, readAs } from './reconciliation.columns.ts'
import { decided } from './reconciliation.decide.ts'
import { type DirectedRow, directionReader } from './reconciliation.direction.ts'
import { namesIn } from './reconciliation.names.ts'
import { cellOf, rejectRow, type TableRow } from './reconciliation.rows.ts'
import { addRow, newTable, type Open, type Stated, type Table } from './reconciliation.table.ts'

export type ReadLine = Omit<DirectedRow, 'said' | 'doubt' | 'references'> & {
  readonly reference: string | undefined
  readonly names: readonly string[]
  /** SHA-256 of date, direction, amount, narration and UTR: the same in every format in which the bank gives the line. */
  readonly identity: Buffer
  /** Counts lines with the same identity in one file. */
  readonly occurrence: number
}

export type ReadStatement = {
  readonly columns: readonly { readonly header: string; readonly readAs: string }[]
  /** Names of columns that are filled and not read. */
  readonly unused: readonly string[]
  readonly hasBalance: boolean
  /** The visible ends of the account numbers in the file. */
  readonly accounts: readonly string[]
  /** Oldest first. */
  readonly lines: readonly ReadLine[]
  /** The period stated in the file, in words or by the dates of its opening and closing balance. */
  readonly period: Period | undefined
  /** Rows with a balance, a total or a date without an amount. */
  readonly withoutAmount: number
  /** Rows whose status says pending or failed. */
  readonly notBooked: number
}

export type ReadOptions = {
  readonly layouts?: readonly StatementLayout[]
  /** Numbers of the broker's own accounts. */
  readonly accounts?: readonly string[]
}

/** `source`: a text file, or the rows of another one. Throws an AppError naming the line that cannot be read. */
export function readStatement(source: Buffer | readonly CsvRow[], options: ReadOptions = {}): ReadStatement {
  const { layouts = [] } = options
  const table = newTable(layouts)
  const add = (row: CsvRow) => addRow(table, row)
  if (Buffer.isBuffer(source)) {
    const text = csvText(source)
    const isHeader = (cells: readonly string[]) => columnsOf(cells, layouts) !== undefined
    const delimiter = delimiterOf(text, reconciliationRules.headerRows, isHeader)
    if (delimiter === undefined) throw new AppError(headerError(text, isHeader))
    readRows(withDoubledQuotes(text, delimiter), delimiter, add)
  } else if (hasHeader(source, layouts)) source.forEach(add)
  else throw new AppError(reconciliationErrors.noHeader)
  return statementOf(table, options)
}

/** Whether spaces align the columns whose names are missing. */
function headerError(text: string, isHeader: (cells: readonly string[]) => boolean) {
  const top = text.split('\n', reconciliationRules.headerRows).map((line) => line.slice(0, 1000).trim())
  const isAligned = top.some((line) => isHeader(line.split(/ {2,}/)))
  return isAligned ? reconciliationErrors.noColumns : reconciliationErrors.noHeader
}

/** Whether one of the first rows names the columns. */
export const hasHeader = (rows: readonly CsvRow[], layouts: readonly StatementLayout[]): boolean =>
  rows.slice(0, reconciliationRules.headerRows).some(({ cells }) => columnsOf(cells, layouts) !== undefined)

function statementOf({ columns, ...table }: Table, { accounts: ours = [] }: ReadOptions): ReadStatement {
  if (columns === undefined) throw new AppError(reconciliationErrors.noLines)
  const { open, stated, filled, withoutAmount, notBooked } = table
  const { accounts, period } = table.heading.read()
  rejectMixedDates(open, columns)
  rejectOutside(open, columns, period)
  const rows = open.flatMap(({ readings }) => readings)
  const { hasWords, readings } = directionReader(rows, cellOf({ cells: columns.header }, columns.type))
  const lines = identified(decided(open, stated, readings), ours)
  const read = readAs(columns).filter(({ at }) => at !== columns.type || hasWords)
  const unread = [...filled].filter((at) => read.every((column) => column.at !== at))
  const inTable = accountInTable(open, columns)
  return {
    columns: read.map(({ header, readAs: meaning }) => ({ header, readAs: meaning })),
    unused: unread.toSorted((a, b) => a - b).map((at) => columns.header[at] || `Column ${at + 1}`),
    hasBalance: columns.balance !== undefined,
    accounts: inTable === undefined ? accounts : [inTable],
    lines,
    period: period ?? table.page.read().period ?? statedPeriod(stated),
    withoutAmount,
    notBooked,
  }
}

/** A spreadsheet that exchanges day and month does so where both are at most twelve, so that the dates differ in form. */
function rejectMixedDates(open: readonly Open[], { date }: Columns): void {
  const kindOf = (row: TableRow): string =>
    row.types?.[date] === 'text' || !row.types ? formOf(cellOf(row, date)) : (row.types[date] ?? '')
  const [first] = open
  const odd = open.find(({ row }) => first && kindOf(row) !== kindOf(first.row))
  if (odd && first)
    rejectRow(
      odd.row,
      `its date ${cellOf(odd.row, date)} is of another kind than ${cellOf(first.row, date)} on line ${first.row.line}: a spreadsheet may have exchanged day and month of some. ${unopened}`,
    )
}

/** How a date is written: `01/10/26` as `d/d/2`, `1 Oct 2026` as `d a 4`. */
const formOf = (cell: string): string =>
  (
    /^(?:\d{4}\D\d+\D\d+|[\d/. -]+|[a-z\d/.,' -]+)/i.exec(
      cell.replace(/[ T,]+\d{1,2}[:.]\d{2}(?![/.-]\d{3}).*$/, ''),
    )?.[0] ?? ''
  )
    .trim()
    .replace(/[a-z]+/gi, 'a')
    .replace(/\d+/g, (digits) => (digits.length === 4 ? 'y' : 'd'))

function rejectOutside(open: readonly Open[], { date }: Columns, period: Period | undefined): void {
  const odd = period && open.find(({ row: { day = '' } }) => day < period.from || day > period.to)
  if (odd)
    rejectRow(
      odd.row,
      `${cellOf(odd.row, date)} lies outside the period that the file names, ${dateText(period.from)} to ${dateText(period.to)}. A spreadsheet may have exchanged day and month. ${unopened}`,
    )
}

function accountInTable(open: readonly Open[], { account }: Columns): string | undefined {
  if (account === undefined) return undefined
  const cells = open.map(({ row }) => ({ row, end: [endOf(cellOf(row, account).replace(/[ -]/g, ''))].flat()[0] }))
  const first = cells.find(({ end }) => end !== undefined)
  const other = cells.find(({ end }) => end !== undefined && !isAccount(end, first?.end ?? ''))
  if (first && other)
    rejectRow(
      other.row,
      `it is of the account ending in ${other.end?.slice(-4)}, and line ${first.row.line} of the one ending in ${first.end?.slice(-4)}.`,
    )
  return first?.end
}

function identified(rows: readonly DirectedRow[], accounts: readonly string[]): ReadLine[] {
  const counts = new Map<string, number>()
  return rows.map(({ references, said: _said, doubt: _doubt, ...row }) => {
    const { reference, all } = namesIn(references, row.text, { bookedOn: row.bookedOn, accounts })
    // Other references are in a column that not every format has.
    const utr = reference !== undefined && isUtr(reference) ? reference : ''
    const parts = [row.bookedOn, row.direction, row.amount, comparableText(row.text), utr]
    const identity = createHash('sha256').update(parts.join('\n')).digest()
    const key = identity.toString('base64')
    const occurrence = (counts.get(key) ?? 0) + 1
    counts.set(key, occurrence)
    return { ...row, reference, names: all, identity, occurrence }
  })
}

/** Downloads of the same line differ in padding, wrapping and case. */
export const comparableText = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/^0+/, '')

/** The days of dated balances. */
function statedPeriod(stated: readonly Stated[]): Period | undefined {
  const days = stated.flatMap(({ row: { day } }) => day ?? []).toSorted()
  const [from, to] = [days[0], days.at(-1)]
  return from === undefined || to === undefined ? undefined : { from, to }
}
