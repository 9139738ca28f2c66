import { ledgerCalls, ledgerRules } from '@sauda/contract/core/ledger'
import type { AppContext } from '../../app/app-context.ts'
import { adjustment, adjustments, approveAdjustment, rejectAdjustment, requestAdjustment } from './adjustment.ts'
import { createBooks } from './books.ts'
import { accountEntries, entriesOf, worthOf } from './ledger.ts'
import { deleteExpiredKeys } from '../idempotency/idempotency.ts'

/** Returns the checks of the books, and the state of the last one. */
export function ledgerRoutes(
  context: AppContext,
  checks: Parameters<typeof createBooks>[2],
  onDifference: Parameters<typeof createBooks>[3],
): Pick<ReturnType<typeof createBooks>, 'check' | 'state'> {
  const { mount, mountCommand, db, log, every } = context
  const books = createBooks(db, log, checks, onDifference)

  mount(ledgerCalls.books, books.check)
  mount(ledgerCalls.entries, ({ params, query }) => entriesOf(db.historyReader(), params.clientId, query.before))
  mount(ledgerCalls.accountEntries, ({ params, query }) =>
    accountEntries(db.historyReader(), params.account, query.before),
  )
  mount(ledgerCalls.statement, ({ client, query }) => entriesOf(db.historyReader(), client.id, query.before))

  mount(ledgerCalls.worth, ({ client }) => worthOf(db.historyReader(), client.id))

  mount(ledgerCalls.adjustments, () => adjustments(db))
  mount(ledgerCalls.adjustment, ({ params }) => adjustment(db, params.adjustmentId))
  mountCommand(ledgerCalls.requestAdjustment, (tx, given) => requestAdjustment(context, tx, given))
  mountCommand(ledgerCalls.approveAdjustment, (tx, given) =>
    approveAdjustment(context, tx, { ...given, ...given.params }),
  )
  mountCommand(ledgerCalls.rejectAdjustment, (tx, given) =>
    rejectAdjustment(context, tx, { ...given, ...given.params }),
  )

  every(ledgerRules.checkMilliseconds, 'books', () => books.checkIfDue())
  every(ledgerRules.sweepMilliseconds, 'old idempotency keys', () => deleteExpiredKeys(db))
  return books
}
