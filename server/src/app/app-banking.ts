import type { AppContext } from './app-context.ts'
import type { BooksCheck } from './app-core.ts'
import { closeProposal } from '../banking/bank-day/bank-day.close.ts'
import { bankDayRoutes } from '../banking/bank-day/bank-day.routes.ts'
import { statementDifference } from '../banking/bank-day/bank-day.statement.ts'
import { brokerBankProposals, brokerBankRoutes } from '../banking/broker-bank/broker-bank.ts'
import { openingProposals } from '../banking/broker-bank/opening.ts'
import { layoutProposal as payoutLayoutProposal } from '../banking/payout/payout.file.ts'
import { payoutRoutes } from '../banking/payout/payout.routes.ts'
import { payoutProposals, type PayoutContext } from '../banking/payout/payout.plan.ts'
import { creditProposal } from '../banking/reconciliation/reconciliation.approve.ts'
import type { BankContext } from '../banking/reconciliation/reconciliation.context.ts'
import { bookingProposals } from '../banking/reconciliation/reconciliation.book.ts'
import { reversalProposals } from '../banking/reconciliation/reconciliation.undo.ts'
import { layoutProposal as statementLayoutProposal } from '../banking/reconciliation/reconciliation.layout.ts'
import { reconciliationRoutes } from '../banking/reconciliation/reconciliation.routes.ts'
import { statementProposals } from '../banking/reconciliation/reconciliation.statement.ts'
// From other groups:
import { returnClosure } from '../client/closure/closure.ts'
import { approve as approveCharge } from '../money/charge/charge.ts'
import { obstacleOf } from '../money/wallet/wallet.alone.ts'
import { approve as approveRequest, reject as rejectRequest } from '../money/wallet/wallet.decide.ts'
import {
  batchCandidates,
  planRelease,
  planRemoval,
  removeFromBatch,
  reserveForBatch,
  settleFunds,
} from '../money/wallet/wallet.batch.ts'
import { addReceipt } from '../money/wallet/wallet.ts'
import { releasable } from '../trading/clearing/releasable.ts'

/** The broker's bank accounts, reconciliation, payouts and the day close. */
export async function mountBanking(context: AppContext, books: BooksCheck) {
  await brokerBankRoutes(context, statementDifference)
  bankDayRoutes(context, () => books.check().then(books.state))
  const bank = { ...context, approvals: bankApprovals(context), releasable }
  reconciliationRoutes(bank)
  const payout = { ...context, requests: payoutRequests(context) }
  payoutRoutes(payout, (tx, funds) => settleFunds(context, tx, funds))
  return {
    ...brokerBankProposals(context),
    ...openingProposals(context),
    'bank-day.close': closeProposal(context, books.state),
    'receipt.credit': creditProposal(bank),
    'statement-layout.change': statementLayoutProposal(context),
    ...statementProposals(context),
    ...bookingProposals(bank),
    ...reversalProposals(bank),
    ...payoutProposals(payout),
    'payout-layout.change': payoutLayoutProposal(context),
  }
}

/** The approvals from a bank line. */
const bankApprovals = (context: AppContext): BankContext['approvals'] => ({
  approve: async (tx, { kind, entered, ...decision }) => {
    if (kind !== 'charge') return approveRequest(context, tx, { ...decision, fromBank: true })
    const { id: chargeId, operator, ip, lineId } = decision
    await approveCharge(context, tx, { chargeId, operator, ip, lineId, shownId: entered ?? undefined })
    return { waitsForSecond: false }
  },
  obstacle: (sql, request) => obstacleOf(context, sql, request),
  addReceipt,
  returned: (tx, { operator, ip, ...payment }) => returnClosure(context, tx, { ...payment, by: { operator, ip } }),
})

/** The wallet commands of payout batches. */
const payoutRequests = (context: AppContext): PayoutContext['requests'] => ({
  candidates: (operator) => batchCandidates(context, operator),
  reserve: (tx, batch) => reserveForBatch(context, tx, batch),
  planRelease: (reading, batch) => planRelease(context, reading, batch),
  planRemoval: (reading, batch) => planRemoval(context, reading, batch),
  remove: (tx, payments) => removeFromBatch(context, tx, payments),
  pay: (tx, payment) => approveRequest(context, tx, { ...payment, fromBank: true }),
  fail: (tx, payment) => rejectRequest(context, tx, { ...payment, fromBank: true }),
})
