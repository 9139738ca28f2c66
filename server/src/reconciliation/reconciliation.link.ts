import { AppError, type ErrorDefinition } from '@sauda/contract/error'
import { insufficientBalance, type LedgerEvent } from '@sauda/contract/ledger'
import { lineBookingErrors, type LinkKind } from '@sauda/contract/line-booking'
import { reconciliationErrors } from '@sauda/contract/reconciliation'
import type { ReconciliationContext } from '../app-context.ts'
import { bookingOfLine } from '../ledger/bank-account.ts'
import { insertLink, type LinkFault } from '../ledger/bank-link.sql.ts'
import { figuresOf, post, postHouse, type Posting } from '../ledger/ledger.ts'
import { throwUsed } from '../ledger/reference.ts'
import { requireRow, type Tx } from '../platform/db.ts'
import { newId } from '../platform/id.ts'
import { referenceOf } from './reconciliation.match.sql.ts'
import { bookedMail } from './reconciliation.mail.ts'

/** What a bank line explains, and what it books: nothing for a payment whose approval has booked it. */
export type Link = {
  readonly kind: LinkKind
  /** Paise of the line; below zero for what a payment has beyond it. */
  readonly amount: bigint
  readonly how?: number
  readonly paymentId?: string
  readonly returnsId?: string
  /** Whose journal it is; the broker's own without one. */
  readonly clientId?: string
  readonly event?: LedgerEvent
  readonly postings?: readonly Posting[]
}

type LinkedBy = {
  readonly lineId: string
  /** For the books; absent for a match. */
  readonly reason?: string
  readonly requestedBy: string
  readonly operatorId: string
}

const faults: Record<Exclude<LinkFault, 'reference'>, ErrorDefinition> = {
  explained: reconciliationErrors.changed,
  payment: lineBookingErrors.notLate,
  returned: lineBookingErrors.alreadyReturned,
}

/**
 * Links a bank line to what it explains, reserves the bank's reference for it and books its entries in the bank account and
 * on the day of the line. Every operator's decision about a line ends here; returns the id of the link.
 */
export async function linkLine(
  context: ReconciliationContext,
  tx: Tx,
  { event, postings = [], ...link }: Link,
  { lineId, reason, requestedBy, operatorId }: LinkedBy,
): Promise<string> {
  const id = newId()
  const fault = await insertLink(tx, { how: 5, ...link, id, lineId, reason, requestedBy, linkedBy: operatorId })
  if (fault === 'reference') await throwUsed(tx, await requireRow(referenceOf(tx, lineId)), link.paymentId ?? id)
  else if (fault !== null) throw new AppError(faults[fault])
  if (event && postings.length > 0)
    await bookLine(context, tx, { id, lineId, event, postings, clientId: link.clientId, reason: reason ?? '' })
  return id
}

export type LineBookingEntries = {
  /** Of the link. */
  readonly id: string
  readonly lineId: string
  readonly event: LedgerEvent
  readonly postings: readonly Posting[]
  readonly clientId: string | undefined
  readonly reason: string
}

/** In the bank account and on the day of the line; a client whose balance changes is told. */
export async function bookLine(
  context: ReconciliationContext,
  tx: Tx,
  { id, lineId, clientId, event, postings, reason }: LineBookingEntries,
): Promise<void> {
  const journal = { event, reason, causeId: id, bank: await bookingOfLine(tx, lineId), postings }
  if (clientId === undefined) return void (await postHouse(tx, journal))
  const { cash } = await figuresOf(tx, clientId)
  await post(tx, { ...journal, clientId }, insufficientBalance(cash))
  const [posting] = postings
  if (posting === undefined || (posting.from !== 'cash' && posting.to !== 'cash')) return
  await Promise.all([
    bookedMail(context, tx, { clientId, posting, reason }),
    context.notifyScreens(tx, { clientId }, 'wallet'),
    context.notifyScreens(tx, 'desk', 'client', clientId),
  ])
}
