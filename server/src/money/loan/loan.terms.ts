import { type GstForm, includedGst } from '@sauda/contract/money/gst'
import type { LoanTerms } from '@sauda/contract/money/loan'
import { paiseOf, rupeesOf, sum } from '@sauda/contract/platform/money'
import { monthsAfter } from '../../platform/india.ts'

const dayMilliseconds = 86_400_000

/** Days since 1970. */
export const dayNumber = (day: string): number => Date.parse(day) / dayMilliseconds

/** Amounts in paise. */
export type Offer = {
  readonly amount: bigint
  /** Per year, at most two decimals. */
  readonly ratePercent: number
  readonly months: number
  readonly fee: bigint
}

/** Monthly interest = balance × hundredths of a percent per year ÷ (12 × 100 × 100). */
export const monthsShare = 120_000n

/** 12.5 → 1250n */
export const hundredths = (percent: number): bigint => paiseOf(percent)

/** Rounded half up; both at least zero. */
export const halfUp = (numerator: bigint, denominator: bigint): bigint =>
  (2n * numerator + denominator) / (2n * denominator)

/**
 * The equal monthly amount that repays `amount` in `months` at `rate` hundredths of a percent a year: E = P·r·(1+r)ⁿ
 * ÷ ((1+r)ⁿ − 1) with r = rate ÷ 120 000, in integers, rounded half up to the paisa. At rate 0, P ÷ n.
 */
export function equatedInstalment(amount: bigint, rate: bigint, months: number): bigint {
  const count = BigInt(months)
  if (rate === 0n) return halfUp(amount, count)
  const grown = (monthsShare + rate) ** count
  return halfUp(amount * rate * grown, monthsShare * (grown - monthsShare ** count))
}

/** The last month takes the rounding difference. */
export function instalments({ amount, ratePercent, months }: Offer): { principal: bigint; interest: bigint }[] {
  const rate = hundredths(ratePercent)
  const equal = equatedInstalment(amount, rate, months)
  let balance = amount
  return Array.from({ length: months }, (_, index) => {
    const interest = halfUp(balance * rate, monthsShare)
    const principal = index === months - 1 ? balance : equal - interest
    balance -= principal
    return { principal, interest }
  })
}

/**
 * The terms of an offer accepted on the day `from` (docs/decisions/0020-loan-terms.md): monthly instalments, the fee
 * with the first one. In rupees, as in the API.
 */
export function termsOf(offer: Offer, from: string): LoanTerms {
  const { amount, ratePercent, months, fee } = offer
  const plan = instalments(offer).map((part, index) => ({ ...part, fee: index === 0 ? fee : 0n }))
  const payments = plan.map((part) => part.principal + part.interest + part.fee)
  return {
    amount: rupeesOf(amount),
    ratePercent,
    months,
    fee: rupeesOf(fee),
    aprPercent: aprPercent(amount, payments),
    totalPayable: rupeesOf(sum(payments)),
    schedule: plan.map((part, index) => ({
      number: index + 1,
      dueDate: monthsAfter(from, index + 1),
      principal: rupeesOf(part.principal),
      interest: rupeesOf(part.interest),
      fee: rupeesOf(part.fee),
      amount: rupeesOf(part.principal + part.interest + part.fee),
    })),
  }
}

const paise = (rupees: number): number => Number(paiseOf(rupees))
const rupees = (whole: number): number => rupeesOf(BigInt(whole))

/** As in the database: whole paise. */
export const storedTerms = ({ amount, fee, feeGst, totalPayable, schedule, ...terms }: LoanTerms) => ({
  ...terms,
  amountPaise: paise(amount),
  feePaise: paise(fee),
  ...(feeGst !== undefined && { feeGstPaise: paise(feeGst) }),
  totalPayablePaise: paise(totalPayable),
  schedule: schedule.map((part) => ({
    number: part.number,
    dueDate: part.dueDate,
    principalPaise: paise(part.principal),
    interestPaise: paise(part.interest),
    feePaise: paise(part.fee),
    amountPaise: paise(part.amount),
  })),
})
export type StoredTerms = ReturnType<typeof storedTerms>

/** In the order in which the hash in the audit log was made. */
export const shownTerms = (stored: StoredTerms): LoanTerms => ({
  amount: rupees(stored.amountPaise),
  ratePercent: stored.ratePercent,
  months: stored.months,
  fee: rupees(stored.feePaise),
  aprPercent: stored.aprPercent,
  totalPayable: rupees(stored.totalPayablePaise),
  schedule: stored.schedule.map((part) => ({
    number: part.number,
    dueDate: part.dueDate,
    principal: rupees(part.principalPaise),
    interest: rupees(part.interestPaise),
    fee: rupees(part.feePaise),
    amount: rupees(part.amountPaise),
  })),
  ...(stored.feeGstPaise !== undefined && { feeGst: rupees(stored.feeGstPaise) }),
})

/** The terms with the GST that the fee includes on the day `on`. */
export function withFeeGst({ feeGst: _before, ...terms }: LoanTerms, form: GstForm, on: string): LoanTerms {
  const gst = includedGst(paiseOf(terms.fee), on, form)
  return gst === 0n ? terms : { ...terms, feeGst: rupeesOf(gst) }
}

/** An offer not yet accepted is dated from the day it is read. */
export function dueFrom(terms: LoanTerms, from: string): LoanTerms {
  const schedule = terms.schedule.map((part) => ({ ...part, dueDate: monthsAfter(from, part.number) }))
  return { ...terms, schedule }
}

/**
 * Annual rate in percent with two decimals: 12 × the monthly rate at which the payments are worth the amount.
 * Floating point, because it is shown but never booked.
 */
export function aprPercent(amount: bigint, payments: readonly bigint[]): number {
  const lent = Number(amount)
  const numbers = payments.map(Number)
  const worth = (rate: number) => numbers.reduceRight((later, payment) => (later + payment) / (1 + rate), 0)
  let [low, high] = [0, 1]
  while (worth(high) > lent) high *= 2
  for (let round = 0; round < 100; round += 1) {
    const middle = (low + high) / 2
    if (worth(middle) > lent) low = middle
    else high = middle
  }
  return Math.round(low * 12 * 100 * 100) / 100
}
