import { loanErrors, repaidFromLoan } from '@sauda/contract/money/loan'
import { above, paiseOf } from '@sauda/contract/platform/money'
import type { Loan } from './loan.read.ts'
import type { Funds } from './loan.rules.ts'

export type RepaymentChoice = 'next' | 'whole' | 'part'

/** Paise. `next`: what can be paid of the next instalment, unless `whole`, which closes the loan today and saves `saved` in interest. */
export function repayable(loan: Loan, today: string) {
  const { payoff = 0, outstanding = 0, next } = loan
  const whole = paiseOf(payoff)
  const due = next && (next.dueDate > today ? payableBefore(next.dueDate, loan) : paiseOf(next.amount))
  return { whole, next: due && due < whole ? due : undefined, saved: above(paiseOf(outstanding), whole) }
}

/** Before the due date, only the interest so far and the principal of the instalment. */
function payableBefore(dueDate: string, { terms, principal = 0, firstFromOwn = 0 }: Loan): bigint {
  const later = terms?.schedule.filter((row) => row.dueDate > dueDate) ?? []
  const after = later.reduce((sum, row) => sum + paiseOf(row.principal), 0n)
  return paiseOf(firstFromOwn) + above(paiseOf(principal), after)
}

export function sourcesOf(
  paise: bigint,
  { principal = 0, firstFromOwn = 0 }: Pick<Loan, 'principal' | 'firstFromOwn'>,
  funds: Funds,
): Funds {
  const owed = { principal: paiseOf(principal), firstFromOwn: paiseOf(firstFromOwn) }
  const borrowed = repaidFromLoan(paise, owed, funds.borrowed)
  return { own: paise - borrowed, borrowed }
}

/** The same that the server would answer. */
export function repaymentError(paise: bigint, loan: Loan, funds?: Funds): string | undefined {
  if (paise === 0n) return loanErrors.amountNeeded.message
  if (paise > paiseOf(loan.payoff ?? 0)) return loanErrors.tooMuch.message
  if (!funds || loan.principal === undefined || loan.firstFromOwn === undefined) return undefined
  return sourcesOf(paise, loan, funds).own > funds.own ? loanErrors.insufficient.message : undefined
}
