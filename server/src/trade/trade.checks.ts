import type { BooksCheck } from '../ledger/books.ts'
import { wrongInvested, wrongPositions, wrongRealised, wrongTradeJournals } from './trade.checks.sql.ts'

/** What the trades say of the ledger. */
export const tradeChecks: readonly BooksCheck[] = [wrongInvested, wrongRealised, wrongPositions, wrongTradeJournals]
