import { exchangeCsvErrors } from '@sauda/contract/platform/csv'
import { decimalOf, decimalText } from '@sauda/contract/platform/decimal'
import { AppError } from '@sauda/contract/platform/error'
import {
  type CodeColumn,
  exchangeFileErrors,
  exchangeFileRules,
  isClientCode,
  type Totals,
} from '@sauda/contract/trading/exchange-file'
import { type Exchange, isSettlement } from '@sauda/contract/trading/market'
import { CsvError, parse } from 'csv-parse/sync'
import * as z from 'zod/mini'
import { fileKind } from '../../platform/csv.ts'
import { cell, lineFault, rowReader } from '../../platform/format.ts'
import { dateText, dayIn } from '../../platform/india.ts'
import { linesOf } from './exchange-file.unzip.ts'
import { day, fileFault, namedBy, namedRight, noDerivatives, ofExchange, wholeRow } from '../market/imported-file.ts'

/** The meaning of each code, by exchange, column and code: `NSE SttlmTp M`. */
export type Codes = ReadonlyMap<string, string>
export type Sent = { readonly name: string; readonly bytes: Uint8Array; readonly codes: Codes }

export type TradeFile = {
  readonly exchange: Exchange
  readonly day: string
  /** `P1` of a file that comes in parts, `T0` of one with the trades settled on the day; empty for the whole. */
  readonly part: string
  /** Provisional files are only previewed. */
  readonly isFinal: boolean
  /** Lines of the file below the header. */
  readonly rows: number
  readonly cancelled: number
  /** The trades that count, without those cancelled. */
  readonly totals: Totals
  /** The trades, each a list of `tradeCells`, as JSON texts of some thousand trades. */
  readonly batches: readonly string[]
}

/** The cells that are stored, in this order, after the line. */
export const tradeCells = [
  'UnqTradIdr',
  'OrdrRef',
  'BuySellInd',
  'ClntTp',
  'ClntId',
  'CtdnPtcptId',
  'ISIN',
  'TckrSymb',
  'SctySrs',
  'TradQty',
  'Pric',
  'SttlmTp',
  'SctiesSttlmTxId',
  'TradDtTm',
  'OrdrDtTm',
] as const

const columns =
  'TradDt BizDt Sgmt Src Xchg ClrMmbId Brkr FinInstrmTp FinInstrmId ISIN TckrSymb SctySrs XpryDt FininstrmActlXpryDt StrkPric OptnTp FinInstrmNm ClntTp ClntId FullyExctdConfSnt OrgnlCtdnPtcptId CtdnPtcptId SttlmTp SctiesSttlmTxId BuySellInd TradQty NewBrdLotQty Pric UnqTradIdr RptdTxSts TradDtTm UpdDt OrdrRef OrdrDtTm InstgUsr CtclId TradRegnOrgn OrdrTp BlckDealInd SttlmCycl MktTpandId Rmks Rsvd1 Rsvd2 Rsvd3 Rsvd4'.split(
    ' ',
  )
const used = [...tradeCells, 'Brkr', 'UpdDt', 'RptdTxSts'] as const
type Column = (typeof used)[number] | 'TradDt' | 'Sgmt'
type Cells = Readonly<Record<Column, string>>

/** The cells in which every row must agree with the name of the file. Only these go through the schema, which would take a second for all cells of a large file. */
const sourceOf = (exchange: Exchange) =>
  z.object({
    Xchg: ofExchange(exchange),
    Src: cell(
      (text) => (text === exchange ? text : undefined),
      (text) =>
        `its source (column 4, Src) is ${text || 'empty'}, not ${exchange}. Only trade files that the exchange itself provides are imported: download that of ${exchange}.`,
    ),
    Sgmt: noDerivatives,
    TradDt: day,
  })

const places = used.map((column) => [column, columns.indexOf(column)] as const)
const namePattern =
  /^Trade_(?<source>NSE|BSE)_CM_(?<market>[^_]*)_TM_[^_]+_(?<year>\d{4})(?<month>\d{2})(?<date>\d{2})_(?<stage>[FP])_\d{4}(?:_(?<part>P\d{1,2}))?(?: ?\(\d+\))?\.csv(?: ?\(\d+\))?(?:\.gz)?$/i
const batchRows = 4000

type Trade = {
  readonly line: number
  /** The stored cells as JSON. */
  readonly text: string
  readonly updatedAt: string
  readonly isSale: boolean
  readonly quantity: bigint
  readonly price: bigint
}

/** Reads the trade file of an exchange (UDiFF, 46 columns) line by line. Throws an AppError that names the line. To be called in a child process. */
export async function readTradeFile({ name, bytes, codes }: Sent): Promise<TradeFile> {
  const { exchange, day: date, groups } = namedBy(name, namePattern, exchangeFileErrors.name)
  const table = newTable(exchange, date, codes)
  let line = 0
  let hasHeader = false
  for await (const text of linesOf(bytes)) {
    line += 1
    if (line > 2 * exchangeFileRules.rows) throw new AppError(exchangeFileErrors.long)
    if (text === '') continue
    if (hasHeader) table.add(line, text)
    else checkHeader(line, text)
    hasHeader = true
  }
  if (!hasHeader) throw new AppError(exchangeCsvErrors.empty)
  const { market = '', part = market, stage } = groups
  return { exchange, day: date, part: partOf(part), isFinal: stage?.toUpperCase() === 'F', ...table.finish() }
}

/** P0 is the whole of a file that also comes in parts. */
const partOf = (text: string): string => (/^(?:P(?!0+$)\d{1,2}|T0)$/i.test(text) ? text.toUpperCase() : '')

/** A part of a text keeps the whole of it in memory. */
const ownText = (text: string): string => Buffer.from(text).toString()

/** Company names may have commas and quotes. */
function cellsOf(line: number, text: string): string[] {
  if (!text.includes('"')) return text.split(',')
  try {
    return (parse(text, { relax_quotes: true }) as string[][])[0] ?? []
  } catch (error) {
    if (error instanceof CsvError) throw lineFault(line, 'a quote is opened and never closed.')
    throw error
  }
}

function checkHeader(line: number, text: string): void {
  if (fileKind(Buffer.from(text)) === 'page') throw new AppError(exchangeCsvErrors.page)
  const found = cellsOf(line, text.replace(/^\uFEFF/, '')).map((cell) => cell.trim())
  if (!found.includes('UnqTradIdr')) throw new AppError(exchangeFileErrors.columns)
  const wrong = columns.findIndex((column, at) => found[at] !== column)
  if (wrong >= 0)
    throw lineFault(
      line,
      `column ${wrong + 1} is ${found[wrong] ?? 'missing'}, expected ${columns[wrong]}. ${exchangeFileErrors.untouched}`,
    )
}

function newTable(exchange: Exchange, expected: string, codes: Codes) {
  const readSource = rowReader(sourceOf(exchange), columns)
  const newest = new Map<string, Trade>()
  const cancelledKeys = new Set<string>()
  const orders = new Set<string>()
  const nameAt = columns.indexOf('FinInstrmNm')
  const isRight = (cells: readonly string[]) => codes.has(`${exchange} ClntTp ${cells[nameAt + 1] ?? ''}`)
  let longOrders = 0
  let rows = 0
  const meaning = (line: number, row: Cells, column: Exclude<CodeColumn, 'TxInd' | 'SttSrs' | 'SttInd'>): string => {
    const found = codes.get(`${exchange} ${column} ${row[column]}`)
    if (found !== undefined) return found
    throw lineFault(
      line,
      column === 'Brkr'
        ? `the trading member is ${row.Brkr || 'not named'}. It is not a member code of this broker under Codes: choose the file of this broker, or have an administrator add the code.`
        : `the code “${row[column]}” in column ${columns.indexOf(column) + 1}, ${column}, is not known. Nothing was imported. An administrator adds it under Codes once its meaning is clear.`,
    )
  }
  const checked = (line: number, row: Cells): [row: Cells, status: string] => {
    for (const column of ['Brkr', 'Sgmt', 'SttlmTp'] as const) meaning(line, row, column)
    const BuySellInd = meaning(line, row, 'BuySellInd') === 'sell' ? 'S' : 'B'
    return [{ ...row, ClntTp: meaning(line, row, 'ClntTp'), BuySellInd }, meaning(line, row, 'RptdTxSts')]
  }
  return {
    add(line: number, text: string): void {
      rows += 1
      if (rows > exchangeFileRules.rows) throw new AppError(exchangeFileErrors.long)
      const written = { line, cells: cellsOf(line, text).map((each) => each.trim()) }
      const cells = wholeRow(written, { columns: columns.length, nameAt, isRight })
      const source = readSource(line, cells)
      if (typeof source === 'string') throw lineFault(line, source)
      if (source.TradDt !== expected)
        throw fileFault(
          `The file is named for ${dateText(expected)} but has trades of ${dateText(source.TradDt)} (line ${line}). It is the file of another day. ${namedRight}`,
        )
      const rest = Object.fromEntries(places.map(([column, at]) => [column, cells[at] ?? ''])) as Omit<
        Cells,
        'TradDt' | 'Sgmt'
      >
      const row = { ...source, ...rest, ISIN: rest.ISIN.toUpperCase() }
      const [known, status] = checked(line, row)
      const trade = tradeOf(line, known)
      if (row.OrdrRef.length > 15 && !orders.has(row.OrdrRef)) {
        orders.add(ownText(row.OrdrRef))
        if (!/^\d{15}0+$/.test(row.OrdrRef)) longOrders += 1
      }
      const key = ownText(`${row.UnqTradIdr} ${row.OrdrRef} ${known.BuySellInd}`)
      const before = newest.get(key)
      if (before && row.UpdDt < before.updatedAt) return
      const isSameTime = row.UpdDt === before?.updatedAt
      if (before && isSameTime && before.text !== trade.text)
        throw lineFault(
          line,
          `it has the trade, order and side of line ${before.line} with other values. Order numbers may have been rounded by a spreadsheet. ${exchangeFileErrors.untouched}`,
        )
      newest.set(key, trade)
      if (status === 'cancelled') cancelledKeys.add(key)
      // Whatever the order of the rows.
      else if (!isSameTime) cancelledKeys.delete(key)
    },
    finish() {
      if (orders.size >= 4 && longOrders === 0) throw new AppError(exchangeFileErrors.rounded)
      if (rows === 0) throw new AppError(exchangeFileErrors.noRows)
      for (const key of cancelledKeys) newest.delete(key)
      return { rows, cancelled: cancelledKeys.size, ...summed([...newest.values()]) }
    },
  }
}

const time = /^(?:19|20)[\d-]{8}T(?:[01]\d|2[0-3])(?::[0-5]\d){2}(?:\.\d{1,9})?$/
const isMoment = (text: string): boolean => time.test(text) && dayIn(text.slice(0, 10)) === text.slice(0, 10)
/** A lakh crore rupees, in hundred-millionths. */
const mostValue = 10n ** 20n

function tradeOf(line: number, row: Cells): Trade {
  const fault = (text: string) => lineFault(line, `${text} ${exchangeFileErrors.untouched}`)
  const quantity = /^\d{1,12}$/.test(row.TradQty) ? BigInt(row.TradQty) : 0n
  const price = decimalOf(row.Pric) ?? 0n
  if (quantity <= 0n) throw fault(`the quantity “${row.TradQty}” is not a whole number above zero.`)
  if (price <= 0n) throw fault(`the price “${row.Pric}” is not a plain number above zero.`)
  if (quantity * price > mostValue) throw fault(`${row.TradQty} at ${row.Pric} is more than any trade is worth.`)
  for (const column of ['OrdrRef', 'UnqTradIdr'] as const)
    if (!/^\d{1,19}$/.test(row[column]))
      throw fault(
        /E\+/i.test(row[column])
          ? `${column} was rounded by a spreadsheet: ${row[column]}.`
          : `${column} “${row[column]}” is not a number of the exchange.`,
      )
  for (const column of ['TradDtTm', 'OrdrDtTm', 'UpdDt'] as const)
    if (!isMoment(row[column])) throw fault(`the time “${row[column]}” in ${column} is not written as by the exchange.`)
  if (!row.TradDtTm.startsWith(row.TradDt)) throw fault(`the trade time “${row.TradDtTm}” is not on the trade date.`)
  if (!/^[A-Z]{2}[A-Z0-9]{9}\d$/.test(row.ISIN)) throw fault(`“${row.ISIN}” is not an ISIN.`)
  if (!isClientCode(row.ClntId)) throw fault(`“${row.ClntId}” is not a client code.`)
  if (!isSettlement(row.SttlmTp, row.SctiesSttlmTxId))
    throw fault(`${row.SttlmTp} ${row.SctiesSttlmTxId} is not a settlement; expected for example M 2026220.`)
  const cells = tradeCells.map((cell) => (cell === 'Pric' ? decimalText(price) : row[cell]))
  return {
    line,
    text: JSON.stringify(cells),
    updatedAt: ownText(row.UpdDt),
    isSale: row.BuySellInd === 'S',
    quantity,
    price,
  }
}

/** Values are exact: price times quantity in hundred-millionths of a rupee. */
function summed(trades: readonly Trade[]) {
  const [buy, sell] = [
    [0n, 0n],
    [0n, 0n],
  ] as [[bigint, bigint], [bigint, bigint]]
  for (const { isSale, quantity, price } of trades) {
    const sum = isSale ? sell : buy
    sum[0] += quantity
    sum[1] += quantity * price
  }
  const batches: string[] = []
  for (let at = 0; at < trades.length; at += batchRows) {
    const rows = trades.slice(at, at + batchRows).map(({ line, text }) => `[${line},${text.slice(1)}`)
    batches.push(`[${rows.join(',')}]`)
  }
  const totals: Totals = {
    trades: trades.length,
    buyQuantity: String(buy[0]),
    buyValue: rupees(buy[1]),
    sellQuantity: String(sell[0]),
    sellValue: rupees(sell[1]),
  }
  return { totals, batches }
}

/** With two decimals, half up. */
function rupees(value: bigint): string {
  const paise = ((value + 500_000n) / 1_000_000n).toString().padStart(3, '0')
  return `${paise.slice(0, -2)}.${paise.slice(-2)}`
}
