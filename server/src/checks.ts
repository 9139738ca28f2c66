import { wrongApprovals } from './charge/charge.checks.sql.ts'
import type { BooksCheck } from './ledger/books.ts'
import { wrongLoanJournals, wrongReceivables, wrongUnused } from './loan/loan.checks.sql.ts'
import { wrongMatches } from './reconciliation/reconciliation.checks.sql.ts'
import { wrongInvested, wrongPositions, wrongRealised, wrongTradeJournals } from './trade/trade.checks.sql.ts'
import { wrongRequests, wrongWithheld } from './wallet/wallet.checks.sql.ts'

/** Every comparison of a feature's rows with the ledger, for the server and for `npm run books`. */
export const bookChecks: readonly BooksCheck[] = [
  wrongWithheld,
  wrongRequests,
  wrongReceivables,
  wrongUnused,
  wrongLoanJournals,
  wrongApprovals,
  wrongInvested,
  wrongRealised,
  wrongPositions,
  wrongTradeJournals,
  wrongMatches,
]
