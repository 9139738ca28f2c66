import type { Journal } from '../../core/ledger/ledger.ts'
import type { RepaymentRow } from './loan.sql.ts'

/** docs/decisions/0020-loan-terms.md */

export const loanAccepted = (
  loan: { readonly id: string; readonly client_id: string },
  principal: bigint,
): Journal => ({
  event: 'loan.accepted',
  clientId: loan.client_id,
  causeId: loan.id,
  postings: [{ from: 'loans_receivable', to: 'loan', paise: principal }],
})

/** Interest and fee are income, the GST in the fee a liability; principal reduces the loan. */
export function loanRepaid(clientId: string, repaymentId: string, paid: RepaymentRow): Journal {
  const { interest, fee, gst, principal, returned } = paid
  return {
    event: 'loan.repaid',
    clientId,
    causeId: repaymentId,
    postings: [
      { from: 'cash', to: 'fees', paise: interest },
      { from: 'cash', to: 'fees', paise: fee - gst },
      { from: 'cash', to: 'gst', paise: gst },
      { from: 'loan', to: 'loans_receivable', paise: returned },
      { from: 'cash', to: 'loans_receivable', paise: principal - returned },
    ],
  }
}
