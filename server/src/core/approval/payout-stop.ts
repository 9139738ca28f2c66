import type { Reply } from '@sauda/contract/platform/call'
import { AppError } from '@sauda/contract/platform/error'
import { type payoutCalls, payoutErrors } from '@sauda/contract/money/payout'
import type { AppContext } from '../../app/app-context.ts'
import { recordByOperator } from '../audit/audit.ts'
import type { Sql, Tx } from '../../platform/db.ts'
import { type ApprovalContext, mailAdministrators } from './approval.policy.ts'
import { locked, type Reading } from './plan.ts'
import { factsOf } from './review.ts'
import { clearStop, findStop, lockStop, setStop } from './proposal.sql.ts'
import { changeOrPropose, type Decider, type ProposalHandlers, secondOf } from './proposal.ts'

/** The switch that stops all payouts and approvals of withdrawals. */

type Change = Decider & { readonly body: { readonly reason: string } }
type StopReply = Reply<typeof payoutCalls.stopState>

export const isStopped = async ({ sql, tx }: Reading): Promise<boolean> =>
  tx ? ((await lockStop(tx)) ?? false) : (await findStop(sql)) !== undefined

/** Throws while payouts are stopped; called in every transaction that pays, releases or approves a withdrawal. */
export async function requirePayouts(tx: Tx): Promise<void> {
  if (await isStopped(locked(tx))) throw new AppError(payoutErrors.stopped)
}

export async function stopState(sql: Sql): Promise<StopReply> {
  const stop = await findStop(sql)
  if (!stop) return {}
  const { at, reason, by } = stop
  return { stopped: { at: at.toISOString(), reason, ...(by !== null && { by }) } }
}

/** Stops payouts at once, for one administrator or, without `by`, for the check of the books. Repeated, it changes nothing. */
export async function stopPayouts(context: ApprovalContext, tx: Tx, reason: string, by?: Decider): Promise<StopReply> {
  if ((await setStop(tx, reason, by?.operator.id ?? null)) === 0) return stopState(tx)
  await context.audit(tx, {
    by: by ?? 'system',
    action: 'payout.stop',
    after: { reason },
    ...(by && { subjectId: by.operator.id }),
  })
  await mailAdministrators(context, tx, 'All payouts are stopped', [
    `${by ? by.operator.name : 'The check of the books'} stopped all payouts and approvals of withdrawals. Reason: ${reason}`,
    'What to do: find the cause, then ask to resume them on the desk under Payouts. A second administrator must approve that.',
  ])
  await context.notifyScreens(tx, 'desk', 'payout')
  return stopState(tx)
}

/** `difference`: the first one that the check of the books found. */
export const stopForBooks = (context: ApprovalContext & Pick<AppContext, 'db'>, difference: string) =>
  context.db.transaction(
    (tx) => stopPayouts(context, tx, `The check of the books found a difference: ${difference}`.slice(0, 300)),
    { checked: false },
  )

export async function resumePayouts(context: ApprovalContext, tx: Tx, { body, ...by }: Change): Promise<StopReply> {
  const { stopped } = await stopState(tx)
  if (!stopped) throw new AppError(payoutErrors.notStopped)
  const payload = { reason: body.reason, stoppedAt: stopped.at }
  const summary = `Resume payouts, stopped because: ${stopped.reason}`
  const result = await changeOrPropose(context, tx, { kind: 'payout.resume', payload, summary, ...by }, () =>
    resume(context, tx, payload, by),
  )
  return { ...(await stopState(tx)), ...secondOf(result) }
}

async function resume(
  context: ApprovalContext,
  tx: Tx,
  { reason, stoppedAt }: { readonly reason: string; readonly stoppedAt: string },
  by: Decider,
): Promise<void> {
  if ((await clearStop(tx, stoppedAt)) === 0) throw new AppError(payoutErrors.stoppedAgain)
  const recorded = { action: 'payout.resume', subjectId: by.operator.id, before: { stoppedAt }, after: { reason } }
  await recordByOperator(context, tx, by, { ...recorded, topic: 'payout' })
}

export const resumeProposal = (context: ApprovalContext) =>
  ({
    'payout.resume': {
      carryOut: (tx, payload, by) => resume(context, tx, payload, by),
      async describe(tx, { stoppedAt }) {
        const { stopped } = await stopState(tx)
        if (stopped?.at !== stoppedAt) throw new AppError(payoutErrors.stoppedAgain)
        const facts = factsOf({ 'Stopped by': stopped.by ?? 'The check of the books', Reason: stopped.reason })
        return { evidence: [{ type: 'facts', id: stoppedAt, title: 'Why payouts are stopped', facts }] }
      },
    },
  }) satisfies ProposalHandlers<'payout.resume'>
