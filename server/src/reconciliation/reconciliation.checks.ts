import type { BooksCheck } from '../ledger/books.ts'
import { wrongMatches } from './reconciliation.checks.sql.ts'

/** What the bank says of the ledger. */
export const reconciliationChecks: readonly BooksCheck[] = [wrongMatches]
