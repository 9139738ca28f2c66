import { closingPriceErrors } from '@sauda/contract/trading/closing-price'
import { decimalOf } from '@sauda/contract/platform/decimal'
import { untouchedFile } from '@sauda/contract/platform/csv'
import { AppError } from '@sauda/contract/platform/error'
import { isIsin } from '@sauda/contract/trading/isin'
import type { Exchange } from '@sauda/contract/trading/market'
import * as z from 'zod/mini'
import { capitals, column, type Format, type LeftOut, readTable, type RowOf, text } from '../../platform/format.ts'
import { dateText } from '../../platform/india.ts'
import {
  cashMarket,
  day as written,
  exchangeText,
  fileFault,
  namedBy,
  ofExchange,
  wholeRow,
} from '../market/imported-file.ts'

const rowOf = (exchange: Exchange) =>
  z.object({
    Sgmt: cashMarket,
    Src: ofExchange(exchange),
    TradDt: written,
    isin: column('ISIN', capitals),
    symbol: column('TckrSymb', text),
    series: column('SctySrs', text),
    /** The highest and the lowest of the day. */
    high: column('HghPric', text),
    low: column('LwPric', text),
    close: column('ClsPric', text),
    /** The previous close according to the exchange; not adjusted for corporate actions. */
    previous: column('PrvsClsgPric', text),
    volume: column('TtlTradgVol', z.pipe(text, z.transform(Number))),
  })
type PriceRow = RowOf<ReturnType<typeof rowOf>>

/** The closing price of a security in the file. Prices are decimals in text, as in the file. */
export type FilePrice = Pick<PriceRow, 'isin' | 'symbol' | 'series' | 'close' | 'high' | 'low' | 'previous'> & {
  /** Units of trusts, gold bonds and other debt are used only where clients can hold them. */
  readonly isOther: boolean
}
export type PriceFileContent = {
  readonly exchange: Exchange
  readonly day: string
  /** Counts all series. */
  readonly rows: number
  readonly prices: readonly FilePrice[]
  readonly leftOut: readonly LeftOut[]
}

/** Shares and ETFs of NSE, the ordinary series first; others are debt and trusts. BSE names groups instead. */
const series: Readonly<Record<Exchange, readonly string[] | undefined>> = {
  NSE: ['EQ', 'BE', 'BZ', 'SM', 'ST'],
  BSE: undefined,
}
/** Groups of BSE with debt. */
const debtGroups = ['F', 'G']
/** Sessions of NSE beside the ordinary one, with prices of their own. */
const otherSessions = ['BL', 'T0', 'IL']
const otherRank = 100

/** Lower is better; below 0 if the series is not taken. */
function rankOf(exchange: Exchange, { series: own }: Pick<PriceRow, 'series'>): number {
  const taken = series[exchange]
  if (!taken) return debtGroups.includes(own) ? otherRank : 0
  if (taken.includes(own)) return taken.indexOf(own)
  return otherSessions.includes(own) ? -1 : otherRank
}

/** Price files (UDiFF, cash market). */
const priceFile = (exchange: Exchange, day: string): Format<ReturnType<typeof rowOf>> => ({
  row: rowOf(exchange),
  cells(row, header, places) {
    const nameAt = header.indexOf('FinInstrmNm')
    const isRight = (cells: readonly string[]) => /^[\d.]*$/.test(cells[nameAt + 1] ?? '')
    return wholeRow(row, { columns: header.length, least: Math.max(...Object.values(places)) + 1, nameAt, isRight })
  },
  key: (row) => (rankOf(exchange, row) < 0 || !isIsin(row.isin) ? undefined : `${row.isin} ${row.series}`),
  judge(row, before) {
    // On weekends and holidays the exchanges serve a copy of the last session under the day's name.
    if (row.TradDt !== day)
      throw fileFault(
        `The file is named for ${dateText(day)} but has the prices of ${dateText(row.TradDt)} (line ${row.line}). On weekends and holidays the exchange serves a copy of the last session: choose the file of ${dateText(day)} once it is provided.`,
      )
    if (rankOf(exchange, row) < 0) return { leftOut: 'of block deals, T+0 or institutional deals' }
    if (!isIsin(row.isin)) return { leftOut: 'without a valid ISIN' }
    if (before) return { fault: `${row.symbol}, series ${row.series}, is in line ${before.line} too.` }
    // It has no price of this day.
    if (row.volume === 0) return { leftOut: 'not traded that day' }
    const fault = priceFault(row)
    return fault === undefined ? undefined : { fault }
  },
  errors: closingPriceErrors,
})

function priceFault({ symbol, high, low, close, previous }: PriceRow): string | undefined {
  const [highest, lowest, last] = [high, low, close].map((price) => decimalOf(price))
  if (highest === undefined || lowest === undefined || last === undefined || decimalOf(previous || '0') === undefined)
    return `a price of ${symbol} is not a plain number. ${untouchedFile}`
  if (last === 0n) return `the closing price of ${symbol} is 0.`
  if (lowest > last || last > highest)
    return `the closing price of ${symbol}, ${close}, is not between ${low} and ${high}.`
  return undefined
}

const namePattern = /^BhavCopy_(?<source>NSE|BSE)_CM_0_0_0_(?<year>\d{4})(?<month>\d{2})(?<date>\d{2})_F_0000/i

/** Throws an AppError that names the line. To be called in a child process. */
export function readPrices({ name, bytes }: { readonly name: string; readonly bytes: Uint8Array }): PriceFileContent {
  const { exchange, day } = namedBy(name, namePattern, closingPriceErrors.name)
  const { count, rows, leftOut } = readTable(exchangeText(bytes), priceFile(exchange, day))
  if (rows.length === 0) throw new AppError(closingPriceErrors.noRows)
  const prices = [...Map.groupBy(rows, ({ isin }) => isin).values()].flatMap((own) => {
    const [best] = own.toSorted(
      (one, other) => rankOf(exchange, one) - rankOf(exchange, other) || other.volume - one.volume,
    )
    if (!best) return []
    return { ...best, isOther: rankOf(exchange, best) >= otherRank }
  })
  const others = { reason: 'of another series of the same security', rows: rows.length - prices.length }
  return { exchange, day, rows: count, prices, leftOut: [...leftOut, ...(others.rows > 0 ? [others] : [])] }
}
