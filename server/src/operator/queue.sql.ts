import type { Sql, Tx } from '../platform/db.ts'

/** Takes the item unless somebody else has it in hand; 0 when they have. */
export function claim(tx: Tx, item: { kind: string; id: string; operatorId: string }, minutes: number) {
  return tx.run(
    `insert into queue_claim as q (kind, item_id, operator_id) values ($1, $2, $3)
     on conflict (kind, item_id) do update set operator_id = $3, taken_at = now()
      where q.operator_id = $3 or q.taken_at < now() - make_interval(mins => $4)`,
    [item.kind, item.id, item.operatorId, minutes],
  )
}

export function releaseClaim(tx: Tx, item: { kind: string; id: string; operatorId: string }) {
  return tx.run('delete from queue_claim where kind = $1 and item_id = $2 and operator_id = $3', [
    item.kind,
    item.id,
    item.operatorId,
  ])
}

export type ClaimRow = { kind: string; item_id: string; operator_id: string; operator_name: string }

/** Who has what in hand. */
export function livingClaims(sql: Sql, minutes: number) {
  return sql.rows<ClaimRow>(
    `select q.kind, q.item_id, q.operator_id, o.name as operator_name
       from queue_claim q join operator o on o.id = q.operator_id
      where q.taken_at >= now() - make_interval(mins => $1)`,
    [minutes],
  )
}

export function deleteOldClaims(sql: Sql, minutes: number) {
  return sql.run('delete from queue_claim where taken_at < now() - make_interval(mins => $1)', [minutes])
}
