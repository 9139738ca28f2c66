import type { Right } from '@sauda/contract/call'
import { alreadyTaken, operatorErrors, operatorRules } from '@sauda/contract/operator'
import type { QueueItem } from '@sauda/contract/operator'
import { commonErrors, AppError } from '@sauda/contract/error'
import type { AppContext } from '../app-context.ts'
import type { Sql } from '../platform/db.ts'
import type { CurrentOperator } from '../platform/mount.ts'
import { asActor } from './login.ts'
import { claim, deleteOldClaims, livingClaims, releaseClaim } from './queue.sql.ts'

type Kind = QueueItem['kind']

/** What waits in one room, and the right to decide it. */
export type Queue = {
  readonly kind: Kind
  readonly right: Right
  readonly list: (sql: Sql) => Promise<QueueItem[]>
}

const minutes = operatorRules.claimMinutes

/** Everything that waits and that these rights may decide, oldest first. */
export async function waiting(sql: Sql, queues: readonly Queue[], rights: readonly Right[], kind?: Kind) {
  const mine = queues.filter((queue) => rights.includes(queue.right) && (kind === undefined || queue.kind === kind))
  const items: QueueItem[] = []
  // One after the other: inside a transaction there is only one connection.
  for (const queue of mine) items.push(...(await queue.list(sql)))
  const claims = new Map(
    (await livingClaims(sql, minutes)).map((row) => [`${row.kind} ${row.item_id}`, row.operator_name]),
  )
  return items
    .map((item) => ({ ...item, takenBy: claims.get(`${item.kind} ${item.id}`) }))
    .toSorted((a, b) => a.since.localeCompare(b.since) || a.id.localeCompare(b.id))
}

type Item = { readonly kind: Kind; readonly id: string }

/** Marks a waiting item as in this operator's hands. */
export async function take(
  context: AppContext,
  queues: readonly Queue[],
  operator: CurrentOperator,
  item: Item,
  ip: string,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const clientId = await clientOf(tx, queues, operator, item)
    if (clientId === undefined) throw new AppError(commonErrors.notFound)
    if ((await claim(tx, { ...item, operatorId: operator.id }, minutes)) === 0) throw await lost(tx, item)
    await context.audit(tx, { actor: asActor(operator), action: 'queue.take', subjectId: clientId, after: item, ip })
    await context.notifyScreens(tx, 'desk', 'queue')
  })
}

/** Whose item it is; nothing where it does not wait, or is not theirs to decide. */
async function clientOf(sql: Sql, queues: readonly Queue[], { rights }: CurrentOperator, { kind, id }: Item) {
  return (await waiting(sql, queues, rights, kind)).find((item) => item.id === id)?.clientId
}

async function lost(sql: Sql, { kind, id }: Item): Promise<AppError> {
  const holder = (await livingClaims(sql, minutes)).find((row) => row.kind === kind && row.item_id === id)
  return new AppError(holder ? alreadyTaken(holder.operator_name) : operatorErrors.taken)
}

/** Gives an item back; of somebody else's nothing happens but the refusal. */
export async function release(
  context: AppContext,
  queues: readonly Queue[],
  operator: CurrentOperator,
  item: Item,
  ip: string,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    if ((await releaseClaim(tx, { ...item, operatorId: operator.id })) === 0) {
      const taken = (await livingClaims(tx, minutes)).some((row) => row.kind === item.kind && row.item_id === item.id)
      // Nobody has it: that is what was asked for.
      if (taken) throw await lost(tx, item)
      return
    }
    const subjectId = (await clientOf(tx, queues, operator, item)) ?? item.id
    await context.audit(tx, { actor: asActor(operator), action: 'queue.release', subjectId, after: item, ip })
    await context.notifyScreens(tx, 'desk', 'queue')
  })
}

export const sweepClaims = (sql: Sql): Promise<number> => deleteOldClaims(sql, minutes)
