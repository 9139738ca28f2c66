import { loanErrors } from '@sauda/contract/money/loan'
import { paiseOf } from '@sauda/contract/platform/money'
import type { Loan } from './loan.read.ts'
import type { Funds } from './loan.rules.ts'

export type RepaymentChoice = 'next' | 'whole' | 'part'

/** Paise. `next`: the next instalment, if it is less than `whole`, which closes the loan today and saves `saved` in interest. */
export function repayable({ payoff = 0, outstanding = 0, next }: Pick<Loan, 'payoff' | 'outstanding' | 'next'>) {
  const whole = paiseOf(payoff)
  const due = next && paiseOf(next.amount)
  const saved = paiseOf(outstanding) - whole
  return { whole, next: due !== undefined && due < whole ? due : undefined, saved: saved > 0n ? saved : 0n }
}

/** The same that the server would answer. */
export function repaymentError(
  paise: bigint,
  loan: Pick<Loan, 'payoff' | 'principal' | 'firstFromOwn'>,
  funds?: Funds,
): string | undefined {
  if (paise === 0n) return loanErrors.amountNeeded.message
  if (paise > paiseOf(loan.payoff ?? 0)) return loanErrors.tooMuch.message
  if (!funds || loan.principal === undefined || loan.firstFromOwn === undefined) return undefined
  // Interest and fee come only from own money, the principal from unused loan money first.
  const first = paiseOf(loan.firstFromOwn)
  const afterFirst = paise > first ? paise - first : 0n
  const borrowed = [afterFirst, paiseOf(loan.principal), funds.borrowed].reduce((least, each) =>
    each < least ? each : least,
  )
  return paise - borrowed > funds.own ? loanErrors.insufficient.message : undefined
}
