import type { Right } from '@sauda/contract/platform/call'
import { commonErrors } from '@sauda/contract/platform/error'
import { type BankLine, paymentRights } from '@sauda/contract/banking/reconciliation'
import type { AppContext } from '../../app-context.ts'
import type { Person } from '../../core/approval/approval.policy.ts'
import { approversFor, obstaclesOf } from '../../core/approval/approver.ts'
import { otherPayerText } from '../../core/ledger/payer.ts'
import type { Sql } from '../../platform/db.ts'
import type { CurrentOperator } from '../../platform/mount.ts'
import type { LineRow } from './reconciliation.sql.ts'
import { differentPayerOf } from './reconciliation.ts'

// Which exact matches an operator may approve from the list, one by one or all together.

/**
 * Why a deposit or withdrawal is left out; `mustOpen`: on its own page the operator may approve it; `isFirst`: an approval
 * would be the first of two.
 */
type Obstacle = { readonly reasons: string[]; readonly mustOpen?: true; readonly isFirst?: true }
export type FindObstacle = (
  sql: Sql,
  request: { readonly id: string; readonly operator: { readonly id: string }; readonly lineId: string },
) => Promise<Obstacle>
type Requests = { readonly obstacle: FindObstacle }

/** No reasons if the operator may. The same decision as on the page of the request, and the name of the payer. */
export async function obstacleOf(
  { obstacle }: Requests,
  sql: Sql,
  row: LineRow,
  operator: CurrentOperator,
): Promise<Obstacle> {
  const { id: lineId, payment_id: id, payment_kind: kind, client_name: client, holder_name: holder } = row
  if (id === null || kind === null || client === null) return { reasons: [] }
  if (!operator.rights.includes(paymentRights[kind])) return { reasons: [commonErrors.noRight.message] }
  const found: Obstacle = kind === 'charge' ? { reasons: [] } : await obstacle(sql, { id, operator, lineId })
  const stranger = differentPayerOf(row)
  if (stranger === undefined || found.reasons.length > 0) return found
  return {
    reasons: [`${otherPayerText(stranger, client, holder)}. Open the entry and compare both names`],
    mustOpen: true,
  }
}

/** By line, for the exact matches among them. */
export async function obstaclesIn(
  context: AppContext,
  requests: Requests,
  sql: Sql,
  rows: readonly LineRow[],
  operator: CurrentOperator,
): Promise<ReadonlyMap<string, NonNullable<BankLine['obstacle']>>> {
  const found = new Map<string, NonNullable<BankLine['obstacle']>>()
  const known = new Map<Right, readonly Person[]>()
  for (const row of rows) {
    const { id, payment_id: paymentId, payment_kind: kind } = row
    if (row.state !== 'approve' || row.confidence !== 'exact' || paymentId === null || kind === null) continue
    const { reasons, mustOpen, isFirst } = await obstacleOf(requests, sql, row, operator)
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
