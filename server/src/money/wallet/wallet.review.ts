import { AppError } from '@sauda/contract/platform/error'
import { reviewErrors } from '@sauda/contract/core/proposal-review'
import type { WalletContext } from '../../app-context.ts'
import { requireSeen, versionOf } from '../../core/approval/review.ts'
import { requireRow, type Sql } from '../../platform/db.ts'
import { repliesOf } from '../../core/queue/reply.ts'
import { warningsAbout } from '../../core/queue/risk.ts'
import { type DeskRow, findDeskRequest } from './wallet.sql.ts'
import { numberOf } from './wallet.view.ts'

/** What the operator who decides a request reviews besides its fields; `version` changes with everything relevant. */
export async function reviewOf(
  context: Pick<WalletContext, 'accounts' | 'bankEvidence' | 'warnings'>,
  sql: Sql,
  row: DeskRow,
  operator: { readonly id: string },
) {
  const { id, client_id: clientId } = row
  const replies = await repliesOf(sql, clientId, id)
  const evidence = await context.bankEvidence(sql, id)
  const warnings = await warningsAbout(context, sql, { clientId, requestId: id }, operator.id)
  const stored = [
    [id, row.status, String(row.amount), String(row.credited), row.reference, row.utr, row.payout_batch_id],
    [row.pay_to_name, numberOf(context, row), row.pay_to_ifsc],
    [row.first_approval_by, row.first_approval_at, row.first_approval_reference, row.bank_account],
    replies.map((reply) => reply._id),
  ]
  return { replies, evidence, warnings, version: versionOf({ stored, evidence, warnings }) }
}

type Reviewed = {
  readonly id: string
  readonly operator: { readonly id: string }
  /** Undefined: nothing is compared. null: the operator reviewed nothing. */
  readonly version?: string | null | undefined
}

/** Throws if the request is no longer what the operator reviewed, or has a first approval and they reviewed nothing. */
export async function requireReviewed(
  context: Pick<WalletContext, 'accounts' | 'bankEvidence' | 'warnings'>,
  sql: Sql,
  request: Pick<DeskRow, 'first_approval_by'> & { readonly releasedBy: string | undefined },
  { id, operator, version }: Reviewed,
): Promise<void> {
  const firstBy = request.first_approval_by
  // The release of its payout batch gave both approvals.
  const isSecond = request.releasedBy === undefined && firstBy !== null && firstBy !== operator.id
  if (version === null && isSecond) throw new AppError(reviewErrors.changed)
  if (version === undefined || version === null) return
  const row = await requireRow(findDeskRequest(sql, id))
  requireSeen((await reviewOf(context, sql, row, operator)).version, version)
}
