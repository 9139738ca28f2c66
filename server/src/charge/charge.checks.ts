import type { BooksCheck } from '../ledger/books.ts'
import { wrongApprovals } from './charge.checks.sql.ts'

/** What the charges say of the ledger. */
export const chargeChecks: readonly BooksCheck[] = [wrongApprovals]
