import { approvalRules, creditedInBatch, creditedReason, secondAdministrator } from '@sauda/contract/core/approval'
import type { Right } from '@sauda/contract/platform/call'
import { AppError, commonErrors, type ErrorDefinition } from '@sauda/contract/platform/error'
import { formatRupees } from '@sauda/contract/platform/money'
import { withFullStop } from '@sauda/contract/platform/sentence'
import type { AppContext } from '../../app/app-context.ts'
import { recordByOperator } from '../audit/audit.ts'
import { bookedAlone } from '../ledger/bank-link.sql.ts'
import { type Figures, lockedFigures } from '../ledger/ledger.ts'
import { composeMail } from '../mail/mail.ts'
import { type Sql, together, type Tx } from '../../platform/db.ts'
import {
  administratorRoles,
  isSetUpPhase,
  periodsOf,
  type Person,
  type PolicyContext,
  waitingFault,
} from './approver.ts'
import {
  findApprover,
  insertBreakGlass,
  lentTo,
  lockApprover,
  lockChanges,
  selectAdministrators,
  selectBreakGlass,
} from './approval.sql.ts'
import { type ClientAndOperator, creditedClients, depositLimits, withdrawalLimits } from './limit.sql.ts'
import { newId } from '../../platform/id.ts'
import { confirmPayer, proofOf } from './proof.ts'
import { isSingle, refuseUnlessWaived, type WaiveContext } from './waive.ts'

export { confirmPayer }

// The approval policy: what one operator may do alone, and whose second approval counts (settled, section 11). Money
// decisions call it inside the transaction that moves the money.

export type ApprovalContext = Pick<AppContext, 'audit' | 'config' | 'mail' | 'notifyScreens'>
/** Queues a mail to every active administrator. */
export async function mailAdministrators(
  { mail }: Pick<ApprovalContext, 'mail'>,
  tx: Tx,
  subject: string,
  paragraphs: readonly string[],
): Promise<void> {
  const administrators = await selectAdministrators(tx, administratorRoles)
  for (const administrator of administrators) await mail(tx, composeMail(administrator, subject, paragraphs))
}

type ApproveCommand = {
  readonly operator: Person
  /** The operator who made the request, or gave the first approval; undefined if a client did. */
  readonly makerId?: string | null | undefined
  /** The client whose limits the approval counts towards. */
  readonly clientId?: string | undefined
  /** The right that the decision needs. */
  readonly right: Right
  /** The approved request, for the mail of the set-up phase. */
  readonly summary: string
}

/**
 * Throws unless this operator's approval counts. Locks the operator's row, then the client's figures, until the transaction ends, so that
 * parallel approvals cannot pass a limit together. With `APPROVALS=single`, which refuses nothing, the operator's row is not locked. Until a
 * second administrator exists, waiting periods do not apply, and each approval is mailed as part of the set-up phase. Returns the figures.
 */
export async function requireApprover(
  context: WaiveContext & Pick<ApprovalContext, 'mail'>,
  tx: Tx,
  command: ApproveCommand,
): Promise<Figures | undefined> {
  const { operator, makerId, clientId, right, summary } = command
  const [row, figures, isSetUp] = await together(
    tx,
    () => (isSingle(context) ? findApprover : lockApprover)(tx, periodsOf(context, operator.id, makerId)),
    () => (clientId === undefined ? undefined : lockedFigures(tx, clientId)),
    () => isSetUpPhase(tx),
  )
  if (!row) throw new AppError(commonErrors.notSignedIn)
  if (isSetUp) {
    if (isSingle(context)) return figures
    await mailAdministrators(context, tx, 'Approved in the set-up phase', [
      `${operator.name} approved: ${withFullStop(summary)}`,
      'There is only one administrator, so waiting periods do not apply yet. Add a second administrator to end the set-up phase.',
    ])
    return figures
  }
  const fault = await waitingFault(context, tx, row, { makerId, right })
  if (fault) await refuseUnlessWaived(context, tx, command, { clientId, summary, error: fault })
  return figures
}

/** Why a second administrator must approve a change of the broker's own set-up; empty if it may happen at once. */
export async function changeReasons(tx: Tx): Promise<string[]> {
  await lockChanges(tx)
  return (await isSetUpPhase(tx)) ? [] : [secondAdministrator]
}

type Deposit = ClientAndOperator & {
  readonly requestId: string
  readonly amount: bigint
  readonly reference: string | undefined
  readonly lineId?: string | undefined
}

/**
 * Why a second operator must approve the deposit; no reasons if one is enough, with the bank line that proves it. Without one
 * the approval counts towards the limits. Amounts in paise.
 */
export async function depositReasons(
  { config }: PolicyContext,
  sql: Sql,
  deposit: Deposit,
): Promise<{ reasons: string[]; proofLineId?: string }> {
  const { depositPerClient, depositPerOperator } = config.approvals
  const left = { client: depositPerClient - deposit.amount, operator: depositPerOperator - deposit.amount }
  const [proof, isAbove] = await together(
    sql,
    () => proofOf(sql, deposit, config),
    () => depositLimits(sql, { ...deposit, left }),
  )
  if (proof?.lineId !== undefined) return { reasons: [], proofLineId: proof.lineId }
  const why = proof ? '' : 'No bank statement has this payment, and one'
  const without = proof ? 'without a bank entry that proves it' : 'without it'
  const found = reasons([
    isAbove?.client === true &&
      `${why || 'One'} operator may approve up to ${formatRupees(depositPerClient)} per client and day ${without}`,
    isAbove?.operator === true &&
      `${why || 'One'} operator may approve up to ${formatRupees(depositPerOperator)} a day ${without}`,
    isAbove?.pays === true && 'You also approved a withdrawal of this client in the last 24 hours',
  ])
  if (found.length > 0) return { reasons: [...(proof?.faults ?? []), ...found] }
  return { reasons: proof?.otherPayer === undefined ? [] : [proof.otherPayer] }
}

/** Why a second operator must approve the withdrawal; empty if one is enough. */
export async function withdrawalReasons(
  { config }: PolicyContext,
  sql: Sql,
  withdrawal: ClientAndOperator & { readonly amount: bigint },
): Promise<string[]> {
  const { withdrawalPerClient, withdrawalPerOperator } = config.approvals
  const { amount } = withdrawal
  const left = { client: withdrawalPerClient - amount, operator: withdrawalPerOperator - amount }
  const isAbove = await withdrawalLimits(sql, { ...withdrawal, left })
  return reasons([
    isAbove?.client === true &&
      `One operator may approve withdrawals of up to ${formatRupees(withdrawalPerClient)} per client in 24 hours`,
    isAbove?.operator === true &&
      `One operator may approve withdrawals of up to ${formatRupees(withdrawalPerOperator)} in 24 hours`,
    isAbove?.credited === true && creditedReason,
  ])
}

/**
 * Why a second operator must approve what this operator just booked as a bank charge or interest, closed with a note or reversed;
 * empty if one is enough.
 */
export async function bankExceptionReasons({ config }: PolicyContext, tx: Tx, operatorId: string): Promise<string[]> {
  const { bankExceptions } = config.approvals
  const booked = await bookedAlone(tx, operatorId)
  return reasons([
    booked > bankExceptions &&
      `One operator may book bank charges and interest, close entries with a note and reverse bookings up to ${formatRupees(bankExceptions)} in 24 hours; with this entry it would be ${formatRupees(booked)}`,
  ])
}

/** Why a second operator must approve the offer of a loan; empty if one is enough. */
export async function loanReasons(
  { config }: PolicyContext,
  sql: Sql,
  { clientId, amount }: { readonly clientId: string; readonly amount: bigint },
): Promise<string[]> {
  const { loanPerClient } = config.approvals
  return reasons([
    above(await lentTo(sql, clientId), amount, loanPerClient) &&
      `One operator may lend a client up to ${formatRupees(loanPerClient)}`,
  ])
}

/** The error if the operator who would give the last approval of withdrawals also credited one of their clients. */
export async function creditedFault(
  sql: Sql,
  who: { readonly clientIds: readonly string[]; readonly operatorId: string },
): Promise<ErrorDefinition | undefined> {
  const names = await creditedClients(sql, who)
  return names.length === 0 ? undefined : creditedError(names)
}

/** `names`: of the clients whom the operator credited. */
export function creditedError([first = '', ...others]: readonly string[]): ErrorDefinition {
  const more = others.length === 1 ? ' and 1 other' : ` and ${others.length} others`
  return creditedInBatch(`${first}${others.length > 0 ? more : ''}`)
}

/** Whether `amount` would take the sum above the limit. */
export const above = (sum: bigint | undefined, amount: bigint, limit: bigint): boolean => (sum ?? 0n) + amount > limit

export const reasons = (all: readonly (string | false)[]): string[] => all.filter((each) => each !== false)

/** For the notice on every page of the desk. */
export async function approvalState(context: PolicyContext, sql: Sql, { id }: { readonly id: string }) {
  const { mode } = context.config.approvals
  const setUpPhase = mode === 'policy' && (await isSetUpPhase(sql))
  const own = mode === 'policy' && !setUpPhase ? await findApprover(sql, periodsOf(context, id)) : undefined
  return {
    mode,
    setUpPhase,
    ...(own?.new_until && !own.waived && { waitingUntil: own.new_until.toISOString() }),
    breakGlass: await selectBreakGlass(sql, approvalRules.breakGlassShownDays),
  }
}

/** Waives the operator's waiting periods for an hour; never the second operator. */
export async function breakGlass(
  context: ApprovalContext,
  tx: Tx,
  { operator, reason, ip }: { operator: Person; reason: string; ip: string },
): Promise<void> {
  const periods = periodsOf(context, operator.id)
  await lockApprover(tx, periods)
  // Read after the lock, to see a waiver of a parallel request.
  if ((await findApprover(tx, periods))?.waived) return
  await insertBreakGlass(tx, { id: newId(), operatorId: operator.id, reason })
  const recorded = { action: 'approval.break-glass', subjectId: operator.id, after: { reason } }
  await recordByOperator(context, tx, { operator, ip }, { ...recorded, topic: 'operator', id: operator.id })
  await mailAdministrators(context, tx, `${operator.name} waived their waiting periods`, [
    `${operator.name} may approve for one hour although their login, role or the other operator is new. Reason: ${reason}`,
    'A second operator remains necessary wherever the approval policy demands one. The desk shows this waiver for seven days.',
  ])
}
