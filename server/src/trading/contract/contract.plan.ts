import { moneyOf, shareOf, splitBy } from '@sauda/contract/platform/decimal'
import { sum } from '@sauda/contract/platform/money'
import type { Exchange } from '@sauda/contract/trading/market'
import type { Trades } from '../../core/ledger/clearing.ts'

/** Which lots the sales of a client's trade day take, and what the ledger books for it. Quantities and prices in hundred-millionths, amounts in paise. */

/** A trade of the exchange, in the order of trading. */
export type DayFill = {
  readonly id: string
  readonly exchange: Exchange
  readonly side: 'BUY' | 'SELL'
  readonly stock: string
  /** On the trade day: that of the successor where the ISIN is superseded. */
  readonly isin: string
  readonly quantity: bigint
  readonly price: bigint
  readonly settlementId: string
  /** Trade-for-trade: never netted with other trades of the day. */
  readonly isDelivered: boolean
  /** The trade that a dealer typed and this one confirms; it names its lot itself. */
  readonly typed?:
    | {
        readonly id: string
        readonly cost: bigint
        readonly toLoan: bigint
        readonly isCredited: boolean
      }
    | undefined
}

type Left = { quantity: bigint; cost: bigint; loanPart: bigint }
/** What is left of a lot before the day; those that a dealer typed on the day are of the day. */
export type HeldLot = Readonly<Left> & {
  readonly id: string
  readonly stock: string
  readonly isin: string
  readonly isOfDay: boolean
  /** In the client's demat account before the day, so that its proceeds are usable at once. */
  readonly isCredited: boolean
}

/** Part of a sale, from one lot. */
export type Taken = Readonly<Left> & {
  readonly fill: DayFill
  /** Undefined: the books have no shares for it. */
  readonly lotId: string | undefined
  readonly stock: string
  readonly proceeds: bigint
  /** The part of `loanPart` that returns to the unused loan. */
  readonly toLoan: bigint
}
/** A purchase that becomes a lot; `left` is what the day's sales did not take. */
export type Purchase = { readonly fill: DayFill; readonly lotId: string; readonly cost: bigint; readonly left: Left }

export type DayPlan = {
  readonly purchases: readonly Purchase[]
  readonly sales: readonly Taken[]
  readonly ledger: Trades
  readonly bought: bigint
  readonly sold: bigint
}

type Source = {
  readonly lotId: string
  readonly stock: string
  readonly left: Left
  /** Bought on the day and not trade-for-trade. */
  readonly isNetted: boolean
  readonly isOfDay: boolean
  readonly isCredited: boolean
  readonly settlementId?: string
}

const amountOf = ({ price, quantity }: DayFill): bigint => moneyOf(price, quantity)

type Given = {
  readonly newId: () => string
  /** At most this returns to the unused loan. */
  readonly owed: bigint
}

/** FIFO: a sale takes the purchases of its day first, then the oldest lots. `held`: the oldest first. */
export function planDay(fills: readonly DayFill[], held: readonly HeldLot[], { newId, owed }: Given): DayPlan {
  const own = fills.filter(({ typed }) => typed === undefined)
  const purchases = own
    .filter(({ side }) => side === 'BUY')
    .map((fill): Purchase => {
      const cost = amountOf(fill)
      return { fill, lotId: newId(), cost, left: { quantity: fill.quantity, cost, loanPart: 0n } }
    })
  // Those that a dealer typed are ordered among the others of the day by the time of trading.
  const placeOf = new Map(fills.map((fill, at) => [fill.typed?.id ?? fill.id, at]))
  const all: (Source & { isin: string; place: number | undefined })[] = [
    ...purchases.map(({ fill, lotId, left }) => ({
      lotId,
      stock: fill.stock,
      isin: fill.isin,
      left,
      settlementId: fill.settlementId,
      isNetted: !fill.isDelivered,
      isOfDay: true,
      isCredited: false,
      place: placeOf.get(fill.id),
    })),
    ...held.map(({ id, stock, isin, isOfDay, isCredited, ...left }) => ({
      lotId: id,
      stock,
      isin,
      left,
      isOfDay,
      isCredited,
      isNetted: isOfDay,
      place: placeOf.get(id),
    })),
  ]
  const sources = Map.groupBy(
    all.toSorted((one, other) => (one.place ?? fills.length) - (other.place ?? fills.length)),
    ({ isin }) => isin,
  )
  const result = newLedger()
  const debt = { left: owed }
  const typed = fills.flatMap((fill) =>
    fill.typed ? [{ fill, ...fill.typed, toLoan: returnedToLoan(fill.typed.toLoan, debt) }] : [],
  )
  const sales = own
    .filter(({ side }) => side === 'SELL')
    .flatMap((fill) => {
      const taken = takeLots(fill, sources.get(fill.isin) ?? [], debt)
      for (const { part, source } of taken) result.addSale(fill, part, source)
      return taken.map(({ part }) => part)
    })
  // First those whose borrowed part the dealer's entry has recorded.
  for (const { fill, ...trade } of typed) result.addTyped(fill, trade)
  for (const { fill, lotId, cost } of purchases) result.addPurchase(fill, lotId, cost)
  const valueOf = (side: DayFill['side']) => sum(fills.filter((fill) => fill.side === side).map(amountOf))
  return { purchases, sales, ledger: result.trades(), bought: valueOf('BUY'), sold: valueOf('SELL') }
}

type TakenFrom = { readonly part: Taken; readonly source: Source | undefined }

function takeLots(fill: DayFill, sources: readonly Source[], debt: { left: bigint }): TakenFrom[] {
  const earlier = sources.filter(({ isOfDay }) => !isOfDay)
  const usable = fill.isDelivered ? earlier : [...sources.filter(({ isNetted }) => isNetted), ...earlier]
  const taken: { readonly source: Source | undefined; readonly part: Left }[] = []
  let wanted = fill.quantity
  for (const source of usable) {
    const quantity = source.left.quantity < wanted ? source.left.quantity : wanted
    if (quantity > 0n) taken.push({ source, part: partOf(source.left, quantity) })
    wanted -= quantity
  }
  if (wanted > 0n) taken.push({ source: undefined, part: { quantity: wanted, cost: 0n, loanPart: 0n } })
  const quantities = taken.map(({ part }) => part.quantity)
  const proceeds = splitBy(amountOf(fill), quantities)
  return taken.map(({ source, part }, at) => {
    const toLoan = returnedToLoan(part.loanPart, debt)
    const { lotId, stock = fill.stock } = source ?? {}
    return { source, part: { ...part, fill, lotId, stock, proceeds: proceeds[at] ?? 0n, toLoan } }
  })
}

/** What a sale of shares with this borrowed part returns to the unused loan. Reduces `debt`. */
export function returnedToLoan(loanPart: bigint, debt: { left: bigint }): bigint {
  const toLoan = loanPart < debt.left ? loanPart : debt.left
  debt.left -= toLoan
  return toLoan
}

/** Cost in proportion to the quantity; the last part takes the remainder. Reduces `left`. */
function partOf(left: Left, quantity: bigint): Left {
  const isAll = quantity === left.quantity
  const cost = isAll ? left.cost : shareOf(left.cost, quantity, left.quantity)
  const loanPart = isAll ? left.loanPart : shareOf(left.loanPart, quantity, left.quantity)
  left.quantity -= quantity
  left.cost -= cost
  left.loanPart -= loanPart
  return { quantity, cost, loanPart }
}

/** Adds up what the ledger books, by settlement and security. */
function newLedger() {
  const netted = new Map<string, bigint>()
  const intraday = new Map<string, bigint>()
  const purchases: Trades['purchases'][number][] = []
  /** The parts of each purchase of the day, by lot, that are sold in another settlement. */
  const away = new Map<string, { settlementId: string; cost: bigint }[]>()
  const sales = new Map<string, Required<Trades['sales'][number]>>()
  const addDelivered = (
    { settlementId, isin }: DayFill,
    { cost, toLoan, proceeds }: Pick<Taken, 'cost' | 'toLoan' | 'proceeds'>,
    isCredited: boolean,
  ) => {
    const none = { settlementId, cost: 0n, loanPart: 0n, proceeds: 0n, unusable: 0n }
    const sale = sales.get(`${settlementId} ${isin}`) ?? none
    sales.set(`${settlementId} ${isin}`, {
      settlementId,
      cost: sale.cost + cost,
      loanPart: sale.loanPart + toLoan,
      proceeds: sale.proceeds + proceeds,
      unusable: sale.unusable + (isCredited || proceeds < toLoan ? 0n : proceeds - toLoan),
    })
  }
  return {
    addSale(fill: DayFill, part: Taken, source: Source | undefined) {
      // The clearing corporation nets only within a settlement.
      if (source?.isNetted !== true || source.settlementId !== fill.settlementId) {
        const { settlementId } = fill
        if (source?.settlementId !== undefined)
          away.set(source.lotId, [...(away.get(source.lotId) ?? []), { settlementId, cost: part.cost }])
        return addDelivered(fill, part, source?.isCredited ?? false)
      }
      netted.set(source.lotId, (netted.get(source.lotId) ?? 0n) + part.cost)
      intraday.set(fill.settlementId, (intraday.get(fill.settlementId) ?? 0n) + part.proceeds - part.cost)
    },
    addPurchase({ settlementId }: DayFill, lotId: string, whole: bigint) {
      const cost = whole - (netted.get(lotId) ?? 0n)
      const sold = away.get(lotId)
      if (cost > 0n) purchases.push({ id: lotId, settlementId, cost, ...(sold && { sold }) })
    },
    addTyped(fill: DayFill, { id, cost, toLoan, isCredited }: NonNullable<DayFill['typed']>) {
      if (fill.side === 'BUY') purchases.push({ id, settlementId: fill.settlementId, cost })
      else addDelivered(fill, { cost, toLoan, proceeds: amountOf(fill) }, isCredited)
    },
    trades: (): Trades => ({
      purchases,
      sales: [...sales.values()],
      intraday: [...intraday].map(([settlementId, result]) => ({ settlementId, result })),
    }),
  }
}
