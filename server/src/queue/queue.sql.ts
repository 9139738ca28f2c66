import type { QueueKind } from '@sauda/contract/queue'
import type { Sql, Tx } from '../platform/db.ts'

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
  amount: bigint | null
  since: Date
  type: string | null
  first_approval_by: string | null
  first_approval_by_name: string | null
  taken_by: string | null
  taken_by_name: string | null
}

type Limits = { readonly items: number; readonly claimMinutes: number }

/** The oldest items of each kind, with the number of all of that kind. */
export function selectItems(sql: Sql, sources: QueueSources, kinds: readonly QueueKind[], limits: Limits) {
  const waiting = kinds.map(
    (kind) => `(select '${kind}' as kind, count(*) over () as total,
                       i.id, i.client_id, i.amount, i.since, i.first_approval_by, i.type
                  from (${sources[kind]}) i order by i.since, i.id limit $1)`,
  )
  return sql.rows<ItemRow>(
    `select w.*, c.name as client_name, f.name as first_approval_by_name, o.id as taken_by, o.name as taken_by_name
       from (${waiting.join(' union all ')}) w
       left join client c on c.id = w.client_id
       left join operator f on f.id = w.first_approval_by
       left join queue_claim q on q.kind = w.kind and q.item_id = w.id
        and q.taken_at >= now() - make_interval(mins => $2)
       left join operator o on o.id = q.operator_id
      order by w.since, w.id`,
    [limits.items, limits.claimMinutes],
  )
}

export const findItem = (sql: Sql, source: string, id: string) =>
  sql.row<{ client_id: string | null }>(`select i.client_id from (${source}) i where i.id = $1`, [id])

export type Claim = { readonly kind: QueueKind; readonly id: string; readonly operatorId: string }

const values = ({ kind, id, operatorId }: Claim, minutes: number) => [kind, id, operatorId, minutes]

/** 0 if this operator has no active claim. */
export const renewClaim = (tx: Tx, claim: Claim, minutes: number) =>
  tx.run(
    `update queue_claim set taken_at = now()
      where kind = $1 and item_id = $2 and operator_id = $3 and taken_at >= now() - make_interval(mins => $4)`,
    values(claim, minutes),
  )

/** 0 if another operator has an active claim. */
export const insertClaim = (tx: Tx, claim: Claim, minutes: number) =>
  tx.run(
    `insert into queue_claim as q (kind, item_id, operator_id) values ($1, $2, $3)
     on conflict (kind, item_id) do update set operator_id = $3, taken_at = now()
      where q.operator_id = $3 or q.taken_at < now() - make_interval(mins => $4)`,
    values(claim, minutes),
  )

export const deleteClaim = (tx: Tx, { kind, id, operatorId }: Claim) =>
  tx.run('delete from queue_claim where kind = $1 and item_id = $2 and operator_id = $3', [kind, id, operatorId])

export const deleteClaims = (tx: Tx, kind: QueueKind, id: string) =>
  tx.run('delete from queue_claim where kind = $1 and item_id = $2', [kind, id])

/** The active claim, if any. */
export const findClaim = (sql: Sql, kind: QueueKind, id: string, minutes: number) =>
  sql.row<{ operator_id: string; operator_name: string }>(
    `select o.id as operator_id, o.name as operator_name from queue_claim q join operator o on o.id = q.operator_id
      where q.kind = $1 and q.item_id = $2 and q.taken_at >= now() - make_interval(mins => $3)`,
    [kind, id, minutes],
  )

export const deleteOldClaims = (sql: Sql, minutes: number) =>
  sql.run('delete from queue_claim where taken_at < now() - make_interval(mins => $1)', [minutes])
