import { readFile } from 'node:fs/promises'
import type { Reply } from '@sauda/contract/platform/call'
import {
  type Candle,
  type CandleSpan,
  type marketCalls,
  marketLabels,
  marketRules,
} from '@sauda/contract/trading/market'
import type { MarketContext } from '../../app-context.ts'
import { newestCandles, newestDays } from './candle.sql.ts'
import { namesOf } from './instrument.sql.ts'
import { dayInIndia } from '../../platform/india.ts'
import { indianTime, tradingDaysBefore } from './trading-day.ts'

type ChartContext = Pick<MarketContext, 'db'> & { readonly config: Pick<MarketContext['config'], 'mode'> }

/** Live mode never shows candles of the simulated feed. */
const without = ({ config }: ChartContext) => (config.mode === 'live' ? marketLabels.standIn : null)

/** Instruments with candles; in demo mode the sample data for those without. */
export async function charts(context: ChartContext): Promise<Reply<typeof marketCalls.charts>> {
  const own = (await newestDays(context.db, without(context))).map(({ symbol, name, source }) => ({
    symbol,
    name,
    source,
  }))
  if (context.config.mode === 'live') return { charts: own }
  const have = new Set(own.map(({ symbol }) => symbol))
  const missing = [...(await sampleCandles()).keys()].filter((symbol) => !have.has(symbol))
  const samples = (await namesOf(context.db, missing)).map((row) => ({ ...row, source: marketLabels.sample }))
  return { charts: [...own, ...samples] }
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
