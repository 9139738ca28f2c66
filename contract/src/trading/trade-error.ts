import type { Instrument } from './market.ts'
import { formatRupees, moneyRules, paiseOf } from '../platform/money.ts'
import { segmentNames, type Segment } from '../core/setting-name.ts'
import { conflict, invalid } from '../platform/error.ts'

/** trade: why a trade cannot be booked. */

export const tradeRules = {
  /** Paise. */
  maximum: paiseOf(moneyRules.maximumRupees),
  /** Without paging: every open position and this many of the latest other trades. */
  newest: 200,
  pageSize: 100,
  /** Per client; the history always contains all of them. */
  openPositions: 2000,
  profitDays: 400,
  /** The portfolio lists the purchases of this many days, from which the day’s change is computed. */
  recentDays: 30,
} as const

export const segmentOf = { share: 'equity', pair: 'currency' } as const satisfies Record<Instrument['kind'], Segment>

export function segmentNotActive(segment: Segment) {
  return conflict(
    `The ${segmentNames[segment]} segment is not active for this client. Approve the client's segment request before you buy.`,
  )
}

export const tradeErrors = {
  unknownStock: invalid('This stock is not in the list of instruments. Choose one from the list.'),
  notTraded: invalid('This stock is not traded at the moment'),
  wholeOnly: invalid('This stock is traded in whole units only'),
  tooSmall: invalid('A trade must be worth at least ₹0.01'),
  tooLarge: invalid(`A trade may be worth at most ${formatRupees(tradeRules.maximum).slice(0, -3)}`),
  insufficient: invalid('Insufficient balance for this trade'),
  tooManyOpen: conflict('The client has 2,000 open positions. Square off some of them first.'),
  notPosition: conflict('Only a bought position can be sold'),
  closed: conflict('This position is closed'),
  moreThanLeft: invalid('The quantity is larger than the open position'),
  tradedInFuture: invalid('The time of the trade is in the future. Enter the time the exchange shows.'),
  beforeCalendar: invalid(
    'The trade is dated before the first trading day that the calendar knows, in 2015. Check the time of the trade.',
  ),
  noPairs: invalid('Currency pairs cannot be bought here. Choose a share; pairs that a client holds can be sold.'),
  soldBeforeBought: invalid('The sale is dated before the day of its purchase. Check the time of the trade.'),
  noVersion: invalid('Open the trade before you confirm its price'),
  priceChecked: conflict('The price of this trade no longer needs confirmation'),
  ownPrice: conflict('You booked this trade yourself. Another operator must confirm its price.'),
  restTooSmall: invalid('The remaining quantity would be worth less than ₹0.01. Sell the whole position.'),
} as const

/** `opened`: such as `4 Mar 2024`. */
export const tradedBeforeAccount = (opened: string) =>
  invalid(`The trade is dated before the client’s account was opened on ${opened}. Check the time of the trade.`)
/** `closed`: the last closed day, such as `19 Nov 2026`. */
export const tradedInClosedDay = (closed: string) =>
  invalid(
    `All days up to ${closed} are closed, so no trade can be dated on them. Check the time of the trade; a trade of a closed day is corrected by an adjustment.`,
  )

/** `lot` as text, such as `75`. */
export function notInLots(lot: string) {
  return invalid(`This stock is traded in lots of ${lot}`)
}

/** The position changed after the dealer opened it: sold by `operatorName`, or reopened by a reversal. `left`: such as `6`. */
export function changedMeanwhile(left: string, operatorName?: string) {
  const message =
    operatorName === undefined
      ? `This position changed meanwhile. Open: ${left}`
      : left === '0'
        ? `${operatorName} sold the rest of this position meanwhile`
        : `${operatorName} sold from this position meanwhile. Left: ${left}`
  return conflict(message)
}

export const tradeAmountErrors = {
  quantity: 'Enter the quantity as a number above 0 with at most 8 decimals',
  price: 'Enter the price in rupees as a number above 0 with at most 8 decimals',
} as const

/** `day`: such as `20 Nov 2026`. */
export const bookedFromFile = (exchange: string, day: string) =>
  conflict(`This trade is booked already: it is in the ${exchange} trade file of ${day}.`)
