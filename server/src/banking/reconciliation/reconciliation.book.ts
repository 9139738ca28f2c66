import type { Reply } from '@sauda/contract/platform/call'
import { alreadyDecided, AppError } from '@sauda/contract/platform/error'
import { lineBookingCalls, lineBookingErrors, type LineBookingKind } from '@sauda/contract/banking/line-booking'
import { decimalRupees, formatRupees, rupeesOf } from '@sauda/contract/platform/money'
import { reconciliationErrors } from '@sauda/contract/banking/reconciliation'
import type { Payload, Use } from '@sauda/contract/core/proposal'
import type { AppContext } from '../../app/app-context.ts'
import { bankExceptionReasons, requireApprover } from '../../core/approval/approval.policy.ts'
import { requireOthersAccount } from '../../core/approval/own-account.ts'
import {
  type Decider,
  type Executor,
  type ProposalHandlers,
  runOrPropose,
  requireSecondOperator,
  secondOf,
} from '../../core/approval/proposal.ts'
import { statementFaults } from '../../core/approval/proof.ts'
import { findEntryProof } from '../../core/approval/proposal.sql.ts'
import { requireUnreserved } from '../../core/approval/reservation.ts'
import { recordByOperator } from '../../core/audit/audit.ts'
import { bookingOfLine } from '../../core/ledger/bank-account.ts'
import { requireRow, type Tx } from '../../platform/db.ts'
import type { BankContext } from './reconciliation.context.ts'
import { insertPennyDrop, closeMissing, lockLine } from './reconciliation.book.sql.ts'
import { describeBooking, describeClosing } from './reconciliation.describe.ts'
import { bookMove, inTransit, linkLine, requireUndecided, usesOfLinks } from './reconciliation.link.ts'
import { nameOf } from './reconciliation.clearing.ts'
import { type BookInput, needsTwo, type Plan, plans } from './reconciliation.plan.ts'
import { findLine, type LineRow } from './reconciliation.sql.ts'
import { isUnidentified } from './reconciliation.ts'

type Second = Reply<typeof lineBookingCalls.book>

/** Books an exception at once, or proposes it to a second operator where one operator is not enough. */
export async function book(context: BankContext, tx: Tx, { operator, ip, ...input }: BookInput & Decider) {
  await requireUndecided(context, tx, input.lineId)
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
  await requireUndecided(context, tx, payload.lineId)
  const change = { kind: 'receipt.close' as const, payload, operator, ip }
  const by = { operator, ip, requestedBy: operator.id }
  return secondOf(await runOrPropose(context, tx, change, () => closeLine(context, tx, payload, by)))
}

export const bookingProposals = (context: BankContext): ProposalHandlers<'receipt.book' | 'receipt.close'> => ({
  'receipt.book': {
    describe: (tx, payload) => describeBooking(context, lockBookable, tx, payload),
    carryOut: (tx, payload, by) =>
      carryOut(context, tx, { lineId: payload.lineId, ...lineBookingCalls.book.body.parse(payload) }, by),
  },
  'receipt.close': {
    describe: describeClosing,
    carryOut: (tx, payload, by) => closeLine(context, tx, payload, by),
  },
})

type Booked = {
  /** Why it needs a second operator in any case. */
  readonly always: readonly string[]
  /** Counts towards the limit of one operator for bank charges, interest, notes and reversals. */
  readonly isLimited?: boolean
  readonly clientId?: string | undefined
  readonly summary: string
  readonly uses?: readonly Use[]
}

/**
 * Throws after the booking, which is then undone, unless one operator is enough; a second operator who carries out a
 * proposal is not its maker.
 */
export async function requireSecond(
  context: AppContext,
  tx: Tx,
  { operator, requestedBy, ip }: Executor,
  { always, isLimited = false, clientId, summary, uses }: Booked,
): Promise<void> {
  if (requestedBy !== operator.id) return
  if (always.length === 0) await requireApprover(context, tx, { operator, right: 'wallet.approve', summary })
  const reasons = always.length === 0 && isLimited ? await bankExceptionReasons(context, tx, operator.id) : always
  const needed = { clientId: clientId ?? null, summary, reasons, ...(uses && { uses }) }
  await requireSecondOperator(context, tx, { operator, ip }, needed)
}

const limited: ReadonlySet<LineBookingKind> = new Set(['charge', 'interest'])

/** Why one operator never books this alone: the rule of its kind, or that the bank entry does not prove what the books expect. */
async function alwaysOf(
  context: BankContext,
  tx: Tx,
  { lineId, kind }: BookInput,
  line: LineRow,
  plan: Plan,
  by: Decider,
) {
  const { pennyDrop, doubts, settlementIds } = plan
  if (pennyDrop !== undefined && !isNamed(line, pennyDrop.nameAtBank)) return [unnamedPenny]
  if (doubts === undefined) return needsTwo(kind, plan)
  const proof = await findEntryProof(tx, lineId)
  const faults = [...doubts, ...(proof ? statementFaults(proof, by.operator.id) : [])]
  if (faults.length === 0 || settlementIds === undefined) return faults
  const { total, clients } = await context.releasable(tx, settlementIds)
  const clientIds = clients.map(({ clientId }) => clientId)
  await requireOthersAccount(context, tx, by, { clientIds, summary: plan.summary })
  return total === 0n ? faults : [...faults, releases(total, clients.length)]
}

const unnamedPenny = 'The bank entry does not contain the name that was entered for the penny-drop'
const releases = (total: bigint, clients: number) =>
  `It would release ${formatRupees(total)} from sales of ${clients === 1 ? '1 client' : `${clients} clients`}`

async function carryOut(context: BankContext, tx: Tx, input: BookInput, by: Executor): Promise<void> {
  const { lineId, kind, reason } = input
  const { operator, requestedBy, ip } = by
  const line = await lockBookable(tx, lineId, kind)
  const plan = await plans[kind](tx, line, input)
  const { clientId, closedId, links, isReturn, pennyDrop, moved, names } = plan
  const settlements = plan.settlementIds?.map((id) => `settlement:${id}` as const)
  if (settlements) await requireUnreserved(context, tx, { uses: settlements })
  const always = await alwaysOf(context, tx, input, line, plan, by)
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
  // A charge’s payment that the bank took back changes no balance.
  const booked = links.find((link) => link.clientId !== undefined)?.clientId
  const subjectId = clientId ?? closedId ?? pennyDrop?.clientId ?? booked
  const recorded = { lineId, clientId: subjectId, reason, kind, amount: decimalRupees(line.amount), requests: names }
  await record(context, tx, by, 'reconciliation.book', recorded)
  if (pennyDrop) await context.notifyScreens(tx, 'desk', 'client', pennyDrop.clientId)
  const uses = [...usesOfLinks(lineId, links), ...(plan.approves ?? []).map(({ id }) => `request:${id}` as const)]
  const summary = `${plan.summary}: ${reason}`
  await requireSecond(context, tx, by, { always, isLimited: limited.has(kind), clientId, summary, uses })
}

/** Whether the bank itself gives the name, in whole words, so that one operator cannot invent it. */
function isNamed({ text }: LineRow, name: string): boolean {
  const [words, wanted] = [wordsOf(text), wordsOf(name).join('')]
  return words.some((_, from) => words.some((__, to) => words.slice(from, to + 1).join('') === wanted))
}

const wordsOf = (text: string): readonly string[] => text.toUpperCase().match(/[\p{L}\p{M}]+/gu) ?? []

/** For a move a matched line, otherwise an unidentified one. */
async function lockBookable(tx: Tx, lineId: string, kind: LineBookingKind): Promise<LineRow> {
  const line = await lockedLine(tx, lineId)
  if (kind === 'moved') {
    if (line.state !== 'matched') throw new AppError(lineBookingErrors.notElsewhere)
    return line
  }
  if (line.matched_by_name !== null) throw new AppError(alreadyDecided(line.matched_by_name))
  if (!isUnidentified(line)) throw new AppError(reconciliationErrors.notException)
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
  if (!isUnidentified(line)) throw new AppError(reconciliationErrors.notException)
  if (locked) {
    const link = { kind: 'note', amount: 0n, ...(line.payment_id !== null && { paymentId: line.payment_id }) } as const
    await linkLine(context, tx, link, { lineId, reason: note, requestedBy, operatorId: operator.id })
  } else if ((await closeMissing(tx, { id: lineId, operatorId: operator.id, note })) === 0) throw decided()
  const clientId = line.client_id ?? undefined
  const recorded = { lineId, clientId, reason: note, kind: 'note', amount: decimalRupees(line.amount) }
  await record(context, tx, by, 'reconciliation.settle', { ...recorded, exception: line.exception, note })
  const summary = `Close ${nameOf(line)} with the note: ${note}`
  await requireSecond(context, tx, by, { always: [], isLimited: true, clientId, summary })
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
