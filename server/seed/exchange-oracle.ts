import type { Amounts, DayInput } from '../src/trading/trade-charge/compute.ts'
import type { Fill } from '../src/trading/trade-charge/brokerage.ts'

/** What trades must come to by the plain rules, with fractions and loops over single trades. Shares no code with the product. */

type Fraction = { readonly n: bigint; readonly d: bigint }
const f = (n: bigint | number, d: bigint | number = 1): Fraction => ({ n: BigInt(n), d: BigInt(d) })
// Most denominators divide each other; otherwise they would grow with each trade.
const plus = (a: Fraction, b: Fraction): Fraction =>
  a.d % b.d === 0n
    ? f(a.n + b.n * (a.d / b.d), a.d)
    : b.d % a.d === 0n
      ? plus(b, a)
      : f(a.n * b.d + b.n * a.d, a.d * b.d)
const times = (a: Fraction, b: Fraction) => f(a.n * b.n, a.d * b.d)
const over = (a: Fraction, b: Fraction) => f(a.n * b.d, a.d * b.n)
const less = (a: Fraction, b: Fraction) => a.n * b.d < b.n * a.d
const lower = (a: Fraction, b: Fraction) => (less(a, b) ? a : b)
/** To a number of decimals, half up. */
const rounded = (a: Fraction, decimals: number): Fraction => {
  const scale = 10n ** BigInt(decimals)
  const [whole, rest] = [(a.n * scale) / a.d, (a.n * scale) % a.d]
  return f(rest * 2n >= a.d ? whole + 1n : whole, scale)
}
const paise = (a: Fraction): bigint => (a.n * 100n) / a.d

const price = (fill: Fill) => f(fill.price, 100_000_000)
const quantity = (fill: Fill) => f(fill.quantity, 100_000_000)
const worth = (fill: Fill) => times(price(fill), quantity(fill))
const total = (fills: readonly Fill[], of: (fill: Fill) => Fraction) =>
  fills.reduce((sum, fill) => plus(sum, of(fill)), f(0))
const zero = f(0)

/** One security of a client and day, as in the files of a clearing corporation. */
export type SecurityDay = {
  readonly exchange: string
  readonly isin: string
  readonly fills: readonly Fill[]
  /** Shares. */
  readonly bought: bigint
  readonly sold: bigint
  readonly matched: bigint
  /** Paise. */
  readonly buyValue: bigint
  readonly sellValue: bigint
  readonly average: bigint
  /** To the paisa, and to nine decimals. */
  readonly stt: Fraction
  readonly stamp: Fraction
}

/** The securities of one client and day. Those that are delivered trade by trade are listed separately. */
export function securitiesOf(fills: readonly Fill[], netsExchanges = false): SecurityDay[] {
  const keyOf = ({ isin, exchange, isDelivered }: Fill) => [isin, netsExchanges || exchange, isDelivered].join(' ')
  return [...Map.groupBy(fills, keyOf).values()].map((own) => {
    const [{ isin, exchange, isDelivered }] = own as [Fill]
    const bought = own.filter(({ side }) => side === 'BUY')
    const sold = own.filter(({ side }) => side === 'SELL')
    const [bq, sq] = [total(bought, quantity), total(sold, quantity)]
    const matched = isDelivered ? zero : lower(bq, sq)
    const average = rounded(over(total(own, worth), total(own, quantity)), 2)
    const [buyRate, sellRate] = isin.startsWith('INF') ? [zero, f(1, 100_000)] : [f(1, 1000), f(1, 1000)]
    let [due, stamp] = [zero, zero]
    for (const fill of own) {
      // The same part of every trade of a side is delivered.
      const whole = fill.side === 'BUY' ? bq : sq
      const intraday = over(times(quantity(fill), matched), whole)
      const delivered = plus(quantity(fill), times(intraday, f(-1)))
      const at = isDelivered ? price(fill) : average
      due = plus(due, times(times(delivered, at), fill.side === 'BUY' ? buyRate : sellRate))
      if (fill.side === 'SELL') due = plus(due, times(times(intraday, at), f(25, 100_000)))
    }
    if (bought.length > 0) {
      const perShare = over(total(bought, worth), bq)
      stamp = rounded(times(times(perShare, plus(bq, times(matched, f(-1)))), f(15, 100_000)), 9)
      stamp = plus(stamp, rounded(times(times(perShare, matched), f(3, 100_000)), 9))
    }
    return {
      exchange,
      isin,
      fills: own,
      bought: bq.n / bq.d,
      sold: sq.n / sq.d,
      matched: matched.n / matched.d,
      buyValue: paise(total(bought, worth)),
      sellValue: paise(total(sold, worth)),
      average: paise(average),
      stt: rounded(due, 2),
      stamp,
    }
  })
}

/** STT of several securities to the rupee, and stamp duty to the paisa, in paise. */
export const leviesOf = (securities: readonly Pick<SecurityDay, 'stt' | 'stamp'>[]) => ({
  stt: paise(rounded(securities.map(({ stt }) => stt).reduce(plus, zero), 0)),
  stamp: paise(rounded(securities.map(({ stamp }) => stamp).reduce(plus, zero), 2)),
})

export function expectedCharges({ day, fills, plan, gst, options }: DayInput): Amounts {
  const isNew = day >= '2026-03-01'
  const securities = securitiesOf(fills, options.netsExchanges)
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

/** A trade of an exchange. Prices in paise, times in India. */
export type ExchangeTrade = {
  readonly day: string
  readonly exchange: 'NSE' | 'BSE'
  readonly number: string
  readonly order: string
  readonly client: string
  readonly isin: string
  readonly symbol: string
  readonly series: string
  readonly isDelivered: boolean
  readonly side: 'B' | 'S'
  readonly quantity: number
  readonly price: number
  readonly at: string
  readonly isCancelled: boolean
}

export const fillsOf = (trades: readonly ExchangeTrade[]): Fill[] =>
  trades
    .filter(({ isCancelled }) => !isCancelled)
    .map(({ exchange, number, order, isin, isDelivered, side, quantity: shares, price: each }) => ({
      id: `${exchange} ${number}`,
      exchange,
      isin,
      isDelivered,
      order,
      isPlacedByDealer: false,
      series: isin.startsWith('INF') ? 'etf' : 'equity',
      side: side === 'B' ? 'BUY' : 'SELL',
      quantity: BigInt(shares) * 100_000_000n,
      price: BigInt(each) * 1_000_000n,
    }))

/** What each client holds after each of some days, and has earned: purchases of the day are sold first, then the oldest. */
export function newHoldings() {
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
      let wanted = sale.quantity
      for (const lot of [...sameDay, ...own.filter((each) => !isNew(each))]) {
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
