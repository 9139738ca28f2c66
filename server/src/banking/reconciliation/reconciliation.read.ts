import type { StatementLayout } from '@sauda/contract/banking/statement-layout'
import { createHash } from 'node:crypto'
import { csvErrors, csvRules, lineError } from '@sauda/contract/platform/csv'
import { formatRupees } from '@sauda/contract/platform/money'
import { reconciliationErrors, reconciliationRules, type Direction } from '@sauda/contract/banking/reconciliation'
import { AppError } from '@sauda/contract/platform/error'
import { isUtr } from '@sauda/contract/banking/reference'
import { csvText, delimiterOf, readRows, type CsvRow } from '../../platform/csv.ts'
import { addDays, dayInIndia, dayIn } from '../../platform/india.ts'
import { columnsOf, type Columns } from './reconciliation.columns.ts'
import { namesIn } from './reconciliation.cells.ts'
import {
  isFooter,
  joinedRows,
  lineOf,
  rejectLongText,
  looksBooked,
  rejectRow,
  rejectShiftedRow,
  type ReadRow,
  type TableRow,
} from './reconciliation.columns.ts'

export type ReadLine = Omit<ReadRow, 'direction' | 'references'> & {
  readonly direction: Direction
  readonly reference: string | undefined
  readonly names: readonly string[]
  /** SHA-256 of date, direction, amount, narration and UTR: the same in every format in which the bank gives the line. */
  readonly identity: Buffer
  /** Counts lines with the same identity in one file. */
  readonly occurrence: number
}

export type ReadStatement = {
  readonly columns: Columns
  /** Last four digits, if the file contains them. */
  readonly account: string | undefined
  /** Oldest first. */
  readonly lines: readonly ReadLine[]
  /** The period stated in the file, in words or by the dates of its opening and closing balance. */
  readonly period: Period | undefined
  /** Rows with a date but no amount. */
  readonly withoutAmount: number
}

export type ReadOptions = {
  readonly layouts?: readonly StatementLayout[]
  /** Numbers of the broker's own accounts. */
  readonly accounts?: readonly string[]
}

/** Throws an AppError naming the line that cannot be read. */
export function readStatement(bytes: Buffer, options: ReadOptions = {}): ReadStatement {
  const { layouts = [] } = options
  const text = csvText(bytes)
  const isHeader = (cells: readonly string[]) => columnsOf(cells, layouts) !== undefined
  const delimiter = delimiterOf(text, reconciliationRules.headerRows, isHeader)
  if (delimiter === undefined) throw new AppError(reconciliationErrors.noHeader)
  const table = newTable(options)
  readRows(text, delimiter, table.addRow)
  return table.finish()
}

/** The same for the rows of a workbook. */
export function readStatementRows(rows: readonly CsvRow[], options: ReadOptions = {}): ReadStatement {
  const { layouts = [] } = options
  const top = rows.slice(0, reconciliationRules.headerRows)
  if (!top.some(({ cells }) => columnsOf(cells, layouts))) throw new AppError(reconciliationErrors.noHeader)
  const table = newTable(options)
  for (const row of rows) table.addRow(row)
  return table.finish()
}

function newTable({ layouts = [], accounts = [] }: ReadOptions) {
  const rows: ReadRow[] = []
  let columns: Columns | undefined
  let account: string | undefined
  let endedAt: number | undefined
  let width: number | undefined
  let withoutAmount = 0
  let named: Period | undefined
  const balanceDays: string[] = []
  const joinedAt: { readonly at: number; readonly row: TableRow }[] = []

  const tomorrow = tomorrowInIndia()
  function addRow({ line, cells }: CsvRow): void {
    if (cells.every((cell) => cell === '')) return
    if (columns === undefined) {
      account ??= accountIn(cells.join(' '))
      named ??= periodIn(cells.filter(Boolean).join(' '))
      return void (columns = columnsOf(cells, layouts))
    }
    const row = { line, cells, day: dayIn(cells[columns.date] ?? '') }
    if (endedAt !== undefined) return afterEnd(row, columns, endedAt)
    // Some banks repeat the header on every page.
    if (cells.join('|') === columns.header.join('|')) return
    // Stars and opening balances may also precede the first line.
    if (isFooter(row, columns)) {
      if (row.day !== undefined) balanceDays.push(row.day)
      named ??= periodIn(cells.filter(Boolean).join(' '))
      return void (rows.length > 0 && (endedAt = line))
    }
    const joined = readJoined(row, columns)
    if (row.day !== undefined && !joined) width ??= Math.max(columns.header.length, cells.length)
    if (joined) joinedAt.push({ at: rows.length, row })
    else rejectShiftedRow(row, columns, width ?? columns.header.length)
    const read = joined ?? lineOf(row, columns)
    if (read === 'no amount') return void (withoutAmount += 1)
    if ('more' in read) return appendText(rows, row, read.more)
    if (read.bookedOn > tomorrow)
      throw new AppError(
        lineError(line, `${cells[columns.date]} lies in the future. Dates must be written day/month/year.`),
      )
    if (rows.length === csvRules.lines) throw new AppError(csvErrors.tooManyLines)
    rows.push(read)
  }
  function finish(): ReadStatement {
    if (columns === undefined) throw new AppError(reconciliationErrors.noLines)
    const header = columns.header
    for (const { at, row } of joinedAt) if (!isConfirmed(rows, at)) rejectShiftedRow(row, columns, header.length)
    const lines = identified(oldestFirst(rows), accounts)
    return { columns, account, lines, withoutAmount, period: named ?? coveredBy(undefined, balanceDays) }
  }
  return { addRow, finish }
}

/** Only totals and notes follow the table: a booking there would be lost. */
function afterEnd(row: TableRow, columns: Columns, endedAt: number): void {
  if (!isFooter(row, columns) && looksBooked(row, columns))
    throw new AppError(lineError(row.line, `it has a date and an amount, but the table ended on line ${endedAt}.`))
}

/** A row with surplus cells, read with its narration joined; undefined if that is no valid line. */
function readJoined(row: TableRow, columns: Columns): ReadRow | undefined {
  for (const joined of columns.balance === undefined ? [] : joinedRows(row, columns)) {
    try {
      const read = lineOf(joined, columns)
      if (typeof read === 'object' && 'bookedOn' in read) return read
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  }
  return undefined
}

/** The running balance follows from a neighbour's, in either order of the file. */
function isConfirmed(rows: readonly ReadRow[], at: number): boolean {
  const [before, row, after] = [rows[at - 1], rows[at], rows[at + 1]]
  const follows = (later: ReadRow | undefined, earlier: ReadRow | undefined): boolean =>
    later?.balance !== undefined &&
    earlier?.balance !== undefined &&
    later.balance === earlier.balance + (later.direction === 'debit' ? -later.amount : later.amount)
  return follows(row, before) || follows(after, row) || follows(before, row) || follows(row, after)
}

/** Throws an AppError naming the first line whose running balance does not follow from the line before. */
function oldestFirst(rows: readonly ReadRow[]): readonly ReadRow[] {
  const [first = '', last = ''] = [rows[0]?.bookedOn, rows.at(-1)?.bookedOn]
  const reversed = rows.toReversed()
  const ordered = first > last ? reversed : rows
  const odd = breakIn(ordered)
  if (!odd) return ordered
  // The dates do not show which line of a day is the first.
  if (first === last && !breakIn(reversed)) return reversed
  const { row, expected } = odd
  rejectRow(
    row,
    `the balance does not follow from the line before: ${formatRupees(expected)} expected. A line may be missing or was changed. Download the statement again.`,
  )
}

function breakIn(rows: readonly ReadRow[]): { row: ReadRow; expected: bigint } | undefined {
  let expected: bigint | undefined
  for (const row of rows) {
    const { balance, direction, amount } = row
    if (expected !== undefined) expected += direction === 'debit' ? -amount : amount
    if (balance === undefined) continue
    if (expected !== undefined && balance !== expected) return { row, expected }
    expected = balance
  }
  return undefined
}

/** A long narration continues on the next row. */
function appendText(rows: ReadRow[], row: TableRow, more: string): void {
  const last = rows.pop()
  if (!last) return
  const text = `${last.text} ${more}`.trim()
  rejectLongText(row, text)
  rows.push({ ...last, text })
}

function identified(rows: readonly ReadRow[], accounts: readonly string[]): ReadLine[] {
  const counts = new Map<string, number>()
  const lines: ReadLine[] = []
  const hasSigns = rows.some(({ direction }) => direction === 'debit')
  for (const { references, direction, ...rest } of rows) {
    if (direction === undefined && !hasSigns)
      rejectRow(rest, 'nothing says whether the amount was received (Cr) or paid out (Dr).')
    const row = { ...rest, direction: direction ?? 'credit' }
    const { reference, all } = namesIn(references, row.text, { bookedOn: row.bookedOn, accounts })
    // Other references are in a column that not every format has.
    const utr = reference !== undefined && isUtr(reference) ? reference : ''
    const parts = [row.bookedOn, row.direction, row.amount, comparableText(row.text), utr]
    const identity = createHash('sha256').update(parts.join('\n')).digest()
    const key = identity.toString('base64')
    const occurrence = (counts.get(key) ?? 0) + 1
    counts.set(key, occurrence)
    lines.push({ ...row, reference, names: all, identity, occurrence })
  }
  return lines
}

/** `Account No : 50200012345678`, `A/C Number _00000012345678901`, `Account No: XXXXXX5678`. */
const accountIn = (row: string): string | undefined =>
  /\b(?:a\/?c|account)\s*(?:no|number|num)\b[\s.:_'-]*[\dX*]{0,16}(\d{4})\b/i.exec(row)?.[1]

/** The bank's clock may be a few hours ahead. */
const tomorrowInIndia = (): string => new Date(Date.now() + (24 + 5.5) * 3_600_000).toISOString().slice(0, 10)

/** Downloads of the same line differ in padding, wrapping and case. */
export const comparableText = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/^0+/, '')

/** The days that a statement covers, also those without a booking. */
export type Period = { readonly from: string; readonly to: string }

const day = '(\\d{1,2}[/. -](?:\\d{1,2}|[a-z]{3,9})[/. -]\\d{2,4})'
const patterns = [
  `\\b(?:from|period|between)(?: date)?[ :.-]{0,5}${day}[ ,]{0,3}(?:to|till|and|-|–)(?: date)?[ :.-]{0,5}${day}`,
  `\\bstart date[ :.-]{0,5}${day}.{0,40}?\\bend date[ :.-]{0,5}${day}`,
].map((pattern) => new RegExp(pattern, 'i'))

/** The period in the text above or below the table: `Statement From : 01/11/2026 To : 30/11/2026`. */
function periodIn(text: string): Period | undefined {
  for (const pattern of patterns) {
    const [, from = '', to = ''] = pattern.exec(text.slice(0, 1000)) ?? []
    const period = { from: dayIn(from), to: dayIn(to) }
    if (period.from !== undefined && period.to !== undefined && period.from <= period.to)
      return { from: period.from, to: period.to }
  }
  return undefined
}

/** The days of the bookings, and of the named period those that are over. Undefined if there are none. */
export function coveredBy(named: Period | undefined, days: readonly string[]): Period | undefined {
  const over = addDays(dayInIndia(new Date()), -1)
  const known = named && named.from <= over ? [named.from, named.to < over ? named.to : over] : []
  const all = [...known, ...days].toSorted()
  const [from, to] = [all[0], all.at(-1)]
  return from === undefined || to === undefined ? undefined : { from, to }
}
