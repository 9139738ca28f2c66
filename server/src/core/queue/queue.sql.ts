import type { QueueItem, QueueKind } from '@sauda/contract/core/queue'
import { sqlName } from '../ledger/name.sql.ts'
import { type Sql, type Tx, selectIds, selectViews } from '../../platform/db.ts'
import { dataKeyOf } from '../../platform/data-key.ts'
import type { Right } from '@sauda/contract/platform/call'

/**
 * For each kind a select of its pending items, with the columns id, client_id, amount, since, first_approval_by and
 * type; written by the features, collected in app.ts.
 */
export type QueueSources = Readonly<Record<QueueKind, string>>

/** An item with its amount in paise, its hold, and how many of its kind are likewise on hold or not. */
export type ItemRow = Omit<QueueItem, 'amount' | 'dueAt' | 'hold'> & {
  amount?: bigint
  heldBy?: string
  holdReason?: string
  remindAt?: string
  message?: string
  onHold: boolean
  total: bigint
}

type Limits = { readonly items: number; readonly claimMinutes: number }

const isActive = (minutes: string) => `(q.assigned or q.taken_at >= now() - make_interval(mins => ${minutes}))`

/** Without the items of closed accounts, which await no decision until the account is open again. */
export const ofOpenAccounts = (items: string): string =>
  `select i.* from (${items}) i where not exists (select from client c where c.id = i.client_id and c.closure = 'closed')`

/** The oldest items of each kind, those on hold apart, each with the number of all of the kind that are like it. */
export function selectItems(sql: Sql, sources: QueueSources, kinds: readonly QueueKind[], limits: Limits) {
  const waiting = kinds.map(
    (kind) => `(select * from (
                 select '${kind}' as kind, count(*) over (partition by held.on_hold) as total,
                        row_number() over (partition by held.on_hold order by i.since, i.id) as place,
                        i.id, i.client_id, i.amount, i.since, i.first_approval_by, i.type,
                        held.on_hold, h.held_by, h.reason as hold_reason, h.remind_at, h.message
                   from (${sources[kind]}) i
                   left join queue_hold h on h.kind = '${kind}' and h.item_id = i.id
                   cross join lateral (select coalesce(h.remind_at > now(), false) as on_hold) held) k
                  where k.place <= $1)`,
  )
  return selectViews<ItemRow>(
    sql,
    `select w.kind, w.id, w.total, w.on_hold as "onHold", w.client_id as "clientId", c.name as "clientName",
            ${sqlName('client', 'c.number')} as "saudaId", s.summary, p.name, p.reference, w.amount, w.since, w.type,
            f.id as "firstApprovalById", f.name as "firstApproval", o.id as "takenById", o.name as "takenBy",
            nullif(q.assigned, false) as assigned, b.name as "heldBy", w.hold_reason as "holdReason",
            w.remind_at as "remindAt", w.message
       from (${waiting.join(' union all ')}) w
       left join client c on c.id = w.client_id
       left join proposal s on s.id = w.id and s.client_id is null
       left join lateral (select b.name, b.entered as reference from bank_payment b where b.id = w.id limit 1) p on true
       left join operator f on f.id = w.first_approval_by
       left join queue_claim q on q.kind = w.kind and q.item_id = w.id and ${isActive('$2')}
       left join operator o on o.id = q.operator_id
       left join operator b on b.id = w.held_by
      order by w.since, w.id`,
    [limits.items, limits.claimMinutes],
  )
}

export const findItem = (sql: Sql, source: string, id: string) =>
  sql.row<{ client_id: string | null; type: string | null }>(
    `select i.client_id, i.type from (${source}) i where i.id = $1`,
    [id],
  )

export type Claim = { readonly kind: QueueKind; readonly id: string; readonly operatorId: string }

const values = ({ kind, id, operatorId }: Claim, minutes: number) => [kind, id, operatorId, minutes]

/** 0 if this operator has no active claim. */
export const renewClaim = (tx: Tx, claim: Claim, minutes: number) =>
  tx.run(
    `update queue_claim q set taken_at = now()
      where kind = $1 and item_id = $2 and operator_id = $3 and ${isActive('$4')}`,
    values(claim, minutes),
  )

/** 0 if another operator has an active claim. */
export const insertClaim = (tx: Tx, claim: Claim, minutes: number) =>
  tx.run(
    `insert into queue_claim as q (kind, item_id, operator_id) values ($1, $2, $3)
     on conflict (kind, item_id) do update set operator_id = $3, taken_at = now()
      where q.operator_id = $3 or not ${isActive('$4')}`,
    values(claim, minutes),
  )

export const deleteClaim = (tx: Tx, { kind, id, operatorId }: Claim) =>
  tx.run('delete from queue_claim where kind = $1 and item_id = $2 and operator_id = $3 and not assigned', [
    kind,
    id,
    operatorId,
  ])

/** Every decision on an item calls this; it ends hold and assignment too. */
export const endClaim = (tx: Tx, kind: QueueKind, id: string) =>
  tx.run(
    `with ended as (delete from queue_hold where kind = $1 and item_id = $2)
     delete from queue_claim where kind = $1 and item_id = $2`,
    [kind, id],
  )

/** The active claim, if any. */
export const findClaim = (sql: Sql, kind: QueueKind, id: string, minutes: number) =>
  sql.row<{ operator_id: string; operator_name: string; assigned: boolean }>(
    `select o.id as operator_id, o.name as operator_name, q.assigned from queue_claim q join operator o on o.id = q.operator_id
      where q.kind = $1 and q.item_id = $2 and ${isActive('$3')}`,
    [kind, id, minutes],
  )

export const deleteOldClaims = (sql: Sql, minutes: number) =>
  sql.run('delete from queue_claim where not assigned and taken_at < now() - make_interval(mins => $1)', [minutes])

export type NewReply = {
  id: string
  clientId: string
  thread: string
  text: string
  fileKey: string | null
  rejection: { reason: string; at: Date } | null
}

/** Statement time: the transaction may be older than the lock it waited for. */
export const insertReply = (tx: Tx, r: NewReply) =>
  tx.run(
    `insert into reply (id, client_id, thread, text, file_key, reason, rejected_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, statement_timestamp())`,
    [r.id, r.clientId, r.thread, r.text, r.fileKey, r.rejection?.reason ?? null, r.rejection?.at ?? null],
  )

type ReplyRow = {
  id: string
  thread: string
  text: string
  file_key: string | null
  reason: string | null
  rejected_at: Date | null
  created_at: Date
}

/** The newest replies of each thread first. */
export const selectReplies = (sql: Sql, clientId: string, threads: readonly string[], limit: number) =>
  sql.rows<ReplyRow>(
    `select r.id, r.thread, r.text, r.file_key, r.reason, r.rejected_at, r.created_at
       from unnest($2::text[]) as t (thread) cross join lateral (
         select * from reply r where r.client_id = $1 and r.thread = t.thread order by r.created_at desc, r.id desc limit $3) r
      order by r.created_at desc, r.id desc`,
    [clientId, threads, limit],
  )

export const selectTexts = (sql: Sql, clientId: string, ids: readonly string[]) =>
  sql.rows<{ id: string; text: string }>('select id, text from reply where client_id = $1 and id = any($2::uuid[])', [
    clientId,
    ids,
  ])

export const findProof = (sql: Sql, reply: { id: string; clientId: string; thread: string }) =>
  sql.row<{ file_key: string; data_key: Buffer | null }>(
    `select file_key, ${dataKeyOf('client_id')} as data_key
       from reply where id = $1 and client_id = $2 and thread = $3 and file_key is not null`,
    [reply.id, reply.clientId, reply.thread],
  )

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

/** The hold of an item until its reminder. */
export const findHold = (sql: Sql, { kind, id }: ItemId) =>
  sql.row('select from queue_hold where kind = $1 and item_id = $2 and remind_at > now()', [kind, id])

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
  selectIds(tx, 'update queue_hold set reminded = true where not reminded and remind_at <= now() returning item_id')

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
