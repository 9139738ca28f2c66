import type { AppContext } from './app-context.ts'
import type { BooksCheck } from './app-core.ts'
import { closeProposal } from '../money/bank-day/bank-day.close.ts'
import { bankDayRoutes } from '../money/bank-day/bank-day.routes.ts'
import { statementDifference } from '../money/bank-day/bank-day.statement.ts'
import { bankRoutes } from '../money/bank/bank.ts'
import { brokerBankProposals, brokerBankRoutes } from '../money/broker-bank/broker-bank.ts'
import { openingProposals } from '../money/broker-bank/opening.ts'
import { chargeRoutes } from '../money/charge/charge.ts'
import { offerProposal } from '../money/loan/loan.desk.ts'
import { loanRoutes } from '../money/loan/loan.routes.ts'
import { layoutProposal as payoutLayoutProposal } from '../money/payout/payout.file.ts'
import { payoutProposals } from '../money/payout/payout.plan.ts'
import { payoutRoutes } from '../money/payout/payout.routes.ts'
import { creditProposal } from '../money/reconciliation/reconciliation.approve.ts'
import { bookingProposals } from '../money/reconciliation/reconciliation.book.ts'
import type { BankContext } from '../money/reconciliation/reconciliation.context.ts'
import { layoutProposal as statementLayoutProposal } from '../money/reconciliation/reconciliation.layout.ts'
import { reconciliationRoutes } from '../money/reconciliation/reconciliation.routes.ts'
import { statementProposals } from '../money/reconciliation/reconciliation.statement.ts'
import { reversalProposals } from '../money/reconciliation/reconciliation.undo.ts'
import { walletRoutes } from '../money/wallet/wallet.routes.ts'
// From other groups:
import { returnClosure } from '../client/closure/closure.ts'
import { releasable } from '../trading/clearing/releasable.ts'

/** Wallet, bank details, charges and loans; the broker's bank accounts, reconciliation, payouts and the day close. */
export async function mountMoney(context: AppContext, books: BooksCheck) {
  bankRoutes(context)
  walletRoutes(context)
  loanRoutes(context)
  chargeRoutes(context)
  await brokerBankRoutes(context, statementDifference)
  bankDayRoutes(context, () => books.check().then(books.state))
  const bank: BankContext = {
    ...context,
    returnClosure: (tx, payment) => returnClosure(context, tx, payment),
    releasable,
  }
  reconciliationRoutes(bank)
  payoutRoutes(context)
  return {
    ...brokerBankProposals(context),
    ...openingProposals(context),
    'bank-day.close': closeProposal(context, books.state),
    'loan.offer': offerProposal(context),
    'payout-layout.change': payoutLayoutProposal(context),
    'receipt.credit': creditProposal(context),
    'statement-layout.change': statementLayoutProposal(context),
    ...statementProposals(context),
    ...bookingProposals(bank),
    ...reversalProposals(bank),
    ...payoutProposals(context),
  }
}
