import type { Reply } from '@sauda/contract/call'
import { marketRules, marketWords } from '@sauda/contract/market'
import type { CandleSpan, marketCalls } from '@sauda/contract/market'
import type { MarketContext } from '../app-context.ts'
import { newestCandles, newestDays } from './candle.sql.ts'
import { namesOf } from './instrument.sql.ts'
import { sampleCandles } from './sample.ts'

type ChartHouse = Pick<MarketContext, 'db'> & { readonly config: Pick<MarketContext['config'], 'mode'> }

/** Live mode never shows candles of the simulated feed. */
const without = ({ config }: ChartHouse) => (config.mode === 'live' ? marketWords.standIn : null)

/** Instruments with candles; in demo mode the sample data for those without. */
export async function charts(context: ChartHouse): Promise<Reply<typeof marketCalls.charts>> {
  const own = (await newestDays(context.db, without(context))).map(({ symbol, name, source }) => ({
    symbol,
    name,
    source,
  }))
  if (context.config.mode === 'live') return { charts: own }
  const have = new Set(own.map(({ symbol }) => symbol))
  const missing = [...(await sampleCandles()).keys()].filter((symbol) => !have.has(symbol))
  const samples = (await namesOf(context.db, missing)).map((row) => ({ ...row, source: marketWords.sample }))
  return { charts: [...own, ...samples] }
}

export async function candles(
  context: ChartHouse,
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
  return { symbol, span, source: marketWords.sample, sample: true, candles: sample }
}
