import { chargeChecks } from './charge/charge.checks.ts'
import type { BooksCheck } from './ledger/books.ts'
import { loanChecks } from './loan/loan.checks.ts'
import { reconciliationChecks } from './reconciliation/reconciliation.checks.ts'
import { tradeChecks } from './trade/trade.checks.ts'
import { walletChecks } from './wallet/wallet.checks.ts'

/** What each room compares with the ledger; for the server and for `npm run books`. */
export const bookChecks: readonly BooksCheck[] = [
  ...walletChecks,
  ...loanChecks,
  ...chargeChecks,
  ...tradeChecks,
  ...reconciliationChecks,
]
