import { formatCount } from '@sauda/contract/platform/decimal'
import { exchangeCsvErrors, packedFileErrors, untouchedFile } from '@sauda/contract/platform/csv'
import { AppError, type ErrorDefinition, invalid } from '@sauda/contract/platform/error'
import { sum } from '@sauda/contract/platform/money'
import { closingPriceRules } from '@sauda/contract/trading/closing-price'
import { isIsin } from '@sauda/contract/trading/isin'
import type { Exchange } from '@sauda/contract/trading/market'
import { unpacked } from '../../platform/archive.ts'
import { bufferOf } from '../../platform/called.ts'
import { csvText, type CsvRow } from '../../platform/csv.ts'
import { cell, lineFault } from '../../platform/format.ts'
import { dateText, dayIn, dayInIndia } from '../../platform/india.ts'
import { isTradingDay } from './trading-day.ts'

// What the formats of the exchanges and clearing corporations have in common: names of files, cells, checks.

/** An error of the whole file. */
export const fileFault = (message: string): AppError => new AppError(invalid(message))

/** The text of a file of an exchange or clearing corporation, plain or packed. */
export const exchangeText = (bytes: Uint8Array): string =>
  csvText(unpacked(bufferOf(bytes), { ...packedFileErrors, ...exchangeCsvErrors }), exchangeCsvErrors)

/** As they are named in files, and what files of them hold. */
const derivatives: Readonly<Record<string, string>> = {
  FO: 'futures and options',
  CD: 'currency derivatives',
  CO: 'commodity derivatives',
}
const derivativesText = (segment: string) =>
  `${derivatives[segment]} (${segment}), which are not imported. Choose the file of the cash market, with CM in its name.`

/** The exchanges and their clearing corporations as the names of files have them. */
const exchangesOf: Readonly<Record<string, Exchange>> = {
  NSE: 'NSE',
  BSE: 'BSE',
  NCL: 'NSE',
  ICCL: 'BSE',
  BSECL: 'BSE',
}

type Groups = Readonly<Record<string, string | undefined>>
/**
 * What the name of a file says, by the groups `source`, `year`, `month` and `date` of its pattern. Throws for any other name, also for one
 * of derivatives, of which nothing can be imported.
 */
export function namedBy(name: string, pattern: RegExp, error: ErrorDefinition) {
  const [, segment = ''] = /^[a-z]+_(?:NSE|BSE|NCL|ICCL|BSECL)_(FO|CD|CO)_/i.exec(name) ?? []
  if (segment !== '') throw fileFault(`This file holds ${derivativesText(segment.toUpperCase())}`)
  const groups: Groups = pattern.exec(name)?.groups ?? {}
  const { source = 'NSE', year, month, date } = groups
  const exchange = exchangesOf[source.toUpperCase()]
  // The file of a month has the day 00.
  const day = dayIn(`${year}-${month}-${date === '00' ? '01' : date}`)
  if (!exchange || day === undefined) throw new AppError(error)
  return { exchange, day, groups }
}

/** Part of sentences about a file that has another exchange or day than its name. */
export const namedRight = 'Choose the file under the name that the exchange gave it.'

export const ofExchange = (exchange: Exchange) =>
  cell(
    (text) => (text === exchange ? text : undefined),
    (text) => `it is of ${text || 'no exchange'}, but the file is named for ${exchange}. ${namedRight}`,
  )

const shownCell = (text: string): string => (text === '' ? 'empty' : `“${text.slice(0, 40)}”`)

const segmentFault = (text: string): string =>
  Object.hasOwn(derivatives, text)
    ? `it is of ${derivativesText(text)}`
    : `the segment in {column} is ${shownCell(text)}; expected CM. ${untouchedFile}`
export const cashMarket = cell((text) => (text === 'CM' ? text : undefined), segmentFault)
export const noDerivatives = cell((text) => (Object.hasOwn(derivatives, text) ? undefined : text), segmentFault)

/** A day as the exchanges write it, with or without a time. A spreadsheet writes it differently and may exchange day and month. */
function writtenDay(text: string): string | undefined {
  const day = dayIn(text)
  return day !== undefined && text.startsWith(day) ? day : undefined
}
const dayFault = (text: string): string =>
  `{column} is ${shownCell(text)}; the exchange writes dates such as 2026-11-23. ${untouchedFile}`
export const day = cell(writtenDay, dayFault)
export const dayOrNone = cell((text) => (text === '' ? '' : writtenDay(text)), dayFault)

export const isinOf = (text: string): string | undefined =>
  isIsin(text.toUpperCase()) ? text.toUpperCase() : undefined
const isinFault = (text: string): string => `${text.toUpperCase() || 'empty'} is not an ISIN.`
export const isin = cell(isinOf, isinFault)
export const isinOrNone = cell((text) => (text === '' ? '' : isinOf(text)), isinFault)

/** In hundred-millionths: ₹1,00,000 crore, far above a day of all brokers together and far below what a paise column holds. */
export const mostTotal = 1_000_000_000_000n * 100_000_000n

/** In hundred-millionths; 0 where the cell is empty. Sums have more digits than a price. */
export const number = cell(
  (text) => {
    const [, whole, part = ''] = /^(\d{1,15})(?:\.(\d{1,8}))?$/.exec(text || '0') ?? []
    return whole === undefined ? undefined : BigInt(`${whole}${part.padEnd(8, '0')}`)
  },
  () => `{column} is not a plain number. ${untouchedFile}`,
)

/** The sum of each of these columns. */
export const totalsOf = <Column extends string>(
  rows: readonly Readonly<Record<Column, bigint>>[],
  columns: readonly Column[],
) => Object.fromEntries(columns.map((name) => [name, sum(rows.map((row) => row[name]))])) as Record<Column, bigint>

/** Throws for a row of another day than the file is named for. */
export function requireDay(line: number, found: string, expected: string): void {
  if (found !== expected)
    throw fileFault(
      `The file is named for ${dateText(expected)} but line ${line} is of ${dateText(found)}. ${namedRight}`,
    )
}

/** A row with another number of cells than the first row. */
const cellCountFault = (line: number, found: number, expected: number): AppError =>
  lineFault(
    line,
    found < expected
      ? `it has ${found} cells where ${expected} are expected. The file may be cut off: download it again.`
      : `it has ${found} cells where ${expected} are expected. A comma in a text without quotes divides it: download the file again and, if the line is the same, report it to the exchange.`,
  )

type Whole = {
  /** The number of columns. */
  readonly columns: number
  /** How many cells a row has at least. */
  readonly least?: number
  /** The place of the name; below 0 if there is none. */
  readonly nameAt?: number
  /** Whether a cell behind the name is what its column has. */
  readonly isRight?: (cells: readonly string[]) => boolean
}

/**
 * The cells of a row, one for each column. A name with a comma and without quotes has a cell more, behind which every cell would be read as
 * that of another column. Empty cells behind the last column do not matter. Throws for any other row with more cells, and for one with fewer.
 */
export function wholeRow(
  { line, cells }: CsvRow,
  { columns, least = columns, nameAt = -1, isRight = () => true }: Whole,
): readonly string[] {
  if (cells.length < least) throw cellCountFault(line, cells.length, columns)
  const surplus = cells.length - columns
  if (surplus <= 0) return cells
  const isLonger = cells.slice(columns).every((text) => text === '')
  if (isLonger && isRight(cells)) return cells.slice(0, columns)
  const whole = [
    ...cells.slice(0, nameAt),
    cells.slice(nameAt, nameAt + surplus + 1).join(', '),
    ...cells.slice(nameAt + surplus + 1),
  ]
  if (nameAt >= 0 && isRight(whole)) return whole
  throw cellCountFault(line, cells.length, columns)
}

/** The rows of a format in which each has a cell for every column. */
export const wholeRows = (row: CsvRow, header: readonly string[]): readonly string[] =>
  wholeRow(row, { columns: header.length })

/** Throws for a file of a day on which the exchanges were closed. */
export function requireTradingDay(date: string): void {
  if (!isTradingDay(date))
    throw fileFault(`${dateText(date)} is not a trading day. Correct the calendar if the exchanges were open.`)
}

/** Throws for a file that is named for a day after today in India; the day in its name is often its only date. */
export function rejectFuture(date: string): void {
  if (date > dayInIndia(new Date())) throw fileFault(`The file is named for ${dateText(date)}, a future day.`)
}

type Counted = { readonly day: string; readonly rows: number }
/** Throws for a file older than the newest one, and for one much shorter, which may be cut off. */
export function checkRows(file: Counted, newest: Counted | null | undefined): void {
  if (!newest) return
  if (file.day < newest.day)
    throw fileFault(
      `The file is of ${dateText(file.day)}, but the later one of ${dateText(newest.day)} was already imported.`,
    )
  if (file.rows * 100 < newest.rows * closingPriceRules.leastRowsPercent)
    throw fileFault(
      `The file has ${formatCount(file.rows)} rows, but that of ${dateText(newest.day)} had ${formatCount(newest.rows)}. It may be cut off: download it again.`,
    )
}
