import { readFile } from 'node:fs/promises'
import type { Reply } from '@sauda/contract/platform/call'
import type { closingPriceCalls } from '@sauda/contract/trading/closing-price'
import {
  type Candle,
  type CandleSpan,
  type Close,
  type marketCalls,
  marketLabels,
  marketRules,
  popularSymbols,
  type Quote,
} from '@sauda/contract/trading/market'
import type { AppContext } from '../../app/app-context.ts'
import { closesOf } from '../closing-price/closing-price.sql.ts'
import { namesOf, stocksOf, newestCandles, newestDays } from './market.sql.ts'
import { dayInIndia } from '../../platform/india.ts'
import { indianTime, tradingDaysBefore } from './trading-day.ts'

export type ChartContext = Pick<AppContext, 'db'> & { readonly config: Pick<AppContext['config'], 'mode'> }

/** Live mode never shows candles of the simulated feed. */
const without = ({ config }: ChartContext) => (config.mode === 'live' ? marketLabels.standIn : null)

/** Instruments with candles, and popular and own ones with closes; in demo mode also those with sample data. */
export async function charts(
  context: ChartContext,
  clientId: string,
  quote: (symbol: string) => Pick<Quote, 'state'>,
): Promise<Reply<typeof marketCalls.charts>> {
  const own = (await newestDays(context.db, without(context))).map(({ symbol, name, source }) => ({
    symbol,
    name,
    source,
  }))
  const have = new Set(own.map(({ symbol }) => symbol))
  const samples = context.config.mode === 'demo' ? await sampleCandles() : new Map<string, unknown>()
  const others = new Set([...samples.keys(), ...popularSymbols, ...(await stocksOf(context.db, clientId))])
  const missing = [...others].filter(
    (symbol) => !have.has(symbol) && (samples.has(symbol) || quote(symbol).state === 'close'),
  )
  const withoutCandles = (await namesOf(context.db, missing)).map((row) => ({
    ...row,
    source: samples.has(row.symbol) ? marketLabels.sample : marketLabels.closes,
  }))
  return { charts: [...own, ...withoutCandles] }
}

/** The closes of the imported files; those that the demo made are the same as the last of its sample data. */
export async function closes(
  { db, config }: ChartContext,
  symbol: string,
  most: number = marketRules.closes,
): Promise<Reply<typeof closingPriceCalls.closes>> {
  const rows = (await closesOf(db, symbol, most)).toReversed()
  const imported = rows.filter((row) => !row.is_sample).map(({ day, close }) => ({ day, close }))
  if (imported.length > 0) return { symbol, sample: false, closes: imported }
  const sample = config.mode === 'demo' ? (await sampleCandles()).get(symbol) : undefined
  const days = tradingDaysBefore(dayInIndia(new Date()), sample?.length ?? 0)
  const made = sample?.map(({ close }, index) => ({ day: days[index] ?? '', close })) ?? []
  return { symbol, sample: made.length > 0, closes: made }
}

export async function candles(
  context: ChartContext,
  { symbol, span }: { symbol: string; span: CandleSpan },
): Promise<Reply<typeof marketCalls.candles>> {
  const limit = marketRules.candles
  const rows = await newestCandles(context.db, { symbol, span, without: without(context), limit })
  const newest = rows[0]
  if (newest) {
    const own = rows.toReversed().map((row) => ({ ...row, start: row.start.toISOString() }))
    return { symbol, span, source: newest.source, sample: false, candles: own }
  }
  const sample = context.config.mode === 'demo' && span === '1d' ? (await sampleCandles()).get(symbol) : undefined
  if (!sample) return { symbol, span, source: '', sample: false, candles: [] }
  return { symbol, span, source: marketLabels.sample, sample: true, candles: untilYesterday(sample) }
}

/** While the last closes are samples, also those of the currency pairs, which are in no price file. */
export async function withSamplePairs(closes: readonly Close[]): Promise<readonly Close[]> {
  const sample = closes.find(({ isSample }) => isSample)
  if (!sample) return closes
  const pairs = [...(await sampleCandles())].flatMap(([symbol, prices]) => {
    const [before, last] = prices.slice(-2)
    return symbol.includes('/') && before && last
      ? [{ ...sample, symbol, price: String(Number(last.close)), previousClose: String(Number(before.close)) }]
      : []
  })
  return [...closes, ...pairs]
}

function untilYesterday(prices: readonly SamplePrices[]): Candle[] {
  const days = tradingDaysBefore(dayInIndia(new Date()), prices.length)
  return prices.map((each, index) => ({ start: indianTime(days[index] ?? '', '00:00').toISOString(), ...each }))
}

const file = new URL('../../../market/sample.csv', import.meta.url)

/** One trading day; which date it represents depends on today. */
type SamplePrices = Omit<Candle, 'start'>

let read: Promise<ReadonlyMap<string, SamplePrices[]>> | undefined

/** Daily sample candles by symbol, oldest first (server/market/README.md). */
export const sampleCandles = (): Promise<ReadonlyMap<string, SamplePrices[]>> => (read ??= load())

async function load(): Promise<ReadonlyMap<string, SamplePrices[]>> {
  const [, ...lines] = (await readFile(file, 'utf8')).trim().split('\n')
  const candles = new Map<string, SamplePrices[]>()
  for (const line of lines) {
    const [symbol = '', open = '', high = '', low = '', close = ''] = line.split(',')
    const all = candles.get(symbol) ?? []
    all.push({ open, high, low, close })
    candles.set(symbol, all)
  }
  return candles
}
