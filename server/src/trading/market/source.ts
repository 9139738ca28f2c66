import { marketLabels } from '@sauda/contract/trading/market'
import type { AppContext } from '../../app-context.ts'
import { latestRead } from '../../platform/latest-read.ts'
import type { Board } from './board.ts'
import { newestDays } from './candle.sql.ts'
import { createCandles, sweepCandles } from './candle.ts'
import { openFeed } from './feed.ts'
import { everySymbol } from './market.sql.ts'

const milliseconds = {
  /** How soon an instrument added by another process is subscribed here. */
  master: 30_000,
  candles: 5_000,
  sweep: 60 * 60_000,
  dropped: 60_000,
} as const

/** Connects the feed to the board and the candles; each process reads the feed itself. */
export async function openSource(context: AppContext, board: Board) {
  const { config, log, db, every } = context
  const isLive = config.mode === 'live'
  if (config.feedUrl === undefined) return { refresh: async () => {}, close: () => {} }
  board.restore(await newestDays(db, isLive ? marketLabels.standIn : null))
  const candles = createCandles(db)
  const feed = openFeed(
    { url: config.feedUrl, log, isStandInAllowed: !isLive },
    {
      alive: (from) => board.alive(from),
      prices(prices, { name }) {
        for (const price of prices) if (board.put(price)) candles.add(price, name)
      },
    },
  )

  const refresh = latestRead(
    () => everySymbol(db),
    (symbols) => {
      if (board.setSymbols(symbols)) feed.want(symbols)
    },
  )

  let reported = 0
  async function reportDropped(): Promise<void> {
    const dropped = feed.dropped()
    if (dropped > reported) log.warn({ dropped: dropped - reported }, 'the price feed sent what cannot be read')
    reported = dropped
  }

  await refresh()
  every(milliseconds.master, 'instruments', refresh)
  every(milliseconds.candles, 'candles', candles.save)
  every(milliseconds.sweep, 'old candles', () => sweepCandles(db))
  every(milliseconds.dropped, 'unreadable prices', reportDropped)
  return { refresh, close: feed.stop }
}
