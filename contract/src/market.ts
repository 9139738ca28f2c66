import * as z from 'zod/mini'
import { call } from './call.ts'
import { id, line, moment, optionalLine } from './field.ts'
import { commonErrors } from './error.ts'

/** market: what can be traded, what it costs and who says so. Prices are exact decimals and travel as text. */

export const exchanges = ['NSE', 'BSE'] as const
export const instrumentKinds = ['share', 'pair'] as const

/** A price, a tick: digits with at most 8 decimals, never a float (decimal.ts). */
const decimalText = z.string().check(z.regex(/^\d{1,10}(?:\.\d{1,8})?$/))

export const instrumentView = z.object({
  _id: id,
  /** `RELIANCE`, `USD/INR`: the stock name of a trade. Never changes. */
  symbol: z.string(),
  name: z.string(),
  /** Other names it is found by, such as a former symbol. */
  aliases: z.array(z.string()),
  exchange: z.enum(exchanges),
  kind: z.enum(instrumentKinds),
  /** A quantity is a whole multiple of it, unless fractions are allowed. */
  lot: z.number(),
  /** Smallest step of its price on the exchange; an average of several fills may lie between two. */
  tick: decimalText,
  /** Whether a quantity may have decimals. */
  fractional: z.boolean(),
  /** Only then it can be bought; what is held can always be sold. */
  active: z.boolean(),
})
export type Instrument = z.infer<typeof instrumentView>

/** What the server last heard of one price. */
export const priceView = z.object({
  symbol: z.string(),
  price: decimalText,
  /** The moment the price is of, as its source says. */
  at: moment,
  /** Close of the trading day before, where the source tells it. */
  previousClose: z.optional(decimalText),
})
export type Price = z.infer<typeof priceView>

/** What every price on a screen is judged by. `none`: no feed is set up. `down`: it is silent. */
export const clockView = z.object({
  /** The server's time: a browser's own may be wrong. */
  now: moment,
  feed: z.enum(['none', 'down', 'up']),
  /** Who the prices are from, in words for the screen; empty where nobody is. */
  source: z.string(),
  /** True where the source sells its prices late. */
  late: z.boolean(),
})
export type PriceClock = z.infer<typeof clockView>

/** none: nobody said a price. stale: too old to act on; grey, with its age. */
export const priceStates = ['live', 'delayed', 'stale', 'none'] as const
export type PriceState = (typeof priceStates)[number]

const quoteView = z.extend(z.partial(priceView, { price: true, at: true }), { state: z.enum(priceStates) })
export type Quote = z.infer<typeof quoteView>

/** `1d` are days of India. */
export const candleSpans = ['1m', '1h', '1d'] as const
export type CandleSpan = (typeof candleSpans)[number]
const candle = z.object({
  /** Its first moment. */
  start: moment,
  open: decimalText,
  high: decimalText,
  low: decimalText,
  close: decimalText,
})
export type Candle = z.infer<typeof candle>

export const marketRules = {
  /** A price older than this is delayed … */
  liveSeconds: 15,
  /** … and older than this, stale: what a feed delayed by a quarter of an hour sends is not. */
  staleSeconds: 20 * 60,
  /** A feed that says nothing at all for so long is down, and every price stale. */
  silentSeconds: 15,
  /** Between two looks at what to send; several changes of a price meanwhile are one. */
  paceMilliseconds: 250,
  /** How often a stream says what time it is and how the feed is; it also keeps proxies from closing it. */
  clockSeconds: 10,
  /** A browser that has read nothing for so long is let go; it connects again. */
  unreadSeconds: 60,
  /** A stream ends at most this long after its session. */
  sessionCheckSeconds: 15,
  streamsPerProcess: 12_000,
  /** One more closes the oldest of the session. */
  streamsPerSession: 10,
  /** Of one question or one stream. */
  symbols: 500,
  candles: 500,
  instruments: 50,
} as const

export const marketWords = {
  sample: 'Sample data',
  standIn: 'Stand-in feed, not market prices',
  noPrice: 'No live price',
} as const

/** How good a price is now. `now` is the server's, in milliseconds; the age of a price alone is `now` minus its `at`. */
export function priceState(
  price: Pick<Price, 'at'> | undefined,
  { feed, late }: Pick<PriceClock, 'feed' | 'late'>,
  now: number,
): PriceState {
  if (!price) return 'none'
  const age = (now - Date.parse(price.at)) / 1000
  if (feed !== 'up' || age > marketRules.staleSeconds) return 'stale'
  return late || age > marketRules.liveSeconds ? 'delayed' : 'live'
}

export const marketErrors = {
  symbolTaken: { status: 409, message: 'Another instrument is known by this symbol, name or other name' },
  tooManySymbols: { status: 400, message: `Ask for at most ${marketRules.symbols} symbols at once` },
} as const

const r = marketErrors

const symbolText = line('Please enter the symbol', 30).check(
  z.toUpperCase(),
  z.regex(/^[A-Z0-9][A-Z0-9&/_.-]*$/, { error: 'A symbol has letters, digits and & / _ . -' }),
)
const tickText = line('Please enter the tick size', 13).check(
  z.regex(/^(?=.*[1-9])\d{1,6}(?:\.\d{1,6})?$/, { error: 'Enter the tick size as a number above 0, such as 0.05' }),
)
const lotNumber = z
  .int({ error: 'Enter the lot size as a whole number, such as 1' })
  .check(
    z.minimum(1, { error: 'Enter the lot size as a whole number, such as 1' }),
    z.maximum(1_000_000, { error: 'Enter a lot size of at most 10,00,000' }),
  )

const editable = z.object({
  name: line('Please enter the name', 80),
  aliases: z._default(
    z
      .array(line('Please enter the other name', 80), { error: 'Please enter the other names' })
      .check(z.maxLength(10, { error: 'Enter at most 10 other names' })),
    [],
  ),
  exchange: z.enum(exchanges, { error: 'Choose NSE or BSE' }),
  kind: z.enum(instrumentKinds, { error: 'Choose share or pair' }),
  lot: lotNumber,
  tick: tickText,
  fractional: z.boolean({ error: 'Say whether fractions are allowed' }),
  active: z.boolean({ error: 'Say whether it can be bought' }),
})

/** `RELIANCE,USD/INR` */
const symbols = z
  .pipe(
    z.string({ error: 'Name the symbols, separated by commas' }),
    z.transform((text: string) => [
      ...new Set(
        text
          .split(',')
          .map((symbol) => symbol.trim().toUpperCase())
          .filter((symbol) => symbol !== ''),
      ),
    ]),
  )
  .check(z.maxLength(marketRules.symbols, { error: r.tooManySymbols.message }))

const quotesReply = z.object({ clock: clockView, quotes: z.array(quoteView) })
const quotesDoes = 'Prices of the given symbols; one nobody knows has the state none.'
const pricesDoes =
  'Server-sent events: `price` (one or several prices as a list), `clock` (time of the server and state of the feed). Only the newest price of a symbol is sent.'

export const marketCalls = {
  quotes: call({
    method: 'GET',
    path: '/user/quotes',
    who: 'client',
    does: quotesDoes,
    query: z.object({ symbols }),
    reply: quotesReply,
    errors: [r.tooManySymbols],
  }),
  prices: call({
    method: 'GET',
    path: '/user/prices',
    who: 'client',
    does: `${pricesDoes} The stream ends with the session.`,
    query: z.object({ symbols }),
    reply: 'events',
    errors: [r.tooManySymbols, commonErrors.busy],
  }),
  charts: call({
    method: 'GET',
    path: '/user/charts',
    who: 'client',
    does: 'What there are candles of, and from whom.',
    reply: z.object({
      charts: z.array(z.object({ symbol: z.string(), name: z.string(), source: z.string() })),
    }),
  }),
  candles: call({
    method: 'GET',
    path: '/user/candles',
    who: 'client',
    does: 'The newest candles of a symbol, oldest first: our own of the feed’s prices, or in demo a shipped sample.',
    query: z.object({
      symbol: symbolText,
      span: z._default(z.enum(candleSpans, { error: 'Choose 1m, 1h or 1d' }), '1d'),
    }),
    reply: z.object({
      symbol: z.string(),
      span: z.enum(candleSpans),
      /** Whose prices they are of, in words for the screen; empty where there are none. */
      source: z.string(),
      /** True where they are the same for everybody and of no market. */
      sample: z.boolean(),
      candles: z.array(candle),
    }),
  }),
  instruments: call({
    method: 'GET',
    path: '/desk/instruments',
    who: 'trade.book',
    does: 'A page of the instruments: the best matches of a search first, without one all by symbol.',
    query: z.object({
      search: z.optional(optionalLine(80)),
      /** Symbol of the last one already read. */
      after: z.optional(optionalLine(30)),
    }),
    reply: z.object({
      instruments: z.array(instrumentView),
      /** How many match. */
      total: z.number(),
    }),
  }),
  addInstrument: call({
    method: 'POST',
    path: '/desk/instruments',
    who: 'trade.book',
    does: 'Adds an instrument to the master.',
    body: z.extend(editable, { symbol: symbolText }),
    reply: instrumentView,
    errors: [r.symbolTaken],
  }),
  editInstrument: call({
    method: 'PUT',
    path: '/desk/instruments/:instrumentId',
    who: 'trade.book',
    does: 'Changes everything about an instrument but its symbol. Trades already booked stay as they are.',
    body: editable,
    reply: instrumentView,
    errors: [r.symbolTaken],
  }),
  deskQuotes: call({
    method: 'GET',
    path: '/desk/quotes',
    who: 'trade.book',
    does: quotesDoes,
    query: z.object({ symbols }),
    reply: quotesReply,
    errors: [r.tooManySymbols],
  }),
  deskPrices: call({
    method: 'GET',
    path: '/desk/prices',
    who: 'trade.book',
    does: pricesDoes,
    query: z.object({ symbols }),
    reply: 'events',
    errors: [r.tooManySymbols, commonErrors.busy],
  }),
}
