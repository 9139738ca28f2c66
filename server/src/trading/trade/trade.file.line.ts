import { decimalOf } from '@sauda/contract/platform/decimal'
import { AppError } from '@sauda/contract/platform/error'
import { execution as fields } from '@sauda/contract/trading/execution'
import type { TradeAction } from '@sauda/contract/trading/trade'
import { tradeAmountErrors, tradeErrors } from '@sauda/contract/trading/trade-error'
import { executionColumns, tradeFileColumns, tradeFileErrors, tradeFileRules } from '@sauda/contract/trading/trade-file'
import { type Format, readTable, rounded, text } from '../../platform/format.ts'
import type { Deal } from './trade.plan.ts'
import * as z from 'zod/mini'
import { dayIn } from '../../platform/india.ts'

const columns = [...tradeFileColumns, ...executionColumns]
type Column = (typeof columns)[number]

/** Cells are trimmed; a missing column is empty. */
export type CsvLine = {
  readonly line: number
  readonly cells: Readonly<Record<Column, string>>
  /** A cell beyond the columns: a surplus comma has shifted the cells after it. */
  readonly isShifted: boolean
}

/** Control characters mean a binary file, unpaired surrogates another encoding. */
const notText = /[\p{Cs}\uFFFD]|(?![\t\r\n])\p{Cc}/u

const row = z.object(Object.fromEntries(columns.map((name) => [name, text])) as Record<Column, typeof text>)

/** CSV as spreadsheets write it (RFC 4180), with any of the usual separators. `moved`: the lines with a cell beyond the columns. */
const tradeFile = (moved: Set<number>): Format<typeof row> => ({
  row,
  spelled: (name) => name.toLowerCase().replaceAll(/[\s_-]+/g, ' '),
  // Every needed column is named, and none twice.
  isHeader(places, names) {
    const named = names.filter((name) => name !== '')
    const isWhole = tradeFileColumns.every((name) => name === 'position' || places[name] >= 0)
    return isWhole && new Set(named).size === named.length
  },
  // Below blank lines or the line that names the separator.
  headerRows: 5,
  cells({ line, cells }, header) {
    if (cells.some((written, at) => written !== '' && !header[at])) moved.add(line)
    return cells
  },
  errors: { columns: tradeFileErrors.fileColumns, noRows: tradeFileErrors.fileEmpty },
})

export function readTrades(csv: string): { readonly lines: readonly CsvLine[]; readonly unused: readonly string[] } {
  if (notText.test(csv)) throw new AppError(tradeFileErrors.fileText)
  const written = csv.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')
  if (written.trim() === '') throw new AppError(tradeFileErrors.fileEmpty)
  const moved = new Set<number>()
  const { rows, unused } = readTable(written, tradeFile(moved))
  if (rows.length > tradeFileRules.lines) throw new AppError(tradeFileErrors.fileLong)
  return { lines: rows.map(({ line, ...cells }) => ({ line, cells, isShifted: moved.has(line) })), unused }
}

export type TradeOrder = Deal & {
  readonly execution: Execution
  readonly reference: string
  readonly action: TradeAction
  readonly stockName: string
  /** For a sell: reference or TRD number of its buy. */
  readonly position: string
}

/** A spreadsheet runs a cell that begins so as a formula. */
const formula = /^[=+\-@]/
const reference = /^[A-Za-z0-9][\w./-]{0,39}$/
/** Our trade numbers: ambiguous as a dealer's reference. */
export const ours = /^TRD\d{1,15}$/i
export const saudaIdForm = /^SD\d{1,15}$/

const lineErrors = {
  formula: 'A cell may not begin with =, +, - or @',
  reference: 'Give each trade a reference of 1 to 40 letters, digits, dots, dashes or slashes',
  ours: 'A reference cannot look like our trade numbers, TRD and digits',
  client: 'Enter the client ID: SD and digits',
  action: 'The action is BUY or SELL',
  position: 'A sell needs its position: the TRD number or the reference of the buy',
  noPosition: 'Only a sell has a position. Write numbers without commas',
  comma: 'Write quantity and price without commas, with a point before the decimals, such as 2945.30',
  moved: 'The line has more cells than the file has columns. Write numbers without commas',
} as const

/** Returns the order, or why the line is invalid. `today`: the day on which the file was sent. */
export function parseOrder({ cells, isShifted }: CsvLine, today: string): TradeOrder | string {
  if (isShifted) return lineErrors.moved
  if (Object.values(cells).some((value) => formula.test(value))) return lineErrors.formula
  if (!reference.test(cells.reference)) return lineErrors.reference
  if (ours.test(cells.reference)) return lineErrors.ours
  const action = cells.action.toUpperCase()
  if (!saudaIdForm.test(cells.client.toUpperCase())) return lineErrors.client
  if (action !== 'BUY' && action !== 'SELL') return lineErrors.action
  if (cells.stock === '') return tradeErrors.unknownStock.message
  if (`${cells.quantity}${cells.price}`.includes(',')) return lineErrors.comma
  const [quantity, price] = [decimalOf(cells.quantity), decimalOf(cells.price)]
  if (!quantity) return tradeAmountErrors.quantity
  if (!price) return tradeAmountErrors.price
  if (action === 'SELL' && cells.position === '') return lineErrors.position
  // A price `2,945.30` without quotes is two cells: the price would be 2, and the rest the position.
  if (action === 'BUY' && cells.position !== '') return lineErrors.noPosition
  const execution = executionOf(cells, today)
  if (typeof execution === 'string') return execution
  return {
    reference: cells.reference,
    execution,
    action,
    stockName: cells.stock,
    quantity,
    price,
    position: cells.position,
  }
}

const execution = z.object(fields)
export type Execution = z.infer<typeof execution>

type Cells = Readonly<Record<(typeof executionColumns)[number], string>>

const cellErrors = {
  date: 'Enter the trade date as 2026-11-20, 20-11-2026 or 20 Nov 2026',
  time: 'Enter the trade time as 10:15 or 10:15:30, in Indian Standard Time',
  noTime: 'A trade of an earlier day needs its trade time',
  rounded: (cell: string) => `A number was rounded by a spreadsheet: ${cell}. Format its column as text`,
} as const

/** The exchange's confirmation, or why the cells are invalid. `today`: the day on which the file was sent. */
function executionOf(cells: Cells, today: string): Execution | string {
  const tradedAt = tradedAtOf(cells, today)
  if (typeof tradedAt === 'string') return tradedAt
  const { exchange, 'order number': orderNumber, 'trade number': exchangeTradeNumber } = cells
  const broken = [orderNumber, exchangeTradeNumber].find((cell) => rounded.test(cell))
  if (broken !== undefined) return cellErrors.rounded(broken)
  const given = Object.entries({ exchange: exchange.toUpperCase(), orderNumber, exchangeTradeNumber })
  const result = execution.safeParse({ ...tradedAt, ...Object.fromEntries(given.filter(([, cell]) => cell !== '')) })
  return result.success ? result.data : (result.error.issues[0]?.message ?? cellErrors.date)
}

/** Without a date it is today; without a time a trade of today counts by its booking. */
function tradedAtOf({ 'trade date': dateCell, 'trade time': timeCell }: Cells, today: string) {
  const day = dateCell === '' ? today : dayIn(dateCell)
  if (day === undefined) return cellErrors.date
  // Exchanges also write both into one cell.
  const time = timeIn(timeCell === '' ? (/ (\d{1,2}:\d{2}.*)$/.exec(dateCell)?.[1] ?? '') : timeCell)
  if (time === null) return cellErrors.time
  if (time !== undefined) return { tradedAt: new Date(`${day}T${time}+05:30`).toISOString() }
  if (day < today) return cellErrors.noTime
  // A later day is rejected like any time in the future.
  return day === today ? {} : { tradedAt: new Date(`${day}T00:00:00+05:30`).toISOString() }
}

/** `10:15:30`; undefined for an empty cell, null for an invalid one. */
function timeIn(cell: string): string | null | undefined {
  if (cell === '') return undefined
  const [, hour = '', minute = '', second = '00', half] =
    /^(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d{1,6})? ?([ap]m)?$/i.exec(cell.slice(0, 20)) ?? []
  const isTwelveHours = half !== undefined
  const isPossible = isTwelveHours ? Number(hour) >= 1 && Number(hour) <= 12 : hour !== '' && Number(hour) <= 23
  if (!isPossible || Number(minute) > 59 || Number(second) > 59) return null
  const hours = isTwelveHours ? (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : Number(hour)
  return `${String(hours).padStart(2, '0')}:${minute}:${second}`
}
