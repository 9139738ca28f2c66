import { decimalOf } from '@sauda/contract/decimal'
import { AppError } from '@sauda/contract/error'
import type { TradeAction } from '@sauda/contract/trade'
import { tradeAmountErrors, tradeErrors } from '@sauda/contract/trade-error'
import { executionColumns, tradeFileColumns, tradeFileErrors, tradeFileRules } from '@sauda/contract/trade-file'
import { CsvError, parse } from 'csv-parse/sync'
import { type Execution, executionOf } from './trade.file.execution.ts'
import type { Deal } from './trade.plan.ts'

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

/** Reads CSV as spreadsheets write it (RFC 4180). */
export function readTrades(csv: string): CsvLine[] {
  if (notText.test(csv)) throw new AppError(tradeFileErrors.fileText)
  const [head, ...rows] = rowsOf(csv).filter(({ cells }) => cells.some((value) => value !== ''))
  if (!head) throw new AppError(tradeFileErrors.fileEmpty)
  const names = head.cells.map((name) => name.toLowerCase().replaceAll(/[\s_-]+/g, ' '))
  const isWhole = tradeFileColumns.every((column) => column === 'position' || names.includes(column))
  const named = names.filter((name) => name !== '')
  if (!isWhole || new Set(named).size < named.length) throw new AppError(tradeFileErrors.fileColumns)
  if (rows.length === 0) throw new AppError(tradeFileErrors.fileEmpty)
  if (rows.length > tradeFileRules.lines) throw new AppError(tradeFileErrors.fileLong)
  const positions = columns.map((column) => [column, names.indexOf(column)] as const)
  return rows.map(({ line, cells }) => ({
    line,
    cells: Object.fromEntries(positions.map(([column, at]) => [column, cells[at] ?? ''])) as CsvLine['cells'],
    isShifted: cells.some((value, at) => value !== '' && !names[at]),
  }))
}

/** The header names no amounts, so what separates its names separates all cells. */
const delimiterOf = (csv: string): ',' | ';' => (/^[^\r\n,]*;/.test(csv.trimStart()) ? ';' : ',')

const csvOptions = { bom: true, record_delimiter: ['\r\n', '\n', '\r'], relax_column_count: true, info: true }

function rowsOf(csv: string): { line: number; cells: string[] }[] {
  let line = 1
  try {
    const parsed = parse(csv, { ...csvOptions, delimiter: delimiterOf(csv) }) as unknown as {
      record: string[]
      info: { lines: number }
    }[]
    return parsed.map(({ record, info }) => {
      const row = { line, cells: record.map((cell) => cell.trim()) }
      line = info.lines + 1
      return row
    })
  } catch (error) {
    // A quote within a cell, or an unclosed one.
    throw error instanceof CsvError ? new AppError(tradeFileErrors.fileText) : error
  }
}

export type TradeOrder = Deal & {
  readonly execution: Execution
  readonly reference: string
  /** In capitals: `SD100001`. */
  readonly saudaId: string
  readonly action: TradeAction
  readonly stockName: string
  /** Of a sell: reference or TRD number of its buy. */
  readonly position: string
}

/** A spreadsheet would run it. */
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
  noPosition: 'Only a sell has a position',
  moved: 'The line has more cells than the file has columns. Write numbers without commas',
} as const

/** Returns the order, or why the line is invalid. `today`: the day on which the file was sent. */
export function parseOrder({ cells, isShifted }: CsvLine, today: string): TradeOrder | string {
  if (isShifted) return lineErrors.moved
  if (Object.values(cells).some((value) => formula.test(value))) return lineErrors.formula
  if (!reference.test(cells.reference)) return lineErrors.reference
  if (ours.test(cells.reference)) return lineErrors.ours
  const [saudaId, action] = [cells.client.toUpperCase(), cells.action.toUpperCase()]
  if (!saudaIdForm.test(saudaId)) return lineErrors.client
  if (action !== 'BUY' && action !== 'SELL') return lineErrors.action
  if (cells.stock === '') return tradeErrors.unknownStock.message
  const [quantity, price] = [decimalOf(cells.quantity), decimalOf(cells.price)]
  if (!quantity) return tradeAmountErrors.quantity
  if (!price) return tradeAmountErrors.price
  if (action === 'SELL' && cells.position === '') return lineErrors.position
  // `2,945.30` without quotes: the price would be 2.
  if (action === 'BUY' && cells.position !== '') return lineErrors.noPosition
  const execution = executionOf(cells, today)
  if (typeof execution === 'string') return execution
  return {
    reference: cells.reference,
    execution,
    saudaId,
    action,
    stockName: cells.stock,
    quantity,
    price,
    position: cells.position,
  }
}
