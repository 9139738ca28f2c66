import { formatCount } from '@sauda/contract/platform/decimal'
import { exchangeCsvErrors, lineError, packedFileErrors, untouchedFile } from '@sauda/contract/platform/csv'
import { AppError, type ErrorDefinition, invalid } from '@sauda/contract/platform/error'
import { dateText, dayIn, dayInIndia } from '../../platform/india.ts'
import type { Exchange } from '@sauda/contract/trading/market'
import { unpacked } from '../../platform/archive.ts'
import { bufferOf } from '../../platform/called.ts'
import { isTradingDay } from './trading-day.ts'
import { checkHeader, csvText, delimiterOf, readRows } from '../../platform/csv.ts'

/** `line` counts from 1. */
export const lineFault = (line: number, text: string): AppError => new AppError(lineError(line, text))

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
const derivativesText = (segment: string) => `${derivatives[segment]} (${segment}), which are not imported`
const otherMarket = 'Choose the file of the cash market, with CM in its name.'

/** Throws for a file that is named for derivatives: its name is that of the exchange, but nothing of it can be imported. */
export function rejectDerivatives(name: string): void {
  const [, segment = ''] = /^[a-z]+_(?:NSE|BSE|NCL|ICCL|BSECL)_(FO|CD|CO)_/i.exec(name) ?? []
  if (segment !== '') throw fileFault(`This file holds ${derivativesText(segment.toUpperCase())}. ${otherMarket}`)
}

/** Part of sentences about a file that has another exchange or day than its name. */
export const namedRight = 'Choose the file under the name that the exchange gave it.'

/** Throws for a row of derivatives. */
export function rejectDerivativesRow(line: number, segment: string): void {
  if (Object.hasOwn(derivatives, segment)) throw lineFault(line, `it is of ${derivativesText(segment)}. ${otherMarket}`)
}

/** Throws for a row of another segment than the cash market. */
export function requireCashMarket(line: number, segment: string): void {
  rejectDerivativesRow(line, segment)
  if (segment !== 'CM')
    throw lineFault(line, `the segment in Sgmt is ${shownCell(segment)}; expected CM. ${untouchedFile}`)
}

const shownCell = (text: string): string => (text === '' ? 'empty' : `“${text.slice(0, 40)}”`)

/** The day of a cell as the exchanges write it, with or without a time. A spreadsheet writes it differently and may exchange day and month. */
export function writtenDay(line: number, column: string, text: string): string {
  const day = dayIn(text)
  if (day !== undefined && text.startsWith(day)) return day
  throw lineFault(
    line,
    `${column} is ${shownCell(text)}; the exchange writes dates such as 2026-11-23. ${untouchedFile}`,
  )
}

/** A row with another number of cells than the first row. */
export const cellCountFault = (line: number, found: number, expected: number): AppError =>
  lineFault(
    line,
    found < expected
      ? `it has ${found} cells where ${expected} are expected. The file may be cut off: download it again.`
      : `it has ${found} cells where ${expected} are expected. A comma in a text without quotes divides it: download the file again and, if the line is the same, report it to the exchange.`,
  )

type Table = {
  readonly columns: number
  /** The place of the name; below 0 if there is none. */
  readonly nameAt: number
  /** Whether a cell behind the name is what its column has. */
  readonly isRight: (cells: readonly string[]) => boolean
}

/**
 * The cells of a row, one for each column. A name with a comma and without quotes has a cell more, behind which every cell would be read as
 * that of another column. Empty cells behind the last column do not matter. Throws for any other row with more cells.
 */
export function wholeRow(
  line: number,
  cells: readonly string[],
  { columns, nameAt, isRight }: Table,
): readonly string[] {
  const surplus = cells.length - columns
  if (surplus <= 0) return cells
  const isLonger = cells.slice(columns).every((cell) => cell === '')
  if (isLonger && isRight(cells)) return cells.slice(0, columns)
  const whole = [
    ...cells.slice(0, nameAt),
    cells.slice(nameAt, nameAt + surplus + 1).join(', '),
    ...cells.slice(nameAt + surplus + 1),
  ]
  if (nameAt >= 0 && isRight(whole)) return whole
  throw cellCountFault(line, cells.length, columns)
}

/** Throws for a file of a day on which the exchanges were closed. */
export function requireTradingDay(day: string): void {
  if (!isTradingDay(day))
    throw fileFault(`${dateText(day)} is not a trading day. Correct the calendar if the exchanges were open.`)
}

/** Throws for a file that is named for a day after today in India; the day in its name is often its only date. */
export function rejectFuture(day: string): void {
  if (day > dayInIndia(new Date())) throw fileFault(`The file is named for ${dateText(day)}, a future day.`)
}

/** A file much shorter than the one before it may be cut off. */
export function checkRows(
  rows: number,
  before: { readonly day: string; readonly rows: number } | undefined,
  leastPercent: number,
): void {
  if (before && rows * 100 < before.rows * leastPercent)
    throw fileFault(
      `The file has ${formatCount(rows)} rows, but that of ${dateText(before.day)} had ${formatCount(before.rows)}. It may be cut off: download it again.`,
    )
}

/** The clearing corporations as the names of their files have them. */
export const exchangesOf: Readonly<Record<string, Exchange>> = { NCL: 'NSE', ICCL: 'BSE', BSECL: 'BSE' }

/** The text of a column; empty where the file does not have it. */
export type Cell = (column: string) => string

type Errors = { readonly columns: ErrorDefinition }

/** Reads a file of a clearing corporation, plain or packed, by the columns that its first row names. Throws an AppError that names the line. */
export function readTable(
  bytes: Uint8Array,
  { columns, errors }: { readonly columns: readonly string[]; readonly errors: Errors },
  add: (line: number, cell: Cell) => void,
): void {
  const text = exchangeText(bytes)
  const delimiter = delimiterOf(text, 1, (cells) => columns.every((column) => cells.includes(column)))
  if (delimiter === undefined) throw new AppError(errors.columns)
  let header: readonly string[] | undefined
  readRows(text, delimiter, ({ line, cells }) => {
    if (cells.every((cell) => cell === '')) return
    if (!header) {
      checkHeader(line, cells)
      header = cells
    } else {
      const at = header
      const row = wholeRow(line, cells, { columns: at.length, nameAt: -1, isRight: () => true })
      if (row.length < at.length) throw cellCountFault(line, row.length, at.length)
      add(line, (column) => row[at.indexOf(column)] ?? '')
    }
  })
}

/** In hundred-millionths: ₹1,00,000 crore, far above a day of all brokers together and far below what a paise column holds. */
export const mostTotal = 1_000_000_000_000n * 100_000_000n

/** In hundred-millionths; 0 where the cell is empty. Sums have more digits than a price. */
export function numberIn(line: number, cell: Cell, column: string): bigint {
  const [, whole, part = ''] = /^(\d{1,15})(?:\.(\d{1,8}))?$/.exec(cell(column) || '0') ?? []
  if (whole !== undefined) return BigInt(`${whole}${part.padEnd(8, '0')}`)
  throw lineFault(line, `${column} is not a plain number. ${untouchedFile}`)
}

/** The place of each column in the first row, by any of its spellings in capitals without anything but letters; -1 where it is missing. */
export function placesIn<Column extends string>(
  spellings: Readonly<Record<Column, readonly string[]>>,
  cells: readonly string[],
): Readonly<Record<Column, number>> {
  const names = cells.map((cell) => cell.toUpperCase().replaceAll(/[^A-Z]/g, ''))
  const places = Object.entries<readonly string[]>(spellings).map(([column, known]) => [
    column,
    names.findIndex((name) => known.includes(name)),
  ])
  return Object.fromEntries(places) as Record<Column, number>
}
