import { withoutStripped } from './tax.bonus.ts'
import { type OpenLot, takeEffect, takenFrom, type TaxAction } from './tax.action.ts'
import { moneyOf, shareOf } from '@sauda/contract/platform/decimal'
import { above, least, rupeesOf } from '@sauda/contract/platform/money'
import type { Segment } from '@sauda/contract/core/setting-name'
import { fairValueDay, isGrandfathered, type TaxCategory } from '@sauda/contract/books/tax-year'
import type { TradeAction } from '@sauda/contract/trading/trade'

/**
 * Matches sales with purchases as a tax return needs it, on exact quantities and paise: same-day purchases and sales of a
 * stock first, except trade-for-trade, the rest first in, first out (docs/decisions/0065-tax-report.md).
 */

export type TaxTrade = {
  readonly id: string
  readonly action: TradeAction
  readonly stock: string
  readonly segment: Segment
  readonly quantity: bigint
  /** Price × quantity, in paise. */
  readonly amount: bigint
  /** Paise: brokerage, exchange charges, SEBI fee, stamp duty and GST. */
  readonly charges: bigint
  readonly stt: bigint
  /** The trading day in India. */
  readonly day: string
  readonly isReversed: boolean
  /** Trade-for-trade: every trade is delivered, none is matched with others of its day. */
  readonly isDelivered: boolean
  /** In a close-out: the purchase that the sale is matched with. */
  readonly buyId?: string | undefined
  /** What a company took: the ex-date, when the shares left, and where they are bonus shares their purchase. `day` is that of the payment. */
  readonly taken?: { readonly on: string; readonly buyId?: string | undefined } | undefined
  /** Bonus shares: the ex-date of the bonus. */
  readonly bonusOn?: string | undefined
}

/** A quantity sold, with the purchase it is matched to. */
export type Exit<T extends TaxTrade = TaxTrade> = {
  readonly buy: T
  readonly sale: T
  readonly quantity: bigint
  readonly buyValue: bigint
  readonly saleValue: bigint
  readonly buyCharges: bigint
  readonly saleCharges: bigint
  /** The sum of both. */
  readonly stt: bigint
  readonly category: TaxCategory
  /** The part of the loss that does not count, which is taken off the purchase value. */
  readonly ignoredLoss?: bigint
  /** Bought until 31 January 2018: its value at the price of that day, if known, and what that adds to the purchase value. */
  readonly fairValue?: bigint
  readonly addedCost?: bigint
}

/** A quantity sold without a purchase before it: its cost is unknown, so it has no profit. */
export type UnmatchedSale<T extends TaxTrade = TaxTrade> = {
  readonly sale: T
  readonly quantity: bigint
  readonly saleValue: bigint
}

const shared = ['amount', 'charges', 'stt'] as const
/** The unmatched part of a trade. */
type Rest<T extends TaxTrade> = OpenLot & { readonly trade: T }

/** The price of each stock on 31 January 2018, in hundred-millionths of a rupee. */
export type FairPrices = ReadonlyMap<string, bigint>

/** `trades` in the order of trading, with the corporate actions of their stocks. Exits are in the order of their sales. */
export function matchTrades<T extends TaxTrade>(
  trades: readonly T[],
  actions: readonly TaxAction[] = [],
  fairPrices: FairPrices = new Map(),
) {
  const exits: Exit<T>[] = []
  const unmatched: UnmatchedSale<T>[] = []
  const counted = trades.filter(({ isReversed }) => !isReversed)
  const all = counted.map((trade, place): Rest<T> => {
    const { quantity, amount, charges, stt } = trade
    return { trade, place, quantity, amount, charges, stt }
  })
  const byId = new Map(all.map((rest) => [rest.trade.id, rest]))
  const purchase = (id: string) => byId.get(id)
  for (const sale of all) {
    const closed = sale.trade.buyId === undefined ? undefined : purchase(sale.trade.buyId)
    if (closed && closed.quantity > 0n) exits.push(...matchSale(sale, [closed]))
  }
  all.sort((one, other) => leaves(one).localeCompare(leaves(other)))
  const held = new Map<string, Rest<T>[]>()
  const coming = actions.toSorted((one, other) => one.exDate.localeCompare(other.exDate))
  const valued = valuer(held, fairPrices)
  for (const [day, ofDay] of Map.groupBy(all, leaves)) {
    for (let [next] = coming; next !== undefined && next.exDate <= day; [next] = coming) {
      valued(next.exDate)
      takeEffect(held, next, purchase)
      coming.shift()
    }
    valued(day)
    for (const [stock, rests] of Map.groupBy(ofDay, ({ trade }) => trade.stock)) {
      // Bonus shares are there when their day begins.
      const morning = [...(held.get(stock) ?? []), ...rests.filter(({ trade }) => trade.bonusOn !== undefined)]
      const buys = rests.filter(
        ({ trade, quantity }) => trade.action === 'BUY' && trade.bonusOn === undefined && quantity > 0n,
      )
      const sales = rests.filter(({ trade }) => trade.action === 'SELL' && trade.taken === undefined)
      const netted = buys.filter(({ trade }) => !trade.isDelivered)
      // Shares that an action takes leave before the trades of its day.
      const takings = rests.filter(({ trade }) => trade.taken !== undefined)
      const made = takings.flatMap((taking) => matchSale(taking, sourceOf(taking.trade, morning, purchase)))
      const lots = morning.filter(({ quantity }) => quantity > 0n)
      held.set(stock, lots)
      for (const sale of sales) if (!sale.trade.isDelivered) made.push(...matchSale(sale, netted))
      for (const sale of sales) made.push(...matchSale(sale, lots))
      exits.push(...made.map((exit) => withoutStripped(exit, -afterCharges(exit), lots)))
      unmatched.push(...[...takings, ...sales].filter(({ quantity }) => quantity > 0n).map(unmatchedOf))
      lots.push(...buys.filter(({ quantity }) => quantity > 0n))
    }
  }
  const place = ({ sale }: { sale: T }): number => byId.get(sale.id)?.place ?? 0
  return {
    exits: exits.toSorted((one, other) => place(one) - place(other)),
    unmatched: unmatched.toSorted((one, other) => place(one) - place(other)),
  }
}

/** The day in whose order it counts. */
const leaves = ({ trade: { taken, day } }: { readonly trade: TaxTrade }): string => taken?.on ?? day

/** A fraction of bonus shares is taken from these. */
function sourceOf<Own extends OpenLot>(
  { taken }: TaxTrade,
  lots: readonly Own[],
  purchase: (id: string) => Own | undefined,
): Own[] {
  if (taken?.buyId === undefined) return takenFrom(lots, taken?.on)
  const own = purchase(taken.buyId)
  return own === undefined ? [] : [own]
}

/** Called with each day: values once what is held at the end of 31 January 2018. */
function valuer(held: ReadonlyMap<string, Rest<TaxTrade>[]>, prices: FairPrices): (day: string) => void {
  let isValued = prices.size === 0
  return (day) => {
    if (isValued || day <= fairValueDay) return
    isValued = true
    for (const [stock, price] of prices)
      for (const lot of held.get(stock) ?? []) lot.fairValue = moneyOf(price, lot.quantity)
  }
}

/** Takes from the oldest purchase until the sale or the purchases are used up. */
function matchSale<T extends TaxTrade>(sale: Rest<T>, purchases: Rest<T>[]): Exit<T>[] {
  const exits: Exit<T>[] = []
  for (let [buy] = purchases; buy !== undefined && sale.quantity > 0n; [buy] = purchases) {
    const quantity = least(buy.quantity, sale.quantity)
    const [bought, sold] = [take(buy, quantity), take(sale, quantity)]
    const category = categoryOf(buy.trade, sale.trade)
    const allowed = isGrandfathered(category, buy.trade.day, sale.trade.day) ? bought.fairValue : undefined
    // Charges of the purchase are part of the actual cost.
    const addedCost = allowed === undefined ? 0n : above(least(allowed, sold.amount), bought.amount + bought.charges)
    exits.push({
      buy: buy.trade,
      sale: sale.trade,
      quantity,
      buyValue: bought.amount + addedCost,
      saleValue: sold.amount,
      buyCharges: bought.charges,
      saleCharges: sold.charges,
      stt: bought.stt + sold.stt,
      category,
      ...(allowed !== undefined && { fairValue: allowed, addedCost }),
    })
    if (buy.quantity === 0n) purchases.shift()
  }
  return exits
}

/** In proportion to the quantity, rounded half up; the last part takes the remainder, so that the parts add up. */
function take(rest: Rest<TaxTrade>, quantity: bigint): Omit<Rest<TaxTrade>, 'trade' | 'quantity' | 'place'> {
  const part = (paise: bigint) => shareOf(paise, quantity, rest.quantity)
  const taken = { amount: part(rest.amount), charges: part(rest.charges), stt: part(rest.stt) }
  const fairValue = rest.fairValue === undefined ? undefined : part(rest.fairValue)
  rest.quantity -= quantity
  for (const key of shared) rest[key] -= taken[key]
  if (rest.fairValue === undefined || fairValue === undefined) return taken
  rest.fairValue -= fairValue
  return { ...taken, fairValue }
}

const unmatchedOf = <T extends TaxTrade>({ trade, quantity, amount }: Rest<T>): UnmatchedSale<T> => ({
  sale: trade,
  quantity,
  saleValue: amount,
})

function categoryOf(buy: TaxTrade, { segment, day, buyId, taken }: TaxTrade): TaxCategory {
  if (segment !== 'equity') return segment
  // A close-out delivers nothing.
  if ((buy.day === day && taken === undefined) || buy.id === buyId) return 'intraday'
  return isLongTerm(buy.day, day) ? 'longTerm' : 'shortTerm'
}

/** Held for more than twelve months: sold after the same date of the next year. */
export function isLongTerm(bought: string, sold: string): boolean {
  const [year, rest] = [bought.slice(0, 4), bought.slice(4)]
  // The twelve months of 29 February end on 28 February.
  return sold > `${Number(year) + 1}${rest === '-02-29' ? '-02-28' : rest}`
}

export const profitOf = ({ buyValue, saleValue }: Pick<Exit, 'buyValue' | 'saleValue'>): bigint => saleValue - buyValue

/** STT may be deducted from business income only, not from capital gains. */
export const deductionOf = ({ category, buyCharges, saleCharges, stt }: Omit<Exit, 'buy' | 'sale'>): bigint =>
  buyCharges + saleCharges + (category === 'shortTerm' || category === 'longTerm' ? 0n : stt)

export const afterCharges = (exit: Exit): bigint => profitOf(exit) - deductionOf(exit)

/** Days from the purchase to the sale; none where a close-out bought what was sold before. */
export const daysHeld = ({ buy, sale }: Pick<Exit, 'buy' | 'sale'>): number =>
  Math.max(0, Date.parse(sale.day) - Date.parse(buy.day)) / 86_400_000

/** As answers have it: nothing where no price of 31 January 2018 applies. */
export const fairValueOf = ({ fairValue, addedCost }: Pick<Exit, 'fairValue' | 'addedCost'>) =>
  fairValue !== undefined &&
  addedCost !== undefined && { fairValue: rupeesOf(fairValue), addedCost: rupeesOf(addedCost) }
