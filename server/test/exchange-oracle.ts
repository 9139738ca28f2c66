import type { Amounts, DayInput } from '../src/trading/trade-charge/trade-charge.compute.ts'
import type { Fill } from '../src/trading/trade-charge/brokerage.ts'
import {
  type ExchangeTrade,
  leviesOf,
  securitiesOf,
  f,
  type Fraction,
  less,
  lower,
  paise,
  plus,
  price,
  quantity,
  rounded,
  times,
  total,
  worth,
  zero,
} from '../seed/exchange-oracle.ts'

/** The charges and holdings that trades must come to, by the plain rules. Shares no code with the product. */

export function expectedCharges({ day, fills, plan, gst }: DayInput): Amounts {
  const isNew = day >= '2026-03-01'
  const securities = securitiesOf(fills)
  let [brokerage, caps] = [zero, zero]
  for (const { fills: own, matched, bought, sold } of securities) {
    const fees = expectedBrokerage(own, plan, (side) => f(matched, side === 'BUY' ? bought : sold))
    brokerage = plus(brokerage, fees.brokerage)
    caps = plus(caps, fees.cap)
  }
  const least = lower(f(plan.minimum, 100), caps)
  if (less(brokerage, least)) brokerage = least
  let [transaction, ipft] = [zero, zero]
  for (const exchange of ['NSE', 'BSE']) {
    const turnover = total(
      fills.filter((each) => each.exchange === exchange),
      worth,
    )
    const rate = exchange === 'BSE' ? f(375, 10_000_000) : isNew ? f(30_699, 1_000_000_000) : f(297, 10_000_000)
    transaction = plus(transaction, rounded(times(turnover, rate), 2))
    if (exchange === 'NSE') ipft = rounded(times(turnover, isNew ? f(1, 1_000_000_000) : f(1, 1_000_000)), 2)
  }
  const sebi = rounded(times(total(fills, worth), f(10, 10_000_000)), 2)
  const base = [brokerage, transaction, ipft, sebi].reduce(plus)
  const half = paise(rounded(times(base, f(9, 100)), 2))
  return {
    brokerage: paise(brokerage),
    dealerFee: 0n,
    transaction: paise(transaction),
    ipft: paise(ipft),
    sebi: paise(sebi),
    ...leviesOf(securities),
    cgst: gst === 'split' ? half : 0n,
    sgst: gst === 'split' ? half : 0n,
    igst: gst === 'split' ? 0n : paise(rounded(times(base, f(18, 100)), 2)),
  }
}

function expectedBrokerage(
  own: readonly Fill[],
  plan: DayInput['plan'],
  intradayPartOf: (side: Fill['side']) => Fraction,
) {
  let [brokerage, cap] = [zero, zero]
  for (const order of new Set(own.map((each) => `${each.exchange} ${each.order}`))) {
    const trades = own.filter((each) => `${each.exchange} ${each.order}` === order)
    const value = total(trades, worth)
    const fee = (tariff: DayInput['plan']['delivery']): Fraction => {
      const slab = tariff.slabs[0]
      const byValue = slab?.percent === undefined ? undefined : times(value, f(slab.percent, 10_000_000_000))
      const flat = slab?.flat === undefined ? undefined : f(slab.flat, 100)
      return byValue && flat ? lower(byValue, flat) : (byValue ?? flat ?? zero)
    }
    const intraday = intradayPartOf(trades[0]?.side ?? 'BUY')
    const delivery = plus(f(1), times(intraday, f(-1)))
    const mixed = plus(times(fee(plan.intraday), intraday), times(fee(plan.delivery), delivery))
    let most = zero
    for (const trade of trades)
      most = plus(most, less(f(10), price(trade)) ? times(worth(trade), f(25, 1000)) : times(quantity(trade), f(1, 4)))
    most = f(paise(most), 100)
    cap = plus(cap, most)
    brokerage = plus(brokerage, lower(rounded(trades[0]?.isin.startsWith('INF') ? fee(plan.etf) : mixed, 2), most))
  }
  return { brokerage, cap }
}

/**
 * What each client holds after each of some days, and has earned: purchases of the day are sold first, then the oldest.
 * `named`: numbers of sales that a dealer typed, with those of the purchases that they name and take first.
 */
export function newHoldings(named: ReadonlyMap<string, string> = new Map()) {
  const open = new Map<string, { trade: ExchangeTrade; left: number }[]>()
  return (trades: readonly ExchangeTrade[]) => {
    /** In paise, by client. */
    const profit = new Map<string, bigint>()
    const valid = trades.filter(({ isCancelled }) => !isCancelled)
    for (const trade of valid.filter(({ side }) => side === 'B')) {
      const key = `${trade.client} ${trade.isin}`
      open.set(key, [...(open.get(key) ?? []), { trade, left: trade.quantity }])
    }
    for (const sale of valid.filter(({ side }) => side === 'S')) {
      const own = open.get(`${sale.client} ${sale.isin}`) ?? []
      const isNew = (lot: (typeof own)[number]) => lot.trade.day === sale.day
      const sameDay = sale.isDelivered ? [] : own.filter((lot) => isNew(lot) && !lot.trade.isDelivered)
      const first = own.filter((lot) => lot.trade.number === named.get(sale.number))
      let wanted = sale.quantity
      for (const lot of [...first, ...sameDay, ...own.filter((each) => !isNew(each))]) {
        const taken = Math.min(wanted, lot.left)
        lot.left -= taken
        wanted -= taken
        const gain = BigInt(taken) * BigInt(sale.price - lot.trade.price)
        profit.set(sale.client, (profit.get(sale.client) ?? 0n) + gain)
      }
    }
    /** Shares and paise by client and ISIN. */
    const holdings = [...open].flatMap(([key, lots]) => {
      const shares = lots.reduce((sum, { left }) => sum + left, 0)
      const cost = lots.reduce((sum, { left, trade }) => sum + BigInt(left) * BigInt(trade.price), 0n)
      return shares === 0 ? [] : [[key, { shares, cost }] as const]
    })
    return { profit, holdings: new Map(holdings) }
  }
}
