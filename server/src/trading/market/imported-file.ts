import { formatCount } from '@sauda/contract/platform/decimal'
import { lineError } from '@sauda/contract/platform/csv'
import { AppError, type ErrorDefinition, invalid } from '@sauda/contract/platform/error'
import { dateText, dayInIndia } from '../../platform/india.ts'
import type { Exchange } from '@sauda/contract/trading/market'
import { unpacked } from '../../platform/archive.ts'
import { bufferOf } from '../../platform/called.ts'
import { isTradingDay } from './trading-day.ts'
import { checkHeader, csvText, delimiterOf, readRows } from '../../platform/csv.ts'

/** `line` counts from 1. */
export const lineFault = (line: number, text: string): AppError => new AppError(lineError(line, text))

/** An error of the whole file. */
export const fileFault = (message: string): AppError => new AppError(invalid(message))

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

type Errors = Parameters<typeof unpacked>[1] & { readonly columns: ErrorDefinition }

/** Reads a file of a clearing corporation, plain or packed, by the columns that its first row names. Throws an AppError that names the line. */
export function readTable(
  bytes: Uint8Array,
  { columns, errors }: { readonly columns: readonly string[]; readonly errors: Errors },
  add: (line: number, cell: Cell) => void,
): void {
  const text = csvText(unpacked(bufferOf(bytes), errors))
  const delimiter = delimiterOf(text, 1, (cells) => columns.every((column) => cells.includes(column)))
  if (delimiter === undefined) throw new AppError(errors.columns)
  let header: readonly string[] | undefined
  readRows(text, delimiter, ({ line, cells }) => {
    if (cells.every((cell) => cell === '')) return
    if (!header) {
      checkHeader(line, cells)
      header = cells
    } else if (cells.length !== header.length) throw lineFault(line, cutAt(header.length))
    else {
      const at = header
      add(line, (column) => cells[at.indexOf(column)] ?? '')
    }
  })
}

const cutAt = (columns: number) =>
  `it does not have the ${columns} columns of the first row. The file may be cut off: download it again.`

/** In hundred-millionths: ₹1,00,000 crore, far above a day of all brokers together and far below what a paise column holds. */
export const mostTotal = 1_000_000_000_000n * 100_000_000n

/** In hundred-millionths; 0 where the cell is empty. Sums have more digits than a price. */
export function numberIn(line: number, cell: Cell, column: string): bigint {
  const [, whole, part = ''] = /^(\d{1,15})(?:\.(\d{1,8}))?$/.exec(cell(column) || '0') ?? []
  if (whole !== undefined) return BigInt(`${whole}${part.padEnd(8, '0')}`)
  throw lineFault(line, `${column} is not a plain number. Do not open the file in a spreadsheet before.`)
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
