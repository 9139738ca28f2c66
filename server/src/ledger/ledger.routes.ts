import { ledgerCalls, ledgerRules } from '@sauda/contract/ledger'
import type { House } from '../house.ts'
import { adjustments, approveAdjustment, rejectAdjustment, requestAdjustment } from './adjustment.ts'
import { createBooks } from './books.ts'
import type { BooksCheck, BooksState } from './books.ts'
import { entriesOf } from './entries.ts'
import { once, sweepKeys } from './once.ts'

/** `checks` come from the rooms whose rows stand behind the entries; answers what the last check found. */
export function ledgerRoutes(house: House, checks: readonly BooksCheck[]): () => BooksState {
  const { mount, db, log, every } = house
  const books = createBooks(db, log, checks)

  mount(ledgerCalls.books, books.check)
  mount(ledgerCalls.entries, ({ params, query }) => entriesOf(db, params.clientId, query.before))
  mount(ledgerCalls.statement, ({ client, query }) => entriesOf(db, client.id, query.before))

  mount(ledgerCalls.adjustments, () => adjustments(db))
  mount(ledgerCalls.requestAdjustment, (given) => once(db, given, (tx) => requestAdjustment(house, tx, given)))
  mount(ledgerCalls.approveAdjustment, (given) =>
    once(db, given, (tx) => approveAdjustment(house, tx, { ...given, adjustmentId: given.params.adjustmentId })),
  )
  mount(ledgerCalls.rejectAdjustment, (given) =>
    once(db, given, (tx) => rejectAdjustment(house, tx, { ...given, adjustmentId: given.params.adjustmentId })),
  )

  every(ledgerRules.checkMilliseconds, 'books', () => books.checkIfRested())
  every(ledgerRules.sweepMilliseconds, 'old idempotency keys', () => sweepKeys(db))
  return books.state
}
