import { reservedBy } from '@sauda/contract/core/approval'
import { rightOf, type Use } from '@sauda/contract/core/proposal'
import { normalizeReference } from '@sauda/contract/money/reference'
import { AppError } from '@sauda/contract/platform/error'
import type { Sql } from '../../platform/db.ts'
import { approversFor, type PolicyContext } from './approver.ts'
import { findUsing, type ProposalRow } from './proposal.sql.ts'

// What a pending proposal would use is used by nothing else until it is decided (settled, section 15).

/** `named`: a bank reference, which a waiting bank line may have. */
type Reservation = {
  readonly uses: readonly Use[]
  readonly named?: { readonly direction: 'credit' | 'debit'; readonly reference: string } | undefined
}

/** Throws if a pending proposal would use one of these; the error names it and who may decide it. */
export async function requireUnreserved(context: PolicyContext, sql: Sql, { uses, named }: Reservation): Promise<void> {
  const waiting = await findUsing(sql, uses, named && { ...named, reference: normalizeReference(named.reference) })
  if (waiting) throw await reservedError(context, sql, waiting)
}

/** Names the request and who may decide it. */
export async function reservedError(context: PolicyContext, sql: Sql, row: ProposalRow): Promise<AppError> {
  const { kind, summary, requested_by: makerId, requested_by_name: by } = row
  const approvers = await approversFor(context, sql, { makerId, right: rightOf(kind) })
  return new AppError(reservedBy({ summary, by, approvers: approvers.map(({ name }) => name) }))
}
