import { decimalOf, moneyOf } from '@sauda/contract/decimal'
import { paiseOf } from '@sauda/contract/money'
import type { Trade } from '@sauda/contract/trade'

/** Which trades are what (section 9). A reversed trade has a quantity of 0 and so is neither open nor closed. */

type Kind = Pick<Trade, 'action' | 'status' | 'quantity'>

/** Not sold, not closed, and something is left of it. */
export const isOpen = ({ action, status, quantity }: Kind): boolean =>
  action !== 'SELL' && status !== 'CLOSED' && quantity !== 0

/** A sale of something. */
export const isClosed = ({ action, quantity }: Omit<Kind, 'status'>): boolean => action === 'SELL' && quantity !== 0

type Priced = Pick<Trade, 'avgPrice' | 'sellPrice'> & Partial<Pick<Trade, 'currentPrice'>>

/** The sell price falls back to the current price, then to the average price. */
export function closingPrice({ sellPrice, currentPrice, avgPrice }: Priced): number {
  return sellPrice ?? currentPrice ?? avgPrice
}

/** (sell price − average price) × quantity in paise; each side is rounded as the books round it. */
export function profitOf(trade: Priced & Pick<Trade, 'quantity'>): bigint {
  const money = (price: number): bigint => moneyOf(decimalOf(price) ?? 0n, decimalOf(trade.quantity) ?? 0n)
  return money(closingPrice(trade)) - money(trade.avgPrice)
}

/** The most recent sale of something: what Last profit tells of. */
export function lastSale<One extends Omit<Kind, 'status'> & Pick<Trade, 'createdAt'>>(
  trades: readonly One[],
): One | undefined {
  return trades
    .filter(isClosed)
    .reduce<One | undefined>((last, each) => (last && last.createdAt >= each.createdAt ? last : each), undefined)
}

/** Cost of the open positions, in paise. */
export function costOf(open: readonly Pick<Trade, 'cost'>[]): bigint {
  return open.reduce((sum, { cost }) => sum + paiseOf(cost), 0n)
}
