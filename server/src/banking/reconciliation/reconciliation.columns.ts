import type { StatementLayout } from '@sauda/contract/banking/statement-layout'
import { lineError } from '@sauda/contract/platform/csv'
import { AppError } from '@sauda/contract/platform/error'
import { type Direction, reconciliationRules } from '@sauda/contract/banking/reconciliation'
import type { CsvRow } from '../../platform/csv.ts'
import { dayIn } from '../../platform/india.ts'
import { type Amount, amountIn, directionOf } from './reconciliation.cells.ts'

/** Indices into a row's cells. */
export type Columns = {
  readonly header: readonly string[]
  readonly date: number
  readonly text: readonly number[]
  readonly reference: readonly number[]
  readonly balance: number | undefined
  /** Cr or Dr of the balance, where a second column has it. */
  readonly balanceType: number | undefined
} & (
  | { readonly withdrawal: number; readonly deposit: number }
  /** One column of amounts; Cr or Dr is in `type` or in the amount itself. */
  | { readonly amount: number; readonly type: number | undefined }
)

type Meaning = 'date' | 'value date' | 'text' | 'reference' | 'withdrawal' | 'deposit' | 'amount' | 'type' | 'balance'

/** Matched against the letters of a header: `Chq./Ref.No.` is `chqrefno`. The first match counts. */
const meanings: readonly (readonly [RegExp, Meaning])[] = [
  [/^value(date?|dt)$/, 'value date'],
  [/^(txn|tran|trn|trans|transaction|booking|entry)?(post(ed|ing)?)?(date|dt)(and)?(time)?$/, 'date'],
  [/^(crdr|drcr|debitcredit|creditdebit)(indicator|type)?$|^(txn|tran|transaction)?type$/, 'type'],
  [/^(txn|tran|transaction)?(amount|amt)(inr|rs)?$|^withdrawal(amount|amt)?deposit(amount|amt)?$/, 'amount'],
  [/^(withdraw(a?ls?|s)?|debits?|dr|paidout)(amount|amt)?(inr|rs|dr)?$/, 'withdrawal'],
  [/^(deposits?|credits?|cr|paidin)(amount|amt)?(inr|rs|cr)?$/, 'deposit'],
  [/^(closing|available|running|ledger|account|avl)?bal(ance)?(amount|amt)?(inr|rs)?$/, 'balance'],
  [
    /^(narration|narrative|particulars?|(txn|tran|transaction)?(description|details|remarks|particulars|narration))$/,
    'text',
  ],
  [/^(utr|rrn|ref|chq|cheque|inst(rument)?(no|id|number)|(txn|tran|transaction)(id|no|number|ref))/, 'reference'],
]

function meaningOf(header: string): Meaning | undefined {
  // Brackets contain a unit or a hint: (INR), (Dr), (dd/mm/yyyy).
  const letters = header
    .replace(/\([^()]*\)/g, '')
    .toLowerCase()
    .replace(/[^a-z]/g, '')
  return meanings.find(([pattern]) => pattern.test(letters))?.[1]
}

const comparable = (cells: readonly string[]): string => cells.join('|').replace(/\|+$/, '')

function columnsOfLayout({ header, date, text, reference, balance, ...amounts }: StatementLayout): Columns | undefined {
  const rest = { header, date, text: [text], reference: reference === undefined ? [] : [reference], balance }
  const columns = { ...rest, balanceType: undefined }
  const { amount, type, withdrawal, deposit } = amounts
  if (amount !== undefined) return { ...columns, amount, type }
  return withdrawal === undefined || deposit === undefined ? undefined : { ...columns, withdrawal, deposit }
}

/** Undefined unless the row is the header of a layout, or names enough columns itself. */
export function columnsOf(cells: readonly string[], layouts: readonly StatementLayout[]): Columns | undefined {
  const layout = layouts.find(({ header }) => comparable(header) === comparable(cells))
  if (layout) return columnsOfLayout(layout)
  const found = cells.map(meaningOf)
  const all = (meaning: Meaning) => found.flatMap((each, index) => (each === meaning ? [index] : []))
  const first = (meaning: Meaning) => all(meaning)[0]
  const date = first('date') ?? first('value date')
  const [text, reference] = [all('text'), all('reference')]
  if (date === undefined || text.length + reference.length === 0) return undefined
  const rest = { header: cells, date, text, reference, balance: first('balance'), balanceType: all('type')[1] }
  const [withdrawal, deposit, amount] = [first('withdrawal'), first('deposit'), first('amount')]
  if (withdrawal !== undefined && deposit !== undefined) return { ...rest, withdrawal, deposit }
  return amount === undefined ? undefined : { ...rest, amount, type: first('type') }
}

/** The columns used, for the operator to check before importing. */
export function readAs(columns: Columns): { header: string; readAs: string }[] {
  const amounts =
    'amount' in columns
      ? { Amount: columns.amount, 'Received or paid': columns.type }
      : { 'Paid out': columns.withdrawal, Received: columns.deposit }
  const { date, text, reference, balance } = columns
  const used = { Date: date, Text: text, Reference: reference, ...amounts, Balance: balance }
  return Object.entries(used).flatMap(([readAs, places]) =>
    [places ?? []].flat().map((index) => ({ header: columns.header[index] ?? '', readAs })),
  )
}

export type ReadRow = {
  readonly line: number
  readonly bookedOn: string
  /** Undefined if only signs on other lines tell credit from debit. */
  readonly direction: Direction | undefined
  /** Paise, above zero; the balance in paise too. */
  readonly amount: bigint
  readonly balance: bigint | undefined
  readonly text: string
  readonly references: readonly string[]
}

/** `day`: the date cell as ISO, if it is a date. */
export type TableRow = CsvRow & { readonly day: string | undefined }

/** A spreadsheet would run it; `="0123"` is already unwrapped. */
const formula = /^(?:=|[@+-][A-Za-z][\w.]*[(|!])/
/** Rounded by a spreadsheet: 6.32412E+11. */
const rounded = /^\d(?:\.\d+)?E\+?\d+$/i
const summary = /^(?:\*{3}|statement summary|legends?\b|end of (?:the )?statement|-{3})|computer generated/i
const sum =
  /^(?:grand |sub ?|page |transactions? )?totals?\b|^(?:opening|closing) balance|^(?:debit|credit|dr|cr) count/i
/** Totals on which some banks print a date; other text beside a date may be a payment's. */
const datedSum =
  /^(?:(?:grand |sub ?|page |transactions? )?totals?(?: (?:dr|cr|debits?|credits?|amount|and|[/&]))*|(?:dr|cr|\/| )+totals?|(?:opening|closing) balance)$/i

/** The end of the table: stars, a summary, totals, or text in the date column. */
export function isFooter(row: TableRow, columns: Columns): boolean {
  const first = row.cells.find((cell) => cell !== '') ?? ''
  if (summary.test(first)) return true
  if (row.day !== undefined) return columns.text.some((index) => datedSum.test(cellOf(row, index)))
  const date = cellOf(row, columns.date)
  return row.cells.some((cell) => sum.test(cell)) || (date !== '' && !/\d/.test(date) && !hasAmount(row, columns))
}

export const looksBooked = (row: TableRow, columns: Columns): boolean =>
  row.day !== undefined && hasAmount(row, columns)

/** The row as a line, 'no amount', or text that continues the line above. */
export function lineOf(row: TableRow, columns: Columns): ReadRow | 'no amount' | { readonly more: string } {
  rejectUnsafeCells(row, columns)
  const date = cellOf(row, columns.date)
  const text = columns.text.flatMap((index) => cellOf(row, index) || []).join(' ')
  if (date === '') {
    if (hasAmount(row, columns)) rejectRow(row, 'it has an amount and no date.')
    return { more: text }
  }
  const bookedOn = row.day ?? rejectRow(row, `“${date}” is not a date as Indian banks write it, such as 19/11/2026.`)
  rejectLongText(row, text)
  const moved = amountOf(row, columns)
  if (moved === undefined) return 'no amount'
  const references = columns.reference.flatMap((index) => cellOf(row, index) || [])
  if (references.some((reference) => reference.length > reconciliationRules.textLength))
    rejectRow(row, `the reference has more than 1,000 characters. A quote may be missing.`)
  return { line: row.line, bookedOn, ...moved, balance: balanceOf(row, columns), text, references }
}

/**
 * An unquoted delimiter in a narration shifts the amount out of its column. Rows may end early, or all have the same
 * number of extra empty cells.
 */
export function rejectShiftedRow(row: CsvRow, { header }: Columns, width: number): void {
  const { length } = row.cells
  const isOdd = length >= header.length && length !== width
  if (isOdd || row.cells.slice(header.length).some((cell) => cell !== ''))
    rejectRow(
      row,
      `it has ${length} cells where ${Math.min(width, header.length)} are expected. A text with the delimiter in it needs quotes.`,
    )
}

const cellOf = ({ cells }: CsvRow, index: number | undefined): string =>
  index === undefined ? '' : (cells[index] ?? '')

export function rejectRow({ line }: Pick<CsvRow, 'line'>, problem: string): never {
  throw new AppError(lineError(line, problem))
}

export function rejectLongText(row: CsvRow, text: string): void {
  if (text.length > reconciliationRules.textLength)
    rejectRow(row, `the text has more than 1,000 characters. A quote may be missing.`)
}

function rejectUnsafeCells(row: CsvRow, { header, reference }: Columns): void {
  const { cells } = row
  const odd = cells.findIndex((cell) => formula.test(cell))
  if (odd >= 0) rejectRow(row, `“${header[odd]}” holds a formula. Use the file as the bank gives it.`)
  const lost = reference.map((index) => cellOf(row, index)).find((cell) => rounded.test(cell))
  if (lost !== undefined)
    rejectRow(row, `the reference ${lost} was rounded by a spreadsheet. Use the file as the bank gives it.`)
}

/**
 * Joins a narration split by unquoted delimiters, once per text column; the running balance must confirm the result.
 */
export function joinedRows(row: TableRow, { header, text, date }: Columns): TableRow[] {
  const surplus = row.cells.findLastIndex((cell) => cell !== '') + 1 - header.length
  if (surplus <= 0) return []
  return text.map((index) => {
    const cells = [
      ...row.cells.slice(0, index),
      row.cells.slice(index, index + surplus + 1).join(', '),
      ...row.cells.slice(index + surplus + 1),
    ]
    return { line: row.line, cells: cells.slice(0, header.length), day: dayIn(cells[date] ?? '') }
  })
}

const amountColumns = (columns: Columns): number[] =>
  'amount' in columns ? [columns.amount] : [columns.withdrawal, columns.deposit]

const hasAmount = (row: CsvRow, columns: Columns): boolean =>
  amountColumns(columns).some((index) => {
    const amount = amountIn(cellOf(row, index))
    return amount !== undefined && (typeof amount === 'string' || amount.paise > 0n)
  })

function amountOf(row: CsvRow, columns: Columns): Pick<ReadRow, 'direction' | 'amount'> | undefined {
  if (row.cells.length <= Math.max(...amountColumns(columns)) && !hasAmount(row, columns))
    rejectRow(row, 'it ends before the amount.')
  if ('amount' in columns) {
    const read = paiseAt(row, columns.amount)
    if (!read) return undefined
    const named = directionOf(cellOf(row, columns.type)) ?? read.direction
    const signed = read.sign && (read.sign === '-' ? 'debit' : 'credit')
    if (named && signed && named !== signed)
      rejectRow(row, `${cellOf(row, columns.amount)} has a sign that contradicts its Cr or Dr.`)
    return { direction: named ?? signed, amount: read.paise }
  }
  const [paid, received] = [paiseAt(row, columns.withdrawal), paiseAt(row, columns.deposit)]
  if (received?.sign === '-') rejectRow(row, `${cellOf(row, columns.deposit)} is negative in the column of deposits.`)
  if (paid && received) rejectRow(row, 'it has an amount received and an amount paid out.')
  if (paid) return { direction: 'debit', amount: paid.paise }
  return received && { direction: 'credit', amount: received.paise }
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
