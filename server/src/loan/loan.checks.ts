import type { BooksCheck } from '../ledger/books.ts'
import { wrongLoanJournals, wrongReceivables, wrongUnused } from './loan.checks.sql.ts'

/** What the loans say of the ledger. */
export const loanChecks: readonly BooksCheck[] = [wrongReceivables, wrongUnused, wrongLoanJournals]
