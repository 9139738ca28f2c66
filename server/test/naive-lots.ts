import type { ExchangeTrade } from '../seed/exchange-oracle.ts'

/** What the naive broker works with. Quantities in hundred-millionths, amounts in paise. */

/** For `held` shares `given` after it, or besides (bonus, demerger). Shares are named by their symbols, which stay. */
export type Action = {
  readonly kind: 'split' | 'consolidation' | 'bonus' | 'merger' | 'demerger' | 'buyback' | 'dividend'
  readonly exDate: string
  readonly symbol: string
  readonly held: number
  readonly given: number
  readonly newIsin?: string
  readonly other?: { readonly symbol: string; readonly isin: string }
  /** Hundredths of a percent of the cost, in a demerger. */
  readonly percent?: number
  readonly allotted?: string
  readonly credited?: string
  /** Shares by client, in a buyback. */
  readonly accepted?: ReadonlyMap<string, number>
  /** When and at which price in paise the company paid fractions, or what it bought back. */
  readonly paid?: { readonly on: string; readonly price: number } | undefined
}

/** In paise, of a client and day. */
export type Charges = Readonly<
  Record<'brokerage' | 'exchange_charges' | 'sebi_fee' | 'stt' | 'stamp_duty' | 'gst', bigint>
>
export type BrokerDay = {
  readonly day: string
  /** When its trades are paid out. */
  readonly settledOn: string
  readonly trades: readonly ExchangeTrade[]
  /** The day after whose booking its proceeds were released. */
  readonly paidOutAfter?: string | undefined
}
export type Given = {
  readonly days: readonly BrokerDay[]
  /** In the order of booking. */
  readonly actions: readonly Action[]
  readonly opening: bigint
  /** What a client's trades of the day cost. */
  readonly chargesOf: (of: BrokerDay, trades: readonly ExchangeTrade[]) => Charges
  /** The settlement of a trade. */
  readonly settlementOf: (trade: ExchangeTrade) => string
}

export type NaiveLot = {
  readonly symbol: string
  readonly isin: string
  readonly acquired: string
  /** Trade time; empty for bonus shares, which are there when their day begins. */
  readonly time: string
  quantity: bigint
  cost: bigint
  /** For tax: the cost with losses that did not count, and the charges of the purchase. */
  taxCost: bigint
  charges: bigint
  stt: bigint
  readonly isTraded: boolean
  readonly isDelivered: boolean
  readonly settlement: string
  /** The action that pays it in cash. */
  readonly paidBy?: Action
  /** The bonus that it is of. */
  readonly bonus?: Action
}
export type TaxExit = {
  readonly day: string
  readonly category: 'intraday' | 'shortTerm' | 'longTerm'
  readonly quantity: bigint
  buyValue: bigint
  readonly saleValue: bigint
  readonly charges: bigint
  readonly stt: bigint
  ignored: bigint
  /** What the lot had cost. */
  readonly cost: bigint
}
export type Part = {
  readonly quantity: bigint
  readonly cost: bigint
  readonly taxCost: bigint
  readonly charges: bigint
  readonly stt: bigint
}

export const one = 100_000_000n
export const half = (amount: bigint, times: bigint, by: bigint): bigint => (2n * amount * times + by) / (2n * by)
export const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n)

/** Parts in proportion, each rounded at its place in the sum. */
export function shared(amount: bigint, weights: readonly bigint[]): bigint[] {
  const whole = sum(weights)
  let reached = 0n
  return weights.map((weight) => {
    const before = whole === 0n ? 0n : half(amount, reached, whole)
    reached += weight
    return whole === 0n ? 0n : half(amount, reached, whole) - before
  })
}

export const amounts = ['cost', 'taxCost', 'charges', 'stt'] as const
/** Takes a quantity from a lot: each amount in proportion, the last part what is left. */
export function cut(lot: NaiveLot, quantity: bigint): Part {
  const part = { quantity, cost: 0n, taxCost: 0n, charges: 0n, stt: 0n }
  for (const key of amounts) part[key] = half(lot[key], quantity, lot.quantity)
  lot.quantity -= quantity
  for (const key of amounts) lot[key] -= part[key]
  return part
}

/** Sold after the same date of the next year; twelve months from 29 February end on 28 February. */
export function isLong(bought: string, sold: string): boolean {
  const next = `${Number(bought.slice(0, 4)) + 1}${bought.slice(4) === '-02-29' ? '-02-28' : bought.slice(4)}`
  return sold > next
}
export function plusMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}

export const units = (quantity: bigint): number => Number(quantity) / 1e8
export const rupees = (paise: bigint): number => Number(paise) / 100

export type SoldPart = {
  readonly lot: NaiveLot | undefined
  /** What the lot had. */
  readonly before: bigint
  readonly quantity: bigint
  readonly cost: bigint
  proceeds: bigint
  charges: bigint
  stt: bigint
}
export type Sale = { readonly trade: ExchangeTrade; readonly parts: readonly SoldPart[] }
