import { loanErrors, type Loan } from '@sauda/contract/loan'
import { paiseOf } from '@sauda/contract/money'

export type RepaymentChoice = 'next' | 'whole' | 'part'

export type Repayable = {
  /** What is due next, where that is less than everything. */
  readonly next: bigint | undefined
  /** Closes the loan today. */
  readonly whole: bigint
  /** Interest of months to come that paying off today spares. */
  readonly saved: bigint
}

export function repayable({
  payoff = 0,
  outstanding = 0,
  next,
}: Pick<Loan, 'payoff' | 'outstanding' | 'next'>): Repayable {
  const whole = paiseOf(payoff)
  const due = next && paiseOf(next.amount)
  const saved = paiseOf(outstanding) - whole
  return { whole, next: due !== undefined && due < whole ? due : undefined, saved: saved > 0n ? saved : 0n }
}

/** Why this amount cannot be a repayment, or undefined: it can. */
export function repaymentFault(paise: bigint, whole: bigint): string | undefined {
  if (paise === 0n) return loanErrors.amountNeeded.message
  return paise > whole ? loanErrors.tooMuch.message : undefined
}
