import { averagePrice, decimalNumber, decimalOf } from '@sauda/contract/platform/decimal'
import { paiseOf, rupeesOf } from '@sauda/contract/platform/money'
import type { Portfolio, Trade } from '@sauda/contract/trading/trade'

export type Holding = Portfolio['holdings'][number]

/** A row of the list: a stock of several purchases, one of these, or the only purchase of a stock. */
export type PositionListRow =
  | {
      readonly kind: 'stock'
      readonly stockName: string
      readonly holding: Holding
      readonly ids: string[]
    }
  | { readonly kind: 'purchase' | 'single'; readonly position: Trade }

/** By stock, the stock bought last first. The figures of several purchases are those of the server, else their sums. */
export function rowsByStock(open: readonly Trade[], holdings: readonly Holding[]): PositionListRow[] {
  const stocks = new Map<string, Trade[]>()
  for (const position of open) {
    const known = stocks.get(position.stockName)
    if (known) known.push(position)
    else stocks.set(position.stockName, [position])
  }
  return [...stocks].flatMap(([stockName, positions]): PositionListRow[] => {
    const [first, second] = positions
    if (first && !second) return [{ kind: 'single', position: first }]
    const holding = holdings.find((each) => each.stockName === stockName) ?? holdingOf(stockName, positions)
    return [
      { kind: 'stock', stockName, holding, ids: positions.map(({ _id }) => _id) },
      ...positions.map((position) => ({ kind: 'purchase', position }) as const),
    ]
  })
}

function holdingOf(stockName: string, positions: readonly Trade[]): Holding {
  const sum = (read: (position: Trade) => bigint) => positions.reduce((all, each) => all + read(each), 0n)
  const quantity = sum((each) => decimalOf(each.quantity) ?? 0n)
  const cost = sum((each) => paiseOf(each.cost))
  return {
    stockName,
    quantity: decimalNumber(quantity),
    cost: rupeesOf(cost),
    avgPrice: quantity > 0n ? decimalNumber(averagePrice(cost, quantity)) : 0,
    loanPart: rupeesOf(sum((each) => paiseOf(each.loanPart))),
  }
}
