import * as z from 'zod/mini'
import { call } from './call.ts'
import { decimalIn, decimalOut, id, line, moment, rupeesOut } from './field.ts'
import type { Instrument } from './market.ts'
import { formatRupees, moneyRules, paiseOf } from './money.ts'
import { commonErrors } from './error.ts'
import { segmentNames } from './setting.ts'
import type { Segment } from './setting.ts'

/** trade: what the desk buys and sells with a client's money; every buy is a position, every sell closes part or all of one. */

export const tradeAction = z.enum(['BUY', 'SELL'], { error: 'Choose BUY or SELL' })
export type TradeAction = z.infer<typeof tradeAction>

/** OPEN: a bought position of which something is left. */
export const tradeStatus = z.enum(['OPEN', 'CLOSED'])
export type TradeStatus = z.infer<typeof tradeStatus>

/** A reversed sale opens its position again. */
export const tradeTransitions = {
  OPEN: ['CLOSED'],
  CLOSED: ['OPEN'],
} as const satisfies Record<TradeStatus, readonly TradeStatus[]>

export const tradeRules = {
  /** Paise one trade may come to. */
  maximum: paiseOf(moneyRules.maximumRupees),
  /** The history asked for without a page: every open position, and this many of the newest other trades. */
  newest: 200,
  pageSize: 100,
  /** Open positions of one client: all of them are in every answer of the history. */
  openPositions: 2000,
  /** Days with a sale in the portfolio, newest first. */
  profitDays: 400,
} as const

export const tradeView = z.object({
  _id: id,
  /** What the client quotes to support: `TRD100001`. */
  tradeId: z.string(),
  /** The symbol, such as `RELIANCE` or `USD/INR`. */
  stockName: z.string(),
  action: tradeAction,
  status: tradeStatus,
  /** What counts: of a buy what is still open, of a sell what was sold; 0 once the trade is reversed. */
  quantity: decimalOut,
  bookedQuantity: decimalOut,
  /** At which it was bought; of a sell, at which the position was bought. */
  avgPrice: decimalOut,
  /** The newest price there is; where there is none (`priceAt` is missing), the average price. */
  currentPrice: decimalOut,
  priceAt: z.optional(moment),
  sellPrice: z.optional(decimalOut),
  /** Price × quantity as booked: what the buy cost, what the sell brought. */
  amount: rupeesOut,
  /** Of a buy, what the open part cost; of a sell, what the sold part had cost. */
  cost: rupeesOut,
  /** Of that cost, what was paid with borrowed money. */
  loanPart: rupeesOut,
  /** Of a sell: what counts of it, so 0 once it is reversed. All together they are `totalPnL`. */
  profitLoss: z.optional(rupeesOut),
  /** Of a sell: `_id` and `tradeId` of the buy it sold from. */
  buyId: z.optional(id),
  buyTradeId: z.optional(z.string()),
  createdAt: moment,
  date: moment,
  reversed: z.optional(z.object({ reason: z.string(), at: moment })),
})
export type Trade = z.infer<typeof tradeView>

export const deskTradeView = z.extend(tradeView, {
  clientId: id,
  clientName: z.string(),
  saudaId: z.string(),
  bookedBy: z.string(),
  /** The dealer's own name for it, from the file it was booked from. */
  reference: z.optional(z.string()),
  /** A reversal that waits for a second operator. */
  waitingReversal: z.optional(z.object({ _id: id, reason: z.string(), requestedBy: z.string(), requestedById: id })),
})
export type DeskTrade = z.infer<typeof deskTradeView>

export const portfolioView = z.object({
  /** Cost of the open positions: the client's invested amount. */
  totalInvestment: rupeesOut,
  /** Realised: profit and loss of every sale that counts. */
  totalPnL: rupeesOut,
  /** Of the cost of the open positions, what was paid with borrowed money. */
  loanPart: rupeesOut,
  openPositions: z.number(),
  sales: z.number(),
  /** Open positions of one stock together, the costliest first. */
  holdings: z.array(
    z.object({
      stockName: z.string(),
      quantity: decimalOut,
      cost: rupeesOut,
      /** As in a trade: missing where the market gave none. */
      currentPrice: z.optional(decimalOut),
      priceAt: z.optional(moment),
    }),
  ),
  /** Realised on each day with a sale that counts, oldest first; what is missing to `totalPnL` was realised earlier. */
  days: z.array(z.object({ date: z.iso.date(), profitLoss: rupeesOut })),
})
export type Portfolio = z.infer<typeof portfolioView>

const buyPreview = z.object({
  stockName: z.string(),
  name: z.string(),
  quantity: decimalOut,
  price: decimalOut,
  cost: rupeesOut,
  fromCash: rupeesOut,
  fromLoan: rupeesOut,
  /** What the client has after it, were it booked now. */
  cashAfter: rupeesOut,
  loanAfter: rupeesOut,
  missing: rupeesOut,
  /** What a dealer may want to look at again; refuses nothing. */
  warnings: z.array(z.string()),
})

const sellPreview = z.object({
  stockName: z.string(),
  quantity: decimalOut,
  price: decimalOut,
  proceeds: rupeesOut,
  cost: rupeesOut,
  profitLoss: rupeesOut,
  /** By how much the balance and the unused loan change; negative where a loss takes more than comes back. */
  toCash: z.number(),
  toLoan: z.number(),
  cashAfter: rupeesOut,
  loanAfter: rupeesOut,
  quantityLeft: decimalOut,
  warnings: z.array(z.string()),
})

/** The segment in which an instrument is bought. */
export const segmentOf = { share: 'equity', pair: 'currency' } as const satisfies Record<Instrument['kind'], Segment>

export function segmentNotActive(segment: Segment) {
  return {
    status: 409,
    message: `The ${segmentNames[segment]} segment is not active for this client. Approve the client's segment request before you buy.`,
  }
}

export const tradeErrors = {
  unknownStock: { status: 422, message: 'This stock is not in the list of instruments. Choose one from the list.' },
  notTraded: { status: 422, message: 'This stock is not traded at the moment' },
  wholeOnly: { status: 422, message: 'This stock is traded in whole units only' },
  tooSmall: { status: 422, message: 'A trade must be worth at least ₹0.01' },
  tooLarge: { status: 422, message: `A trade may be worth at most ${formatRupees(tradeRules.maximum).slice(0, -3)}` },
  insufficient: { status: 422, message: 'Insufficient balance for this trade' },
  tooManyOpen: { status: 409, message: 'The client has 2,000 open positions. Square off some of them first.' },
  notPosition: { status: 409, message: 'Only a bought position can be sold' },
  closed: { status: 409, message: 'This position is closed' },
  moreThanLeft: { status: 422, message: 'The quantity is larger than the open position' },
  restTooSmall: {
    status: 422,
    message: 'The remaining quantity would be worth less than ₹0.01. Sell the whole position.',
  },
} as const

const r = tradeErrors

/** Where the instrument is traded in lots; `lot` as text, such as `75`. */
export function notInLots(lot: string) {
  return { status: 422, message: `This stock is traded in lots of ${lot}` }
}

/**
 * A dealer who says what they saw left of a position is told who was faster; `left` as text, such as `6`. Without a name
 * nobody sold: a sale was undone.
 */
export function changedMeanwhile(left: string, operatorName?: string) {
  const message =
    operatorName === undefined
      ? `This position changed meanwhile. Open: ${left}`
      : left === '0'
        ? `${operatorName} sold the rest of this position meanwhile`
        : `${operatorName} sold from this position meanwhile. Left: ${left}`
  return { status: 409, message }
}

/** What whoever enters anything else reads. */
export const tradeAmountWords = {
  quantity: 'Enter the quantity as a number above 0 with at most 8 decimals',
  price: 'Enter the price in rupees as a number above 0 with at most 8 decimals',
} as const

const amounts = { quantity: decimalIn(tradeAmountWords.quantity), price: decimalIn(tradeAmountWords.price) }
const bought = z.object({
  clientId: z.uuid({ error: 'Choose a client' }),
  stockName: line('Choose a stock', 100),
  ...amounts,
})
const sold = z.object({
  ...amounts,
  /** What the dealer saw left of the position. Given, a sale is refused where another dealer was faster. */
  left: z.optional(decimalIn(tradeAmountWords.quantity)),
})
const page = z.object({
  before: z.optional(id),
  action: z.optional(tradeAction),
  limit: z.optional(z.string().check(z.regex(/^(?:[1-9]\d?|100)$/, { error: 'Request 1 to 100 trades' }))),
})

const booking = [r.unknownStock, r.notTraded, r.wholeOnly, notInLots('75'), r.tooSmall, r.tooLarge] as const
const opening = [
  ...booking,
  segmentNotActive('currency'),
  commonErrors.notFound,
  commonErrors.notVerified,
  commonErrors.loginFrozen,
] as const
const selling = [
  r.notPosition,
  r.closed,
  r.moreThanLeft,
  r.restTooSmall,
  changedMeanwhile('6', 'Another operator'),
  r.wholeOnly,
  notInLots('75'),
  r.tooSmall,
  r.tooLarge,
] as const
export const tradeCalls = {
  history: call({
    method: 'GET',
    path: '/user/trade/history/:userId',
    who: 'client',
    does: 'Without a query every open position and the newest 200 other trades. With `limit`, `action` or `before` (the _id of the last one already read) a page of all trades. Newest first.',
    query: page,
    reply: z.array(tradeView),
  }),
  portfolio: call({
    method: 'GET',
    path: '/user/portfolio/:userId',
    who: 'client',
    does: 'What the open positions cost, what sales have realised, by stock and by day.',
    reply: portfolioView,
  }),
  clientTrades: call({
    method: 'GET',
    path: '/desk/clients/:clientId/trades',
    who: 'client.read',
    does: 'A client’s trades as the client’s own call gives them, with what the desk knows besides.',
    query: page,
    reply: z.object({ trades: z.array(deskTradeView), portfolio: portfolioView }),
  }),
  trade: call({
    method: 'GET',
    path: '/desk/trades/:tradeId',
    who: 'client.read',
    does: 'One trade; of a position also the newest 200 sells from it.',
    reply: z.extend(deskTradeView, { sales: z.array(deskTradeView) }),
  }),
  previewBuy: call({
    method: 'POST',
    path: '/desk/trades/buy/preview',
    who: 'trade.book',
    does: 'What a buy would cost and what would pay for it, without booking it.',
    body: bought,
    reply: buyPreview,
    errors: opening,
  }),
  buy: call({
    method: 'POST',
    path: '/desk/trades/buy',
    who: 'trade.book',
    does: 'Books a buy: a new position, paid from the balance first, then from the unused loan.',
    body: bought,
    reply: deskTradeView,
    errors: [...opening, r.insufficient, r.tooManyOpen],
  }),
  previewSell: call({
    method: 'POST',
    path: '/desk/trades/:tradeId/sell/preview',
    who: 'trade.book',
    does: 'What a sell would bring and where it would go, without booking it.',
    body: sold,
    reply: sellPreview,
    errors: selling,
  }),
  sell: call({
    method: 'POST',
    path: '/desk/trades/:tradeId/sell',
    who: 'trade.book',
    does: 'Sells all or part of a position (`tradeId` names its buy); answers the sell.',
    body: sold,
    reply: deskTradeView,
    errors: selling,
  }),
}
