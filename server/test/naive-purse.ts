import type { ExchangeTrade } from '../seed/exchange-oracle.ts'
import type { Given, NaiveLot, Sale } from './naive-lots.ts'

/** The client's money of the spec: proceeds by settlement, cash, dues. */
export class Purse {
  unsettled: { settlement: string; paise: bigint; unusable: bigint }[] = []
  dues = 0n
  cash: bigint
  constructor(cash: bigint) {
    this.cash = cash
  }
  add(settlement: string, paise: bigint, unusable: bigint): void {
    const known = this.unsettled.find((each) => each.settlement === settlement)
    const blocked = unusable < paise ? unusable : paise
    if (!known) this.unsettled.push({ settlement, paise, unusable: blocked })
    else [known.paise, known.unusable] = [known.paise + paise, known.unusable + blocked]
  }
  /** Unsettled of the same settlement, older usable unsettled, cash, and what is missing is owed. */
  take(paise: bigint, settlement: string | undefined): void {
    let left = paise
    const least = (most: bigint) => (most < left ? most : left)
    for (const each of this.unsettled.filter((other) => other.settlement === settlement)) {
      const used = least(each.paise)
      left -= used
      each.paise -= used
      if (each.unusable > each.paise) each.unusable = each.paise
    }
    for (const each of this.unsettled.filter((other) => other.settlement !== settlement)) {
      const used = least(each.paise - each.unusable)
      left -= used
      each.paise -= used
    }
    const used = least(this.cash)
    this.cash -= used
    this.dues += left - used
  }
  /** What is paid out pays dues first. */
  release(of: (settlement: string) => boolean): void {
    for (const { paise } of this.unsettled.filter(({ settlement }) => of(settlement))) {
      const paid = paise < this.dues ? paise : this.dues
      this.dues -= paid
      this.cash += paise - paid
    }
    this.unsettled = this.unsettled.filter(({ settlement }) => !of(settlement))
  }
}

/** Sales first, then what the day made, losses, purchases and charges. */
export function bookMoney(
  purse: Purse,
  { settlementOf, days }: Given,
  sold: readonly Sale[],
  bought: ReadonlyMap<ExchangeTrade, NaiveLot>,
  charges: bigint,
): void {
  const settledOn = new Map(days.map((each) => [each.day, each.settledOn]))
  const groups = new Map<string, { settlement: string; cost: bigint; proceeds: bigint; unusable: bigint }>()
  const intraday = new Map<string, bigint>()
  const away = new Map<NaiveLot, bigint>()
  for (const { trade, parts } of sold)
    for (const { lot, cost, proceeds } of parts) {
      const settlement = settlementOf(trade)
      const isOfDay = lot?.isTraded === true && lot.acquired === trade.day
      if (isOfDay && lot.settlement === settlement) {
        intraday.set(settlement, (intraday.get(settlement) ?? 0n) + proceeds - cost)
        continue
      }
      if (isOfDay) away.set(lot, (away.get(lot) ?? 0n) + cost)
      const key = `${settlement} ${trade.isin}`
      const group = groups.get(key) ?? { settlement, cost: 0n, proceeds: 0n, unusable: 0n }
      const isCredited = lot !== undefined && !isOfDay && (settledOn.get(lot.acquired) ?? lot.acquired) < trade.day
      group.cost += cost
      group.proceeds += proceeds
      if (!isCredited) group.unusable += proceeds
      groups.set(key, group)
    }
  const purchases = [...bought.values()]
    .map((lot) => ({ settlement: lot.settlement, cost: lot.cost + (away.get(lot) ?? 0n) }))
    .filter(({ cost }) => cost > 0n)
  for (const { settlement, cost, proceeds, unusable } of groups.values())
    purse.add(settlement, proceeds > cost ? proceeds : cost, unusable)
  for (const [settlement, result] of intraday) if (result > 0n) purse.add(settlement, result, result)
  for (const { settlement, cost, proceeds } of groups.values())
    if (proceeds < cost) purse.take(cost - proceeds, settlement)
  for (const [settlement, result] of intraday) if (result < 0n) purse.take(-result, settlement)
  for (const { settlement, cost } of purchases) purse.take(cost, settlement)
  const [first] = [
    ...[...groups.values()].map((each) => each.settlement),
    ...intraday.keys(),
    ...purchases.map((lot) => lot.settlement),
  ]
  purse.take(charges, first)
}
