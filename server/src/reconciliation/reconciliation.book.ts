import type { Reply } from '@sauda/contract/call'
import { alreadyDecided, AppError, commonErrors } from '@sauda/contract/error'
import { lineBookingCalls, lineBookingErrors, type LineBookingKind } from '@sauda/contract/line-booking'
import { decimalRupees, rupeesOf } from '@sauda/contract/money'
import { reconciliationErrors } from '@sauda/contract/reconciliation'
import type { ReconciliationContext } from '../app-context.ts'
import { bankExceptionReasons, requireApprover } from '../approval/approval.ts'
import { type ProposalHandlers, runOrPropose, requireSecondOperator, waiting } from '../approval/proposal.ts'
import { operatorActor } from '../audit/audit.ts'
import { bookingOfLine } from '../ledger/bank-account.ts'
import { entriesOfLink, type LinkRow, linksOfLine, removeLink, returnOf } from '../ledger/bank-link.sql.ts'
import { requireRow, type Tx } from '../platform/db.ts'
import type { CurrentOperator } from '../platform/mount.ts'
import type { Approvals } from './reconciliation.approve.ts'
import { insertPennyDrop } from './reconciliation.book.sql.ts'
import { describeBooking, describeClosing, describeReversal } from './reconciliation.describe.ts'
import { bookLine, linkLine } from './reconciliation.link.ts'
import { leaveAccount, returnToAccount } from './reconciliation.move.ts'
import { closeMissing, findPendingDecision, lockLine } from './reconciliation.match.sql.ts'
import { type BookInput, nameOf, needsTwo, type Plan, plans } from './reconciliation.plan.ts'
import { findLines, type LineRow } from './reconciliation.sql.ts'

type Caller = { readonly operator: CurrentOperator; readonly ip: string }
type Decider = Caller & { readonly requestedBy: string }
type Second = Reply<typeof lineBookingCalls.book>

/** Books an exception at once, or proposes it to a second operator where one operator is not enough. */
export async function book(
  context: ReconciliationContext,
  approvals: Approvals,
  tx: Tx,
  { operator, ip, ...input }: BookInput & Caller,
): Promise<Second> {
  await requireUndecided(tx, input.lineId)
  const payload = { ...input, parts: input.parts?.map((part) => ({ ...part, amount: rupeesOf(part.amount) })) }
  const change = { kind: 'receipt.book' as const, payload, operator, ip }
  const result = await runOrPropose(context, tx, change, () =>
    carryOut(context, approvals, tx, input, { operator, ip, requestedBy: operator.id }),
  )
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
  const by = { operator, ip, requestedBy: operator.id }
  const result = await runOrPropose(context, tx, change, () => undo(context, tx, input, by))
  return 'done' in result ? {} : waiting(result.proposal)
}

type CloseInput = { readonly lineId: string; readonly note: string }

/** Closes an exception with a note, which moves nothing. */
export async function close(
  context: ReconciliationContext,
  tx: Tx,
  { operator, ip, ...input }: CloseInput & Caller,
): Promise<Second> {
  await lockLine(tx, input.lineId)
  if (await findPendingDecision(tx, input.lineId)) throw new AppError(reconciliationErrors.creditRequested)
  const change = { kind: 'receipt.close' as const, payload: input, operator, ip }
  const by = { operator, ip, requestedBy: operator.id }
  const result = await runOrPropose(context, tx, change, () => closeLine(context, tx, input, by))
  return 'done' in result ? {} : waiting(result.proposal)
}

/** Carries out what a second operator has approved. */
export const bookingProposals = (
  context: ReconciliationContext,
  approvals: Approvals,
): ProposalHandlers<'receipt.book' | 'receipt.reverse' | 'receipt.close'> => ({
  'receipt.book': {
    describe: (tx, payload) => describeBooking(payload.kind === 'moved' ? lockMatched : lockException, tx, payload),
    carryOut: (tx, payload, by) =>
      carryOut(context, approvals, tx, { lineId: payload.lineId, ...lineBookingCalls.book.body.parse(payload) }, by),
  },
  'receipt.reverse': {
    describe: describeReversal,
    carryOut: (tx, payload, by) => undo(context, tx, payload, by),
  },
  'receipt.close': {
    describe: describeClosing,
    carryOut: (tx, payload, by) => closeLine(context, tx, payload, by),
  },
})

/** Locks the line, so that of several decisions at once each sees the one before. */
async function requireUndecided(tx: Tx, lineId: string): Promise<void> {
  if (!(await lockLine(tx, lineId))) throw new AppError(commonErrors.notFound)
  if (await findPendingDecision(tx, lineId)) throw new AppError(reconciliationErrors.creditRequested)
}

type Booked = { readonly isAlwaysTwo: boolean; readonly clientId?: string | undefined; readonly summary: string }

/**
 * Throws after the booking, which is then undone, unless one operator is enough; a second operator who carries out a
 * proposal is not its maker.
 */
async function requireSecond(
  context: ReconciliationContext,
  tx: Tx,
  { operator, requestedBy, ip }: Decider,
  { isAlwaysTwo, clientId, summary }: Booked,
): Promise<void> {
  if (requestedBy !== operator.id) return
  if (!isAlwaysTwo) await requireApprover(context, tx, { operator, summary })
  const reasons = isAlwaysTwo
    ? [
        'A bank entry that changes a client’s balance, a payment or its return, a transfer and a move to another bank account always need a second operator',
      ]
    : await bankExceptionReasons(context, tx, operator.id)
  await requireSecondOperator(context, tx, { operator, ip }, { clientId: clientId ?? null, summary, reasons })
}

async function carryOut(
  context: ReconciliationContext,
  approvals: Approvals,
  tx: Tx,
  input: BookInput,
  by: Decider,
): Promise<void> {
  const { lineId, kind, reason } = input
  const { operator, requestedBy, ip } = by
  const line = kind === 'moved' ? await lockMatched(tx, lineId) : await lockException(tx, lineId)
  const plan = await plans[kind](tx, line, input)
  const { clientId, links, returns, pennyDrop, from, moved, names } = plan
  const isAlwaysTwo = needsTwo(kind, plan) || (pennyDrop !== undefined && !isNamed(line, pennyDrop.nameAtBank))
  await approveParts(approvals, tx, { operator, ip, line }, plan)
  // Before it is credited, because nothing is booked to a closed account.
  if (returns) await approvals.returned(tx, { clientId: returns.client_id, requestId: returns.id, operator, ip })
  for (const link of links) {
    const id = await linkLine(context, tx, link, { lineId, reason, requestedBy, operatorId: operator.id })
    if (pennyDrop) await insertPennyDrop(tx, id, pennyDrop)
    if (!from || !moved) continue
    const { accountId: to } = await bookingOfLine(tx, lineId)
    await leaveAccount(tx, { id, paymentId: moved.id, reason, from, to })
  }
  const subjectId = clientId ?? pennyDrop?.clientId
  const recorded = { lineId, clientId: subjectId, reason, kind, amount: decimalRupees(line.amount), requests: names }
  await record(context, tx, by, { action: 'reconciliation.book', ...recorded })
  if (pennyDrop) await context.notifyScreens(tx, 'desk', 'client', pennyDrop.clientId)
  await requireSecond(context, tx, by, { isAlwaysTwo, clientId, summary: `${plan.summary}: ${reason}` })
}

/** Whether the bank itself gives the name, so that one operator cannot invent it. */
const isNamed = ({ text }: LineRow, name: string): boolean => lettersOf(text).includes(lettersOf(name))

const lettersOf = (text: string): string => text.toUpperCase().replace(/[^\p{L}]/gu, '')

/** Each by its own command, under the reference of the one line. */
async function approveParts(
  approvals: Approvals,
  tx: Tx,
  { line, operator, ip }: Caller & { readonly line: LineRow },
  { approves = [] }: Plan,
): Promise<void> {
  const { reference, id: lineId } = line
  for (const { id, kind, paise, entered } of approves) {
    const decision = { id, operator, ip, lineId }
    if (kind === 'charge') await approvals.charge(tx, { ...decision, shownId: entered ?? undefined })
    else await approvals.request(tx, { ...decision, reference: reference ?? undefined, amount: paise, isPart: true })
  }
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

async function closeLine(
  context: ReconciliationContext,
  tx: Tx,
  { lineId, note }: CloseInput,
  by: Decider,
): Promise<void> {
  const locked = await lockLine(tx, lineId)
  const line = await requireRow(findLines(tx, [lineId]).then(([row]) => row))
  const { requestedBy, operator } = by
  const decided = () => new AppError(alreadyDecided(line.settled_by_name ?? 'another operator'))
  if (line.settled_by_name !== null) throw decided()
  if (line.state !== 'exception') throw new AppError(reconciliationErrors.notException)
  if (locked) {
    const link = { kind: 'note', amount: 0n, ...(line.payment_id !== null && { paymentId: line.payment_id }) } as const
    await linkLine(context, tx, link, { lineId, reason: note, requestedBy, operatorId: operator.id })
  } else if ((await closeMissing(tx, { id: lineId, operatorId: operator.id, note })) === 0) throw decided()
  const clientId = line.client_id ?? undefined
  const recorded = { lineId, clientId, reason: note, kind: 'note', amount: decimalRupees(line.amount) } as const
  const exception = { exception: line.exception, note }
  await record(context, tx, by, { action: 'reconciliation.settle', ...recorded, ...exception })
  const summary = `Close ${nameOf(line)} with the note: ${note}`
  await requireSecond(context, tx, by, { isAlwaysTwo: false, clientId, summary })
}

type ReverseInput = { readonly lineId: string; readonly reason: string }

async function undo(
  context: ReconciliationContext,
  tx: Tx,
  { lineId, reason }: ReverseInput,
  by: Decider,
): Promise<void> {
  if (!(await lockLine(tx, lineId))) throw new AppError(commonErrors.notFound)
  const line = await requireRow(findLines(tx, [lineId]).then(([row]) => row))
  const links = await lastBooking(tx, lineId)
  const clientId = links.find(({ client_id }) => client_id !== null)?.client_id ?? undefined
  const [{ kind }] = links
  const amount = decimalRupees(line.amount)
  let isAlwaysTwo = clientId !== undefined || links.some((link) => !alone.has(link.kind))
  for (const link of links) {
    const { id, payment_id: paymentId } = link
    const entries = await entriesOfLink(tx, id)
    isAlwaysTwo ||= link.kind === 'payment' && entries.length > 0
    if (!(await removeLink(tx, { id, operatorId: by.operator.id, reason })))
      throw new AppError(lineBookingErrors.notBooked)
    const isMove = ({ event }: { event: string }) => event === 'bank.moved' && paymentId !== null
    for (const entry of entries.filter(isMove))
      if (paymentId !== null) await returnToAccount(tx, { id, paymentId, reason, entry })
    // One journal: a returned charge with GST has two entries.
    const postings = entries
      .filter((entry) => !isMove(entry))
      .map(({ debit: to, credit: from, amount: paise }) => ({ from, to, paise }))
    const contra = { event: 'line.reversed', postings } as const
    if (postings.length > 0)
      await bookLine(context, tx, { id, lineId, clientId: link.client_id ?? undefined, reason, ...contra })
  }
  await record(context, tx, by, { action: 'reconciliation.reverse', lineId, clientId, reason, kind, amount })
  const summary = `Reverse the booking of ${nameOf(line)}: ${reason}`
  await requireSecond(context, tx, by, { isAlwaysTwo, clientId, summary })
}

/** One operator may reverse these, unless they changed a client’s balance. */
const alone: ReadonlySet<LinkRow['kind']> = new Set(['payment', 'returned', 'charge', 'interest', 'penny_drop', 'note'])

/** The links that the newest booking made: a move by itself, else all that operators booked on the line. */
async function lastBooking(tx: Tx, lineId: string): Promise<[LinkRow, ...LinkRow[]]> {
  const active = (await linksOfLine(tx, lineId)).filter(
    ({ unlinked_at, reason }) => unlinked_at === null && reason !== null,
  )
  const moved = active.filter(({ kind }) => kind === 'moved')
  const bookings = active.filter(({ kind }) => kind !== 'moved' && kind !== 'note')
  const [first, ...others] = moved.length > 0 ? moved : bookings.length > 0 ? bookings : active
  if (!first) throw new AppError(lineBookingErrors.notBooked)
  const links: [LinkRow, ...LinkRow[]] = [first, ...others]
  if (links.filter(({ kind }) => kind === 'payment').length > 1) throw new AppError(lineBookingErrors.splitStays)
  for (const { id } of links) if (await returnOf(tx, id)) throw new AppError(lineBookingErrors.isReturned)
  return links
}

type Recorded = {
  readonly action: string
  readonly lineId: string
  readonly clientId: string | undefined
  readonly reason: string
  readonly kind: LineBookingKind | LinkRow['kind']
  readonly amount: string
  readonly requests?: readonly string[] | undefined
  readonly exception?: string | null
  readonly note?: string
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
