import type { Loan, LoanStatus } from '@sauda/contract/loan'
import type { StatusTone } from '@sauda/ui/badge'

/** How a client stands with loans (specification, section 4, loan lifecycle). */
export type LoanStanding = 'none' | 'applied' | 'pending' | 'active'

type Seen = Pick<Loan, '_id' | 'status' | 'userAccepted'>

/** Loans that are over, paid off or refused, stand in nobody's way: to the rules below they do not exist. */
export function openLoans<One extends Seen>(loans: readonly One[]): One[] {
  return loans.filter(({ status }) => status !== 'closed' && status !== 'rejected')
}

/** `submittedId`: of a request the server has taken and the list may not show yet. */
export function standingOf(loans: readonly Seen[], submittedId?: string): LoanStanding {
  const open = openLoans(loans)
  if (open.some((loan) => loan.status === 'admin_approved' && !loan.userAccepted)) return 'pending'
  if (open.some((loan) => loan.userAccepted)) return 'active'
  const isUnseen = submittedId !== undefined && loans.every((loan) => loan._id !== submittedId)
  return open.length > 0 || isUnseen ? 'applied' : 'none'
}

export type LoanView = 'ask' | 'exists' | 'applied' | 'pending'

/** Which view the loan modal shows. */
export function viewOf(standing: LoanStanding, hasLoan: boolean): LoanView {
  if (standing === 'applied' || standing === 'pending') return standing
  return hasLoan || standing === 'active' ? 'exists' : 'ask'
}

export type LoanBanner = {
  readonly badge: 'Pending' | 'Applied' | 'Active' | undefined
  readonly button: { readonly label: 'Apply Now' | 'View Status'; readonly disabled: boolean } | undefined
}

const badges = { none: undefined, pending: 'Pending', applied: 'Applied', active: 'Active' } as const

/** The banner, or undefined: it does not show. */
export function bannerOf(loans: readonly Seen[], standing: LoanStanding): LoanBanner | undefined {
  const [first] = openLoans(loans)
  if (first && first.status !== 'pending') return undefined
  return {
    badge: badges[standing],
    button: first
      ? undefined
      : {
          label: standing === 'none' ? 'Apply Now' : 'View Status',
          disabled: standing === 'pending' || standing === 'applied',
        },
  }
}

/** The last 6 characters of _id in upper case. */
export const loanName = (id: string): string => id.slice(-6).toUpperCase()

/** What a client reads beside a loan: an offer not accepted yet is Pending. */
export const statusWords = {
  pending: { words: 'Pending', tone: 'warn' },
  admin_approved: { words: 'Pending', tone: 'warn' },
  approved: { words: 'Approved', tone: 'success' },
  closed: { words: 'Closed', tone: 'neutral' },
  rejected: { words: 'Rejected', tone: 'error' },
} as const satisfies Record<LoanStatus, { words: string; tone: StatusTone }>
