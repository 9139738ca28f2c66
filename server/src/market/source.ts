import { marketWords } from '@sauda/contract/market'
import type { MarketContext } from '../app-context.ts'
import type { Board } from './board.ts'
import { newestDays } from './candle.sql.ts'
import { createCandles, sweepCandles } from './candle.ts'
import { openFeed } from './feed.ts'
import { everySymbol } from './instrument.sql.ts'

const milliseconds = {
  /** Until an instrument added by another process is followed here too. */
  master: 30_000,
  candles: 5_000,
  sweep: 60 * 60_000,
  dropped: 60_000,
} as const

/** Where the prices on the board come from. */
export type PriceSource = {
  /** Reads anew whose prices are wanted. */
  readonly refresh: () => Promise<void>
  close(): void
}

/** Without a feed nobody says a price, and the server makes none up. */
const none: PriceSource = { refresh: async () => {}, close: () => {} }

/** Puts the feed's prices on the board and into candles; each process of a broker listens to the feed by itself. */
export async function openSource(context: MarketContext, board: Board): Promise<PriceSource> {
  const { config, log, db, every } = context
  const isLive = config.mode === 'live'
  if (config.feedUrl === undefined) return none
  board.restore(await newestDays(db, isLive ? marketWords.standIn : null))
  const candles = createCandles(db)
  const feed = openFeed(
    { url: config.feedUrl, log, isStandInAllowed: !isLive },
    {
      alive: (from) => board.alive(from),
      prices(prices, { name }) {
        for (const price of prices) if (board.put(price)) candles.hear(price, name)
      },
    },
  )

  async function refresh(): Promise<void> {
    const symbols = await everySymbol(db)
    if (board.know(symbols)) feed.want(symbols)
  }

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
