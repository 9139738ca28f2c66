import type { ExchangeTrade } from '../seed/exchange-oracle.ts'
import {
  type Action,
  amounts,
  type BrokerDay,
  type Charges,
  cut,
  type Given,
  half,
  isLong,
  type NaiveLot,
  one,
  type Part,
  plusMonths,
  type Sale,
  shared,
  type SoldPart,
  sum,
  type TaxExit,
} from './naive-lots.ts'
import { bookMoney, Purse } from './naive-purse.ts'

/**
 * The books of a broker by the plain rules of the specification, computed from nothing each time: it imports nothing of the product. There is
 * one queue of lots for each client and share.
 */

/** One client. */
class Books {
  lots: NaiveLot[] = []
  exits: TaxExit[] = []
  /** Sold without shares in the books: by day, in paise. */
  unmatched: { day: string; quantity: bigint; value: bigint }[] = []
  realised = 0n
  sales = 0
  /** What left the books by sales of lots from before their day. */
  readonly delivered: { day: string; isin: string; quantity: bigint }[] = []
  readonly charges = new Map<string, Charges & { bought: bigint; sold: bigint }>()
  readonly purse: Purse
  /** Shares at the close before the ex-date of a dividend, by symbol. */
  readonly entitled = new Map<string, bigint>()
  readonly client: string
  readonly given: Given
  constructor(client: string, given: Given) {
    this.client = client
    this.given = given
    this.purse = new Purse(given.opening)
  }

  act(action: Action): void {
    const { kind, symbol, exDate } = action
    const own = this.lots.filter((lot) => lot.symbol === symbol && lot.acquired < exDate && !lot.paidBy)
    const total = sum(own.map(({ quantity }) => quantity))
    if (kind === 'dividend') this.entitled.set(symbol, total)
    else if (kind === 'bonus') this.giveBonus(action, own)
    else if (kind === 'buyback') this.payInCash(action, own, BigInt(action.accepted?.get(this.client) ?? 0) * one)
    else this.replace(action, own)
  }

  giveBonus(action: Action, own: readonly NaiveLot[]): void {
    const quantity = half(sum(own.map((lot) => lot.quantity)), BigInt(action.given), BigInt(action.held))
    if (quantity === 0n) return
    const none = { cost: 0n, taxCost: 0n, charges: 0n, stt: 0n, isTraded: false, isDelivered: true, settlement: '' }
    const bonus = {
      ...none,
      symbol: action.symbol,
      isin: own[0]?.isin ?? '',
      acquired: action.allotted ?? '',
      time: '',
    }
    const fraction = quantity % one
    this.lots.push({ ...bonus, quantity: quantity - fraction, bonus: action })
    this.lots.push({ ...bonus, quantity: fraction, bonus: action, paidBy: action })
    this.sort()
  }

  replace(action: Action, own: readonly NaiveLot[]): void {
    const { kind, held, given } = action
    const isMoved = kind === 'merger' || kind === 'demerger'
    let reached = 0n
    const changed = own.map((lot): NaiveLot => {
      const before = half(reached, BigInt(given), BigInt(held))
      reached += lot.quantity
      const isin = isMoved ? (action.other?.isin ?? '') : (action.newIsin ?? lot.isin)
      const now = { ...lot, isin, quantity: half(reached, BigInt(given), BigInt(held)) - before }
      return isMoved ? { ...now, symbol: action.other?.symbol ?? '' } : now
    })
    if (kind === 'demerger')
      for (const [at, lot] of own.entries())
        for (const key of amounts) {
          const part = half(lot[key], BigInt(action.percent ?? 0), 10_000n)
          lot[key] -= part
          ;(changed[at] as NaiveLot)[key] = part
        }
    else this.lots = this.lots.filter((lot) => !own.includes(lot))
    this.lots.push(...changed)
    this.sort()
    const fraction = sum(changed.map(({ quantity }) => quantity)) % one
    this.payInCash(action, changed, fraction)
  }

  /** From the oldest lots, as a sale would take it. */
  payInCash(action: Action, from: readonly NaiveLot[], wanted: bigint): void {
    let left = wanted
    for (const lot of from) {
      const quantity = lot.quantity < left ? lot.quantity : left
      if (quantity === 0n) continue
      left -= quantity
      this.lots.push({ ...lot, ...cut(lot, quantity), paidBy: action })
    }
    this.sort()
  }

  sort(): void {
    this.lots = this.lots
      .filter(({ quantity }) => quantity > 0n)
      .toSorted((a, b) =>
        a.acquired + a.time < b.acquired + b.time ? -1 : a.acquired + a.time > b.acquired + b.time ? 1 : 0,
      )
  }

  /** What the company paid for fractions and shares bought back, on the day. */
  payFractions(action: Action, day: string, price: number): void {
    const own = this.lots.filter(({ paidBy }) => paidBy === action)
    const value = half(sum(own.map(({ quantity }) => quantity)), BigInt(price), one)
    const parts = shared(
      value,
      own.map(({ quantity }) => quantity),
    )
    own.forEach((lot, at) => {
      const proceeds = parts[at] ?? 0n
      this.realised += proceeds - lot.cost
      this.sales += 1
      this.exits.push(this.exitOf(lot, cut(lot, lot.quantity), day, { proceeds, charges: 0n, stt: 0n }))
    })
    this.sort()
  }

  exitOf(lot: NaiveLot, part: Part, day: string, sale: { proceeds: bigint; charges: bigint; stt: bigint }): TaxExit {
    const category =
      lot.acquired === day && lot.isTraded ? 'intraday' : isLong(lot.acquired, day) ? 'longTerm' : 'shortTerm'
    const [charges, stt] = [part.charges + sale.charges, part.stt + sale.stt]
    return {
      day,
      category,
      quantity: part.quantity,
      buyValue: part.taxCost,
      saleValue: sale.proceeds,
      charges,
      stt,
      cost: part.cost,
      ignored: 0n,
    }
  }

  trade(of: BrokerDay, trades: readonly ExchangeTrade[]): void {
    const { day } = of
    const { settlementOf, chargesOf } = this.given
    const valueOf = (side: 'B' | 'S') =>
      sum(trades.filter((trade) => trade.side === side).map(({ quantity, price }) => BigInt(quantity * price)))
    const charges = { ...chargesOf(of, trades), bought: valueOf('B'), sold: valueOf('S') }
    this.charges.set(day, charges)
    const bought = new Map(
      trades
        .filter(({ side }) => side === 'B')
        .map((trade): [ExchangeTrade, NaiveLot] => {
          const cost = BigInt(trade.quantity * trade.price)
          const { symbol, isin, isDelivered, at: time } = trade
          const common = {
            symbol,
            isin,
            isDelivered,
            time,
            acquired: day,
            settlement: settlementOf(trade),
            isTraded: true,
          }
          return [
            trade,
            { ...common, quantity: BigInt(trade.quantity) * one, cost, taxCost: cost, charges: 0n, stt: 0n },
          ]
        }),
    )
    const sold = trades.filter(({ side }) => side === 'S').map((trade) => this.sell(trade, [...bought.values()]))
    const rows = trades.flatMap((trade): { value: bigint; set: (charges: bigint, stt: bigint) => void }[] => {
      const lot = bought.get(trade)
      const value = BigInt(trade.quantity * trade.price)
      if (lot) return [{ value, set: (own, stt) => void Object.assign(lot, { charges: own, stt }) }]
      const sale = sold.find((each) => each.trade === trade)
      return (sale?.parts ?? []).map((part) => ({
        value: part.proceeds,
        set: (own, stt) => void Object.assign(part, { charges: own, stt }),
      }))
    })
    const { stt, bought: _, sold: __, ...others } = charges
    const values = rows.map(({ value }) => value)
    const [ownParts, sttParts] = [shared(sum(Object.values(others)), values), shared(stt, values)]
    rows.forEach(({ set }, at) => set(ownParts[at] ?? 0n, sttParts[at] ?? 0n))
    this.taxDay(day, sold)
    bookMoney(this.purse, this.given, sold, bought, sum(Object.values(others)) + stt)
    this.lots.push(...[...bought.values()].filter(({ quantity }) => quantity > 0n))
    this.sort()
  }

  /** Purchases of its day first, except trade for trade, then the oldest. The amounts of tax follow once the charges are shared. */
  sell(trade: ExchangeTrade, bought: readonly NaiveLot[]): Sale {
    const usable = (lot: NaiveLot) => lot.symbol === trade.symbol && !lot.paidBy
    const netted = trade.isDelivered ? [] : bought.filter((lot) => usable(lot) && !lot.isDelivered)
    const older = this.lots.filter((lot) => usable(lot) && lot.acquired <= trade.day)
    let left = BigInt(trade.quantity) * one
    const parts: SoldPart[] = []
    for (const lot of [...netted, ...older]) {
      const quantity = lot.quantity < left ? lot.quantity : left
      if (quantity === 0n) continue
      left -= quantity
      const cost = half(lot.cost, quantity, lot.quantity)
      const rest = { before: lot.quantity, quantity, cost, proceeds: 0n, charges: 0n, stt: 0n }
      lot.quantity -= quantity
      lot.cost -= cost
      parts.push({ lot, ...rest })
      if (older.includes(lot)) this.delivered.push({ day: trade.day, isin: lot.isin, quantity })
    }
    if (left > 0n)
      parts.push({ lot: undefined, before: 0n, quantity: left, cost: 0n, proceeds: 0n, charges: 0n, stt: 0n })
    const proceeds = shared(
      BigInt(trade.quantity * trade.price),
      parts.map(({ quantity }) => quantity),
    )
    parts.forEach((part, at) => (part.proceeds = proceeds[at] ?? 0n))
    this.realised += sum(parts.map((part) => part.proceeds - part.cost))
    this.sales += parts.length
    return { trade, parts }
  }

  taxDay(day: string, sold: readonly Sale[]): void {
    const made: { exit: TaxExit; lot: NaiveLot }[] = []
    for (const { parts } of sold)
      for (const { lot, before, quantity, cost, proceeds, charges, stt } of parts) {
        if (!lot) {
          this.unmatched.push({ day, quantity, value: proceeds })
          continue
        }
        const taken = { quantity, cost, taxCost: 0n, charges: 0n, stt: 0n }
        for (const key of ['taxCost', 'charges', 'stt'] as const) {
          taken[key] = half(lot[key], quantity, before)
          lot[key] -= taken[key]
        }
        made.push({ lot, exit: this.exitOf(lot, taken, day, { proceeds, charges, stt }) })
      }
    for (const { exit, lot } of made) this.strip(exit, lot, day)
    this.exits.push(...made.map(({ exit }) => exit))
  }

  /** A loss on shares bought up to three months before a bonus and sold up to nine after it is the cost of the bonus shares held. */
  strip(exit: TaxExit, { symbol, acquired }: NaiveLot, day: string): void {
    if (exit.category === 'intraday') return
    const loss = exit.buyValue + exit.charges - exit.saleValue
    const counted = loss < exit.buyValue ? loss : exit.buyValue
    const isStripped = ({ exDate }: Action) =>
      acquired < exDate && exDate <= plusMonths(acquired, 3) && exDate <= day && day <= plusMonths(exDate, 9)
    const held = this.lots.filter(
      (lot) => lot.symbol === symbol && lot.acquired <= day && lot.quantity > 0n && !lot.paidBy,
    )
    const bonus = held.find((lot) => lot.bonus && isStripped(lot.bonus))?.bonus
    if (counted <= 0n || !bonus) return
    const own = held.filter((lot) => lot.bonus === bonus)
    shared(
      counted,
      own.map(({ quantity }) => quantity),
    ).forEach((part, at) => ((own[at] as NaiveLot).taxCost += part))
    exit.buyValue -= counted
    exit.ignored = counted
  }
}

/** What a client has after the days. */
export function naiveBroker(client: string, given: Given): Books {
  const books = new Books(client, given)
  for (const day of given.days) {
    for (const action of given.actions) if (action.exDate === day.day) books.act(action)
    const own = day.trades.filter((trade) => trade.client === client && !trade.isCancelled)
    if (own.length > 0) books.trade(day, own)
    for (const action of given.actions)
      if (action.paid?.on === day.day) books.payFractions(action, day.day, action.paid.price)
    for (const earlier of given.days)
      if (earlier.paidOutAfter === day.day) books.purse.release((settlement) => settlement.endsWith(earlier.day))
  }
  return books
}
