import { decimalOf, decimalText } from '@sauda/contract/platform/decimal'
import { marketRules, marketLabels, type Price } from '@sauda/contract/trading/market'
import * as z from 'zod/mini'
import type { Log } from '../../platform/log.ts'
import type { Source, Board } from './board.ts'
import type { AppContext } from '../../app/app-context.ts'
import { latestRead } from '../../platform/latest-read.ts'
import { createCandles, sweepCandles } from './candle.ts'
import { everySymbol, newestDays } from './market.sql.ts'

type Options = {
  readonly url: string
  readonly log: Log
  /** False in live mode: simulated prices are rejected. */
  readonly isStandInAllowed: boolean
  readonly silentMilliseconds?: number
  readonly firstRetryMilliseconds?: number
}

type FeedHandlers = {
  readonly alive: (from: Source) => void
  readonly prices: (prices: readonly Price[], from: Source) => void
}

/** Reads a feed (docs/feed.md) for the life of the process; invalid messages are dropped and counted. */
export function openFeed({ url, log, isStandInAllowed, ...pauses }: Options, handlers: FeedHandlers) {
  // Not the whole address: it may contain a password.
  const { host } = new URL(url)
  let symbols: readonly string[] = []
  let source: Source | undefined
  let dropped = 0
  let isAway = false

  const connection = openConnection(
    { url, silentMilliseconds: marketRules.silentSeconds * 1000, firstRetryMilliseconds: 500, ...pauses },
    {
      open: subscribe,
      message: receive,
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

  function receive(data: unknown): void {
    const said = readMessage(data, Date.now())
    if (said?.type === 'hello') {
      if (said.standIn && !isStandInAllowed) return refuse()
      source = { name: said.standIn ? marketLabels.standIn : said.source, late: said.delaySeconds > 0 }
    }
    // Messages before the hello are ignored.
    if (!said || !source) return void (dropped += 1)
    connection.resetTimeout()
    handlers.alive(source)
    if (said.type !== 'prices') return
    dropped += said.refused
    if (said.prices.length === 0) return
    connection.resetBackoff()
    if (isAway) log.warn({ host }, 'the price feed is back')
    isAway = false
    handlers.prices(said.prices, source)
  }

  function refuse(): void {
    log.error({ host }, 'FEED_URL is the stand-in feed: its prices are made up, and refused in live mode')
    connection.giveUp()
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

/** The feed's messages, documented in docs/feed.md. */
const hello = z.object({
  type: z.literal('hello'),
  source: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
  /** Contractual delay of the prices. */
  delaySeconds: z._default(z.number().check(z.minimum(0)), 0),
  standIn: z._default(z.boolean(), false),
})
const alive = z.object({ type: z.literal('alive') })
const prices = z.object({ type: z.literal('prices'), prices: z.array(z.unknown()).check(z.maxLength(2000)) })
const message = z.discriminatedUnion('type', [hello, alive, prices])
type FeedMessage =
  | z.infer<typeof hello>
  | z.infer<typeof alive>
  | { readonly type: 'prices'; readonly prices: readonly Price[]; readonly refused: number }

/** Text, because a JSON number may have been rounded. */
const exact = z.pipe(
  z.string().check(z.refine((text) => (decimalOf(text) ?? 0n) > 0n)),
  z.transform((text: string) => decimalText(decimalOf(text) ?? 0n)),
)
const price = z.object({
  symbol: z.string().check(z.minLength(1), z.maxLength(30)),
  price: exact,
  at: z.pipe(
    z.iso.datetime({ offset: true }),
    z.transform((text: string) => new Date(text).toISOString()),
  ),
  previousClose: z.optional(exact),
})

const mostCharacters = 1_000_000
/** Tolerated clock difference. */
const aheadMilliseconds = 5000

/** Returns undefined for an invalid message; invalid prices in it are counted and dropped. */
function readMessage(data: unknown, now: number): FeedMessage | undefined {
  if (typeof data !== 'string' || data.length > mostCharacters) return undefined
  const parsed = message.safeParse(asJson(data))
  if (!parsed.success) return undefined
  if (parsed.data.type !== 'prices') return parsed.data
  const good = parsed.data.prices.flatMap((each) => {
    const read = price.safeParse(each)
    return read.success && Date.parse(read.data.at) <= now + aheadMilliseconds ? [read.data as Price] : []
  })
  return { type: 'prices', prices: good, refused: parsed.data.prices.length - good.length }
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type ConnectionOptions = {
  readonly url: string
  /** A connection without a valid message for this long is closed. */
  readonly silentMilliseconds: number
  readonly firstRetryMilliseconds: number
}

type SocketHandlers = {
  readonly open: () => void
  readonly message: (data: unknown) => void
  readonly lost: () => void
}

const longestRetryMilliseconds = 30_000

/**
 * A WebSocket that reconnects when it breaks or falls silent, with exponential backoff until a valid message
 * arrives.
 */
function openConnection({ url, silentMilliseconds, firstRetryMilliseconds }: ConnectionOptions, on: SocketHandlers) {
  let socket: WebSocket | undefined
  let retry = firstRetryMilliseconds
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  function connect(): void {
    const current = new WebSocket(url)
    socket = current
    // Ignore events of a connection already dropped.
    const ifCurrent = (react: () => void) => () => void (socket === current && react())
    current.addEventListener('open', ifCurrent(on.open))
    current.addEventListener('message', ({ data }) => void (socket === current && on.message(data)))
    current.addEventListener('close', ifCurrent(drop))
    current.addEventListener('error', ifCurrent(drop))
    resetTimeout()
  }

  /** Silence counts as a broken connection: the other side may be gone. */
  function resetTimeout(): void {
    clearTimeout(timer)
    timer = setTimeout(drop, silentMilliseconds)
  }

  function drop(): void {
    const gone = socket
    socket = undefined
    gone?.close()
    clearTimeout(timer)
    if (isStopped) return
    on.lost()
    // Jitter, so that processes do not reconnect at the same time.
    timer = setTimeout(connect, retry * (0.75 + Math.random() / 2))
    retry = Math.min(retry * 2, longestRetryMilliseconds)
  }

  connect()
  return {
    send: (text: string): void => {
      if (socket?.readyState === WebSocket.OPEN) socket.send(text)
    },
    resetTimeout,
    resetBackoff: (): void => {
      retry = firstRetryMilliseconds
    },
    /** Closes the connection and retries after the longest pause. */
    giveUp: (): void => {
      retry = longestRetryMilliseconds
      drop()
    },
    stop: (): void => {
      isStopped = true
      drop()
    },
  }
}

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
