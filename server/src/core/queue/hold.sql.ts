import type { Right } from '@sauda/contract/platform/call'
import type { QueueKind } from '@sauda/contract/core/queue'
import type { Sql, Tx } from '../../platform/db.ts'
import type { QueueSources } from './queue.sql.ts'

type ItemId = { readonly kind: QueueKind; readonly id: string }

/** 0 if the same hold exists already. */
export const insertHold = (
  tx: Tx,
  h: ItemId & {
    readonly operatorId: string
    readonly reason: string
    readonly remindAt: string
    readonly message: string
  },
) =>
  tx.run(
    `insert into queue_hold as h (kind, item_id, held_by, reason, remind_at, message) values ($1, $2, $3, $4, $5, $6)
     on conflict (kind, item_id) do update
        set held_by = $3, held_at = now(), reason = $4, remind_at = $5, message = $6, reminded = false
      where (h.reason, h.remind_at, h.message) is distinct from ($4, $5, $6)`,
    [h.kind, h.id, h.operatorId, h.reason, h.remindAt, h.message],
  )

/** The message as sent to the client, for the notice on the case. */
export const storeSentMessage = (tx: Tx, { kind, id, message }: ItemId & { readonly message: string }) =>
  tx.run('update queue_hold set message = $3 where kind = $1 and item_id = $2', [kind, id, message])

/** 0 if the item is not on hold. */
export const deleteHold = (tx: Tx, { kind, id }: ItemId) =>
  tx.run('delete from queue_hold where kind = $1 and item_id = $2', [kind, id])

/** Ends the hold of this client's case whose id or kind is the thread of a reply; the reply is what it waited for. */
export const endHoldOfThread = (tx: Tx, clientId: string, thread: string) =>
  tx.run(
    `update queue_hold set remind_at = now()
      where remind_at > now()
        and (item_id::text = $2 or (kind = 'kyc' and $2 = 'kyc' and item_id = $1)
          or (kind = 'setting' and item_id in (
                select id from setting_request where client_id = $1 and kind = $2 and status = 'requested')))`,
    [clientId, thread],
  )

/** Cases whose reminder is due since the last call. */
export const markReminded = (tx: Tx) =>
  tx.rows<{ item_id: string }>(
    'update queue_hold set reminded = true where not reminded and remind_at <= now() returning item_id',
  )

/** 0 if it is assigned to this operator already. */
export const assignClaim = (tx: Tx, { kind, id, operatorId }: ItemId & { readonly operatorId: string }) =>
  tx.run(
    `insert into queue_claim as q (kind, item_id, operator_id, assigned) values ($1, $2, $3, true)
     on conflict (kind, item_id) do update set operator_id = $3, taken_at = now(), assigned = true
      where not (q.assigned and q.operator_id = $3)`,
    [kind, id, operatorId],
  )

/** A claim that was not assigned stays. */
export const unassignClaim = (tx: Tx, { kind, id }: ItemId) =>
  tx.run('delete from queue_claim where kind = $1 and item_id = $2 and assigned', [kind, id])

/** Deletes holds of cases that were decided while they were put on hold or assigned. */
export async function deleteOrphans(sql: Sql, sources: QueueSources): Promise<void> {
  for (const [kind, source] of Object.entries(sources))
    for (const rows of ['queue_hold where', 'queue_claim where assigned and'])
      await sql.run(`delete from ${rows} kind = $1 and not exists (select from (${source}) i where i.id = item_id)`, [
        kind,
      ])
}

export const activeOperators = (sql: Sql) =>
  sql.rows<{ id: string; name: string; role: string; rights: Right[] | null }>(
    `select o.id, o.name, o.role, r.rights from operator o left join role_rights r on r.role = o.role
      where o.disabled_at is null order by o.name, o.id`,
  )
