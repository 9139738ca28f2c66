import { notAlone } from '@sauda/contract/core/approval'
import type { Body, Reply, Right } from '@sauda/contract/platform/call'
import {
  paymentRights,
  type PaymentKind,
  reconciliationErrors,
  type reconciliationCalls,
  type BankLine,
} from '@sauda/contract/money/reconciliation'
import { commonErrors, AppError } from '@sauda/contract/platform/error'
import { formatRupees } from '@sauda/contract/platform/money'
import type { Payload } from '@sauda/contract/core/proposal'
import { recipientOf } from '../../core/mail/mail.ts'
import type { AppContext } from '../../app/app-context.ts'
import { type Plan, planHandler, propose } from '../../core/approval/plan.ts'
import { type Decider, type Executor, type ProposalHandler, secondOf } from '../../core/approval/proposal.ts'
import { recordByOperator } from '../../core/audit/audit.ts'
import { stayActive } from '../../core/idempotency/idempotency.ts'
import { type Sql, type Tx, undone } from '../../platform/db.ts'
import type { CurrentOperator } from '../../platform/mount.ts'
import type { Decision, Obstacle, Outcome } from './reconciliation.context.ts'
import { approve as approveCharge } from '../charge/charge.ts'
import { obstacleOf as requestObstacle } from '../wallet/wallet.alone.ts'
import { approve as approveRequest } from '../wallet/wallet.decide.ts'
import { addReceipt } from '../wallet/wallet.ts'
import { findBookable, isMatchedBy, lockLine } from './reconciliation.book.sql.ts'
import { linkLine, requireUndecided } from './reconciliation.link.ts'
import { clientEffects, lineEvidence } from './reconciliation.describe.ts'
import { lockedLine } from './reconciliation.line-plan.ts'
import { matchRule, matchRules } from './reconciliation.rules.ts'
import { findLine, findLines, type LineRow } from './reconciliation.sql.ts'
import { isUnidentified, payerDoubtOfLine } from './reconciliation.ts'
import { requireUnreserved } from '../../core/approval/reservation.ts'
import { approversFor, type Person } from '../../core/approval/approver.ts'
import { obstaclesOf } from '../../core/approval/approver.view.ts'
import { otherPayerText, unreadablePayer } from '../../core/ledger/payer.ts'

export type ApproveLineCommand = Omit<Decision, 'id'> & {
  readonly lineId: string
  /** The payment shown beside the line. */
  readonly paymentId: string
  /** False if only an exact match was meant and this is none. */
  readonly isSure?: boolean
  /** Credits the amount of the line to a deposit requested with another amount. */
  readonly asReceived?: boolean | undefined
  /** The version that the operator saw. */
  readonly version?: string | undefined
  /** A proposal is carried out, whose own version the second operator saw. */
  readonly isProposal?: true
}

type Approval = Decision & {
  readonly kind: PaymentKind
  /** What the client gave, as shown to the operator. */
  readonly entered: string | null
  /** Undefined if the bank gave none. */
  readonly reference: string | undefined
  readonly lineId: string
  readonly amount?: bigint | undefined
  readonly isPart?: true
  /** The version that the operator saw; null if they saw none, and may give the first approval only. */
  readonly version?: string | null | undefined
}

/** Approves a request or a charge from a bank line, by the command of its own page; nothing else here moves money. */
export async function approvePayment(
  context: AppContext,
  tx: Tx,
  { kind, entered, ...decision }: Approval,
): Promise<Outcome> {
  if (kind !== 'charge') return approveRequest(context, tx, { ...decision, fromBank: true })
  const { id: chargeId, operator, ip, lineId } = decision
  await approveCharge(context, tx, { chargeId, operator, ip, lineId, shownId: entered ?? undefined })
  return { waitsForSecond: false }
}

/**
 * Approves what a line matches with the request's own command, in one transaction with the match. If another
 * operator decided first, that command names them.
 */
export async function approveLine(context: AppContext, tx: Tx, command: ApproveLineCommand): Promise<Outcome> {
  const { lineId, paymentId, operator, ip } = command
  const [line, payment] = await Promise.all([lockLine(tx, lineId), findBookable(tx, paymentId)])
  if (!line || !payment) throw new AppError(commonErrors.notFound)
  if (!operator.rights.includes(paymentRights[payment.kind])) throw new AppError(commonErrors.noRight)
  const { kind, entered } = payment
  const seen = command.isProposal ? undefined : (command.version ?? null)
  const shown = { kind, entered, reference: line.reference ?? undefined, version: seen }
  const decision = { id: paymentId, operator, ip, lineId, ...shown }
  const throwDecided = async (): Promise<never> => {
    // The command names the operator who decided.
    await approvePayment(context, tx, decision)
    throw new AppError(reconciliationErrors.changed)
  }
  if (payment.status !== 'pending') return throwDecided()
  await requireUnreserved(context, tx, { uses: [`line:${lineId}`, `request:${paymentId}`] })
  if (line.unexplained === 0n) throw new AppError(reconciliationErrors.notToApprove)
  const verdict = await findLine(tx, lineId)
  const isFit = command.asReceived
    ? verdict?.exception === 'amount' && verdict.state === 'exception' && payment.kind === 'deposit'
    : verdict?.state === 'approve'
  if (!verdict || !isFit || verdict.payment_id !== paymentId || command.isSure === false) {
    // Another operator may have decided in the meantime.
    if ((await findBookable(tx, paymentId))?.status !== 'pending') return throwDecided()
    const { changed, notToApprove } = reconciliationErrors
    throw new AppError(isFit ? changed : notToApprove)
  }
  const outcome = await approvePayment(context, tx, {
    ...decision,
    amount: command.asReceived ? line.amount : undefined,
  })
  if (!outcome.waitsForSecond) await recordMatch(context, tx, command, { ...verdict, ...payment, amount: line.amount })
  return outcome
}

async function recordMatch(
  context: AppContext,
  tx: Tx,
  { lineId, paymentId, operator, ip }: ApproveLineCommand,
  matched: { how: number | null; kind: PaymentKind; name: string; client_id: string; amount: bigint },
): Promise<void> {
  const { name, how, client_id, amount } = matched
  const rule = matchRule(how) ?? matchRules.amountAndDate
  const link = { kind: 'payment', amount, paymentId, how: rule.how } as const
  await linkLine(context, tx, link, { lineId, requestedBy: operator.id, operatorId: operator.id })
  const after = { request: name, requestId: paymentId, lineId, by: rule.audited }
  const recorded = { action: 'reconciliation.match', subjectId: client_id, after }
  await recordByOperator(context, tx, { operator, ip }, { ...recorded, topic: 'reconciliation', id: lineId })
}

type Results = Reply<typeof reconciliationCalls.approveTogether>

/** Each in its own transaction, beside that of the idempotency key; a rejected one does not stop the others. */
export async function approveTogether(
  context: AppContext,
  keyTx: Tx,
  { matches, ...by }: Omit<Decision, 'id'> & Body<typeof reconciliationCalls.approveTogether>,
): Promise<Results> {
  const ids = matches.map(({ lineId }) => lineId)
  const rows = new Map((await findLines(context.db, ids)).map((row) => [row.id, row]))
  const results: Results['results'] = []
  for (const { lineId, paymentId } of matches) {
    await stayActive(keyTx)
    const row = rows.get(lineId)
    const command = {
      ...by,
      lineId,
      paymentId,
      isSure: row?.confidence === 'exact' && row.payment_id === paymentId,
    }
    try {
      await context.db.transaction(async (tx) => {
        if (await isMine(tx, command)) return
        const { reasons } = row ? await obstacleOf(context, tx, row, by.operator) : { reasons: [] }
        if (reasons.length > 0) throw new AppError(notAlone(reasons))
        const outcome = await approveLine(context, tx, command)
        // The operator's limits changed in the meantime.
        if (outcome.waitsForSecond) throw new AppError(reconciliationErrors.changed)
      })
      results.push({ lineId, outcome: 'approved' })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      results.push({ lineId, outcome: 'refused', message: error.message })
    }
  }
  return { results }
}

/** Repeated after a lost response. */
async function isMine(tx: Tx, { lineId, paymentId, operator }: ApproveLineCommand): Promise<boolean> {
  await lockLine(tx, lineId)
  return isMatchedBy(tx, { lineId, paymentId, operatorId: operator.id })
}

type Credit = Payload<'receipt.credit'>

/** Never alone (settled, section 11). */
export async function proposeCredit(
  context: AppContext,
  tx: Tx,
  { lineId, clientId, reason, operator, ip }: Credit & Decider,
) {
  const payload = { lineId, clientId, reason }
  await requireUndecided(context, tx, lineId)
  const plan = await creditPlan(context, tx, payload, { operator, ip, requestedBy: operator.id })
  // What prevents the deposit prevents its request.
  await undone(tx, plan.credit)
  return secondOf(await propose(context, tx, { kind: 'receipt.credit' as const, payload, operator, ip }, plan))
}

export const creditProposal = (context: AppContext): ProposalHandler<'receipt.credit'> =>
  planHandler(context, (tx, payload, by) => creditPlan(context, tx, payload, by))

/** The receipt becomes a deposit of the client, to be approved from this line as any other. */
async function creditPlan(
  context: AppContext,
  tx: Tx,
  { lineId, clientId, reason }: Credit,
  { operator, requestedBy, ip }: Executor,
) {
  const line = await lockedLine(tx, lineId)
  const { direction, exception, reference, amount: paise } = line
  if (!isUnidentified(line) || direction !== 'credit' || (exception ?? 'unasked') !== 'unasked')
    throw new AppError(reconciliationErrors.notUnidentified)
  const isProposal = requestedBy !== operator.id
  const receipt = { clientId, paise, bankReference: reference ?? undefined }
  const credit = () => addReceipt(tx, { ...receipt, requestedBy: isProposal ? requestedBy : undefined })
  const { name } = await recipientOf(tx, clientId)
  return {
    summary: `Credit ${formatRupees(paise)}, received ${reference === null ? 'without a reference' : `under ${reference}`}, to ${name}: ${reason}`,
    clientId,
    reasons: ['The credit of an unidentified receipt always needs a second operator'],
    review: async () => ({
      effects: await clientEffects(tx, clientId, paise),
      evidence: [lineEvidence(line)],
    }),
    async write() {
      const command = { lineId, paymentId: await credit(), operator, ip }
      await approveLine(context, tx, { ...command, ...(isProposal && { isProposal: true }) })
    },
    credit,
  } satisfies Plan & { readonly credit: () => Promise<string> }
}

// Which exact matches an operator may approve from the list, one by one or all together.

/** Why the operator cannot approve the request of a line; no reasons if they can. It is decided as on the page of the request, and by who paid. */
async function obstacleOf(context: AppContext, sql: Sql, row: LineRow, operator: CurrentOperator): Promise<Obstacle> {
  const { id: lineId, payment_id: id, payment_kind: kind, client_name: client, holder_name: holder } = row
  if (id === null || kind === null || client === null) return { reasons: [] }
  if (!operator.rights.includes(paymentRights[kind])) return { reasons: [commonErrors.noRight.message] }
  const found: Obstacle =
    kind === 'charge' ? { reasons: [] } : await requestObstacle(context, sql, { id, operator, lineId })
  const doubt = payerDoubtOfLine(row)
  if (doubt === undefined || found.reasons.length > 0) return found
  const reason =
    doubt === 'unreadable'
      ? `${unreadablePayer}. Open the entry`
      : `${otherPayerText(doubt.other, client, holder)}. Open the entry and compare both names`
  return { reasons: [reason], mustOpen: true }
}

/** Why the operator cannot approve a request from its line, by the id of the line; only lines that match a request exactly are compared. */
export async function obstaclesIn(
  context: AppContext,
  sql: Sql,
  rows: readonly LineRow[],
  operator: CurrentOperator,
): Promise<ReadonlyMap<string, NonNullable<BankLine['obstacle']>>> {
  const found = new Map<string, NonNullable<BankLine['obstacle']>>()
  const known = new Map<Right, readonly Person[]>()
  for (const row of rows) {
    const { id, payment_id: paymentId, payment_kind: kind } = row
    if (row.state !== 'approve' || row.confidence !== 'exact' || paymentId === null || kind === null) continue
    const { reasons, mustOpen, isFirst } = await obstacleOf(context, sql, row, operator)
    if (reasons.length === 0) continue
    if (mustOpen) {
      found.set(id, { reasons })
      continue
    }
    const right = paymentRights[kind]
    const others = known.get(right) ?? (await approversFor(context, sql, { makerId: operator.id, right }))
    known.set(right, others)
    const barred = kind === 'withdrawal' ? ((await obstaclesOf(context, sql, [paymentId])).get(paymentId) ?? []) : []
    const approvers = others.filter((other) => barred.every(({ operatorId }) => operatorId !== other.id))
    found.set(id, { reasons, ...(isFirst && { isFirst }), approvers: approvers.map(({ name }) => name) })
  }
  return found
}
