import type { LinkKind } from '@sauda/contract/money/line-booking'
import type { Direction } from '@sauda/contract/money/reconciliation'
import type { Sql, Tx } from '../../platform/db.ts'

/**
 * 0 if another payment uses it, or a pending proposal a bank line with it; reserving it again for the same payment changes nothing.
 */
export const insertReference = (
  tx: Tx,
  { direction, reference }: { direction: Direction; reference: string },
  usedBy: string,
) =>
  tx.run(
    `insert into payment_reference as p (reference, used_by, direction)
     select $1, $2, $3 where not exists (
       select from payment_reference o where o.reference = $1 and o.direction = $3 and o.is_collision and o.used_by <> $2)
        and (exists (select from payment_reference m where m.reference = $1 and m.direction = $3 and m.used_by = $2)
          or not exists (select from bank_line l join proposal q on q.status = 'pending' and q.uses @> array['line:' || l.id]
               where l.reference = $1 and l.direction = $3))
     on conflict (reference, direction) where not is_collision do update set used_by = $2 where p.used_by = $2`,
    [reference, usedBy, direction],
  )

type OwnerRow = {
  name: string | null
  client: string | null
  state: string | null
  kind: LinkKind | null
  day: string | null
}

/** The user of the reference: a request or charge, or a booking of a bank line. */
export const findOwner = (
  sql: Sql,
  { direction, reference }: { direction: Direction; reference: string },
  otherThan: string,
) =>
  sql.row<OwnerRow>(
    `select p.name, c.name as client, p.status as state, k.kind, to_char(l.booked_on, 'YYYY-MM-DD') as day
       from payment_reference r
       left join lateral (select * from bank_payment x where x.id = r.used_by limit 1) p on true
       left join client c on c.id = p.client_id
       left join bank_link k on k.id = r.used_by
       left join bank_line l on l.id = k.line_id
      where r.reference = $1 and r.direction = $2 and r.used_by <> $3 order by r.is_collision limit 1`,
    [reference, direction, otherThan],
  )

export const deleteOthers = (tx: Tx, usedBy: string, references: readonly string[]) =>
  tx.run('delete from payment_reference where used_by = $1 and reference <> all ($2::text[])', [usedBy, references])

export const deleteReferences = (tx: Tx, usedBy: string) =>
  tx.run('delete from payment_reference where used_by = $1', [usedBy])

/** Payments that share one reference, as `ADD100001 (approved) and CHG100002 (pending)`. */
export const collisions = (sql: Sql, limit: number) =>
  sql.rows<{ reference: string; payments: string }>(
    `select c.reference, string_agg(p.name || ' (' || p.status || ')', ' and ' order by p.asked_at, p.id) as payments
       from (select distinct reference, direction from payment_reference where is_collision) c
       join payment_reference r on r.reference = c.reference and r.direction = c.direction
      cross join lateral (select * from bank_payment q where q.id = r.used_by limit 1) p
      group by c.reference, c.direction having count(*) > 1 order by c.reference limit $1`,
    [limit],
  )
