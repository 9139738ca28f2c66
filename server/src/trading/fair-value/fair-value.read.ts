import { fairValueDay } from '@sauda/contract/books/tax-year'
import { untouchedFile } from '@sauda/contract/platform/csv'
import { decimalOf, decimalText } from '@sauda/contract/platform/decimal'
import { AppError } from '@sauda/contract/platform/error'
import { fairValueErrors, fairValueRules } from '@sauda/contract/trading/fair-value'
import type { Exchange } from '@sauda/contract/trading/market'
import * as z from 'zod/mini'
import { capitals, column, type Format, type LeftOut, lettersOf, readTable, text } from '../../platform/format.ts'
import { dateText, dayIn } from '../../platform/india.ts'
import { exchangeText, isinOf, wholeRow } from '../market/imported-file.ts'

const row = z.object({
  isin: column('ISIN ISINCODE', capitals),
  high: column('HIGH HIGHPRICE HGHPRIC', text),
  symbol: column('SYMBOL SCNAME TCKRSYMB', text),
  series: column('SERIES SCGROUP SCTYSRS', capitals),
  day: column('TIMESTAMP TRADINGDATE TRADDT', text),
})

/** The highest price of a security on 31 January 2018, as a decimal text. */
export type FairPrice = { readonly isin: string; readonly symbol: string; readonly price: string }
export type FairValueList = {
  readonly exchange: Exchange
  readonly rows: number
  readonly prices: readonly FairPrice[]
  readonly leftOut: readonly LeftOut[]
}

/** Sessions of NSE whose prices are agreed beside the market. */
const otherSessions = ['BL', 'IL']
const most = BigInt(fairValueRules.mostPrice) * 100_000_000n

/** Price lists of the cash market as NSE and BSE wrote them in 2018. */
const priceList: Format<typeof row> = {
  row,
  spelled: lettersOf,
  optional: ['symbol', 'series', 'day'],
  // A price with a comma has a cell more.
  cells: (written, header, places) =>
    wholeRow(written, { columns: header.length, isRight: (cells) => isinOf(cells[places.isin] ?? '') !== undefined }),
  key: ({ isin, series }) => (isinOf(isin) === undefined ? undefined : `${isin} ${series}`),
  judge({ isin, high, symbol, series, day }, before) {
    const written = dayIn(day)
    if (day !== '' && written !== fairValueDay)
      return {
        fault: `it is of ${written === undefined ? `“${day.slice(0, 40)}”` : dateText(written)}; expected ${dateText(fairValueDay)}.`,
      }
    if (isinOf(isin) === undefined) return { leftOut: 'without a valid ISIN' }
    if (otherSessions.includes(series)) return { leftOut: 'of block or institutional deals' }
    if (before) return { fault: `${isin} of the same series is in line ${before.line} too.` }
    const price = decimalOf(high)
    if (price === undefined || price < 0n)
      return { fault: `the highest price of ${symbol || isin} is not a plain number. ${untouchedFile}` }
    if (price > most)
      return { fault: `the highest price of ${symbol || isin} is ${high.slice(0, 40)}, above ₹10 lakh.` }
    return price === 0n ? { leftOut: 'not traded that day' } : undefined
  },
  errors: fairValueErrors,
}

/** As the exchanges named the lists of that day. */
const names: readonly (readonly [RegExp, Exchange])[] = [
  [/^cm31JAN2018bhav(?:\.csv)?(?:\.zip|\.gz)?$/i, 'NSE'],
  [/^EQ_ISINCODE_310118(?:\.csv)?(?:\.zip|\.gz)?$/i, 'BSE'],
]

/** Throws an AppError that names the line. To be called in a child process. */
export function readFairValues({ name, bytes }: { readonly name: string; readonly bytes: Uint8Array }): FairValueList {
  const [, exchange] = names.find(([pattern]) => pattern.test(name)) ?? []
  if (!exchange) throw new AppError(fairValueErrors.name)
  const { count, rows, leftOut } = readTable(exchangeText(bytes), priceList)
  const bySecurity = [...Map.groupBy(rows, ({ isin }) => isin)].map(([isin, own]) => {
    const prices = own.map(({ high }) => decimalOf(high) ?? 0n)
    const price = prices.reduce((one, other) => (other > one ? other : one))
    return { isin, symbol: own[0]?.symbol.slice(0, 40) ?? '', price: decimalText(price) }
  })
  return { exchange, rows: count, prices: bySecurity, leftOut }
}
