import { alreadyDecided, AppError } from '@sauda/contract/platform/error'
import { lineBookingCalls, lineBookingErrors, type LineBookingKind } from '@sauda/contract/money/line-booking'
import { formatRupees } from '@sauda/contract/platform/money'
import { reconciliationErrors } from '@sauda/contract/money/reconciliation'
import type { Payload } from '@sauda/contract/core/proposal'
import { requireOthersAccount } from '../../core/approval/own-account.ts'
import { planHandler } from '../../core/approval/plan.ts'
import type { Decider, Executor, ProposalHandlers } from '../../core/approval/proposal.ts'
import { statementFaults } from '../../core/approval/proof.ts'
import { findEntryProof } from '../../core/approval/proposal.sql.ts'
import { requireUnreserved } from '../../core/approval/reservation.ts'
import { bookingOfLine } from '../../core/ledger/bank-account.ts'
import { requireRow, type Tx } from '../../platform/db.ts'
import type { AppContext } from '../../app/app-context.ts'
import { approvePayment } from './reconciliation.approve.ts'
import type { BankContext } from './reconciliation.context.ts'
import { insertPennyDrop, closeMissing, lockLine } from './reconciliation.book.sql.ts'
import { bookingReview, lineEvidence } from './reconciliation.describe.ts'
import { type LinePlan, lockedLine, recordOf } from './reconciliation.line-plan.ts'
import { bookMove, inTransit, linkLine, usesOfLinks } from './reconciliation.link.ts'
import { nameOf } from './reconciliation.clearing.ts'
import { type BookInput, needsTwo, type LineEffect, lineEffects } from './reconciliation.plan.ts'
import { findLine, type LineRow } from './reconciliation.sql.ts'
import { isUnidentified } from './reconciliation.ts'

// How exceptions are booked, or closed with a note, which moves nothing.

export const bookingProposals = (context: BankContext): ProposalHandlers<'receipt.book' | 'receipt.close'> => ({
  'receipt.book': planHandler(context, (tx, payload, by) => bookingPlan(context, tx, payload, by)),
  'receipt.close': planHandler(context, (tx, payload, by) => closingPlan(context, tx, payload, by)),
})

const limited: ReadonlySet<LineBookingKind> = new Set(['charge', 'interest'])

/** Why one operator never books this alone: the rule of its kind, or that the bank entry does not prove what the books expect. */
async function reasonsOf(
  context: BankContext,
  tx: Tx,
  { lineId, kind }: BookInput,
  line: LineRow,
  effect: LineEffect,
  by: Decider,
) {
  const { pennyDrop, doubts, settlementIds } = effect
  if (pennyDrop !== undefined && !isNamed(line, pennyDrop.nameAtBank)) return [unnamedPenny]
  if (doubts === undefined) return needsTwo(kind, effect)
  const proof = await findEntryProof(tx, lineId)
  const faults = [...doubts, ...(proof ? statementFaults(proof, by.operator.id) : [])]
  if (faults.length === 0 || settlementIds === undefined) return faults
  const { total, clients } = await context.releasable(tx, settlementIds)
  const clientIds = clients.map(({ clientId }) => clientId)
  await requireOthersAccount(context, tx, by, { clientIds, summary: effect.summary })
  return total === 0n ? faults : [...faults, releases(total, clients.length)]
}

const unnamedPenny = 'The bank entry does not contain the name that was entered for the penny-drop'
const releases = (total: bigint, clients: number) =>
  `It would release ${formatRupees(total)} from sales of ${clients === 1 ? '1 client' : `${clients} clients`}`

export async function bookingPlan(
  context: BankContext,
  tx: Tx,
  { lineId, ...body }: Payload<'receipt.book'>,
  by: Executor,
): Promise<LinePlan> {
  const input = { lineId, ...lineBookingCalls.book.body.parse(body) }
  const { kind, reason } = input
  const line = await lockBookable(tx, lineId, kind)
  const effect = await lineEffects[kind](tx, line, input)
  const { clientId, closedId, links, approves = [], pennyDrop, names } = effect
  // A charge’s payment that the bank took back changes no balance.
  const booked = links.find((link) => link.clientId !== undefined)?.clientId
  const subjectId = clientId ?? closedId ?? pennyDrop?.clientId ?? booked
  const { audit, notices } = recordOf(line, 'reconciliation.book', {
    clientId: subjectId,
    reason,
    kind,
    requests: names,
  })
  return {
    summary: `${effect.summary}: ${reason}`,
    clientId: clientId ?? null,
    reasons: await reasonsOf(context, tx, input, line, effect, by),
    isLimited: limited.has(kind),
    uses: [...usesOfLinks(lineId, links), ...approves.map(({ id }) => `request:${id}` as const)],
    review: () => bookingReview(context, tx, line, effect),
    write: () => bookEffect(context, tx, input, line, effect, by),
    audit,
    notices: pennyDrop ? [...notices, ['desk', 'client', pennyDrop.clientId]] : notices,
  }
}

async function bookEffect(
  context: BankContext,
  tx: Tx,
  { lineId, reason }: BookInput,
  line: LineRow,
  { clientId, links, approves = [], isReturn, pennyDrop, moved, settlementIds = [] }: LineEffect,
  { operator, requestedBy, ip }: Executor,
): Promise<void> {
  await requireUnreserved(context, tx, { uses: settlementIds.map((id) => `settlement:${id}` as const) })
  // Each by its own command, under the reference of the one line.
  for (const { id, kind, paise: amount, entered } of approves) {
    const decision = { id, kind, entered, operator, ip, lineId, reference: line.reference ?? undefined }
    await approvePayment(context, tx, { ...decision, amount, isPart: true })
  }
  // Before it is credited, because nothing is booked to a closed account.
  if (isReturn && clientId !== undefined)
    await context.returnClosure(tx, { clientId, paise: line.amount, by: { operator, ip } })
  for (const link of links) {
    const id = await linkLine(context, tx, link, { lineId, reason, requestedBy, operatorId: operator.id })
    if (pennyDrop) await insertPennyDrop(tx, id, pennyDrop)
    if (!moved) continue
    const { from, paymentId } = moved
    const { accountId: to } = await bookingOfLine(tx, lineId)
    const posting = inTransit(-from.amount)
    await bookMove(tx, { event: 'bank.moved', link: { id, paymentId, reason }, other: from, to, posting })
  }
}

/** Whether the bank itself gives the name, in whole words, so that one operator cannot invent it. */
function isNamed({ text }: LineRow, name: string): boolean {
  const [words, wanted] = [wordsOf(text), wordsOf(name).join('')]
  return words.some((_, from) => words.some((__, to) => words.slice(from, to + 1).join('') === wanted))
}

const wordsOf = (text: string): readonly string[] => text.toUpperCase().match(/[\p{L}\p{M}]+/gu) ?? []

/** Locks the line to book: a move needs a matched line, every other kind an unidentified one. */
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

export async function closingPlan(
  context: AppContext,
  tx: Tx,
  { lineId, note }: Payload<'receipt.close'>,
  { requestedBy, operator }: Executor,
): Promise<LinePlan> {
  const isImported = (await lockLine(tx, lineId)) !== undefined
  const line = await requireRow(findLine(tx, lineId))
  const decided = () => new AppError(alreadyDecided(line.settled_by_name ?? 'another operator'))
  if (line.settled_by_name !== null) throw decided()
  if (!isUnidentified(line)) throw new AppError(reconciliationErrors.notException)
  const clientId = line.client_id ?? undefined
  const recorded = { clientId, reason: note, kind: 'note', exception: line.exception, note }
  return {
    summary: `Close ${nameOf(line)} with the note: ${note}`,
    clientId: line.client_id,
    reasons: [],
    isLimited: true,
    review: () => ({ evidence: [lineEvidence(line)] }),
    async write() {
      const closed = { id: lineId, operatorId: operator.id, note }
      if (!isImported) {
        if ((await closeMissing(tx, closed)) === 0) throw decided()
        return
      }
      const link = {
        kind: 'note',
        amount: 0n,
        ...(line.payment_id !== null && { paymentId: line.payment_id }),
      } as const
      await linkLine(context, tx, link, { lineId, reason: note, requestedBy, operatorId: operator.id })
    },
    ...recordOf(line, 'reconciliation.settle', recorded),
  }
}
