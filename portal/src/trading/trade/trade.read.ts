import type { Reply } from '@sauda/contract/platform/call'
import { decimalOf, moneyOf } from '@sauda/contract/platform/decimal'
import { rupeesOf } from '@sauda/contract/platform/money'
import type { Trade, tradeCalls } from '@sauda/contract/trading/trade'
import { givenDecimal, givenList, givenRupees, givenText, shortId } from '../../shell/given.ts'
import { profitOf } from './trade.ts'

/** The specification names the fields of a trade up to `profitLoss`; the rest follows from them. */
export function tradesOf(answer: unknown): Trade[] {
  return givenList<Trade>(answer).map((given) => {
    const _id = givenText(given._id)
    const [quantity, avgPrice] = [givenDecimal(given.quantity), givenDecimal(given.avgPrice)]
    const currentPrice = givenDecimal(given.currentPrice ?? avgPrice)
    const isSale = given.action === 'SELL'
    const prices = { quantity, avgPrice, currentPrice, sellPrice: optional(given.sellPrice, givenDecimal) }
    const createdAt = givenText(given.createdAt, givenText(given.date))
    const profitLoss = isSale ? givenRupees(given.profitLoss ?? rupeesOf(profitOf(prices))) : undefined
    return {
      ...given,
      ...prices,
      _id,
      tradeId: givenText(given.tradeId, shortId(_id)),
      stockName: givenText(given.stockName),
      action: isSale ? 'SELL' : 'BUY',
      status: isSale || given.status === 'CLOSED' ? 'CLOSED' : 'OPEN',
      bookedQuantity: givenDecimal(given.bookedQuantity ?? quantity),
      amount: givenRupees(given.amount ?? worth(prices.sellPrice ?? (isSale ? currentPrice : avgPrice), quantity)),
      cost: givenRupees(given.cost ?? worth(avgPrice, quantity)),
      loanPart: givenRupees(given.loanPart),
      profitLoss,
      createdAt,
      date: givenText(given.date, createdAt),
    }
  })
}

type FullPortfolio = Reply<typeof tradeCalls.portfolio>
/** The specification names two fields; without the others the screens leave out the parts that need them. */
export type Portfolio = Pick<FullPortfolio, 'totalInvestment' | 'totalPnL'> & Partial<FullPortfolio>

export function portfolioOf(answer: Partial<Portfolio> | null): Portfolio {
  const { totalInvestment, totalPnL } = answer ?? {}
  return { ...answer, totalInvestment: givenRupees(totalInvestment), totalPnL: givenRupees(totalPnL) }
}

const optional = <Value>(value: unknown, read: (value: unknown) => Value): Value | undefined =>
  value === undefined || value === null ? undefined : read(value)

const worth = (price: number, quantity: number): number =>
  rupeesOf(moneyOf(decimalOf(price) ?? 0n, decimalOf(quantity) ?? 0n))
