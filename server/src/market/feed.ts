import { marketRules, marketWords } from '@sauda/contract/market'
import type { Price } from '@sauda/contract/market'
import type { Log } from '../platform/log.ts'
import type { Source } from './board.ts'
import { keepConnected } from './connection.ts'
import { readMessage } from './feed.message.ts'

type Options = {
  readonly url: string
  readonly log: Log
  /** False in live mode: simulated prices are rejected. */
  readonly isStandInAllowed: boolean
  readonly silentMilliseconds?: number
  readonly firstRetryMilliseconds?: number
}

type Hears = {
  readonly alive: (from: Source) => void
  readonly prices: (prices: readonly Price[], from: Source) => void
}

/** Reads a feed (docs/feed.md) for the life of the process; invalid messages are dropped and counted. */
export function openFeed({ url, log, isStandInAllowed, ...pauses }: Options, hears: Hears) {
  // Not the whole address: it may contain a password.
  const { host } = new URL(url)
  let symbols: readonly string[] = []
  let source: Source | undefined
  let dropped = 0
  let isAway = false

  const connection = keepConnected(
    { url, silentMilliseconds: marketRules.silentSeconds * 1000, firstRetryMilliseconds: 500, ...pauses },
    {
      open: subscribe,
      message: hear,
      lost() {
        source = undefined
        if (!isAway) log.warn({ host }, 'the price feed is away; it is tried again and again')
        isAway = true
      },
    },
  )

  function subscribe(): void {
    connection.send(JSON.stringify({ type: 'subscribe', symbols }))
  }

  function hear(data: unknown): void {
    const said = readMessage(data, Date.now())
    if (said?.type === 'hello') {
      if (said.standIn && !isStandInAllowed) return refuse()
      source = { name: said.standIn ? marketWords.standIn : said.source, late: said.delaySeconds > 0 }
    }
    // Messages before the hello are ignored.
    if (!said || !source) return void (dropped += 1)
    connection.heard()
    hears.alive(source)
    if (said.type !== 'prices') return
    dropped += said.refused
    if (said.prices.length === 0) return
    connection.proved()
    if (isAway) log.warn({ host }, 'the price feed is back')
    isAway = false
    hears.prices(said.prices, source)
  }

  function refuse(): void {
    log.error({ host }, 'FEED_URL is the stand-in feed: its prices are made up, and refused in live mode')
    connection.refuse()
  }

  return {
    want: (wanted: readonly string[]): void => {
      symbols = wanted
      subscribe()
    },
    dropped: (): number => dropped,
    stop: (): void => connection.stop(),
  }
}
