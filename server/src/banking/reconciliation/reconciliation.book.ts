import type { Reply } from '@sauda/contract/platform/call'
import { alreadyDecided, AppError } from '@sauda/contract/platform/error'
import { lineBookingCalls, lineBookingErrors, type LineBookingKind } from '@sauda/contract/banking/line-booking'
import { decimalRupees, rupeesOf } from '@sauda/contract/platform/money'
import { reconciliationErrors } from '@sauda/contract/banking/reconciliation'
import type { Payload } from '@sauda/contract/core/proposal'
import type { AppContext } from '../../app-context.ts'
import { bankExceptionReasons, requireApprover } from '../../core/approval/approval.policy.ts'
import {
  type Decider,
  type Executor,
  type ProposalHandlers,
  runOrPropose,
  requireSecondOperator,
  secondOf,
} from '../../core/approval/proposal.ts'
import { recordByOperator } from '../../core/audit/audit.ts'
import { bookingOfLine } from '../../core/ledger/bank-account.ts'
import { requireRow, type Tx } from '../../platform/db.ts'
import type { BankContext } from './reconciliation.approve.ts'
import { insertPennyDrop, closeMissing, lockLine } from './reconciliation.book.sql.ts'
import { describeBooking, describeClosing } from './reconciliation.describe.ts'
import { bookMove, inTransit, linkLine, requireUndecided } from './reconciliation.link.ts'
import { nameOf } from './reconciliation.clearing.ts'
import { type BookInput, needsTwo, plans } from './reconciliation.plan.ts'
import { findLine, type LineRow } from './reconciliation.sql.ts'

type Second = Reply<typeof lineBookingCalls.book>

/** Books an exception at once, or proposes it to a second operator where one operator is not enough. */
export async function book(context: BankContext, tx: Tx, { operator, ip, ...input }: BookInput & Decider) {
  await requireUndecided(tx, input.lineId)
  const payload = { ...input, parts: input.parts?.map((part) => ({ ...part, amount: rupeesOf(part.amount) })) }
  const by = { operator, ip, requestedBy: operator.id }
  return secondOf(
    await runOrPropose(context, tx, { kind: 'receipt.book' as const, payload, operator, ip }, () =>
      carryOut(context, tx, input, by),
    ),
  )
}

/** Closes an exception with a note, which moves nothing. */
export async function close(
  context: AppContext,
  tx: Tx,
  { operator, ip, ...payload }: Payload<'receipt.close'> & Decider,
): Promise<Second> {
  await requireUndecided(tx, payload.lineId)
  const change = { kind: 'receipt.close' as const, payload, operator, ip }
  const by = { operator, ip, requestedBy: operator.id }
  return secondOf(await runOrPropose(context, tx, change, () => closeLine(context, tx, payload, by)))
}

export const bookingProposals = (context: BankContext): ProposalHandlers<'receipt.book' | 'receipt.close'> => ({
  'receipt.book': {
    describe: (tx, payload) => describeBooking(lockBookable, tx, payload),
    carryOut: (tx, payload, by) =>
      carryOut(context, tx, { lineId: payload.lineId, ...lineBookingCalls.book.body.parse(payload) }, by),
  },
  'receipt.close': {
    describe: describeClosing,
    carryOut: (tx, payload, by) => closeLine(context, tx, payload, by),
  },
})

type Booked = { readonly isAlwaysTwo: boolean; readonly clientId?: string | undefined; readonly summary: string }

/**
 * Throws after the booking, which is then undone, unless one operator is enough; a second operator who carries out a
 * proposal is not its maker.
 */
export async function requireSecond(
  context: AppContext,
  tx: Tx,
  { operator, requestedBy, ip }: Executor,
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

async function carryOut(context: BankContext, tx: Tx, input: BookInput, by: Executor): Promise<void> {
  const { lineId, kind, reason } = input
  const { operator, requestedBy, ip } = by
  const line = await lockBookable(tx, lineId, kind)
  const plan = await plans[kind](tx, line, input)
  const { clientId, closedId, links, isReturn, pennyDrop, moved, names } = plan
  const isAlwaysTwo = needsTwo(kind, plan) || (pennyDrop !== undefined && !isNamed(line, pennyDrop.nameAtBank))
  // Each by its own command, under the reference of the one line.
  for (const { id, kind: ofKind, paise: amount, entered } of plan.approves ?? []) {
    const decision = { id, kind: ofKind, entered, operator, ip, lineId, reference: line.reference ?? undefined }
    await context.approvals.approve(tx, { ...decision, amount, isPart: true })
  }
  // Before it is credited, because nothing is booked to a closed account.
  if (isReturn && clientId !== undefined)
    await context.approvals.returned(tx, { clientId, paise: line.amount, operator, ip })
  for (const link of links) {
    const id = await linkLine(context, tx, link, { lineId, reason, requestedBy, operatorId: operator.id })
    if (pennyDrop) await insertPennyDrop(tx, id, pennyDrop)
    if (!moved) continue
    const { from, paymentId } = moved
    const { accountId: to } = await bookingOfLine(tx, lineId)
    const posting = inTransit(-from.amount)
    await bookMove(tx, { event: 'bank.moved', link: { id, paymentId, reason }, other: from, to, posting })
  }
  const subjectId = clientId ?? closedId ?? pennyDrop?.clientId
  const recorded = { lineId, clientId: subjectId, reason, kind, amount: decimalRupees(line.amount), requests: names }
  await record(context, tx, by, 'reconciliation.book', recorded)
  if (pennyDrop) await context.notifyScreens(tx, 'desk', 'client', pennyDrop.clientId)
  await requireSecond(context, tx, by, { isAlwaysTwo, clientId, summary: `${plan.summary}: ${reason}` })
}

/** Whether the bank itself gives the name, in whole words, so that one operator cannot invent it. */
function isNamed({ text }: LineRow, name: string): boolean {
  const [words, wanted] = [wordsOf(text), wordsOf(name).join('')]
  return words.some((_, from) => words.some((__, to) => words.slice(from, to + 1).join('') === wanted))
}

const wordsOf = (text: string): readonly string[] => text.toUpperCase().match(/[\p{L}\p{M}]+/gu) ?? []

/** An exception, or a line that only resembles a request and may be another payment; for a move a matched line. */
async function lockBookable(tx: Tx, lineId: string, kind: LineBookingKind): Promise<LineRow> {
  const line = await lockedLine(tx, lineId)
  if (kind === 'moved') {
    if (line.state !== 'matched') throw new AppError(lineBookingErrors.notElsewhere)
    return line
  }
  if (line.matched_by_name !== null) throw new AppError(alreadyDecided(line.matched_by_name))
  if (line.state !== 'exception' && !(line.state === 'approve' && line.how === 4))
    throw new AppError(reconciliationErrors.notException)
  return line
}

export async function lockedLine(tx: Tx, lineId: string): Promise<LineRow> {
  await requireRow(lockLine(tx, lineId))
  return requireRow(findLine(tx, lineId))
}

async function closeLine(context: AppContext, tx: Tx, { lineId, note }: Payload<'receipt.close'>, by: Executor) {
  const locked = await lockLine(tx, lineId)
  const line = await requireRow(findLine(tx, lineId))
  const { requestedBy, operator } = by
  const decided = () => new AppError(alreadyDecided(line.settled_by_name ?? 'another operator'))
  if (line.settled_by_name !== null) throw decided()
  if (line.state !== 'exception') throw new AppError(reconciliationErrors.notException)
  if (locked) {
    const link = { kind: 'note', amount: 0n, ...(line.payment_id !== null && { paymentId: line.payment_id }) } as const
    await linkLine(context, tx, link, { lineId, reason: note, requestedBy, operatorId: operator.id })
  } else if ((await closeMissing(tx, { id: lineId, operatorId: operator.id, note })) === 0) throw decided()
  const clientId = line.client_id ?? undefined
  const recorded = { lineId, clientId, reason: note, kind: 'note', amount: decimalRupees(line.amount) }
  await record(context, tx, by, 'reconciliation.settle', { ...recorded, exception: line.exception, note })
  const summary = `Close ${nameOf(line)} with the note: ${note}`
  await requireSecond(context, tx, by, { isAlwaysTwo: false, clientId, summary })
}

type Recorded = Readonly<Record<string, unknown>> & { readonly lineId: string; readonly clientId: string | undefined }

export const record = (
  context: AppContext,
  tx: Tx,
  by: Decider,
  action: 'reconciliation.book' | 'reconciliation.reverse' | 'reconciliation.settle',
  { clientId, ...after }: Recorded,
): Promise<void> => {
  const { lineId } = after
  return recordByOperator(context, tx, by, {
    action,
    subjectId: clientId ?? lineId,
    after,
    topic: 'reconciliation',
    id: lineId,
  })
}
