import { tradebookErrors, tradebookRules } from '@sauda/contract/books/tradebook'
import { csvErrors, csvRules, exchangeCsvErrors } from '@sauda/contract/platform/csv'
import { decimalOf, decimalText, moneyOf } from '@sauda/contract/platform/decimal'
import { AppError } from '@sauda/contract/platform/error'
import { isIsin } from '@sauda/contract/trading/isin'
import * as z from 'zod/mini'
import { bufferOf } from '../../platform/called.ts'
import {
  capitals,
  column,
  type Format,
  type LeftOut,
  lettersOf,
  namesOr,
  readTable,
  rounded,
  type RowOf,
  text,
  type Verdict,
} from '../../platform/format.ts'
import { dayIn, dayInIndia, dayOfSerial } from '../../platform/india.ts'
import { tableSource } from '../../platform/table-source.ts'

/** A trade with another broker. Quantity and price are decimal texts. */
export type FileTrade = {
  readonly line: number
  readonly day: string
  /** HH:MM:SS, or empty. */
  readonly time: string
  readonly exchange: string
  /** Empty where the file has the symbol only. */
  readonly isin: string
  readonly symbol: string
  readonly side: 'B' | 'S'
  readonly quantity: string
  readonly price: string
  readonly isDelivered: boolean
  readonly tradeId: string
}
export type TradebookFile = {
  readonly rows: number
  readonly trades: readonly FileTrade[]
  readonly leftOut: readonly LeftOut[]
  /** Sentences that name the line. */
  readonly faults: readonly string[]
  readonly unused: readonly string[]
}

/** Names of columns where the file has others than the usual ones. */
export type TradebookColumns = Readonly<
  Partial<Record<'day' | 'side' | 'quantity' | 'price' | 'isin' | 'symbol', string | undefined>>
>

/** Rows that may stand above the names of the columns. */
const headerRows = 30

/** Names of columns in capital letters, without blanks. */
const names = {
  day: 'TRADEDATE DATE TRADEDT TRANSACTIONDATE TRADEDON EXECUTIONDATE ORDERDATE',
  side: 'TRADETYPE TYPE SIDE BUYSELL BUYORSELL BS TRANSACTIONTYPE ACTION',
  quantity: 'QUANTITY QTY TRADEDQUANTITY TRADEDQTY TRADEQUANTITY TRADEQTY FILLEDQUANTITY FILLEDQTY',
  price: 'PRICE TRADEPRICE TRADEDPRICE RATE TRADERATE AVERAGEPRICE AVGPRICE AVGTRADEDPRICE',
  isin: 'ISIN ISINCODE ISINNO ISINNUMBER',
  symbol: 'SYMBOL TRADINGSYMBOL SCRIPSYMBOL SCRIP SCRIPNAME STOCK STOCKNAME STOCKSYMBOL SECURITY COMPANY',
  exchange: 'EXCHANGE EXCH EXCHANGENAME',
  segment: 'SEGMENT EXCHANGESEGMENT MARKETSEGMENT INSTRUMENTTYPE',
  series: 'SERIES',
  tradeId: 'TRADEID TRADENO TRADENUMBER TRADENUM EXCHANGETRADEID',
  time: 'ORDEREXECUTIONTIME TRADETIME EXECUTIONTIME TIME',
} as const

const rowOf = (own: TradebookColumns) =>
  z.object({
    day: column(namesOr(own.day, names.day), text),
    side: column(namesOr(own.side, names.side), capitals),
    quantity: column(namesOr(own.quantity, names.quantity), text),
    price: column(namesOr(own.price, names.price), text),
    isin: column(namesOr(own.isin, names.isin), capitals),
    symbol: column(namesOr(own.symbol, names.symbol), capitals),
    exchange: column(names.exchange, capitals),
    segment: column(names.segment, capitals),
    series: column(names.series, capitals),
    tradeId: column(names.tradeId, text),
    time: column(names.time, text),
  })
type Row = RowOf<ReturnType<typeof rowOf>>

const sides: Readonly<Record<string, FileTrade['side']>> = {
  B: 'B',
  BUY: 'B',
  BOUGHT: 'B',
  PURCHASE: 'B',
  S: 'S',
  SELL: 'S',
  SOLD: 'S',
  SALE: 'S',
}
/** Trade-for-trade at NSE and BSE: every trade is delivered. */
const deliveredSeries = ['BE', 'BZ', 'ST', 'T', 'TS', 'XT', 'Z']

const shown = (cell: string): string => (cell === '' ? 'empty' : `“${cell.slice(0, 40)}”`)
/** Digits with commas between thousands, as in India or elsewhere. */
const numberForm = /^(?:₹ ?)?(?:\d+|\d{1,3}(?:,\d{2,3})*,\d{3})(?:\.\d+)?$/
const numberIn = (cell: string): bigint | undefined =>
  numberForm.test(cell) ? decimalOf(cell.replaceAll(/[₹, ]/g, '')) : undefined
const dayOf = (cell: string): string | undefined => dayIn(cell) ?? dayOfSerial(cell)

function timeIn(cell: string): string {
  const [, hour = '', minute = '', second = '00', half = ''] =
    /(?:^|[ T,])(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)? ?([ap]m)?/i.exec(cell.slice(0, 60)) ?? []
  if (hour === '') return ''
  const hours = (Number(hour) % (half === '' ? 24 : 12)) + (half.toLowerCase() === 'pm' ? 12 : 0)
  return `${String(hours).padStart(2, '0')}:${minute}:${second}`
}

/** Empty where a spreadsheet rounded it, so that different trades have the same one. */
const tradeIdOf = ({ tradeId }: Row): string => (rounded.test(tradeId) ? '' : tradeId.slice(0, 40))

const isEquity = (segment: string): boolean =>
  segment === '' || /^(?:(?:NSE|BSE|N|B)[ _-]?)?(?:EQ|E|C|CM|CASH|EQUITY|CAPITAL|EQUITIES|NSE|BSE)$/.test(segment)

/** Throws for a date such as 03/25/2024: others in the file could be read as another day. */
function rejectMonthFirst({ line, day }: Row): void {
  const [, month = '0', date = '0'] = /^(\d{1,2})[/. -](\d{1,2})[/. -](?:\d{4}|\d{2})\b/.exec(day) ?? []
  if (Number(month) >= 1 && Number(month) <= 12 && Number(date) > 12 && Number(date) <= 31)
    throw new AppError(tradebookErrors.monthFirst(line, day.slice(0, 10)))
}

/** What is wrong with a row, or why it is not used. */
function judge(row: Row, before: Row | undefined): Verdict {
  const { day: written, side, quantity, price, isin, symbol, segment } = row
  if (written === '' && side === '' && quantity === '') return { leftOut: 'without a date, such as totals and notes' }
  if (!isEquity(segment)) return { leftOut: 'of another segment than shares, such as derivatives or mutual funds' }
  const day = dayOf(written)
  if (day === undefined) {
    rejectMonthFirst(row)
    return { fault: `the date is ${shown(written)}; expected a date such as 2024-03-25 or 25/03/2024.` }
  }
  if (day < '1990-01-01' || day > dayInIndia(new Date()))
    return { fault: `the date is ${shown(written)}, which is in the future or before 1990.` }
  if (!Object.hasOwn(sides, side)) return { fault: `the side is ${shown(side)}; expected buy or sell.` }
  const [units, rate] = [numberIn(quantity), numberIn(price)]
  if (!units) return { fault: `the quantity is ${shown(quantity)}; expected a number above zero.` }
  if (!rate) return { fault: `the price is ${shown(price)}; expected an amount above zero.` }
  if (moneyOf(rate, units) > BigInt(tradebookRules.mostValue) * 100n)
    return { fault: 'quantity × price is above ₹50 crore, which is more than one trade can be here.' }
  if (isin !== '' && !isIsin(isin)) return { fault: `the ISIN is ${shown(isin)}, which is not one.` }
  if (isin === '' && !isSymbol(symbol)) return { fault: `it has no ISIN, and the symbol is ${shown(symbol)}.` }
  if (!before) return undefined
  return before.quantity === quantity && before.price === price
    ? { leftOut: 'that are in the file twice' }
    : { fault: `the trade ${tradeIdOf(row)} is in line ${before.line} too, with another quantity or price.` }
}

const isSymbol = (symbol: string): boolean => /^[A-Z0-9][A-Z0-9&*._ ()/-]{0,39}$/.test(symbol)

const formatOf = (own: TradebookColumns): Format<ReturnType<typeof rowOf>> => ({
  row: rowOf(own),
  spelled: lettersOf,
  optional: ['isin', 'symbol', 'exchange', 'segment', 'series', 'tradeId', 'time'],
  // A column that the client named must be there.
  isHeader: ({ day, side, quantity, price, isin, symbol }) =>
    [day, side, quantity, price].every((at) => at >= 0) &&
    (isin >= 0 || symbol >= 0) &&
    (isin >= 0 || !own.isin) &&
    (symbol >= 0 || !own.symbol),
  headerRows,
  key(row) {
    const id = tradeIdOf(row)
    return id === '' ? undefined : [dayOf(row.day), row.exchange, row.isin || row.symbol, sides[row.side], id].join('|')
  },
  judge,
  isLenient: true,
  errors: tradebookErrors,
})

const tradeOf = (row: Row): FileTrade => ({
  line: row.line,
  day: dayOf(row.day) ?? '',
  time: timeIn(row.time) || timeIn(row.day),
  exchange: row.exchange.slice(0, 20),
  isin: row.isin,
  // A name that a spreadsheet would run, or that is no symbol, is not stored.
  symbol: isSymbol(row.symbol) ? row.symbol : row.isin,
  side: sides[row.side] ?? 'B',
  quantity: decimalText(numberIn(row.quantity) ?? 0n),
  price: decimalText(numberIn(row.price) ?? 0n),
  isDelivered: deliveredSeries.includes(row.series),
  tradeId: tradeIdOf(row),
})

/** With the sentence about far too large files that fits archives too. */
const fileErrors = { ...csvErrors, tooMuch: exchangeCsvErrors.tooMuch }

/** Throws an AppError where the file as a whole cannot be read. To be called by a `fileReader`. */
export async function readTradebook({
  bytes,
  ...own
}: { readonly bytes: Uint8Array } & TradebookColumns): Promise<TradebookFile> {
  const format = formatOf(own)
  const source = await tableSource(bufferOf(bytes), format, fileErrors)
  const { count, rows, leftOut, unread, unused } = readTable(source, format)
  if (count > csvRules.lines) throw new AppError(csvErrors.tooManyLines)
  return { rows: count, trades: rows.map(tradeOf), leftOut, faults: unread, unused }
}
