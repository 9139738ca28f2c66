import type { Reply, Right } from '@sauda/contract/call'
import {
  claimedBy,
  queueErrors,
  queueKinds,
  queueRights,
  queueRules,
  type queueCalls,
  type QueueItem,
  type QueueKind,
} from '@sauda/contract/queue'
import { commonErrors, AppError } from '@sauda/contract/error'
import { rupeesOf } from '@sauda/contract/money'
import type { AppContext } from '../app-context.ts'
import { operatorActor } from '../audit/audit.ts'
import type { Sql, Tx } from '../platform/db.ts'
import type { CurrentOperator } from '../platform/mount.ts'
import { claimOf } from './claim.ts'
import {
  deleteClaim,
  deleteOldClaims,
  findItem,
  insertClaim,
  renewClaim,
  selectItems,
  type ItemRow,
  type QueueSources,
} from './queue.sql.ts'

export type QueueDependencies = Pick<AppContext, 'db' | 'audit' | 'notifyScreens'> & { readonly sources: QueueSources }

const { claimMinutes, itemsPerKind } = queueRules

export async function listQueue(
  { db, sources }: Pick<QueueDependencies, 'db' | 'sources'>,
  rights: readonly Right[],
  only?: QueueKind,
): Promise<Reply<typeof queueCalls.list>> {
  const kinds = queueKinds.filter((kind) => rights.includes(queueRights[kind]) && (only ?? kind) === kind)
  if (kinds.length === 0) return { items: [], counts: {} }
  const rows = await selectItems(db, sources, kinds, { items: itemsPerKind, claimMinutes })
  return {
    items: rows.map(itemOf),
    counts: Object.fromEntries(rows.map(({ kind, total }) => [kind, Number(total)])),
  }
}

const itemOf = (row: ItemRow): QueueItem => ({
  kind: row.kind,
  id: row.id,
  clientId: row.client_id ?? undefined,
  clientName: row.client_name ?? undefined,
  amount: row.amount === null ? undefined : rupeesOf(row.amount),
  since: row.since.toISOString(),
  type: row.type ?? undefined,
  firstApproval: row.first_approval_by_name ?? undefined,
  firstApprovalById: row.first_approval_by ?? undefined,
  takenBy: row.taken_by_name ?? undefined,
  takenById: row.taken_by ?? undefined,
})

type ClaimCommand = {
  readonly operator: CurrentOperator
  readonly item: Pick<QueueItem, 'kind' | 'id'>
  readonly ip: string
}

/** A renewal changes nothing visible: no audit row, no notice. */
export async function claimItem(context: QueueDependencies, command: ClaimCommand): Promise<void> {
  const { operator, item } = command
  const claim = { ...item, operatorId: operator.id }
  await context.db.transaction(async (tx) => {
    if (!operator.rights.includes(queueRights[item.kind])) throw new AppError(commonErrors.notFound)
    if ((await renewClaim(tx, claim, claimMinutes)) > 0) return
    const found = await findItem(tx, context.sources[item.kind], item.id)
    if (!found) throw new AppError(commonErrors.notFound)
    if ((await insertClaim(tx, claim, claimMinutes)) === 0) throw await claimedError(tx, item)
    await record(context, tx, command, 'queue.take', found.client_id ?? item.id)
  })
}

/** Fails if another operator has the claim. */
export async function releaseItem(context: QueueDependencies, command: ClaimCommand): Promise<void> {
  const { operator, item } = command
  await context.db.transaction(async (tx) => {
    if ((await deleteClaim(tx, { ...item, operatorId: operator.id })) === 0) {
      if ((await claimOf(tx, item.kind, item.id)).takenBy !== undefined) throw await claimedError(tx, item)
      return
    }
    const found = await findItem(tx, context.sources[item.kind], item.id)
    await record(context, tx, command, 'queue.release', found?.client_id ?? item.id)
  })
}

async function claimedError(sql: Sql, { kind, id }: ClaimCommand['item']): Promise<AppError> {
  const { takenBy } = await claimOf(sql, kind, id)
  return new AppError(takenBy === undefined ? queueErrors.claimed : claimedBy(takenBy))
}

async function record(
  { audit, notifyScreens }: QueueDependencies,
  tx: Tx,
  { operator, item, ip }: ClaimCommand,
  action: 'queue.take' | 'queue.release',
  subjectId: string,
): Promise<void> {
  await audit(tx, { actor: operatorActor(operator), action, subjectId, after: item, ip })
  await notifyScreens(tx, 'desk', 'queue', item.id)
}

export const sweepClaims = (sql: Sql): Promise<number> => deleteOldClaims(sql, claimMinutes)
