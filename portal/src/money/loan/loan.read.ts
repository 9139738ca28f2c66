import type { Loan as FullLoan } from '@sauda/contract/money/loan'
import { givenList, givenRupees, givenText, givenWord } from '../../shell/given.ts'

/** The specification does not name the time of a loan. */
export type Loan = Omit<FullLoan, 'createdAt'> & Partial<Pick<FullLoan, 'createdAt'>>

/** An accepted offer is an active loan, whatever its status is called. */
export function loansOf(answer: unknown): Loan[] {
  return givenList<FullLoan>(answer).map((given) => {
    const userAccepted = given.userAccepted === true
    const status = givenWord(given.status, ['pending', 'admin_approved', 'approved', 'closed', 'rejected'], 'pending')
    return {
      ...given,
      _id: givenText(given._id),
      status: userAccepted && status === 'admin_approved' ? 'approved' : status,
      userAccepted,
      total: givenRupees(given.total),
    }
  })
}
