import { decimalOf, formatPrice, formatQuantity, moneyOf } from '@sauda/contract/platform/decimal'
import { formatRupees, paiseOf } from '@sauda/contract/platform/money'
import type { Portfolio, Trade } from '@sauda/contract/trading/trade'
import { tradedAt, type TradeTimes } from '@sauda/contract/trading/valuation'
import { dayInIndia, formatDate } from '@sauda/web/date-time'
import { type Trail, traceParts } from '../../shell/amounts.tsx'
import { tradeText } from './trade.text.ts'

type TradeKind = Pick<Trade, 'action' | 'status' | 'quantity'>

/** By the rules of section 9. A reversed trade has a quantity of 0, so it is neither open nor closed. */
export const isOpen = ({ action, status, quantity }: TradeKind): boolean =>
  action !== 'SELL' && status !== 'CLOSED' && quantity !== 0

export const isClosed = ({ action, quantity }: Omit<TradeKind, 'status'>): boolean =>
  action === 'SELL' && quantity !== 0

/** What was bought or sold, and at which price. */
export const tradedText = (trade: Trade): string =>
  trade.action === 'SELL'
    ? tradeText.sold(quantityText(trade.bookedQuantity), priceText(closingPrice(trade)))
    : tradeText.bought(quantityText(trade.bookedQuantity), priceText(trade.avgPrice))

/** `2026-11-05`: the day a trade counts for, as on the server. */
export const tradingDay = (trade: TradeTimes): string => dayInIndia(tradedAt(trade))

/** The sales, the last traded first. */
export const closedOf = (trades: readonly Trade[]): Trade[] =>
  trades.filter(isClosed).toSorted((one, other) => tradedAt(other).localeCompare(tradedAt(one)))

/** A day in the address, such as `2026-11-05`. */
export const isDay = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && Date.parse(text) > 0

type TradePrices = Pick<Trade, 'avgPrice' | 'sellPrice'> & Partial<Pick<Trade, 'currentPrice'>>

/** The sell price falls back to the current price, then to the average price. */
export function closingPrice({ sellPrice, currentPrice, avgPrice }: TradePrices): number {
  return sellPrice ?? currentPrice ?? avgPrice
}

/** (sell price − average price) × quantity in paise; each side is rounded as in the ledger. */
export function profitOf(trade: TradePrices & Pick<Trade, 'quantity'>): bigint {
  const money = (price: number): bigint => moneyOf(decimalOf(price) ?? 0n, decimalOf(trade.quantity) ?? 0n)
  return money(closingPrice(trade)) - money(trade.avgPrice)
}

/** The last traded sale, which Last profit is about. */
export function lastSale<T extends Omit<TradeKind, 'status'> & TradeTimes>(trades: readonly T[]): T | undefined {
  return trades
    .filter(isClosed)
    .reduce<T | undefined>((last, each) => (last && tradedAt(last) >= tradedAt(each) ? last : each), undefined)
}

/** 83.1275 → `₹83.1275`, 2450 → `₹2,450.00`: at least two decimals. */
export const priceText = (price: number | string): string => formatPrice(decimalOf(price) ?? 0n)

/** 120000 → `1,20,000`, 0.5 → `0.5`. */
export const quantityText = (quantity: number | string): string => formatQuantity(decimalOf(quantity) ?? 0n)

/** The value of a holding: its purchases, and what the price has changed since. */
export function holdingTrail(stock: string, cost: bigint, profit: bigint | undefined): Trail {
  const change = profit && `${profit < 0n ? 'loss' : 'gain'} ${profit > 0n ? '+' : ''}${formatRupees(profit)}`
  return {
    title: stock,
    amount: cost + (profit ?? 0n),
    ...(change && { note: `Cost ${formatRupees(cost)}, ${change} at the last price` }),
    source: { stock },
  }
}

/** Opens the days whose sales make up a realised profit. */
export const traceProfit = (title: string, profitLoss: number, days: Portfolio['days']) =>
  traceParts(
    title,
    paiseOf(profitLoss),
    days.toReversed().map(({ date, profitLoss: ofDay }) => ({
      title: tradeText.salesOn(formatDate(date)),
      amount: paiseOf(ofDay),
      source: { sales: date },
    })),
  )
