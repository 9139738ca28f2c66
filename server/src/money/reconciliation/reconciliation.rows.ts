import { lineError } from '@sauda/contract/platform/csv'
import { AppError } from '@sauda/contract/platform/error'
import { type Direction, reconciliationRules } from '@sauda/contract/money/reconciliation'
import type { CsvRow } from '../../platform/csv.ts'
import { rounded } from '../../platform/format.ts'
import { dayIn, dayOfSerial } from '../../platform/india.ts'
import { type Amount, amountIn, isAmount, unopened } from './reconciliation.cells.ts'
import { amountColumns, type Columns } from './reconciliation.columns.ts'
import {
  directionOf,
  isBookedState,
  isEnd,
  isPageNumber,
  isRupees,
  type Sum,
  sumAtStart,
  sumIn,
} from './reconciliation.words.ts'

/** How a row says which way its amount went. */
export type Said = {
  /** The direction of the amount’s column, if there are two. */
  readonly column: Direction | undefined
  /** The cell with the amount, and the one with Cr or Dr. */
  readonly cell: string
  readonly word: string
  readonly mark: Direction | undefined
  readonly sign: Amount['sign']
}

export type ReadRow = {
  readonly line: number
  readonly bookedOn: string
  readonly said: Said
  /** Paise, above zero; the balance in paise too. */
  readonly amount: bigint
  readonly balance: bigint | undefined
  readonly text: string
  readonly references: readonly string[]
}

/** `day`: the date cell as ISO, if it is a date. */
export type TableRow = CsvRow & { readonly day: string | undefined }

export function tableRow(row: CsvRow, { date }: Columns): TableRow {
  const cell = row.cells[date] ?? ''
  return { ...row, day: row.types?.[date] === 'number' ? dayOfSerial(cell) : dayIn(cell) }
}

export const cellOf = ({ cells }: Pick<CsvRow, 'cells'>, index: number | undefined): string =>
  index === undefined ? '' : (cells[index] ?? '')

export function rejectRow({ line }: Pick<CsvRow, 'line'>, problem: string): never {
  throw new AppError(lineError(line, problem))
}

export function rejectLongText(row: Pick<CsvRow, 'line'>, text: string): void {
  if (text.length > reconciliationRules.textLength)
    rejectRow(row, `the text has more than 1,000 characters. A quote may be missing.`)
}

/** A row that is no booking, and text that continues the booking above. */
type Beside =
  | { readonly kind: 'end' | 'note' | 'no amount' | 'not booked' }
  | { readonly kind: 'sum'; readonly sum: Sum; readonly balance: bigint | undefined }
  | { readonly kind: 'more'; readonly text: string; readonly references: readonly string[] }
export type Row = Beside | { readonly kind: 'booking'; readonly booking: ReadRow }

/** What a row of the table is. `isBelow`: below an end, where rows without a date are part of a summary. */
export function readRow(row: TableRow, columns: Columns, isBelow: boolean): Row {
  const first = row.cells.find((cell) => cell !== '') ?? ''
  if (isEnd(first)) return { kind: 'end' }
  return row.day === undefined ? readUndated(row, columns, isBelow) : readDated(row, columns)
}

function readDated(row: TableRow, columns: Columns): Row {
  const sum = columns.text.map((index) => sumIn(cellOf(row, index))).find(Boolean)
  if (sum) return { kind: 'sum', sum, balance: statedBalance(row, columns) }
  const status = cellOf(row, columns.status)
  if (status !== '' && isLeftOut(row, status)) return { kind: 'not booked' }
  const booking = bookingOf(row, columns)
  return booking ? { kind: 'booking', booking } : { kind: 'no amount' }
}

function readUndated(row: TableRow, columns: Columns, isBelow: boolean): Row {
  const date = cellOf(row, columns.date)
  const named = columns.text.map((index) => sumIn(cellOf(row, index))).find(Boolean)
  if (named) return { kind: 'sum', sum: named, balance: statedBalance(row, columns) }
  // A narration may begin with such a word: `TOTAL GAS AGENCY`.
  const sum = row.cells.map((cell, at) => (columns.text.includes(at) ? undefined : sumAtStart(cell))).find(Boolean)
  if (sum && (!/\d/.test(date) || sumAtStart(date))) return { kind: 'sum', sum, balance: undefined }
  const hasAmount = amountColumns(columns).some((index) => isAmount(cellOf(row, index)))
  const isTime = /^\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?: ?[ap]m)?$/i.test(date)
  if (!hasAmount && (date === '' || isTime)) return textOf(row, columns)
  if (!hasAmount || isCounted(row.cells)) return { kind: 'note' }
  // The values of a summary stand where the date would be.
  if (isBelow && (!/\d/.test(date) || typeof amountIn(date) !== 'string')) return { kind: 'note' }
  if (date === '') rejectRow(row, 'it has an amount and no date.')
  return rejectRow(row, `“${date}” is not a date as Indian banks write it, such as 19/11/2026.`)
}

function textOf(row: TableRow, columns: Columns): Row {
  const text = textIn(row, columns)
  if ((text === '' && referencesIn(row, columns).length === 0) || isPageNumber(text)) return { kind: 'note' }
  return { kind: 'more', text, references: referencesIn(row, columns) }
}

/** `1, 2, 3, 4`: the numbers of the columns. */
const isCounted = (cells: readonly string[]): boolean =>
  cells.length > 2 && cells.every((cell, at) => cell === String(at + 1) || cell === `(${at + 1})`)

const filled = (row: CsvRow, places: readonly number[]): string[] => places.flatMap((index) => cellOf(row, index) || [])
const textIn = (row: CsvRow, { text }: Columns): string => filled(row, text).join(' ')
const referencesIn = (row: CsvRow, { reference }: Columns): string[] => filled(row, reference)

/** Whether a status says pending or failed. */
export function isLeftOut(row: Pick<CsvRow, 'line'>, state: string): boolean {
  const isBooked = isBookedState(state)
  if (isBooked === undefined)
    rejectRow(row, `its status “${state.slice(0, 60)}” is not understood as booked, pending or failed.`)
  return !isBooked
}

/** Undefined for a row without an amount. */
export function bookingOf(row: TableRow, columns: Columns): ReadRow | undefined {
  rejectUnsafeCells(row, columns)
  const text = textIn(row, columns)
  rejectLongText(row, text)
  const moved = movedBy(row, columns)
  if (moved === undefined) return undefined
  const currency = cellOf(row, columns.currency)
  if (currency !== '' && !isRupees(currency))
    rejectRow(row, `its amount is in ${currency.slice(0, 20)}, not in rupees.`)
  const references = referencesIn(row, columns)
  if (references.some((reference) => reference.length > reconciliationRules.textLength))
    rejectRow(row, `the reference has more than 1,000 characters. A quote may be missing.`)
  const { line, day = '' } = row
  return { line, bookedOn: day, ...moved, balance: balanceOf(row, columns), text, references }
}

/** A spreadsheet would run it; `="0123"` is already unwrapped. Nothing here does, and exports escape it. */
const formula = /^(?:=|@[A-Za-z][\w.]*[(|!])/

function rejectUnsafeCells(row: CsvRow, { header, reference }: Columns): void {
  const { cells } = row
  const odd = cells.findIndex((cell) => formula.test(cell))
  if (odd >= 0) rejectRow(row, `“${header[odd]}” holds a formula. Use the file as the bank gives it.`)
  const lost = reference.map((index) => cellOf(row, index)).find((cell) => rounded.test(cell))
  if (lost !== undefined) rejectRow(row, `the reference ${lost} was rounded by a spreadsheet. ${unopened}`)
}

function movedBy(row: CsvRow, columns: Columns): Pick<ReadRow, 'said' | 'amount'> | undefined {
  if (
    row.cells.length <= Math.max(...amountColumns(columns)) &&
    !amountColumns(columns).some((at) => isAmount(cellOf(row, at)))
  )
    rejectRow(row, 'it ends before the amount.')
  const word = cellOf(row, columns.type)
  const moved = (read: Amount | undefined, at: number, column?: Direction) =>
    read && {
      said: { column, cell: cellOf(row, at), word, mark: read.direction, sign: read.sign },
      amount: read.paise,
    }
  if ('amount' in columns) return moved(paiseAt(row, columns.amount), columns.amount)
  const [paid, received] = [paiseAt(row, columns.withdrawal), paiseAt(row, columns.deposit)]
  if (paid && received) rejectRow(row, 'it has an amount received and an amount paid out.')
  return moved(paid, columns.withdrawal, 'debit') ?? moved(received, columns.deposit, 'credit')
}

/** Undefined if empty or zero. */
function paiseAt(row: CsvRow, index: number): Amount | undefined {
  const read = amountIn(cellOf(row, index))
  if (typeof read === 'string') return rejectRow(row, read)
  return read && read.paise > 0n ? read : undefined
}

/** Undefined if empty. */
function balanceOf(row: CsvRow, { balance, balanceType }: Columns): bigint | undefined {
  const cell = cellOf(row, balance)
  const read = amountIn(cell)
  if (read === undefined) return undefined
  if (typeof read === 'string') return rejectRow(row, `its balance “${cell.slice(0, 60)}” is not an amount in rupees.`)
  const direction = directionOf(cellOf(row, balanceType)) ?? read.direction
  return read.sign === '-' || direction === 'debit' ? -read.paise : read.paise
}

/** The balance beside a balance or a total, whose cell may hold something else. */
function statedBalance(row: CsvRow, columns: Columns): bigint | undefined {
  return typeof amountIn(cellOf(row, columns.balance)) === 'string' ? undefined : balanceOf(row, columns)
}

/**
 * A row with more cells than columns, read in each way in which unquoted delimiters in its narration (`RENT, NOVEMBER`)
 * or amounts (`1,250.00`) explain it.
 */
export function joinedRows(row: CsvRow, columns: Columns): TableRow[] {
  const { header, text, balance } = columns
  const surplus = row.cells.findLastIndex((cell) => cell !== '') + 1 - header.length
  if (surplus <= 0 || surplus > mostJoined) return []
  const amounts = new Set([...amountColumns(columns), balance])
  let partial: { cells: string[]; at: number; joined: number }[] = [{ cells: [], at: 0, joined: 0 }]
  for (let column = 0; column < header.length; column += 1)
    partial = partial.flatMap(({ cells, at, joined }) => {
      const join = (more: number, by: string) => ({
        cells: [...cells, row.cells.slice(at, at + more + 1).join(by)],
        at: at + more + 1,
        joined: joined + more,
      })
      const widths = Array.from({ length: surplus - joined + 1 }, (_, more) => more)
      if (text.includes(column)) return widths.filter((more) => isFilled(row, at, more)).map((more) => join(more, ', '))
      if (!amounts.has(column)) return [join(0, '')]
      return widths
        .map((more) => join(more, ','))
        .filter((made, more) => more === 0 || isAmount(made.cells[column] ?? ''))
    })
  return partial
    .filter(({ joined }) => joined === surplus)
    .map(({ cells }) => tableRow({ line: row.line, cells }, columns))
}

const mostJoined = 12
/** A narration has words on both sides of a comma. */
const isFilled = ({ cells }: CsvRow, at: number, more: number): boolean =>
  more === 0 || cells.slice(at, at + more + 1).every((cell) => cell !== '')

/**
 * An unquoted delimiter in a narration shifts the amount out of its column. Rows may end early, or all have the same
 * number of extra empty cells.
 */
export function rejectShiftedRow(row: CsvRow, { header }: Columns, width: number): void {
  const { length } = row.cells
  const isOdd = length >= header.length && length !== width
  if (isOdd || row.cells.slice(header.length).some((cell) => cell !== ''))
    rejectRow(row, shifted(length, Math.min(width, header.length)))
}

export const shifted = (cells: number, expected: number): string =>
  `it has ${cells} cells where ${expected} are expected. A text with the delimiter in it needs quotes.`
