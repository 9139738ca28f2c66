import type { Reply } from '@sauda/contract/call'
import { alreadyDecided, AppError, commonErrors, type ErrorDefinition } from '@sauda/contract/error'
import { insufficientBalance, type LedgerEvent } from '@sauda/contract/ledger'
import { lineBookingCalls, lineBookingErrors, type LineBookingKind } from '@sauda/contract/line-booking'
import { decimalRupees, formatRupees, rupeesOf } from '@sauda/contract/money'
import { reconciliationErrors } from '@sauda/contract/reconciliation'
import type { ReconciliationContext } from '../app-context.ts'
import { requireApprover } from '../approval/approval.ts'
import { type ProposalHandlers, runOrPropose, SecondOperatorNeeded, waiting } from '../approval/proposal.ts'
import { operatorActor } from '../audit/audit.ts'
import { bookingOf, bookingOfLine } from '../ledger/bank-account.ts'
import { figuresOf, post, postHouse, type Posting } from '../ledger/ledger.ts'
import { reserveReference } from '../ledger/reference.ts'
import { requireRow, type Tx } from '../platform/db.ts'
import { newId } from '../platform/id.ts'
import type { CurrentOperator } from '../platform/mount.ts'
import type { Approvals } from './reconciliation.approve.ts'
import {
  bookingsOfLine,
  bookLine,
  entriesOfBooking,
  insertBooking,
  insertPart,
  insertPennyDrop,
  releaseLine,
  returnOf,
  reverseBooking,
} from './reconciliation.book.sql.ts'
import { bookedMail } from './reconciliation.mail.ts'
import { leaveAccount, returnToAccount } from './reconciliation.move.ts'
import { findPendingCredit, lockLine } from './reconciliation.match.sql.ts'
import { type BookInput, needsTwo, type Plan, plans } from './reconciliation.plan.ts'
import { findLines, type LineRow } from './reconciliation.sql.ts'

type Caller = { readonly operator: CurrentOperator; readonly ip: string }
type Second = Reply<typeof lineBookingCalls.book>

/** Books an exception at once, or proposes it to a second operator where it moves a client's money. */
export async function book(
  context: ReconciliationContext,
  approvals: Approvals,
  tx: Tx,
  { operator, ip, ...input }: BookInput & Caller,
): Promise<Second> {
  await requireUndecided(tx, input.lineId)
  const payload = { ...input, parts: input.parts?.map((part) => ({ ...part, amount: rupeesOf(part.amount) })) }
  const change = { kind: 'receipt.book' as const, payload, operator, ip }
  const result = await runOrPropose(context, tx, change, async () => {
    const plan = await carryOut(context, approvals, tx, input, { operator, ip, requestedBy: operator.id })
    const summary = `${plan.summary}: ${input.reason}`
    await requireSecond(context, tx, operator, { kind: input.kind, clientId: plan.clientId, summary })
  })
  return 'done' in result ? {} : waiting(result.proposal)
}

/** Reverses a booking with contra entries, at once or as a proposal to a second operator. */
export async function reverse(
  context: ReconciliationContext,
  tx: Tx,
  { operator, ip, ...input }: ReverseInput & Caller,
): Promise<Second> {
  await requireUndecided(tx, input.lineId)
  const change = { kind: 'receipt.reverse' as const, payload: input, operator, ip }
  const result = await runOrPropose(context, tx, change, async () =>
    requireSecond(context, tx, operator, await undo(context, tx, input, { operator, ip })),
  )
  return 'done' in result ? {} : waiting(result.proposal)
}

/** Carries out what a second operator has approved. */
export const bookingProposals = (
  context: ReconciliationContext,
  approvals: Approvals,
): ProposalHandlers<'receipt.book' | 'receipt.reverse'> => ({
  'receipt.book': {
    carryOut: (tx, payload, by) =>
      carryOut(context, approvals, tx, { lineId: payload.lineId, ...lineBookingCalls.book.body.parse(payload) }, by),
  },
  'receipt.reverse': {
    carryOut: (tx, payload, by) => undo(context, tx, payload, by),
  },
})

/** Locks the line, so that of several decisions at once each sees the one before. */
async function requireUndecided(tx: Tx, lineId: string): Promise<void> {
  if (!(await lockLine(tx, lineId))) throw new AppError(commonErrors.notFound)
  if (await findPendingCredit(tx, lineId)) throw new AppError(reconciliationErrors.creditRequested)
}

type Booked = { readonly kind: LineBookingKind; readonly clientId: string | undefined; readonly summary: string }

async function requireSecond(
  context: ReconciliationContext,
  tx: Tx,
  operator: CurrentOperator,
  { kind, clientId, summary }: Booked,
): Promise<void> {
  if (!needsTwo(kind, clientId)) return requireApprover(context, tx, { operator, summary })
  if (context.config.approvals.mode === 'single') return
  const reasons = [
    'A bank line that changes a client’s balance, a return, a transfer and a move to another bank account always need a second operator',
  ]
  throw new SecondOperatorNeeded({ clientId: clientId ?? null, summary, reasons })
}

async function carryOut(
  context: ReconciliationContext,
  approvals: Approvals,
  tx: Tx,
  input: BookInput,
  by: Caller & { readonly requestedBy: string },
): Promise<Plan> {
  const { lineId, kind, reason } = input
  const { operator, requestedBy } = by
  const line = kind === 'moved' ? await lockMatched(tx, lineId) : await lockException(tx, lineId)
  const plan = await plans[kind](tx, line, input)
  const { clientId, payment, returnId, parts, pennyDrop, event, posting, from } = plan
  const id = newId()
  const booking = { id, lineId, kind, clientId, paymentId: payment?.id, returnId, reason, requestedBy }
  await insertBooking(tx, { ...booking, operatorId: operator.id })
  if (pennyDrop) await insertPennyDrop(tx, id, pennyDrop)
  if (parts) await approveParts(approvals, tx, { ...by, line, bookingId: id }, parts)
  const matched = kind === 'late' && payment ? { kind: payment.kind, id: payment.id } : { kind: 'booking' as const, id }
  if (from && payment) {
    const { accountId: to } = await bookingOfLine(tx, lineId)
    await leaveAccount(tx, { id, paymentId: payment.id, reason, from, to })
  } else if ((await bookLine(tx, { lineId, ...matched, operatorId: operator.id })) === 0)
    throw new AppError(reconciliationErrors.changed)
  // Before it is credited, because nothing is booked to a closed account.
  if (event === 'line.credited' && clientId !== undefined && payment?.kind === 'withdrawal')
    await approvals.returned(tx, { clientId, requestId: payment.id, operator, ip: by.ip })
  if (event && posting) await move(context, tx, { id, lineId, event, clientId, reason, posting })
  const amount = decimalRupees(line.amount)
  const requests = parts?.map(({ name }) => name) ?? (payment ? [payment.name] : undefined)
  const subjectId = clientId ?? pennyDrop?.clientId
  const recorded = { lineId, clientId: subjectId, reason, kind, amount, requests }
  await record(context, tx, by, { action: 'reconciliation.book', ...recorded })
  if (pennyDrop) await context.notifyScreens(tx, 'desk', 'client', pennyDrop.clientId)
  return plan
}

async function lockException(tx: Tx, lineId: string): Promise<LineRow> {
  if (!(await lockLine(tx, lineId))) throw new AppError(commonErrors.notFound)
  const [line] = await findLines(tx, [lineId])
  if (line?.matched_by_name) throw new AppError(alreadyDecided(line.matched_by_name))
  // What only resembles a request may be something else.
  if (line?.state !== 'exception' && !(line?.state === 'approve' && line.how === 4))
    throw new AppError(reconciliationErrors.notException)
  return line
}

async function lockMatched(tx: Tx, lineId: string): Promise<LineRow> {
  await lockLine(tx, lineId)
  const [line] = await findLines(tx, [lineId])
  if (line?.state !== 'matched') throw new AppError(lineBookingErrors.notElsewhere)
  return line
}

type Parts = NonNullable<Plan['parts']>

/** Each by its own command, under the reference of the one line. */
async function approveParts(
  approvals: Approvals,
  tx: Tx,
  { line, bookingId, operator, ip }: Caller & { readonly line: LineRow; readonly bookingId: string },
  parts: Parts,
): Promise<void> {
  const { reference, id: lineId } = line
  if (reference === null) throw new AppError(reconciliationErrors.noReference)
  let isReserved = false
  for (const { id, kind, paise, entered } of parts) {
    if ((await insertPart(tx, bookingId, id, paise)) === 0) throw new AppError(reconciliationErrors.changed)
    const decision = { id, operator, ip, lineId }
    if (kind === 'charge') await approvals.charge(tx, { ...decision, shownId: entered ?? undefined })
    else await approvals.request(tx, { ...decision, reference, amount: paise, isPart: true })
    isReserved ||= await reserveReference(tx, reference, id)
  }
  if (!isReserved) throw new AppError(reconciliationErrors.referenceUsed)
}

type Movement = {
  readonly id: string
  readonly lineId: string
  readonly event: LedgerEvent
  readonly clientId: string | undefined
  readonly reason: string
  readonly posting: Posting
}

/** The entries of a booking, in the bank account and on the day of its line; the client is told. */
async function move(context: ReconciliationContext, tx: Tx, { id, lineId, clientId, posting, ...rest }: Movement) {
  const bank = await bookingOf(tx, { lineId, direction: 'credit', reference: null, paise: posting.paise })
  const journal = { ...rest, causeId: id, bank, postings: [posting] }
  if (clientId === undefined) return postHouse(tx, journal)
  const { cash } = await figuresOf(tx, clientId)
  const insufficient: ErrorDefinition = insufficientBalance(cash)
  await post(tx, { ...journal, clientId }, insufficient)
  await Promise.all([
    bookedMail(context, tx, { clientId, posting, reason: rest.reason }),
    context.notifyScreens(tx, { clientId }, 'wallet'),
    context.notifyScreens(tx, 'desk', 'client', clientId),
  ])
}

type ReverseInput = { readonly lineId: string; readonly reason: string }

async function undo(
  context: ReconciliationContext,
  tx: Tx,
  { lineId, reason }: ReverseInput,
  by: Caller,
): Promise<Booked> {
  if (!(await lockLine(tx, lineId))) throw new AppError(commonErrors.notFound)
  const booking = (await bookingsOfLine(tx, lineId)).find(({ reversed_at }) => reversed_at === null)
  if (!booking) throw new AppError(lineBookingErrors.notBooked)
  const { id, kind } = booking
  if (kind === 'split') throw new AppError(lineBookingErrors.splitStays)
  if (kind === 'return' && (await returnOf(tx, id))) throw new AppError(lineBookingErrors.isReturned)
  if ((await reverseBooking(tx, { id, operatorId: by.operator.id, reason })) === 0)
    throw new AppError(lineBookingErrors.notBooked)
  if (kind !== 'moved') await releaseLine(tx, lineId)
  const clientId = booking.client_id ?? undefined
  for (const entry of await entriesOfBooking(tx, id)) {
    const { event, debit: to, credit: from, amount: paise } = entry
    if (event === 'bank.moved' && booking.payment_id !== null)
      await returnToAccount(tx, { id, paymentId: booking.payment_id, reason, entry })
    else await move(context, tx, { id, lineId, event: 'line.reversed', clientId, reason, posting: { from, to, paise } })
  }
  const line = await requireRow(findLines(tx, [lineId]).then(([row]) => row))
  const amount = decimalRupees(line.amount)
  await record(context, tx, by, { action: 'reconciliation.reverse', lineId, clientId, reason, kind, amount })
  const summary = `Reverse the booking of ${formatRupees(line.amount)} (${line.reference ?? line.text}): ${reason}`
  return { kind, clientId, summary }
}

type Recorded = {
  readonly action: string
  readonly lineId: string
  readonly clientId: string | undefined
  readonly reason: string
  readonly kind: string
  readonly amount: string
  readonly requests?: readonly string[] | undefined
}

async function record(
  { audit, notifyScreens }: ReconciliationContext,
  tx: Tx,
  { operator, ip }: Caller,
  { action, clientId, ...after }: Recorded,
): Promise<void> {
  await Promise.all([
    audit(tx, { actor: operatorActor(operator), action, subjectId: clientId ?? after.lineId, after, ip }),
    notifyScreens(tx, 'desk', 'reconciliation', after.lineId),
  ])
}
