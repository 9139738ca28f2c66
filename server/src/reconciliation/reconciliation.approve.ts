import { notAlone } from '@sauda/contract/approval'
import type { Body, Reply } from '@sauda/contract/call'
import {
  paymentRights,
  type PaymentKind,
  reconciliationErrors,
  type reconciliationCalls,
} from '@sauda/contract/reconciliation'
import { commonErrors, AppError } from '@sauda/contract/error'
import type { ReconciliationContext } from '../app-context.ts'
import { operatorActor } from '../audit/audit.ts'
import type { Tx } from '../platform/db.ts'
import type { CurrentOperator } from '../platform/mount.ts'
import { linkLine } from './reconciliation.link.ts'
import { findPayment, isMatchedBy, judgeLine, lockLine } from './reconciliation.match.sql.ts'
import { type FindObstacle, obstacleOf } from './reconciliation.alone.ts'
import { findLines, stayActive } from './reconciliation.sql.ts'

type Outcome = { readonly waitsForSecond: boolean }
export type Decision = { readonly id: string; readonly operator: CurrentOperator; readonly ip: string }

/** The commands by which an operator approves on the request's own page; nothing else here moves money. */
export type Approvals = {
  readonly request: (
    tx: Tx,
    decision: Decision & {
      /** Undefined if the bank gave none. */
      readonly reference: string | undefined
      readonly lineId: string
      readonly amount?: bigint | undefined
      readonly isPart?: true
    },
  ) => Promise<Outcome>
  readonly obstacle: FindObstacle
  /** `shownId` is the transaction ID shown to the operator. */
  readonly charge: (
    tx: Tx,
    decision: Decision & { readonly shownId: string | undefined; readonly lineId: string },
  ) => Promise<unknown>
  /** A pending deposit for money that arrived without a request, which gets its first approval; returns its id. */
  readonly addReceipt: (
    tx: Tx,
    receipt: {
      readonly clientId: string
      readonly paise: bigint
      readonly bankReference: string | undefined
      readonly requestedBy: string | undefined
    },
  ) => Promise<string>
  /** The bank returned a withdrawal after it had confirmed it. */
  readonly returned: (
    tx: Tx,
    payment: {
      readonly clientId: string
      readonly requestId: string
      readonly operator: CurrentOperator
      readonly ip: string
    },
  ) => Promise<void>
}

export type ApproveLineCommand = Omit<Decision, 'id'> & {
  readonly lineId: string
  /** The payment shown beside the line. */
  readonly paymentId: string
  /** False if only an exact match was meant and this is none. */
  readonly isSure?: boolean
  /** Credits the amount of the line to a deposit that asked for another one. */
  readonly asReceived?: boolean | undefined
}

/**
 * Approves what a line matches with the request's own command, in one transaction with the match. If another
 * operator decided first, that command names them.
 */
export async function approveLine(
  context: ReconciliationContext,
  approvals: Approvals,
  tx: Tx,
  command: ApproveLineCommand,
): Promise<Outcome> {
  const { lineId, paymentId, operator } = command
  const [line, payment] = await Promise.all([lockLine(tx, lineId), findPayment(tx, paymentId)])
  if (!line || !payment) throw new AppError(commonErrors.notFound)
  if (!operator.rights.includes(paymentRights[payment.kind])) throw new AppError(commonErrors.noRight)
  const known = { ...payment, reference: line.reference ?? undefined }
  if (payment.status !== 'pending') return throwDecided(approvals, tx, command, known)
  if (line.unexplained === 0n) throw new AppError(reconciliationErrors.notToApprove)
  const verdict = await judgeLine(tx, lineId)
  const isFit = command.asReceived
    ? verdict?.exception === 'amount' && verdict.state === 'exception' && payment.kind === 'deposit'
    : verdict?.state === 'approve'
  if (!verdict || !isFit || verdict.payment_id !== paymentId || command.isSure === false) {
    // Another operator may have decided in the meantime.
    if ((await findPayment(tx, paymentId))?.status !== 'pending') return throwDecided(approvals, tx, command, known)
    const { changed, notToApprove } = reconciliationErrors
    throw new AppError(isFit ? changed : notToApprove)
  }
  const amount = command.asReceived ? line.amount : undefined
  const outcome = await run(approvals, tx, command, { ...known, amount })
  if (!outcome.waitsForSecond) await recordMatch(context, tx, command, { ...verdict, ...payment, amount: line.amount })
  return outcome
}

type KnownPayment = {
  readonly kind: PaymentKind
  readonly entered: string | null
  readonly reference: string | undefined
  readonly amount?: bigint | undefined
}

/** The command names the operator who decided. */
async function throwDecided(
  approvals: Approvals,
  tx: Tx,
  command: ApproveLineCommand,
  known: KnownPayment,
): Promise<never> {
  await run(approvals, tx, command, known)
  throw new AppError(reconciliationErrors.changed)
}

async function run(
  approvals: Approvals,
  tx: Tx,
  { paymentId: id, lineId, operator, ip }: ApproveLineCommand,
  { kind, entered, reference, amount }: KnownPayment,
): Promise<Outcome> {
  if (kind !== 'charge') return approvals.request(tx, { id, operator, ip, reference, lineId, amount })
  await approvals.charge(tx, { id, operator, ip, shownId: entered ?? undefined, lineId })
  return { waitsForSecond: false }
}

async function recordMatch(
  context: ReconciliationContext,
  tx: Tx,
  { lineId, paymentId, operator, ip }: ApproveLineCommand,
  matched: { how: number | null; kind: PaymentKind; name: string; client_id: string; amount: bigint },
): Promise<void> {
  const { name, how, client_id, amount } = matched
  const link = { kind: 'payment', amount, paymentId, how: how ?? 4 } as const
  await linkLine(context, tx, link, { lineId, requestedBy: operator.id, operatorId: operator.id })
  await Promise.all([
    context.audit(tx, {
      actor: operatorActor(operator),
      action: 'reconciliation.match',
      subjectId: client_id,
      after: { request: name, requestId: paymentId, lineId, by: matchedBy[how ?? 0] },
      ip,
    }),
    context.notifyScreens(tx, 'desk', 'reconciliation', lineId),
  ])
}

const matchedBy = ['', 'bank reference', 'our reference', 'number in the text', 'amount and date'] as const

type Results = Reply<typeof reconciliationCalls.approveTogether>

/** Each in its own transaction, beside that of the idempotency key; a rejected one does not stop the others. */
export async function approveTogether(
  context: ReconciliationContext,
  approvals: Approvals,
  keyTx: Tx,
  { matches, ...by }: Omit<Decision, 'id'> & Body<typeof reconciliationCalls.approveTogether>,
): Promise<Results> {
  const found = await findLines(
    context.db,
    matches.map(({ lineId }) => lineId),
  )
  const rows = new Map(found.map((row) => [row.id, row]))
  const results: Results['results'] = []
  for (const { lineId, paymentId } of matches) {
    await stayActive(keyTx)
    const row = rows.get(lineId)
    const command = { ...by, lineId, paymentId, isSure: row?.confidence === 'exact' && row.payment_id === paymentId }
    try {
      await context.db.transaction(async (tx) => {
        if (await isMine(tx, command)) return
        const { reasons } = row ? await obstacleOf(approvals, tx, row, by.operator) : { reasons: [] }
        if (reasons.length > 0) throw new AppError(notAlone(reasons))
        const outcome = await approveLine(context, approvals, tx, command)
        // What the operator may approve alone changed in the meantime.
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
