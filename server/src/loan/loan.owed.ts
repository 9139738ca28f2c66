import type { LoanTerms } from '@sauda/contract/loan'
import { paiseOf } from '@sauda/contract/money'
import { dayNumber } from './loan.calendar.ts'
import { halfUp, hundredths, monthsShare } from './loan.terms.ts'

/** What was paid on one day, in paise. */
export type PaidDay = {
  readonly on: string
  readonly interest: bigint
  readonly fee: bigint
  readonly principal: bigint
}

/** What a running loan owes, in paise. */
export type Owed = {
  /** Lent and not paid back: the client's part of loans_receivable. */
  readonly principal: bigint
  /** Of the days so far, not yet paid. */
  readonly interest: bigint
  readonly fee: bigint
  readonly feeIsDue: boolean
  /** Closes the loan today. */
  readonly payoff: bigint
  /** Closes it when every instalment is paid on its day. */
  readonly outstanding: bigint
  /** The first day with something unpaid, and what is to be paid for nothing to be due. */
  readonly next: { readonly dueDate: string; readonly amount: bigint } | undefined
}

type Loan = { readonly terms: LoanTerms; readonly acceptedOn: string; readonly paid: readonly PaidDay[] }

/** A stretch of days during which the balance stayed the same. */
type Stretch = { from: number; to: number; balance: bigint }

/** One month of the schedule, with what it costs by now and by its end. */
type Month = { dueDate: string; isOver: boolean; before: bigint; after: bigint; interestNow: bigint; interest: bigint }

/**
 * What is owed on the day `today` (docs/decisions/0020-loan-terms.md). Interest is counted by the day on the smaller of
 * what is owed and what the schedule says would be: paying early saves interest, paying late costs none.
 */
export function owedOn(loan: Loan, today: string): Owed {
  const months = monthsOf(loan, dayNumber(today))
  const principal = paiseOf(loan.terms.amount) - total(loan.paid.map((day) => day.principal))
  const interestPaid = total(loan.paid.map((day) => day.interest))
  const fee = paiseOf(loan.terms.fee) - total(loan.paid.map((day) => day.fee))
  const interest = total(months.map((month) => month.interestNow)) - interestPaid

  const unpaidBy = (count: number) => {
    const charged = total(months.slice(0, count).map((month) => month.interest))
    return above(principal, months[count - 1]?.after ?? principal) + above(charged, interestPaid) + fee
  }
  const past = months.filter((month) => month.isOver).length
  const first = months.findIndex((_, index) => unpaidBy(index + 1) > 0n)
  return {
    principal,
    interest,
    fee,
    feeIsDue: past > 0,
    payoff: principal + interest + fee,
    outstanding: unpaidBy(months.length),
    next:
      first < 0 ? undefined : { dueDate: months[first]?.dueDate ?? '', amount: unpaidBy(Math.max(first + 1, past)) },
  }
}

function monthsOf({ terms, acceptedOn, paid }: Loan, today: number): Month[] {
  const rate = hundredths(terms.ratePercent)
  const stretches = stretchesOf(paiseOf(terms.amount), dayNumber(acceptedOn), paid)
  let from = dayNumber(acceptedOn)
  let before = paiseOf(terms.amount)
  return terms.schedule.map(({ dueDate, principal }) => {
    const to = dayNumber(dueDate)
    const after = before - paiseOf(principal)
    const interestBy = (day: number) =>
      halfUp(rate * paiseDays(stretches, before, from, Math.min(day, to)), monthsShare * BigInt(to - from))
    const month = {
      dueDate,
      isOver: to <= today,
      before,
      after,
      interestNow: interestBy(today),
      interest: interestBy(to),
    }
    from = to
    before = after
    return month
  })
}

function stretchesOf(amount: bigint, from: number, paid: readonly PaidDay[]): Stretch[] {
  const stretches: Stretch[] = [{ from, to: Infinity, balance: amount }]
  for (const { on, principal } of paid) {
    const last = stretches.at(-1)
    if (!last) continue
    last.to = dayNumber(on)
    stretches.push({ from: last.to, to: Infinity, balance: last.balance - principal })
  }
  return stretches
}

/** Balance × days over the days from `from` up to `to`, counting no balance above `most`. */
function paiseDays(stretches: readonly Stretch[], most: bigint, from: number, to: number): bigint {
  return total(
    stretches.map((stretch) => {
      const days = Math.min(to, stretch.to) - Math.max(from, stretch.from)
      return days > 0 ? BigInt(days) * smaller(stretch.balance, most) : 0n
    }),
  )
}

const total = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n)
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)
/** How far `a` is above `b`; 0 where it is not. */
const above = (a: bigint, b: bigint): bigint => (a > b ? a - b : 0n)

/** How a payment is spent, in paise. */
export type Split = { readonly interest: bigint; readonly fee: bigint; readonly principal: bigint }

/** The fee once it is due, interest to date, principal, and last a fee that is not due yet. At most the payoff can be spent. */
export function splitPayment(owed: Owed, amount: bigint): Split {
  let left = amount
  const take = (most: bigint) => {
    const taken = smaller(left, most)
    left -= taken
    return taken
  }
  const feeNow = take(owed.feeIsDue ? owed.fee : 0n)
  const interest = take(owed.interest)
  const principal = take(owed.principal)
  return { interest, principal, fee: feeNow + take(owed.fee - feeNow) }
}
