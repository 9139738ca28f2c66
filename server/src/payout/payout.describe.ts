import type { Reply } from '@sauda/contract/call'
import { formatRupees, paiseOf } from '@sauda/contract/money'
import type { payoutCalls } from '@sauda/contract/payout'
import { addressOf } from '@sauda/contract/proposal-field'
import { clientShown, type Described } from '../approval/review.ts'

/** Every payee of a batch; `paid`: its money would leave the bank account. */
export function describeBatch(
  { payouts, bankName, bankId, open, layoutName }: Reply<typeof payoutCalls.batch>,
  paid: boolean,
): Pick<Described<'payout.release'>, 'effects' | 'evidence'> {
  const listed = payouts.filter(({ status }) => status === 'pending')
  const rows = listed.map((payout) => [
    { text: payout.transactionId, to: addressOf('request', payout._id) },
    clientShown(payout),
    { text: payout.payeeName },
    { text: `${payout.accountNumber}, ${payout.ifsc}` },
    { text: formatRupees(paiseOf(payout.amount)) },
  ])
  const account = { text: `Bank account ${bankName}`, to: addressOf('bankAccount', bankId) }
  return {
    effects: paid ? [{ account, amount: -open.amount }] : [],
    evidence: [
      {
        type: 'table',
        id: listed.map(({ _id, amount, accountNumber }) => `${_id} ${amount} ${accountNumber}`).join(),
        title: `${listed.length} ${listed.length === 1 ? 'payment' : 'payments'} in the layout ${layoutName}${paid ? '' : ', which would return to the queue'}`,
        columns: ['Withdrawal', 'Client', 'Payee', 'Account', 'Amount'],
        rows,
        skipped: 0,
        last: [],
      },
    ],
  }
}
