import type { Right } from '@sauda/contract/platform/call'
import { commonErrors, type ErrorDefinition, AppError } from '@sauda/contract/platform/error'
import { rightsOf, isAdministrator } from '@sauda/contract/broker/operator'
import type { Obstacle } from '@sauda/contract/banking/payout'
import type { Sql, Tx } from '../../platform/db.ts'
import {
  isSetUpPhase,
  periodsOf,
  type Person,
  type PolicyContext,
  waitingFault,
  isSeparated,
} from './approval.policy.ts'
import { isSingle, unwaived, refuseUnlessWaived, type WaiveContext } from './waive.ts'
import { creditedInAnyWay, findApprover, selectApprovers, selectObstacles, selectOwnAccounts } from './approval.sql.ts'
import type { AppContext } from '../../app-context.ts'
import { isId } from '../../platform/id.ts'
import { audit } from '../audit/audit.ts'
import { approvalErrors } from '@sauda/contract/core/approval'
import { queueRights } from '@sauda/contract/core/queue'
import { lockWaitingOf, selectMakers, selectWaitingMakers, type TwoStepQueue } from './proposal.sql.ts'

// Whose approval would count, for screens that show it in advance. It is enforced where a proposal is decided (proposal.decide.ts),
// and for a payout batch in banking/payout and wallet.batch.ts.

/** Operators whose second approval counts for what this maker requested, by name. */
export async function approversFor(
  context: PolicyContext,
  sql: Sql,
  { makerId, right }: { readonly makerId: string; readonly right: Right },
): Promise<Person[]> {
  const isSetUp = await isSetUpPhase(sql)
  const separated = !isSingle(context) && !isSetUp
  const rows = await selectApprovers(sql, periodsOf(context, null, makerId))
  return rows
    .filter(
      (row) =>
        row.id !== makerId &&
        rightsOf(row.role, separated, row.rights).includes(right) &&
        (isSetUp || row.waived || (row.new_until === null && row.apart_until === null)),
    )
    .map(({ id, name }) => ({ id, name }))
}

/** Why this operator's approval would not count, shown before it is given. */
export async function approverFault(
  context: PolicyContext,
  sql: Sql,
  { operator, makerId }: { readonly operator: { readonly id: string }; readonly makerId: string | null },
): Promise<ErrorDefinition | undefined> {
  if (isSingle(context) || (await isSetUpPhase(sql))) return undefined
  const row = await findApprover(sql, periodsOf(context, operator.id, makerId))
  return row ? waitingFault(row) : commonErrors.notSignedIn
}

/** The operators whose last approval of these withdrawals does not count, by request. */
export async function obstaclesOf(
  context: PolicyContext,
  sql: Sql,
  requestIds: readonly string[],
): Promise<ReadonlyMap<string, Obstacle[]>> {
  const rows = await unwaived(context, [], () => selectObstacles(sql, requestIds))
  const obstacles = new Map<string, Obstacle[]>()
  for (const { request_id: id, operator_id: operatorId, name: operator, why } of rows)
    obstacles.set(id, [...(obstacles.get(id) ?? []), { operatorId, operator, why }])
  return obstacles
}

/** Clients whom the operator credited in the last 24 hours, for whom they do not pay alone. */
export async function creditedBy(
  context: PolicyContext,
  sql: Sql,
  who: { readonly clientIds: readonly string[]; readonly operatorId: string },
): Promise<ReadonlySet<string>> {
  const rows = await unwaived(context, [], () => creditedInAnyWay(sql, who))
  return new Set(rows.map(({ client_id }) => client_id))
}

// An operator who is a client too, with the same e-mail address, requests and decides nothing about that account, or about another
// account with the same PAN or bank account.

/** What they may still do: look, claim a case, protect the login, and end what ends with the right of another operator. */
const allowed: ReadonlySet<string> = new Set([
  'approval.lapse',
  'approval.waive',
  'client.freeze',
  'client.view',
  'client.view.end',
  'kyc.check-pan',
  'privacy.export',
  'queue.release',
  'queue.take',
  'wallet.lapse-first',
])

/** Which of these clients the operator is; none where it does not matter. */
export async function ownAccounts(
  context: Parameters<typeof isSingle>[0],
  sql: Sql,
  who: { readonly operatorId: string; readonly clientIds: readonly string[] },
): Promise<ReadonlySet<string>> {
  const rows = await unwaived(context, [], () => selectOwnAccounts(sql, who))
  return new Set(rows.map(({ id }) => id))
}

/** Throws if one of these is the operator's own account; for decisions whose audit row names no client. */
export async function requireOthersAccount(
  context: WaiveContext,
  tx: Tx,
  by: { readonly operator: { readonly id: string; readonly name: string }; readonly ip?: string | undefined },
  { clientIds, summary }: { readonly clientIds: readonly string[]; readonly summary: string },
): Promise<void> {
  const [own] = await selectOwnAccounts(tx, { operatorId: by.operator.id, clientIds })
  if (own) await refuseUnlessWaived(context, tx, by, { clientId: own.id, summary, error: commonErrors.ownAccount })
}

/** Writes audit rows, of which every change of a client by an operator has one; throws if it is their own account. */
export const createAudit =
  ({ config }: Pick<AppContext, 'config'>): AppContext['audit'] =>
  async (tx, entry) => {
    const { by, action, subjectId } = entry
    if (by !== 'system' && 'operator' in by && subjectId && isId(subjectId) && !allowed.has(action))
      await requireOthersAccount({ audit, config }, tx, by, { clientIds: [subjectId], summary: action })
    await audit(tx, entry)
  }

// Whose request or first approval still counts: that of an operator who is not disabled and still has the right.

/** Those of these operators whose requests with this right lapse. */
export async function formerMakers(
  context: PolicyContext,
  sql: Sql,
  operatorIds: readonly string[],
  right: Right,
): Promise<string[]> {
  if (operatorIds.length === 0) return []
  const separated = await isSeparated(context, sql)
  const makers = await selectMakers(sql, operatorIds)
  return makers
    .filter(
      ({ role, rights, disabled }) =>
        disabled || !rightsOf(role, separated && isAdministrator(role), rights).includes(right),
    )
    .map(({ id }) => id)
}

export const mayStillRequest = async (
  context: PolicyContext,
  sql: Sql,
  operatorId: string,
  right: Right,
): Promise<boolean> => (await formerMakers(context, sql, [operatorId], right)).length === 0

/** Throws if the operator who requested it may no longer do so. */
export async function requireMaker(
  context: PolicyContext,
  sql: Sql,
  operatorId: string,
  queue: TwoStepQueue,
): Promise<void> {
  if (!(await mayStillRequest(context, sql, operatorId, queueRights[queue])))
    throw new AppError(approvalErrors.makerGone)
}

/** The pending requests of a queue whose makers may no longer request them, locked. */
export async function lockLapsed(context: PolicyContext, tx: Tx, queue: TwoStepQueue): Promise<string[]> {
  const makers = (await selectWaitingMakers(tx, queue)).map(({ id }) => id)
  const former = await formerMakers(context, tx, makers, queueRights[queue])
  return (await lockWaitingOf(tx, queue, former)).map(({ id }) => id)
}
