import type { Reply } from '@sauda/contract/platform/call'
import {
  claimedBy,
  queueCalls,
  queueErrors,
  type QueueItem,
  type QueueKind,
  queueKinds,
  queueRights,
  queueRules,
} from '@sauda/contract/core/queue'
import { AppError, commonErrors } from '@sauda/contract/platform/error'
import { rupeesOf } from '@sauda/contract/platform/money'
import type { AppContext } from '../../app/app-context.ts'
import type { Sql, Tx } from '../../platform/db.ts'
import type { CurrentOperator } from '../../platform/mount.ts'
import { approversFor } from '../approval/approver.ts'
import { claimOf } from './claim.ts'
import {
  deleteClaim,
  deleteOldClaims,
  deleteOrphans,
  findItem,
  insertClaim,
  type ItemRow,
  type QueueSources,
  renewClaim,
  selectItems,
} from './queue.sql.ts'
import { ownAccounts } from '../approval/own-account.ts'
import { assignCase, holdCase, type HoldContext, operatorsFor, remind, requireKind, resumeCase } from './hold.ts'

export type QueueDependencies = Pick<AppContext, 'db' | 'config' | 'audit' | 'notifyScreens'> & {
  readonly sources: QueueSources
  /** The state of pending payments by the imported bank statements, by their ids; others are not found yet. */
  readonly bankFindings: (sql: Sql) => Promise<ReadonlyMap<string, NonNullable<QueueItem['bank']>>>
}

const { claimMinutes, itemsPerKind } = queueRules

export async function listQueue(
  { db, config, sources, bankFindings }: Pick<QueueDependencies, 'db' | 'config' | 'sources' | 'bankFindings'>,
  { id: operatorId, rights }: Pick<CurrentOperator, 'rights'> & Partial<Pick<CurrentOperator, 'id'>>,
  only?: QueueKind,
): Promise<Reply<typeof queueCalls.list>> {
  const kinds = queueKinds.filter((kind) => rights.includes(queueRights[kind]) && (only ?? kind) === kind)
  if (kinds.length === 0) return { items: [], counts: {} }
  const rows = await selectItems(db, sources, kinds, { items: itemsPerKind, claimMinutes })
  const clientIds = rows.flatMap(({ clientId }) => clientId ?? [])
  const own = operatorId && (await ownAccounts({ config }, db, { operatorId, clientIds }))
  const found = kinds.includes('deposit') ? await bankFindings(db) : undefined
  return {
    items: rows.map((row) => ({
      ...itemOf(row, config.targetHours[row.kind]),
      ...(own && own.has(row.clientId ?? '') && { ownAccount: true as const }),
      ...(row.kind === 'deposit' && row.name !== undefined && { bank: found?.get(row.id) ?? notYet }),
    })),
    counts: Object.fromEntries(rows.filter((row) => !row.onHold).map(({ kind, total }) => [kind, Number(total)])),
  }
}

const notYet = { finding: 'notYet' } as const

function itemOf({ amount, heldBy: by, holdReason: reason, remindAt, message, ...item }: ItemRow, targetHours: number) {
  const isHeld = by !== undefined && reason !== undefined && remindAt !== undefined
  return {
    ...item,
    dueAt: new Date(Date.parse(item.since) + targetHours * 3_600_000).toISOString(),
    ...(amount !== undefined && { amount: rupeesOf(amount) }),
    ...(isHeld && { hold: { by, reason, remindAt, ...(message && { message }) } }),
  }
}

type ClaimCommand = {
  readonly operator: CurrentOperator
  readonly item: Pick<QueueItem, 'kind' | 'id'>
  readonly ip: string
}

/** A renewal changes nothing visible: no audit row, no notice. */
async function claimItem(context: QueueDependencies, command: ClaimCommand): Promise<void> {
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
async function releaseItem(context: QueueDependencies, command: ClaimCommand): Promise<void> {
  const { operator, item } = command
  await context.db.transaction(async (tx) => {
    if ((await deleteClaim(tx, { ...item, operatorId: operator.id })) === 0) {
      const { takenById } = await claimOf(tx, item.kind, item.id)
      // An assigned case stays with its operator.
      if (takenById !== undefined && takenById !== operator.id) throw await claimedError(tx, item)
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
  await audit(tx, { by: { operator, ip }, action, subjectId, after: item })
  await notifyScreens(tx, 'desk', 'queue', item.id)
}

export async function sweepClaims(sql: Sql, sources: QueueSources): Promise<void> {
  await deleteOldClaims(sql, claimMinutes)
  await deleteOrphans(sql, sources)
}

const sweepMilliseconds = 5 * 60_000
const remindMilliseconds = 30_000

export function queueRoutes(
  context: QueueDependencies & HoldContext & Pick<AppContext, 'mount' | 'mountCommand' | 'every'>,
) {
  const { mount, mountCommand, db, every, sources, notifyScreens } = context

  mount(queueCalls.list, ({ operator, query }) => listQueue(context, operator, query.kind || undefined))
  mount(queueCalls.claim, async ({ operator, body: { release, ...item }, ip }) => {
    if (release) await releaseItem(context, { operator, item, ip })
    else await claimItem(context, { operator, item, ip })
    return { message: release ? 'Released' : 'Picked up' }
  })

  mountCommand(queueCalls.hold, async (tx, given) => {
    await holdCase(context, tx, given)
    return { message: 'On hold' }
  })
  mountCommand(queueCalls.resume, async (tx, given) => {
    await resumeCase(context, tx, given)
    return { message: 'Pending again' }
  })
  mountCommand(queueCalls.assign, async (tx, given) => {
    await assignCase(context, tx, given)
    return { message: given.body.operatorId === undefined ? 'Assigned to nobody' : 'Assigned' }
  })
  mount(queueCalls.colleagues, async ({ operator, query: { kind, makerId } }) => {
    if (makerId === undefined) requireKind(operator, kind)
    const operators = await (makerId === undefined
      ? operatorsFor(context, db, kind)
      : approversFor(context, db, { makerId, right: queueRights[kind] }))
    return { operators: operators.map(({ id, name }) => ({ _id: id, name })) }
  })

  every(sweepMilliseconds, 'old claims', () => sweepClaims(db, sources))
  every(remindMilliseconds, 'reminders of cases on hold', () => remind(db, notifyScreens))
}
