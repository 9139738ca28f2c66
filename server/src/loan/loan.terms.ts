import type { LoanTerms } from '@sauda/contract/loan'
import { paiseOf, rupeesOf } from '@sauda/contract/money'
import { monthsAfter } from './loan.calendar.ts'

/** What the desk decides about an offer; amounts in paise. */
export type Offer = {
  readonly amount: bigint
  /** Yearly, with at most two decimals. */
  readonly ratePercent: number
  readonly months: number
  readonly fee: bigint
}

/** A month's interest is balance × hundredths of a yearly percent ÷ (12 months × 100 for percent × 100 for hundredths). */
export const monthsShare = 120_000n

/** 12.5 → 1250n: exact, as paise of rupees are. */
export const hundredths = (percent: number): bigint => paiseOf(percent)

/** Quotient of two whole numbers not below zero, half up. */
export function halfUp(numerator: bigint, denominator: bigint): bigint {
  return (2n * numerator + denominator) / (2n * denominator)
}

/**
 * The equal monthly amount that pays off `amount` in `months` at `rate` hundredths of a percent a year:
 * E = P·r·(1+r)ⁿ ÷ ((1+r)ⁿ − 1) with r = rate ÷ 120 000, in whole numbers throughout, half up to the paisa. At rate 0, P ÷ n.
 */
export function equatedInstalment(amount: bigint, rate: bigint, months: number): bigint {
  const count = BigInt(months)
  if (rate === 0n) return halfUp(amount, count)
  const grown = (monthsShare + rate) ** count
  return halfUp(amount * rate * grown, monthsShare * (grown - monthsShare ** count))
}

/** Principal and interest month by month; the last month pays whatever rounding left over. */
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
 * The terms of an offer accepted on the day `from` (docs/decisions/0020-loan-terms.md): instalments due monthly
 * from then on, the fee with the first, APR and everything payable. In rupees, as they travel and are kept.
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
    totalPayable: rupeesOf(payments.reduce((sum, payment) => sum + payment, 0n)),
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

/** The same terms, due from another day on: until it is accepted an offer counts from the day it is read. */
export function dueFrom(terms: LoanTerms, from: string): LoanTerms {
  const schedule = terms.schedule.map((part) => ({ ...part, dueDate: monthsAfter(from, part.number) }))
  return { ...terms, schedule }
}

/**
 * Yearly cost in percent with two decimals: 12 × the monthly rate at which the payments are worth exactly the amount.
 * The only floating point of the room: it is shown and never booked.
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
