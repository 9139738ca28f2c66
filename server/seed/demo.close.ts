import { marketLabels } from '@sauda/contract/trading/market'
import { paiseOf } from '@sauda/contract/platform/money'
import type { AppContext } from '../src/app/app-context.ts'
import { findOperatorByEmail } from '../src/broker/operator/operator.sql.ts'
import { dayInIndia } from '../src/platform/india.ts'
import { sha256 } from '../src/platform/secret.ts'
import { savePrices } from '../src/trading/closing-price/closing-price.sql.ts'
import { sampleCandles } from '../src/trading/market/chart.ts'
import { insertFile, isImported } from '../src/trading/market/market.sql.ts'
import { tradingDaysBefore } from '../src/trading/market/trading-day.ts'
import { hasOtherPrices, lockSeed } from './demo.sql.ts'
import { priceFile, priceFileName } from './exchange-files.ts'
import { demoOperators } from './people.ts'

/** The shares with sample candles, and their ISINs. */
export const isins = new Map([
  ['HDFCBANK', 'INE040A01034'],
  ['ICICIBANK', 'INE090A01021'],
  ['INFY', 'INE009A01021'],
  ['ITC', 'INE154A01025'],
  ['RELIANCE', 'INE002A01018'],
  ['SBIN', 'INE062A01020'],
  ['TCS', 'INE467B01029'],
  ['WIPRO', 'INE075A01022'],
])
const days = 5

/**
 * At each start of a demo: the sample candles as closing prices until yesterday, so that every share has a price without a feed. The
 * candles move with the day (server/market/README.md). Days with a price file of an operator stay as they are.
 */
export async function seedCloses({ db }: AppContext): Promise<void> {
  const candles = await sampleCandles()
  // Not a dealer, who would then trade at these prices only with another one.
  const admin = demoOperators.find(({ role }) => role === 'admin')
  const operator = admin && (await findOperatorByEmail(db, admin.email))
  if (!operator) return
  const shares = [...isins].map(([symbol, isin]) => ({ symbol, isin, series: 'EQ' }))
  await db.transaction(async (tx) => {
    await lockSeed(tx)
    for (const [at, day] of tradingDaysBefore(dayInIndia(new Date()), days).entries()) {
      const priceOf = (symbol: string, back: number) => candles.get(symbol)?.at(-back)?.close ?? ''
      const back = days - at
      const closes = new Map(
        shares.map(({ symbol, isin }) => [
          isin,
          { close: paiseOf(Number(priceOf(symbol, back))), before: paiseOf(Number(priceOf(symbol, back + 1))) },
        ]),
      )
      const file = { exchange: 'NSE' as const, day }
      const bytes = Buffer.from(priceFile({ ...file, shares, closes }))
      const csv = { name: `${marketLabels.sample}, ${priceFileName('NSE', day)}`, bytes, sha256: sha256(bytes) }
      if ((await hasOtherPrices(tx, day, marketLabels.sample)) || (await isImported(tx, 'price_file', file, csv)))
        continue
      const counts = { rows: shares.length, prices: shares.length }
      const id = await insertFile(tx, 'price_file', csv, operator.id, { ...file, ...counts })
      const prices = shares.map((share) => {
        const close = priceOf(share.symbol, back)
        return { ...share, close, high: close, low: close, previous: '', isHeld: false }
      })
      await savePrices(tx, { ...file, id }, prices)
    }
  })
}
