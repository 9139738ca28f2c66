import { ledgerCalls, ledgerRules } from '@sauda/contract/ledger'
import type { LedgerContext, RouteContext } from '../app-context.ts'
import { adjustment, adjustments, approveAdjustment, rejectAdjustment, requestAdjustment } from './adjustment.ts'
import { createBooks, type BooksState } from './books.ts'
import { entriesOf } from './entries.ts'
import { runIdempotent, deleteExpiredKeys } from '../idempotency/idempotency.ts'

/** Returns the state of the last books check. */
export function ledgerRoutes(
  context: RouteContext & LedgerContext,
  checks: Parameters<typeof createBooks>[2],
): () => BooksState {
  const { mount, db, log, every } = context
  const books = createBooks(db, log, checks)

  mount(ledgerCalls.books, books.check)
  mount(ledgerCalls.entries, ({ params, query }) => entriesOf(db, params.clientId, query.before))
  mount(ledgerCalls.statement, ({ client, query }) => entriesOf(db, client.id, query.before))

  mount(ledgerCalls.adjustments, () => adjustments(db))
  mount(ledgerCalls.adjustment, ({ params }) => adjustment(db, params.adjustmentId))
  mount(ledgerCalls.requestAdjustment, (given) =>
    runIdempotent(db, given, (tx) => requestAdjustment(context, tx, given)),
  )
  mount(ledgerCalls.approveAdjustment, (given) =>
    runIdempotent(db, given, (tx) =>
      approveAdjustment(context, tx, { ...given, adjustmentId: given.params.adjustmentId }),
    ),
  )
  mount(ledgerCalls.rejectAdjustment, (given) =>
    runIdempotent(db, given, (tx) =>
      rejectAdjustment(context, tx, { ...given, adjustmentId: given.params.adjustmentId }),
    ),
  )

  every(ledgerRules.checkMilliseconds, 'books', () => books.checkIfDue())
  every(ledgerRules.sweepMilliseconds, 'old idempotency keys', () => deleteExpiredKeys(db))
  return books.state
}
