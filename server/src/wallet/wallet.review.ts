import type { WalletContext } from '../app-context.ts'
import { requireSeen, versionOf } from '../approval/review.ts'
import { requireRow, type Sql } from '../platform/db.ts'
import { repliesOf } from '../queue/reply.ts'
import { warningsAbout } from '../queue/risk.ts'
import { type DeskRow, findDeskRequest } from './wallet.sql.ts'
import { numberOf } from './wallet.view.ts'

/** What the operator who decides a request reviews besides its fields; `version` changes with all of it that counts. */
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

/** Throws if the request is no longer what the operator reviewed; without a version, nothing is compared. */
export async function requireReviewed(
  context: Pick<WalletContext, 'accounts' | 'bankEvidence' | 'warnings'>,
  sql: Sql,
  { id, operator, version }: { id: string; operator: { readonly id: string }; version?: string | undefined },
): Promise<void> {
  if (version === undefined) return
  const row = await requireRow(findDeskRequest(sql, id))
  requireSeen((await reviewOf(context, sql, row, operator)).version, version)
}
