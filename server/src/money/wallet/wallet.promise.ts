import { releasableFrom, releasersOf } from '@sauda/contract/core/payer'
import type { RequestStep } from '@sauda/contract/money/wallet'
import type { AppContext } from '../../app/app-context.ts'
import { approversFor } from '../../core/approval/approver.ts'
import { obstaclesOf } from '../../core/approval/approver.view.ts'
import { isStopped } from '../../core/approval/payout-stop.ts'
import { dueAt, targetOf } from '../../core/queue/claim.ts'
import { blockedBy } from '../../core/queue/payment-block.ts'
import { findReleaser } from './wallet.batch.sql.ts'
import type { RequestRow } from './wallet.sql.ts'

// The time that a client reads of a pending request. It follows from the rules that refuse the payment at the desk.

type Promised = Pick<RequestStep, 'targetAt' | 'notBefore'>

/** Nothing is promised while the request is on hold, or while no rule says when the withdrawal may be paid. */
export async function promiseOf(
  context: AppContext,
  row: RequestRow,
  { since, kind }: { readonly since: Date; readonly kind: 'deposit' | 'withdrawal' },
): Promise<Promised> {
  if (row.status !== 'pending') return {}
  const target = await targetOf(context, { kind, id: row.id, since })
  if (target.targetAt === undefined || kind === 'deposit' || (await isReleased(context, row))) return target
  const { db } = context
  const [stopped, block] = [await isStopped({ sql: db }), await blockedBy(context, db, row.client_id)]
  if (stopped || block !== undefined) return {}
  const notBefore = await payableFrom(context, row.id)
  if (notBefore === 'unknown') return {}
  // Once the target has passed, it is still the one that was promised before.
  const isPast = Date.parse(target.targetAt) < Date.now()
  const was = isPast ? await payableFrom(context, row.id, target.targetAt) : notBefore
  const isBarred = was !== undefined && was > target.targetAt
  return {
    ...(isBarred ? { targetAt: dueAt(new Date(was), context.config.targetHours[kind]) } : target),
    ...(notBefore !== undefined && { notBefore }),
  }
}

const isReleased = async ({ db }: AppContext, { payout_batch_id: batchId }: RequestRow): Promise<boolean> =>
  batchId !== null && (await findReleaser(db, batchId)) !== undefined

/** From when, as seen at that moment or now, the first operator may give the last approval; undefined if one may at once. */
async function payableFrom(context: AppContext, id: string, at?: string): Promise<string | undefined> {
  const [approvers, found] = await Promise.all([
    approversFor(context, context.db, { right: 'wallet.pay' }),
    obstaclesOf(context, context.db, [id], at),
  ])
  const payers = approvers.map((each) => ({ operatorId: each.id, operator: each.name }))
  const payment = { obstacles: found.get(id) ?? [] }
  return releasersOf(payers, [payment]).length > 0 ? undefined : (releasableFrom(payers, [payment]) ?? 'unknown')
}
