import { approvalErrors } from '@sauda/contract/core/approval'
import { AppError, commonErrors, type ErrorDefinition } from '@sauda/contract/platform/error'
import { keysOf } from '@sauda/contract/platform/field'
import { formatRupees, sum } from '@sauda/contract/platform/money'
import { payoutErrors } from '@sauda/contract/money/payout'
import { type Payload, rightOf } from '@sauda/contract/core/proposal'
import type { AppContext } from '../../app/app-context.ts'
import { approverFault } from '../../core/approval/approver.view.ts'
import { ownObstacle } from '../../core/approval/own-account.ts'
import { obstacle, type Plan, planHandler, type Reading } from '../../core/approval/plan.ts'
import { isStopped } from '../../core/approval/payout-stop.ts'
import { type Executor, findPendingAbout, type ProposalHandlers } from '../../core/approval/proposal.ts'
import { requireUnreserved } from '../../core/approval/reservation.ts'
import { isSingle } from '../../core/approval/waive.ts'
import { recordByOperator } from '../../core/audit/audit.ts'
import type { Notice } from '../../core/notice/notice.ts'
import { requireRow, type Sql } from '../../platform/db.ts'
import type { CurrentOperator } from '../../platform/mount.ts'
import { type BatchRow, cancelBatch, lockBank, lockBatch, payoutsOf, releaseBatch, selectBatch } from './payout.sql.ts'
import { reject } from '../wallet/wallet.decide.ts'
import { planRelease, planRemoval, removeFromBatch } from '../wallet/wallet.batch.ts'
import { type BatchReply, describeBatch, describeFailures, readBatch } from './payout.view.ts'

// What a second operator decides about a payout batch. Each is one plan: what the batch's page says in advance, what the second operator
// reviews, and what is done.

const findBatch = async ({ sql, tx }: Reading, id: string): Promise<BatchRow> =>
  requireRow(tx ? lockBatch(tx, id) : selectBatch(sql, id))

/** A batch is never released or cancelled by one operator alone (settled, section 11). */
const reasons = ['A payout batch always needs a second operator']

export async function releasePlan(
  context: AppContext,
  reading: Reading,
  { batchId }: Payload<'payout.release'>,
  { requestedBy: makerId, ...by }: Executor,
): Promise<Plan> {
  const stopped = await isStopped(reading)
  const batch = await findBatch(reading, batchId)
  if (reading.tx) await lockBank(reading.tx, batch.bank_id)
  const release = await planRelease(context, reading, { ...by, batchId, makerId })
  return {
    // Without its sum, which changes if payments are left out.
    summary: `Release payout batch ${batch.name}, paid from ${batch.bank_name}`,
    reasons,
    obstacle: stopped
      ? payoutErrors.stopped
      : batch.status === 'prepared'
        ? release.obstacle
        : payoutErrors.isCancelled,
    review: async () => describeBatch(await readBatch(context, reading.sql, batchId, by.operator), true),
    async write(tx) {
      await release.write(tx)
      await releaseBatch(tx, batchId, by.operator.id)
    },
    ...changeOf(batch, 'released'),
  }
}

/** The cancellation of a released batch whose file the bank did not accept. */
export async function cancelPlan(
  context: AppContext,
  reading: Reading,
  { batchId, reason }: Payload<'payout.cancel'>,
  { operator, ip }: Executor,
): Promise<Plan> {
  const batch = await findBatch(reading, batchId)
  const removal = await planRemoval(context, reading, { operator, ip, batchId })
  return {
    summary: `Cancel payout batch ${batch.name}, ${formatRupees(removal.paise)} not answered by the bank: ${reason}`,
    reasons,
    obstacle: releasedFault(batch) ?? removal.obstacle,
    review: async () => describeBatch(await readBatch(context, reading.sql, batchId, operator), false),
    async write(tx) {
      await removal.write(tx)
      await cancelBatch(tx, batchId, reason)
    },
    ...changeOf(batch, 'cancelled', reason),
  }
}

/** Returns the money of the payments that are still open; the bank's statement may have decided others. */
export async function failPlan(
  context: AppContext,
  reading: Reading,
  { batchId, fileName, failures }: Payload<'payout.fail'>,
  { operator, ip }: Executor,
): Promise<Plan> {
  const { sql } = reading
  const batch = await findBatch(reading, batchId)
  const reasonOf = new Map(failures.map(({ id, reason }) => [id, reason]))
  // In the order in which the ledgers are locked.
  const open = (await payoutsOf(sql, batchId)).filter(({ _id, status }) => status === 'pending' && reasonOf.has(_id))
  await requireUnreserved(context, sql, { uses: open.map(({ _id }) => `request:${_id}` as const) })
  const { obstacle: own } = await ownObstacle(context, sql, operator, open)
  const total = formatRupees(sum(open.map(({ amount }) => amount)))
  return {
    summary: `${open.length} ${open.length === 1 ? 'payment' : 'payments'} of ${batch.name} failed, ${total}, says ${fileName}: return the money to the clients`,
    // Alone, one operator could report a payment that the bank has made as failed, and have it paid twice.
    reasons: ['A payment that an answer file reports as failed always needs a second operator'],
    obstacle: releasedFault(batch) ?? (open.length === 0 ? payoutErrors.nothingOpen : own),
    review: async () => describeFailures(sql, await readBatch(context, sql, batchId, operator), reasonOf),
    async write(tx) {
      for (const { _id: id } of open) {
        await reject(context, tx, { operator, ip, id, reason: reasonOf.get(id) ?? '', fromBank: true })
      }
    },
    ...recordOf('payout.fail', batchId, { after: { fileName, failed: open.length } }),
  }
}

/** Why the bank cannot have been paying it; undefined if it may be. */
const releasedFault = ({ status }: Pick<BatchRow, 'status'>): ErrorDefinition | undefined =>
  status === 'cancelled' ? payoutErrors.isCancelled : status === 'prepared' ? payoutErrors.notReleased : undefined

export function requireReleased(batch: Pick<BatchRow, 'status'>): void {
  const fault = releasedFault(batch)
  if (fault) throw new AppError(fault)
}

const changeOf = ({ id, name, status: before }: BatchRow, status: 'released' | 'cancelled', reason?: string) =>
  recordOf(status === 'released' ? 'payout.release' : 'payout.cancel', id, {
    before: { status: before },
    after: { batch: name, status, reason },
  })

/** The audit row, and the screens that show the batch. */
const recordOf = (action: string, batchId: string, change: { readonly before?: object; readonly after: object }) => ({
  audit: () => ({ action, subjectId: batchId, ...change }),
  notices: [['desk', 'payout', batchId]] as [Notice],
})

const plans = { 'payout.release': releasePlan, 'payout.cancel': cancelPlan, 'payout.fail': failPlan }
type Kind = keyof typeof plans
type Load = (...given: [AppContext, Reading, Payload<Kind>, Executor]) => Promise<Plan>

export const payoutProposals = (context: AppContext): ProposalHandlers<Kind> => ({
  'payout.release': {
    ...planHandler(context, (_, payload, by, reading) => releasePlan(context, reading, payload, by)),
    async undo(tx, { batchId }, by) {
      const batch = await requireRow(lockBatch(tx, batchId))
      await removeFromBatch(context, tx, { batchId })
      const reason = by.operator.id === batch.created_by ? 'Cancelled by its maker' : 'The release was rejected'
      await cancelBatch(tx, batchId, reason)
      const entry = changeOf(batch, 'cancelled', reason).audit()
      await recordByOperator(context, tx, by, { ...entry, topic: 'payout', id: batchId })
    },
  },
  'payout.cancel': planHandler(context, (_, payload, by, reading) => cancelPlan(context, reading, payload, by)),
  'payout.fail': planHandler(context, (_, payload, by, reading) => failPlan(context, reading, payload, by)),
})

/** A batch as its page shows it, with why this operator cannot approve the request that waits about it. */
export async function getBatch(
  context: AppContext,
  sql: Sql,
  id: string,
  operator: CurrentOperator,
): Promise<BatchReply> {
  const batch = await readBatch(context, sql, id, operator)
  const fault = batch.proposalId === undefined ? undefined : await faultFor(context, sql, id, operator)
  return { ...batch, ...(fault && { obstacle: fault.message }) }
}

async function faultFor(context: AppContext, sql: Sql, batchId: string, operator: CurrentOperator) {
  const waiting = await findPendingAbout(sql, keysOf(plans), { batchId })
  if (!waiting) return undefined
  const { payload, requested_by: makerId } = waiting
  const kind = waiting.kind as Kind
  const right = rightOf(kind)
  if (makerId === operator.id && !isSingle(context)) return approvalErrors.ownRequest
  if (!operator.rights.includes(right)) return commonErrors.noRight
  const waits = await approverFault(context, sql, { operator, makerId, right })
  const load = plans[kind] as Load
  return (
    waits ?? (await obstacle(() => load(context, { sql }, payload, { operator, requestedBy: makerId, ip: '' }))).fault
  )
}
