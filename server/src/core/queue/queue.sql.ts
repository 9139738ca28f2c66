import type { QueueKind } from '@sauda/contract/core/queue'
import { sqlName } from '../ledger/name.sql.ts'
import type { Sql, Tx } from '../../platform/db.ts'

/**
 * For each kind a select of its pending items, with the columns id, client_id, amount, since, first_approval_by and
 * type; written by the features, collected in app.ts.
 */
export type QueueSources = Readonly<Record<QueueKind, string>>

export type ItemRow = {
  kind: QueueKind
  total: bigint
  id: string
  client_id: string | null
  client_name: string | null
  sauda_id: string | null
  summary: string | null
  name: string | null
  reference: string | null
  amount: bigint | null
  since: Date
  type: string | null
  first_approval_by: string | null
  first_approval_by_name: string | null
  taken_by: string | null
  taken_by_name: string | null
  assigned: boolean | null
  held_by_name: string | null
  hold_reason: string | null
  remind_at: Date | null
  message: string | null
  on_hold: boolean
}

type Limits = { readonly items: number; readonly claimMinutes: number }

const isActive = (minutes: string) => `(q.assigned or q.taken_at >= now() - make_interval(mins => ${minutes}))`

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
  return sql.rows<ItemRow>(
    `select w.*, c.name as client_name, ${sqlName('client', 'c.number')} as sauda_id, s.summary, p.name, p.reference, f.name as first_approval_by_name, o.id as taken_by, o.name as taken_by_name,
            q.assigned, b.name as held_by_name
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

export const deleteClaims = (tx: Tx, kind: QueueKind, id: string) =>
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
