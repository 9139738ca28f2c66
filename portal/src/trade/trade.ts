import { decimalOf, moneyOf } from '@sauda/contract/decimal'
import type { Trade } from '@sauda/contract/trade'

type TradeKind = Pick<Trade, 'action' | 'status' | 'quantity'>

/** By the rules of section 9. A reversed trade has a quantity of 0, so it is neither open nor closed. */
export const isOpen = ({ action, status, quantity }: TradeKind): boolean =>
  action !== 'SELL' && status !== 'CLOSED' && quantity !== 0

export const isClosed = ({ action, quantity }: Omit<TradeKind, 'status'>): boolean =>
  action === 'SELL' && quantity !== 0

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

/** The most recent sale, which Last profit is about. */
export function lastSale<T extends Omit<TradeKind, 'status'> & Pick<Trade, 'createdAt'>>(
  trades: readonly T[],
): T | undefined {
  return trades
    .filter(isClosed)
    .reduce<T | undefined>((last, each) => (last && last.createdAt >= each.createdAt ? last : each), undefined)
}
