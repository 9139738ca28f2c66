import * as z from 'zod/mini'
import { call } from '../platform/call.ts'
import {
  clientFields,
  day,
  decimalIn,
  decimalOut,
  id,
  line,
  moment,
  rupeesOut,
  secondFields,
} from '../platform/field.ts'
import { execution, openedBy } from './execution.ts'
import { exchanges, priceStates } from './market.ts'
import { reviewErrors } from '../core/proposal-review.ts'
import { commonErrors } from '../platform/error.ts'
import {
  bookedFromFile,
  changedMeanwhile,
  notInLots,
  segmentNotActive,
  tradeAmountErrors,
  tradedBeforeAccount,
  tradedInClosedDay,
  tradeErrors,
} from './trade-error.ts'

/** trade: buys and sells booked by the desk; a buy opens a position, a sell closes part or all of it. */

export const tradeAction = z.enum(['BUY', 'SELL'], { error: 'Choose BUY or SELL' })
export type TradeAction = z.infer<typeof tradeAction>

/** OPEN: a position not fully sold; reversing a sell reopens it. */
const tradeStatus = z.enum(['OPEN', 'CLOSED'])

export const tradeView = z.object({
  _id: id,
  /** `TRD100001`, quoted to support. */
  tradeId: z.string(),
  stockName: z.string(),
  action: tradeAction,
  status: tradeStatus,
  /** Open quantity of a buy, sold quantity of a sell; 0 once reversed. */
  quantity: decimalOut,
  bookedQuantity: decimalOut,
  /** Buy price of the position. */
  avgPrice: decimalOut,
  /** The average price if there is no market price (`priceAt` missing). */
  currentPrice: decimalOut,
  priceAt: z.optional(moment),
  sellPrice: z.optional(decimalOut),
  /** Price × quantity as booked. */
  amount: rupeesOut,
  /** Cost of the open part of a buy, or of the sold part of a sell. */
  cost: rupeesOut,
  /** Part of the cost paid with loan money. */
  loanPart: rupeesOut,
  /** Set for a sell; 0 once reversed. The sum is `totalPnL`. */
  profitLoss: z.optional(rupeesOut),
  /** The buy of a sell. */
  buyId: z.optional(id),
  buyTradeId: z.optional(z.string()),
  /** The corporate action that gave these shares, or replaced those that were bought. */
  opened: z.optional(openedBy),
  createdAt: moment,
  date: moment,
  /** The exchange's confirmation of the trade, if the dealer entered it. */
  tradedAt: z.optional(moment),
  exchange: z.optional(z.enum(exchanges)),
  orderNumber: z.optional(z.string()),
  exchangeTradeNumber: z.optional(z.string()),
  /** Its part of the charges of its day; absent for trades that were not booked from a file of the exchange. */
  charges: z.optional(rupeesOut),
  reversed: z.optional(z.object({ reason: z.string(), at: moment })),
})
export type Trade = z.infer<typeof tradeView>

export const deskTradeView = z.extend(tradeView, {
  ...clientFields,
  bookedBy: z.string(),
  /** The dealer's own reference from the bulk upload. */
  reference: z.optional(z.string()),
  /** Awaiting a second operator. */
  waitingReversal: z.optional(z.object({ _id: id, reason: z.string(), requestedBy: z.string(), requestedById: id })),
})
export type DeskTrade = z.infer<typeof deskTradeView>

/** FY is the financial year, from 1 April. */
export const profitRanges = ['1M', '3M', 'FY', 'All'] as const
/** From sales that were not reversed. */
const realised = { profitLoss: rupeesOut, sales: z.number() }

export const portfolioView = z.object({
  /** Cost of the open positions. */
  totalInvestment: rupeesOut,
  /** Realised profit and loss. */
  totalPnL: rupeesOut,
  /** Part of the investment paid with loan money. */
  loanPart: rupeesOut,
  openPositions: z.number(),
  sales: z.number(),
  /** By stock, highest cost first. */
  holdings: z.array(
    z.object({
      stockName: z.string(),
      quantity: decimalOut,
      cost: rupeesOut,
      /** Average price of the open purchases, to four decimal places. */
      avgPrice: decimalOut,
      loanPart: rupeesOut,
      currentPrice: z.optional(decimalOut),
      priceAt: z.optional(moment),
      priceState: z.optional(z.enum(priceStates)),
      previousClose: z.optional(decimalOut),
      /** What of it was bought in the last `recentDays`, by day. */
      recent: z.optional(z.array(z.object({ day: z.iso.date(), quantity: decimalOut, cost: rupeesOut }))),
      /** The price is a close that the demo made. */
      isSample: z.optional(z.boolean()),
    }),
  ),
  /** The holdings at their prices, and at cost where there is none. */
  valuation: z.object({
    value: rupeesOut,
    profit: rupeesOut,
    /** Since the close before; missing where it is not known for any holding. */
    dayChange: z.optional(rupeesOut),
    /** Holdings at cost. */
    unpriced: z.number(),
    /** The worst price in it. */
    priceState: z.optional(z.enum(priceStates)),
    priceAt: z.optional(moment),
  }),
  /** Oldest first, at most `profitDays`. */
  days: z.array(z.object({ date: z.iso.date(), ...realised })),
  /** Oldest first; `month` such as `2026-11`. */
  months: z.array(z.object({ month: z.string(), ...realised })),
  /** Up to today; `from` is missing if nothing was sold. */
  ranges: z.array(z.object({ range: z.enum(profitRanges), from: z.optional(z.iso.date()), ...realised })),
})
export type Portfolio = z.infer<typeof portfolioView>

const preview = z.object({
  stockName: z.string(),
  quantity: decimalOut,
  price: decimalOut,
  cost: rupeesOut,
  cashAfter: rupeesOut,
  loanAfter: rupeesOut,
  /** Shown to the dealer; do not block the trade. */
  warnings: z.array(z.string()),
})
const buyPreview = z.extend(preview, {
  name: z.string(),
  /** Absent where no sale proceeds pay. */
  fromUnsettled: z.optional(rupeesOut),
  fromCash: rupeesOut,
  fromLoan: rupeesOut,
  missing: rupeesOut,
})
const sellPreview = z.extend(preview, {
  proceeds: rupeesOut,
  profitLoss: rupeesOut,
  /** Change of balance and unused loan; negative if the loss exceeds what is returned. */
  toCash: z.number(),
  toLoan: z.number(),
  /** What it pays first of what the client owes for executed trades. */
  toDues: z.optional(rupeesOut),
  /** What goes back to the sale proceeds that paid the purchase; withdrawable after their pay-out. */
  toUnsettled: z.optional(rupeesOut),
  quantityLeft: decimalOut,
})

const r = tradeErrors

const amounts = { quantity: decimalIn(tradeAmountErrors.quantity), price: decimalIn(tradeAmountErrors.price) }
const bought = z.object({
  clientId: z.uuid({ error: 'Choose a client' }),
  stockName: line('Choose a stock', 100),
  ...amounts,
  ...execution,
})
const sold = z.object({
  ...amounts,
  ...execution,
  /** Open quantity shown to the dealer; if given, a sell is rejected when the position has changed. */
  left: z.optional(decimalIn(tradeAmountErrors.quantity)),
})
const page = z.object({
  before: z.optional(id),
  action: z.optional(tradeAction),
  /** Only the sales in the realised profit of this trading day. */
  day: z.optional(day('Enter a day')),
  stock: z.optional(line('Choose a stock', 30)),
  limit: z.optional(z.string().check(z.regex(/^(?:[1-9]\d?|100)$/, { error: 'Request 1 to 100 trades' }))),
})

const shown = z.extend(deskTradeView, {
  sales: z.array(deskTradeView),
  /** One dealer booked it while no price of its day was known, and the prices of its day do not confirm it; `sentence` says why. */
  toConfirm: z.optional(z.object({ dealerId: id, sentence: z.string(), version: z.string() })),
})

const booking = [
  r.wholeOnly,
  notInLots('75'),
  r.tooSmall,
  r.tooLarge,
  r.tradedInFuture,
  r.beforeCalendar,
  tradedBeforeAccount('4 Mar 2024'),
  tradedInClosedDay('19 Nov 2026'),
] as const
const opening = [
  r.unknownStock,
  r.notTraded,
  ...booking,
  r.noPairs,
  segmentNotActive('currency'),
  commonErrors.notFound,
  commonErrors.notVerified,
  commonErrors.loginFrozen,
  bookedFromFile('NSE', '20 Nov 2026'),
  r.tooManyOpen,
] as const
const selling = [
  bookedFromFile('NSE', '20 Nov 2026'),
  r.notPosition,
  r.closed,
  r.moreThanLeft,
  r.restTooSmall,
  ...booking,
  r.soldBeforeBought,
  changedMeanwhile('6', 'Another operator'),
] as const
export const tradeCalls = {
  history: call('GET /user/trade/history/:userId', 'client', {
    does: 'Trades, newest first. Without a query: every open position and the newest 200 other trades. With `limit`, `action`, `day`, `stock` or `before` (the _id of the last one already read): a page of all trades, by time of trading.',
    reads: ['trade'],
    query: page,
    reply: z.array(tradeView),
  }),
  portfolio: call('GET /user/portfolio/:userId', 'client', {
    does: 'The cost of open positions and the realised profit and loss, by stock and by trading day.',
    reads: ['trade'],
    reply: portfolioView,
  }),
  clientTrades: call('GET /desk/clients/:clientId/trades', 'client.read', {
    does: 'A client’s trades as the client sees them, with the desk’s additional fields.',
    reads: ['trade'],
    query: page,
    reply: z.object({ trades: z.array(deskTradeView), portfolio: portfolioView }),
  }),
  trade: call('GET /desk/trades/:tradeId', 'client.read', {
    does: 'One trade; for a position also its newest 200 sells.',
    reads: ['trade'],
    reply: shown,
  }),
  confirmPrice: call('POST /desk/trades/:tradeId/confirm-price', 'trade.book', {
    does: 'Confirms the price of a trade that one dealer booked while no price of its day was known. Needs another operator than the dealer. `version`: of what was shown.',
    body: z.object({ version: z.string({ error: r.noVersion.message }) }),
    reply: shown,
    errors: [reviewErrors.changed, r.priceChecked, r.ownPrice, commonErrors.notFound],
  }),
  previewBuy: call('POST /desk/trades/buy/preview', 'trade.book', {
    does: 'The cost and the funding of a buy, without booking it.',
    reads: ['trade', 'wallet', 'loan'],
    body: bought,
    reply: buyPreview,
    errors: opening,
  }),
  buy: call('POST /desk/trades/buy', 'trade.book', {
    does: 'Books a buy: a new position, paid from the balance first, then from the unused loan.',
    body: bought,
    reply: z.extend(deskTradeView, secondFields),
    errors: [...opening, r.insufficient],
  }),
  previewSell: call('POST /desk/trades/:tradeId/sell/preview', 'trade.book', {
    does: 'The proceeds of a sell and where they would be credited, without booking it.',
    reads: ['trade', 'wallet', 'loan'],
    body: sold,
    reply: sellPreview,
    errors: selling,
  }),
  sell: call('POST /desk/trades/:tradeId/sell', 'trade.book', {
    does: 'Sells all or part of a position (`tradeId` names its buy); returns the sell.',
    body: sold,
    reply: z.extend(deskTradeView, secondFields),
    errors: selling,
  }),
}
