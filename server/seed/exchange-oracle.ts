import type { Fill } from '../src/trading/trade-charge/brokerage.ts'

/** Exact fractions, for what trades must come to. */

export type Fraction = { readonly n: bigint; readonly d: bigint }
export const f = (n: bigint | number, d: bigint | number = 1): Fraction => ({ n: BigInt(n), d: BigInt(d) })
// Most denominators divide each other; otherwise they would grow with each trade.
export const plus = (a: Fraction, b: Fraction): Fraction =>
  a.d % b.d === 0n
    ? f(a.n + b.n * (a.d / b.d), a.d)
    : b.d % a.d === 0n
      ? plus(b, a)
      : f(a.n * b.d + b.n * a.d, a.d * b.d)
export const times = (a: Fraction, b: Fraction) => f(a.n * b.n, a.d * b.d)
const over = (a: Fraction, b: Fraction) => f(a.n * b.d, a.d * b.n)
export const less = (a: Fraction, b: Fraction) => a.n * b.d < b.n * a.d
export const lower = (a: Fraction, b: Fraction) => (less(a, b) ? a : b)
/** To a number of decimals, half up. */
export const rounded = (a: Fraction, decimals: number): Fraction => {
  const scale = 10n ** BigInt(decimals)
  const [whole, rest] = [(a.n * scale) / a.d, (a.n * scale) % a.d]
  return f(rest * 2n >= a.d ? whole + 1n : whole, scale)
}
export const paise = (a: Fraction): bigint => (a.n * 100n) / a.d

export const price = (fill: Fill) => f(fill.price, 100_000_000)
export const quantity = (fill: Fill) => f(fill.quantity, 100_000_000)
export const worth = (fill: Fill) => times(price(fill), quantity(fill))
export const total = (fills: readonly Fill[], of: (fill: Fill) => Fraction) =>
  fills.reduce((sum, fill) => plus(sum, of(fill)), f(0))
export const zero = f(0)

/** What trades must come to by the plain rules, with fractions and loops over single trades. Shares no code with the product. */

/** One security of a client and day, as in the files of a clearing corporation. */
export type SecurityDay = {
  /** The exchange that names the clearing corporation. */
  readonly clearsAt: string
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

/** The rates of a delivered purchase, a delivered sale and an intraday sale. */
const sttRates = {
  share: [f(1, 1000), f(1, 1000), f(25, 100_000)],
  fund: [zero, f(1, 100_000), f(25, 100_000)],
  exempt: [zero, zero, zero],
} as const

/** The securities of one client and day. Those that are delivered trade by trade are listed separately. */
export function securitiesOf(fills: readonly Fill[]): SecurityDay[] {
  const keyOf = ({ isin, clearsAt, isDelivered }: Fill) => [isin, clearsAt, isDelivered].join(' ')
  return [...Map.groupBy(fills, keyOf).values()].map((own) => {
    const [{ isin, clearsAt, isDelivered, stt }] = own as [Fill]
    const bought = own.filter(({ side }) => side === 'BUY')
    const sold = own.filter(({ side }) => side === 'SELL')
    const [bq, sq] = [total(bought, quantity), total(sold, quantity)]
    const matched = isDelivered ? zero : lower(bq, sq)
    const average = rounded(over(total(own, worth), total(own, quantity)), 2)
    const [buyRate, sellRate, intradayRate] = sttRates[stt]
    let [due, stamp] = [zero, zero]
    for (const fill of own) {
      // The same part of every trade of a side is delivered.
      const whole = fill.side === 'BUY' ? bq : sq
      const intraday = over(times(quantity(fill), matched), whole)
      const delivered = plus(quantity(fill), times(intraday, f(-1)))
      const at = isDelivered ? price(fill) : average
      due = plus(due, times(times(delivered, at), fill.side === 'BUY' ? buyRate : sellRate))
      if (fill.side === 'SELL') due = plus(due, times(times(intraday, at), intradayRate))
    }
    if (bought.length > 0) {
      const perShare = over(total(bought, worth), bq)
      stamp = rounded(times(times(perShare, plus(bq, times(matched, f(-1)))), f(15, 100_000)), 9)
      stamp = plus(stamp, rounded(times(times(perShare, matched), f(3, 100_000)), 9))
    }
    return {
      clearsAt,
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

/** The equity funds that the generator invents. */
export const isFund = (isin: string): boolean => isin.startsWith('INF')

/** `at`: where all trades are cleared; absent: each exchange at its own clearing corporation. */
export const fillsOf = (trades: readonly ExchangeTrade[], at?: Fill['clearsAt']): Fill[] =>
  trades
    .filter(({ isCancelled }) => !isCancelled)
    .map(({ exchange, number, order, isin, series, isDelivered, side, quantity: shares, price: each }) => ({
      id: `${exchange} ${number}`,
      exchange,
      clearsAt: at ?? exchange,
      isin,
      isDelivered,
      order,
      isPlacedByDealer: false,
      series,
      stt: isFund(isin) ? 'fund' : 'share',
      isFund: isFund(isin),
      side: side === 'B' ? 'BUY' : 'SELL',
      quantity: BigInt(shares) * 100_000_000n,
      price: BigInt(each) * 1_000_000n,
    }))
