import type { Reply } from '@sauda/contract/call'
import { formatRupees, paiseOf } from '@sauda/contract/money'
import type { payoutCalls } from '@sauda/contract/payout'
import type { Payload } from '@sauda/contract/proposal'
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

/** What the bank's answer says, and whose money returns. */
export function describeFailures(
  { payouts, name }: Reply<typeof payoutCalls.batch>,
  { failures }: Payload<'payout.fail'>,
): Pick<Described<'payout.fail'>, 'effects' | 'evidence'> {
  const reasons = new Map(failures.map(({ id, reason }) => [id, reason]))
  const open = payouts.filter(({ _id, status }) => status === 'pending' && reasons.has(_id))
  const rows = open.map((payout) => [
    { text: payout.transactionId, to: addressOf('request', payout._id) },
    clientShown(payout),
    { text: `${payout.payeeName}, ${payout.accountNumber}, ${payout.ifsc}` },
    { text: formatRupees(paiseOf(payout.amount)) },
    { text: reasons.get(payout._id) ?? '' },
  ])
  return {
    effects: open.map(({ clientId, clientName, amount }) => ({
      account: { text: `Balance of ${clientName}`, to: addressOf('client', clientId) },
      amount,
    })),
    evidence: [
      {
        type: 'table',
        id: open.map(({ _id, amount }) => `${_id} ${amount}`).join(),
        title: `Payments of ${name} that the bank’s answer reports as failed and that are still open`,
        columns: ['Withdrawal', 'Client', 'Payee', 'Amount', 'Reason of the bank'],
        rows,
        skipped: 0,
        last: [],
      },
    ],
  }
}
