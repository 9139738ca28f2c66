import * as z from 'zod/mini'
import { call } from '../platform/call.ts'
import { isIsin } from './isin.ts'
import { forClients } from '../platform/client-text.ts'
import { id, line, moment, optionalLine, secondFields, tidy } from '../platform/field.ts'
import { commonErrors, conflict } from '../platform/error.ts'

/** market: tradable instruments and their prices, as exact decimals in text. */

export const exchanges = ['NSE', 'BSE'] as const
export type Exchange = (typeof exchanges)[number]

/** The session of a trading day, in Indian Standard Time. */
export const marketHours = { opens: '09:15', closes: '15:30' } as const
export const instrumentKinds = ['share', 'pair'] as const

/** Up to 8 decimals; text, because a float is not exact (decimal.ts). */
export const decimalText = z.string().check(z.regex(/^\d{1,10}(?:\.\d{1,8})?$/))

export const instrumentView = z.object({
  _id: id,
  /** `RELIANCE`, `USD/INR`; never changes. */
  symbol: z.string(),
  name: z.string(),
  /** Other names, such as a former symbol. */
  aliases: z.array(z.string()),
  exchange: z.enum(exchanges),
  /** Empty where it is not known, and for currency pairs. */
  isin: z.string(),
  kind: z.enum(instrumentKinds),
  /** A quantity is a multiple of it, unless fractional. */
  lot: z.number(),
  /** Smallest price step on the exchange; an average price may lie between two steps. */
  tick: decimalText,
  fractional: z.boolean(),
  /** Required for a buy only. */
  active: z.boolean(),
})
export type Instrument = z.infer<typeof instrumentView>

export const priceView = z.object({
  symbol: z.string(),
  price: decimalText,
  /** Time of the price at its source. */
  at: moment,
  previousClose: z.optional(decimalText),
})
export type Price = z.infer<typeof priceView>

/** `none`: no feed is configured. `down`: the feed is silent. */
export const clockView = z.object({
  /** Server time: the browser's clock may be wrong. */
  now: moment,
  feed: z.enum(['none', 'down', 'up']),
  /** Displayed name; empty without a feed. */
  source: z.string(),
  /** The source delivers delayed prices. */
  late: z.boolean(),
})
export type PriceClock = z.infer<typeof clockView>

/** close: the closing price of an exchange. stale: too old to act on, shown in grey with its age. none: no price is known. */
export const priceStates = ['live', 'delayed', 'close', 'stale', 'none'] as const
export type PriceState = (typeof priceStates)[number]

const quoteView = z.extend(z.partial(priceView, { price: true, at: true }), {
  state: z.enum(priceStates),
  /** True for a close if the exchange has closes of later days, but none for this security. */
  notTradedSince: z.optional(z.boolean()),
  /** A close that the demo made. */
  isSample: z.optional(z.boolean()),
})
export type Quote = z.infer<typeof quoteView>

/** `1d` is a calendar day in India. */
export const candleSpans = ['1m', '1h', '1d'] as const
export type CandleSpan = (typeof candleSpans)[number]
const candle = z.object({ start: moment, open: decimalText, high: decimalText, low: decimalText, close: decimalText })
export type Candle = z.infer<typeof candle>

export const marketRules = {
  /** Older prices are delayed. */
  liveSeconds: 15,
  /** Older prices are stale; above the 15 minutes of a delayed feed. */
  staleSeconds: 20 * 60,
  /** A feed that sends nothing for this long is down, and every price stale. */
  silentSeconds: 15,
  /** Interval between updates to browsers; changes in between are merged. */
  paceMilliseconds: 250,
  /** Interval of the clock event; it also prevents proxies from closing the stream. */
  clockSeconds: 10,
  /** A browser that reads nothing for this long is disconnected, and reconnects. */
  unreadSeconds: 60,
  /** Delay after which a stream of an expired session is closed. */
  sessionCheckSeconds: 15,
  streamsPerProcess: 12_000,
  /** One more closes the session's oldest stream. */
  streamsPerSession: 10,
  /** Streams in all sessions of a client or operator; one more closes the oldest. */
  streamsPerOwner: 20,
  /** Per request or stream. */
  symbols: 500,
  candles: 500,
  /** Trading days of a year. */
  closes: 250,
  instruments: 50,
} as const

/** Listed first. */
export const popularSymbols: readonly string[] = ['USD/INR', 'RELIANCE', 'TCS', 'HDFCBANK', 'INFY', 'SBIN']

export const marketLabels = {
  sample: 'Sample data',
  closes: 'Closing prices',
  standIn: 'Stand-in feed, not market prices',
  noPrice: 'No live price',
  practice: 'Practice trade',
} as const

/** `Sample close ₹10.00 of 20 Nov 2026 (not traded since)`; day and price as the screen writes them. */
export const closeText = (
  { isSample, notTradedSince }: Pick<Quote, 'isSample' | 'notTradedSince'>,
  day: string,
  price?: string,
): string =>
  `${isSample ? 'Sample close' : 'Close'}${price === undefined ? '' : ` ${price}`} of ${day}${notTradedSince ? ' (not traded since)' : ''}`

/** The order numbers of the demo's practice trades begin with it. */
export const practiceOrders = '9900000000'
export const isPractice = (orderNumber: string | undefined): boolean => orderNumber?.startsWith(practiceOrders) ?? false

/** Type and number as the exchanges write them: M and 2026220. */
export const isSettlement = (type: string, number: string): boolean =>
  /^[A-Z0-9]{1,4}$/.test(type) && /^\d{7}$/.test(number)

/** `NSE-M-2026220` */
export const settlementIdOf = (s: { readonly exchange: Exchange; readonly type: string; readonly number: string }) =>
  `${s.exchange}-${s.type}-${s.number}`

/** A closing price, at the end of its session. */
export type Close = Price & { readonly notTradedSince: boolean; readonly isSample?: boolean }

/** The newer of the last price and the last close: an outage of the feed at noon does not bring back yesterday’s close. */
export function quoteOf(
  symbol: string,
  { price, close }: { readonly price: Price | undefined; readonly close: Close | undefined },
  clock: Pick<PriceClock, 'feed' | 'late'>,
  now: number,
): Quote {
  const isClose = close !== undefined && (!price || Date.parse(price.at) <= Date.parse(close.at))
  if (!isClose) return { symbol, ...price, state: priceState(price, clock, now) }
  const { notTradedSince, isSample = false, ...known } = close
  return { ...known, symbol, state: 'close', ...(notTradedSince && { notTradedSince }), ...(isSample && { isSample }) }
}

/** `now`: server time in milliseconds. */
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
  symbolTaken: conflict('Another instrument already has this symbol, name or alias'),
  tooManySymbols: { status: 400, message: `Ask for at most ${marketRules.symbols} symbols at once` },
} as const

const r = marketErrors

export const symbolText = line('Please enter the symbol', 30).check(
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

const isinError = 'Enter the ISIN with its 12 characters, such as INE009A01021, or leave it empty'
const isinText = z.string({ error: isinError }).check(
  tidy(),
  z.toUpperCase(),
  z.refine((isin) => isin === '' || isIsin(isin), { error: isinError }),
)

const alias = forClients(line('Please enter the other name', 80))
const aliasesError = { error: 'Enter at most 10 other names' }
const editable = z.object({
  name: forClients(line('Please enter the name', 80)),
  aliases: z._default(
    z.array(alias, { error: 'Please enter the other names' }).check(z.maxLength(10, aliasesError)),
    [],
  ),
  exchange: z.enum(exchanges, { error: 'Choose NSE or BSE' }),
  isin: z._default(isinText, ''),
  kind: z.enum(instrumentKinds, { error: 'Choose share or pair' }),
  lot: lotNumber,
  tick: tickText,
  fractional: z.boolean({ error: 'Choose whether fractional quantities are allowed' }),
  active: z.boolean({ error: 'Choose whether the instrument can be bought' }),
})

const symbols = z
  .pipe(
    z.string({ error: 'Enter the symbols, separated by commas' }),
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

const quotes = {
  does: 'Prices of the given symbols; an unknown symbol has the state none.',
  reads: ['market'],
  query: z.object({ symbols }),
  reply: z.object({ clock: clockView, quotes: z.array(quoteView) }),
  errors: [r.tooManySymbols],
} as const
const prices = {
  does: 'Server-sent events: `price` (one or several prices as a list), `clock` (time of the server and state of the feed). Only the newest price of a symbol is sent. The stream ends with the session.',
  query: z.object({ symbols }),
  reply: 'events',
  errors: [r.tooManySymbols, commonErrors.busy],
} as const

export const marketCalls = {
  quotes: call('GET /user/quotes', 'client', quotes),
  prices: call('GET /user/prices', 'client', prices),
  charts: call('GET /user/charts', 'client', {
    does: 'The symbols with candles, and popular and own ones with closes; the source of each.',
    reads: ['market'],
    reply: z.object({ charts: z.array(z.object({ symbol: z.string(), name: z.string(), source: z.string() })) }),
  }),
  candles: call('GET /user/candles', 'client', {
    does: 'The newest candles of a symbol, oldest first: computed from the feed, or sample data in demo mode.',
    reads: ['market'],
    query: z.object({
      symbol: symbolText,
      span: z._default(z.enum(candleSpans, { error: 'Choose 1m, 1h or 1d' }), '1d'),
    }),
    reply: z.object({
      symbol: z.string(),
      span: z.enum(candleSpans),
      /** Displayed name; empty without candles. */
      source: z.string(),
      /** Sample data, not market prices. */
      sample: z.boolean(),
      candles: z.array(candle),
    }),
  }),
  instruments: call('GET /desk/instruments', 'trade.book', {
    does: 'A page of instruments: best matches first with `search`, otherwise all by symbol.',
    reads: ['market'],
    query: z.object({
      search: z.optional(optionalLine(80)),
      kind: z.optional(z.enum(instrumentKinds, { error: 'Choose share or pair' })),
      /** Symbol of the last instrument on the previous page. */
      after: z.optional(optionalLine(30)),
    }),
    reply: z.object({ instruments: z.array(instrumentView), total: z.number() }),
  }),
  addInstrument: call('POST /desk/instruments', 'trade.book', {
    does: 'Adds an instrument to the master.',
    body: z.extend(editable, { symbol: forClients(symbolText.check()) }),
    reply: z.extend(instrumentView, secondFields),
    errors: [r.symbolTaken],
  }),
  editInstrument: call('PUT /desk/instruments/:instrumentId', 'trade.book', {
    does: 'Changes an instrument, except its symbol. Booked trades are unaffected.',
    body: editable,
    reply: z.extend(instrumentView, secondFields),
    errors: [r.symbolTaken],
  }),
  deskQuotes: call('GET /desk/quotes', 'trade.book', quotes),
  deskPrices: call('GET /desk/prices', 'trade.book', prices),
}
