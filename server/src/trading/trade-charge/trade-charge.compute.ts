import { splitBy } from '@sauda/contract/platform/decimal'
import type { GstForm } from '@sauda/contract/money/gst'
import type { Exchange } from '@sauda/contract/trading/market'
import { type RateKey, rateKeyText, rateName, sttClasses, transactionRates } from '@sauda/contract/trading/charge-rate'
import { AppError } from '@sauda/contract/platform/error'
import { least, sum } from '@sauda/contract/platform/money'
import { dateText } from '../../platform/india.ts'
import {
  billionth,
  type BrokerageCap,
  brokerageOf,
  decimal,
  type Fill,
  groups,
  orderOf,
  paisa,
  type Plan,
  quantityOf,
  round,
  rupee,
  type Security,
  type Valued,
  valueOf,
} from './brokerage.ts'

/** What an exchange charges for and a broker adds to the trades of one client and trade day, exact to the paisa. */

/** What the rules leave open. */
export type ChargeOptions = {
  /** STT of a security is rounded to the paisa before the day is rounded to the rupee. */
  readonly sttToPaisaFirst: boolean
  readonly stampUnit: 'paisa' | 'rupee'
  readonly cap: BrokerageCap
}
export const chargeOptions: ChargeOptions = {
  sttToPaisaFirst: true,
  stampUnit: 'paisa',
  cap: { percent: (25n * decimal) / 10n, lowPrice: 10n * decimal, perShare: decimal / 4n },
}

/** Each key of `rateKeyText` with its percentages in hundred-millionths, newest first. Until the next one begins, each is valid. */
export type Rates = ReadonlyMap<string, readonly { readonly from: string; readonly percent: bigint }[]>

export type DayInput = {
  readonly day: string
  readonly fills: readonly Fill[]
  readonly rates: Rates
  readonly plan: Plan
  /** split: the place of supply is in the broker's state. none: the broker has no GSTIN. */
  readonly gst: GstForm
  readonly options: ChargeOptions
}

export const levies = [
  'brokerage',
  'dealerFee',
  'transaction',
  'ipft',
  'sebi',
  'stt',
  'stamp',
  'cgst',
  'sgst',
  'igst',
] as const
export type Levy = (typeof levies)[number]
export type Amounts = Readonly<Record<Levy, bigint>>

/** One security of the day: what the clearing corporation's files have too. `stt` and `stamp` in billionths of a rupee, `stt` as it is added to the total: with `STT_ROUNDING=paisa` in whole paise. */
export type SecurityCharges = {
  readonly clearsAt: Exchange
  readonly isin: string
  readonly bought: bigint
  readonly sold: bigint
  /** Bought and sold on the same day. */
  readonly intraday: bigint
  readonly stt: bigint
  readonly stamp: bigint
}
export type DayCharges = {
  readonly amounts: Amounts
  readonly securities: readonly SecurityCharges[]
  /** The part of each trade, by value; together they are the amounts. */
  readonly trades: ReadonlyMap<string, Amounts>
}

/** Throws an AppError that names the charge, the exchange and the day, if a rate is missing. */
export function chargesOf({ day, fills: given, rates, plan, gst, options }: DayInput): DayCharges {
  const fills = given
    .map((fill) => ({ ...fill, value: fill.price * fill.quantity }))
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const rate: Rate = (charge, exchange = 'all', series = 'all', product = 'all', side = 'all') =>
    rateOn(rates, [{ charge, exchange, series, product, side }], day)
  const transaction = ({ exchange, series }: Fill) => rateOn(rates, transactionRates(exchange, series), day)
  const securities = groups(fills, ({ clearsAt, isin, isDelivered }) => [clearsAt, isin, isDelivered].join(' ')).map(
    securityOf,
  )
  const taxed = securities.map((security) => taxesOf(security, rate))
  const stamp = sum(taxed.map((each) => each.stamp))
  const counted = taxed.map(({ stt: exact, ...each }) => ({
    ...each,
    stt: options.sttToPaisaFirst ? round(exact, paisa) * paisa : exact,
  }))
  const exchanged = exchangeCharges(fills, rate, transaction)
  const dealt = groups(
    fills.filter((fill) => fill.isPlacedByDealer),
    orderOf,
  ).length
  const taxable = {
    brokerage: brokerageOf(securities, plan, options.cap),
    dealerFee: plan.dealerFee * BigInt(dealt),
    ...exchanged,
    sebi: fills.length === 0 ? 0n : round(valueOf(fills) * rate('sebi'), paisa),
  }
  const amounts: Amounts = {
    ...taxable,
    stt: round(sum(counted.map(({ stt }) => stt)), rupee) * 100n,
    stamp: options.stampUnit === 'rupee' ? round(stamp, rupee) * 100n : round(stamp, paisa),
    ...gstOf(sum(Object.values(taxable)), gst, rate('gst')),
  }
  return {
    amounts,
    securities: counted.map(({ stt: tax, stamp: duty, ...security }) => ({
      ...security,
      stt: round(tax, billionth),
      stamp: round(duty, billionth),
    })),
    trades: partsOf(fills, amounts),
  }
}

type Rate = (
  charge: RateKey['charge'],
  exchange?: RateKey['exchange'],
  series?: RateKey['series'],
  product?: RateKey['product'],
  side?: RateKey['side'],
) => bigint

/** The rate of the first key that has one on the day. */
function rateOn(rates: Rates, keys: readonly RateKey[], day: string): bigint {
  for (const key of keys) {
    const found = rates.get(rateKeyText(key))?.find(({ from }) => from <= day)
    if (found) return found.percent
  }
  const message = `There is no rate for ${dateText(day)}: ${rateName(keys.at(-1) as RateKey)}. Nothing was computed. Two administrators can add the rate under Charges.`
  throw new AppError({ status: 422, message })
}

function securityOf(fills: readonly Valued[]): Security {
  const [bought, sold] = (['BUY', 'SELL'] as const).map((side) =>
    quantityOf(fills.filter((fill) => fill.side === side)),
  ) as [bigint, bigint]
  return { fills, bought, sold, intraday: fills[0]?.isDelivered === true ? 0n : least(bought, sold) }
}

/** STT on one average price of all trades of the security, and stamp duty on what was bought. */
function taxesOf({ fills, bought, sold, intraday }: Security, rate: Rate): SecurityCharges {
  const { clearsAt, isin } = fills[0] as Valued
  // Where the series of the trades are charged differently, the class with the higher rates counts for all.
  const stt = sttClasses.find((each) => fills.some((fill) => fill.stt === each))
  const taxed = (product: 'delivery' | 'intraday', side: 'BUY' | 'SELL', value: bigint) =>
    value === 0n || stt === 'exempt' ? 0n : value * rate('stt', 'all', stt === 'fund' ? 'etf' : 'equity', product, side)
  // The average is rounded to the paisa before anything is computed from it.
  const average = round(valueOf(fills), quantityOf(fills) * (decimal / 100n)) * (decimal / 100n)
  const purchases = valueOf(fills.filter(({ side }) => side === 'BUY'))
  const delivered = fills.filter(({ isDelivered }) => isDelivered)
  const stamped = (product: 'delivery' | 'intraday', quantity: bigint) =>
    quantity === 0n
      ? 0n
      : round(purchases * quantity * rate('stamp', 'all', 'all', product, 'BUY'), bought * billionth) * billionth
  return {
    clearsAt,
    isin,
    bought,
    sold,
    intraday,
    stt:
      delivered.length > 0
        ? sum(delivered.map(({ side, value }) => taxed('delivery', side, value)))
        : taxed('delivery', 'BUY', average * (bought - intraday)) +
          taxed('delivery', 'SELL', average * (sold - intraday)) +
          taxed('intraday', 'SELL', average * intraday),
    stamp: stamped('delivery', bought - intraday) + stamped('intraday', least(bought, intraday)),
  }
}

/** Each exchange rounds its own sum to the paisa. */
function exchangeCharges(fills: readonly Valued[], rate: Rate, transaction: (fill: Fill) => bigint) {
  const perExchange = groups(fills, ({ exchange }) => exchange).map((own) => ({
    transaction: round(sum(own.map((fill) => fill.value * transaction(fill))), paisa),
    ipft: round(sum(own.map(({ value, exchange }) => value * rate('ipft', exchange))), paisa),
  }))
  return {
    transaction: sum(perExchange.map(({ transaction }) => transaction)),
    ipft: sum(perExchange.map(({ ipft }) => ipft)),
  }
}
/** CGST and SGST are rounded each; IGST as one. */
export function gstOf(base: bigint, form: GstForm, percent: bigint) {
  const whole = 100n * decimal
  if (form === 'none') return { cgst: 0n, sgst: 0n, igst: 0n }
  if (form === 'whole') return { cgst: 0n, sgst: 0n, igst: round(base * percent, whole) }
  const half = round(base * percent, 2n * whole)
  return { cgst: half, sgst: half, igst: 0n }
}

function partsOf(fills: readonly Valued[], amounts: Amounts): ReadonlyMap<string, Amounts> {
  const values = fills.map(({ value }) => value)
  const parts = levies.map((levy) => splitBy(amounts[levy], values))
  return new Map(
    fills.map(({ id }, at) => [
      id,
      Object.fromEntries(levies.map((levy, place) => [levy, parts[place]?.[at] ?? 0n])) as Amounts,
    ]),
  )
}
