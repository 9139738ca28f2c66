import type { LoanTerms } from '@sauda/contract/money/loan'
import { above, least, paiseOf, sum } from '@sauda/contract/platform/money'
import { dayNumber, halfUp, hundredths, monthsShare } from './loan.terms.ts'

/** Paid on one day, in paise. */
export type PaidDay = {
  readonly on: string
  readonly interest: bigint
  readonly fee: bigint
  readonly principal: bigint
}

/** The GST in the next `fee` paise paid of the fee; all parts add up to the GST of the whole fee. */
export function gstOfFee({ terms, paid }: Pick<Loan, 'terms' | 'paid'>, fee: bigint): bigint {
  const whole = paiseOf(terms.fee)
  if (whole === 0n) return 0n
  const before = sum(paid.map((day) => day.fee))
  const upTo = (paise: bigint) => (paiseOf(terms.feeGst ?? 0) * paise) / whole
  return upTo(before + fee) - upTo(before)
}

/** Owed on a running loan, in paise. */
export type Owed = {
  /** The client's balance in loans_receivable. */
  readonly principal: bigint
  /** Accrued and unpaid. */
  readonly interest: bigint
  readonly fee: bigint
  readonly feeIsDue: boolean
  /** Closes the loan today. */
  readonly payoff: bigint
  /** Remaining payments if every instalment is paid on its due date. */
  readonly outstanding: bigint
  /** What of it each instalment of the schedule still needs. */
  readonly left: readonly bigint[]
  /** The earliest unpaid due date and the amount due by then. */
  readonly next: { readonly dueDate: string; readonly amount: bigint } | undefined
}

type Loan = { readonly terms: LoanTerms; readonly acceptedOn: string; readonly paid: readonly PaidDay[] }

/** Days with the same balance. */
type BalancePeriod = { from: number; to: number; balance: bigint }

/** One month of the schedule, with its interest accrued so far and in full. */
type Month = { dueDate: string; isOver: boolean; before: bigint; after: bigint; interestNow: bigint; interest: bigint }

/**
 * The amounts owed on the day `today` (docs/decisions/0020-loan-terms.md). Interest accrues daily on the smaller of
 * the actual and the scheduled balance: paying early saves interest, paying late costs none.
 */
export function owedOn(loan: Loan, today: string): Owed {
  const months = monthsOf(loan, dayNumber(today))
  const principal = paiseOf(loan.terms.amount) - sum(loan.paid.map((day) => day.principal))
  const interestPaid = sum(loan.paid.map((day) => day.interest))
  const fee = paiseOf(loan.terms.fee) - sum(loan.paid.map((day) => day.fee))
  const interest = sum(months.map((month) => month.interestNow)) - interestPaid

  const unpaidBy = (count: number) => {
    const charged = sum(months.slice(0, count).map((month) => month.interest))
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
    left: months.map((_, index) => unpaidBy(index + 1) - (index > 0 ? unpaidBy(index) : 0n)),
    next:
      first < 0 ? undefined : { dueDate: months[first]?.dueDate ?? '', amount: unpaidBy(Math.max(first + 1, past)) },
  }
}

function monthsOf({ terms, acceptedOn, paid }: Loan, today: number): Month[] {
  const rate = hundredths(terms.ratePercent)
  const periods = balancePeriods(paiseOf(terms.amount), dayNumber(acceptedOn), paid)
  let from = dayNumber(acceptedOn)
  let before = paiseOf(terms.amount)
  return terms.schedule.map(({ dueDate, principal }) => {
    const to = dayNumber(dueDate)
    const after = before - paiseOf(principal)
    const interestBy = (day: number) =>
      halfUp(rate * paiseDays(periods, before, from, Math.min(day, to)), monthsShare * BigInt(to - from))
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

function balancePeriods(amount: bigint, from: number, paid: readonly PaidDay[]): BalancePeriod[] {
  const periods: BalancePeriod[] = [{ from, to: Infinity, balance: amount }]
  for (const { on, principal } of paid) {
    const last = periods.at(-1)
    if (!last) continue
    last.to = dayNumber(on)
    periods.push({ from: last.to, to: Infinity, balance: last.balance - principal })
  }
  return periods
}

/** Balance × days from `from` up to `to`, with the balance capped at `most`. */
const paiseDays = (periods: readonly BalancePeriod[], most: bigint, from: number, to: number): bigint =>
  sum(
    periods.map((period) => {
      const days = Math.min(to, period.to) - Math.max(from, period.from)
      return days > 0 ? BigInt(days) * least(period.balance, most) : 0n
    }),
  )

/** The part of the payoff that only own money pays. */
export const firstFromOwn = ({ interest, fee, feeIsDue }: Owed): bigint => interest + (feeIsDue ? fee : 0n)

/** In paise. */
export type Split = { readonly interest: bigint; readonly fee: bigint; readonly principal: bigint }

/** A due fee, accrued interest, principal, then a fee not yet due. `amount` is at most the payoff. */
export function splitPayment(owed: Pick<Owed, keyof Split | 'feeIsDue'>, amount: bigint): Split {
  let left = amount
  const take = (most: bigint) => {
    const taken = least(left, most)
    left -= taken
    return taken
  }
  const feeNow = take(owed.feeIsDue ? owed.fee : 0n)
  const interest = take(owed.interest)
  const principal = take(owed.principal)
  return { interest, principal, fee: feeNow + take(owed.fee - feeNow) }
}
