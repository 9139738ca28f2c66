import type { BooksCheck } from '../ledger/books.ts'
import { wrongRequests, wrongWithheld } from './wallet.checks.sql.ts'

/** What the wallet's own rows say of the ledger. */
export const walletChecks: readonly BooksCheck[] = [wrongWithheld, wrongRequests]
