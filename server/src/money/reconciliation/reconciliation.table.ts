import type { StatementLayout } from '@sauda/contract/money/statement-layout'
import { csvErrors, csvRules } from '@sauda/contract/platform/csv'
import { reconciliationRules } from '@sauda/contract/money/reconciliation'
import { AppError } from '@sauda/contract/platform/error'
import type { CsvRow } from '../../platform/csv.ts'
import { accountsIn, currencyIn, isAccount, periodReader } from './reconciliation.above.ts'
import { amountColumns, columnsOf, type Columns, isSameHeader } from './reconciliation.columns.ts'
import {
  bookingOf,
  cellOf,
  joinedRows,
  type ReadRow,
  readRow,
  rejectLongText,
  rejectRow,
  rejectShiftedRow,
  tableRow,
  type TableRow,
} from './reconciliation.rows.ts'
import { otherCurrencyIn, type Sum } from './reconciliation.words.ts'

/** table: the rows of a file one after another, from the text above its table to the text below. */

/** A line of the table. */
export type Open = {
  readonly row: TableRow
  /** One, or several between which the running balance decides. */
  readonly readings: readonly ReadRow[]
  /** The number of columns, if the row has more cells. */
  readonly expected: number | undefined
}
/** A balance or a total, above the line `at`. */
export type Stated = {
  readonly sum: Sum
  readonly at: number
  readonly row: TableRow
  readonly balance: bigint | undefined
}

/** What the text beside a table says. */
function newHeading() {
  const period = periodReader()
  let accounts: readonly string[] = []
  let before: readonly string[] = []
  let rows = 0
  return {
    add(row: CsvRow): void {
      if (++rows > reconciliationRules.headerRows) return
      const currency = currencyIn(row.cells)
      if (currency !== undefined) rejectRow(row, `it says that the statement is in ${currency}, not in rupees.`)
      accounts = [...accounts, ...accountsIn(row.cells, before)]
      before = row.cells
      period.add(row.cells)
    },
    read: () => ({ accounts, period: period.read() }),
  }
}

export type Table = {
  columns: Columns | undefined
  readonly layouts: readonly StatementLayout[]
  /** In the order of the file. */
  readonly open: Open[]
  readonly stated: Stated[]
  readonly heading: ReturnType<typeof newHeading>
  /** The text since the last header, which another page may begin with. */
  page: ReturnType<typeof newHeading>
  /** The line of a total or an end, until the table goes on. */
  endedAt: number | undefined
  /** The cells of each row, some of which may be empty ones behind the last column. */
  width: number | undefined
  /** Whether a row of text continues the line above. */
  isText: boolean
  withoutAmount: number
  notBooked: number
  /** Columns in which a booking has something. */
  readonly filled: Set<number>
  readonly tomorrow: string
}

export const newTable = (layouts: readonly StatementLayout[] = []): Table => ({
  columns: undefined,
  layouts,
  open: [],
  stated: [],
  heading: newHeading(),
  page: newHeading(),
  endedAt: undefined,
  width: undefined,
  isText: false,
  withoutAmount: 0,
  notBooked: 0,
  filled: new Set(),
  tomorrow: tomorrowInIndia(),
})

export function addRow(table: Table, row: CsvRow): void {
  if (row.cells.every((cell) => cell === '')) return
  const { columns } = table
  if (columns === undefined) {
    table.columns = columnsOf(row.cells, table.layouts)
    if (table.columns) rejectCurrency(row, table.columns)
    else table.heading.add(row)
    return
  }
  const inTable = tableRow(row, columns)
  if (inTable.day === undefined && isHeader(table, row, columns)) return
  const joined = inTable.day === undefined ? [] : joinedReadings(inTable, columns)
  if (joined.length > 0) return addBooking(table, inTable, { readings: joined, expected: columns.header.length })
  if (inTable.day !== undefined) {
    table.width ??= Math.max(columns.header.length, row.cells.length)
    rejectShiftedRow(row, columns, table.width)
  }
  addRead(table, inTable, readRow(inTable, columns, table.endedAt !== undefined))
}

/** Some banks repeat the names of the columns on every page, below the same text as on the first one. */
function isHeader(table: Table, row: CsvRow, { header }: Columns): boolean {
  if (isSameHeader(row.cells, header)) {
    const [known, here] = [table.heading.read().accounts, table.page.read().accounts]
    const isKnown = here.some((end) => known.some((other) => isAccount(other, end)))
    if (known.length > 0 && here[0] !== undefined && !isKnown)
      rejectRow(
        row,
        `the page above is of an account ending in ${here[0].slice(-4)}. Import the statement of each account by itself.`,
      )
    table.page = newHeading()
    table.endedAt = undefined
    table.isText = false
    return true
  }
  // Another table has other columns.
  if (row.cells.length > 2 && columnsOf(row.cells, table.layouts)) table.endedAt = row.line
  return false
}

function addRead(table: Table, row: TableRow, read: ReturnType<typeof readRow>): void {
  if (read.kind === 'booking') return addBooking(table, row, { readings: [read.booking], expected: undefined })
  if (read.kind === 'more' && table.isText && table.endedAt === undefined) return appendText(table, row, read)
  table.isText = false
  if (read.kind === 'sum') table.stated.push({ ...read, at: table.open.length, row })
  if (read.kind === 'sum' || read.kind === 'no amount') table.withoutAmount += 1
  if (read.kind === 'not booked') table.notBooked += 1
  if (read.kind === 'note' || read.kind === 'more') table.page.add(row)
  if (table.open.length > 0 && (read.kind === 'sum' || read.kind === 'end')) table.endedAt ??= row.line
}

function addBooking(table: Table, row: TableRow, line: Omit<Open, 'row'>): void {
  const { day = '' } = row
  // Below a total the running balance must show that the table goes on.
  if (table.endedAt !== undefined && line.readings.every(({ balance }) => balance === undefined))
    rejectRow(row, `it has a date and an amount, but the table ended on line ${table.endedAt}.`)
  table.endedAt = undefined
  table.isText = true
  if (day > table.tomorrow)
    rejectRow(row, `${cellOf(row, table.columns?.date)} lies in the future. Dates must be written day/month/year.`)
  if (table.open.length === csvRules.lines) throw new AppError(csvErrors.tooManyLines)
  for (const [at, cell] of row.cells.entries()) if (cell !== '') table.filled.add(at)
  table.open.push({ row, ...line })
}

/** A long narration continues on the next row. */
function appendText(
  { open }: Table,
  row: TableRow,
  more: { readonly text: string; readonly references: readonly string[] },
): void {
  const last = open.pop()
  if (!last) return
  const readings = last.readings.map((reading) => {
    const text = `${reading.text} ${more.text}`.trim()
    rejectLongText(row, text)
    return { ...reading, text, references: [...reading.references, ...more.references] }
  })
  open.push({ ...last, readings })
}

function rejectCurrency(row: CsvRow, columns: Columns): void {
  const code = amountColumns(columns)
    .map((at) => otherCurrencyIn(cellOf(row, at)))
    .find(Boolean)
  if (code !== undefined) rejectRow(row, `the amounts are in ${code}, not in rupees.`)
}

/** The readings of a row with surplus cells that are a valid line. */
const joinedReadings = (row: TableRow, columns: Columns): ReadRow[] =>
  (columns.balance === undefined ? [] : joinedRows(row, columns)).flatMap((joined) => {
    try {
      return joined.day === undefined ? [] : (bookingOf(joined, columns) ?? [])
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return []
    }
  })

/** The bank's clock may be a few hours ahead. */
const tomorrowInIndia = (): string => new Date(Date.now() + (24 + 5.5) * 3_600_000).toISOString().slice(0, 10)
