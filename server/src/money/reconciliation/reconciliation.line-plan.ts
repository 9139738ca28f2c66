import type { Payload, ProposalKind } from '@sauda/contract/core/proposal'
import { decimalRupees } from '@sauda/contract/platform/money'
import type { AppContext } from '../../app/app-context.ts'
import { bankExceptionReasons, requireApprover } from '../../core/approval/approval.policy.ts'
import { carryOut, type Plan } from '../../core/approval/plan.ts'
import { type Decider, type Executor, type Requested, secondOf, tryOrPropose } from '../../core/approval/proposal.ts'
import type { Notice } from '../../core/notice/notice.ts'
import { requireRow, type Tx } from '../../platform/db.ts'
import { lockLine } from './reconciliation.book.sql.ts'
import { requireUndecided } from './reconciliation.link.ts'
import { findLine, type LineRow } from './reconciliation.sql.ts'

/** What a decision about a bank line does: the same for the request, the review of a second operator and the booking. */
export type LinePlan = Plan & {
  /** Whether it counts towards the limit of one operator for bank charges, interest, notes and reversals. */
  readonly isLimited: boolean
}

/** Books it at once, or proposes it where one operator is not enough. */
export async function requestLine<K extends ProposalKind, Given extends Payload<K> & { readonly lineId: string }>(
  context: AppContext,
  tx: Tx,
  request: Requested<K, Given> & Decider,
  load: (by: Executor) => Promise<LinePlan>,
) {
  await requireUndecided(context, tx, request.payload.lineId)
  const by = { operator: request.operator, ip: request.ip, requestedBy: request.operator.id }
  const result = await tryOrPropose(context, tx, request, async () => {
    const plan = await load(by)
    const { clientId, summary, uses = [] } = plan
    await carryOut(context, tx, by, plan)
    return { clientId, summary, uses, reasons: await reasonsOf(context, tx, by, plan), result: undefined }
  })
  return secondOf(result)
}

/** Asked after the booking, because the limit counts everything booked with it. */
async function reasonsOf(
  context: AppContext,
  tx: Tx,
  { operator }: Decider,
  plan: LinePlan,
): Promise<readonly string[]> {
  if (plan.reasons.length > 0) return plan.reasons
  await requireApprover(context, tx, { operator, right: 'wallet.approve', summary: plan.summary })
  return plan.isLimited ? bankExceptionReasons(context, tx, operator.id) : []
}

export async function lockedLine(tx: Tx, lineId: string): Promise<LineRow> {
  await requireRow(lockLine(tx, lineId))
  return requireRow(findLine(tx, lineId))
}

type Recorded = Readonly<Record<string, unknown>> & { readonly clientId: string | undefined }

/** The audit row, about the client if there is one, and the screens that show the line. */
export const recordOf = (
  { id: lineId, amount }: LineRow,
  action: 'reconciliation.book' | 'reconciliation.reverse' | 'reconciliation.settle',
  { clientId, ...recorded }: Recorded,
) => ({
  audit: () => ({
    action,
    subjectId: clientId ?? lineId,
    after: { lineId, amount: decimalRupees(amount), ...recorded },
  }),
  notices: [['desk', 'reconciliation', lineId]] as [Notice],
})
