import type { Journal } from '../ledger/ledger.ts'
import type { RepaymentRow } from './loan.sql.ts'

/** What each verb writes in the ledger (docs/decisions/0020-loan-terms.md). */

/** Lent, and not used yet. */
export function loanAccepted(loan: { readonly id: string; readonly client_id: string }, principal: bigint): Journal {
  return {
    event: 'loan.accepted',
    clientId: loan.client_id,
    causeId: loan.id,
    postings: [{ from: 'loans_receivable', to: 'loan', paise: principal }],
  }
}

/** Interest and fee are the broker's income; principal is what was lent, come back. */
export function loanRepaid(clientId: string, repaymentId: string, paid: RepaymentRow): Journal {
  const { interest, fee, principal, returned } = paid
  return {
    event: 'loan.repaid',
    clientId,
    causeId: repaymentId,
    postings: [
      { from: 'cash', to: 'fees', paise: interest },
      { from: 'cash', to: 'fees', paise: fee },
      { from: 'loan', to: 'loans_receivable', paise: returned },
      { from: 'cash', to: 'loans_receivable', paise: principal - returned },
    ],
  }
}
