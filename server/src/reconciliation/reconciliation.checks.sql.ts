import type { Sql } from '../platform/db.ts'

type CheckRow = { what: string; client_id: string; shown: bigint; entries: bigint }

/** Lines whose amount differs from the bank entries of their payment. */
export function wrongMatches(sql: Sql, limit: number) {
  return sql.rows<CheckRow>(
    `select 'bank line of ' || p.name as what, p.client_id, b.amount as shown, coalesce(j.amount, 0)::bigint as entries
       from bank_line b
       join bank_payment p on p.id = b.matched_id
       left join (select n.cause_id, sum(case when x.debit = 'bank' then x.amount else -x.amount end) as amount
                    from journal n join entry x on x.journal_id = n.id
                   where n.event in ('deposit.approved', 'withdrawal.paid', 'charge.approved') and 'bank' in (x.debit, x.credit)
                   group by n.cause_id) j on j.cause_id = p.id
      where b.matched_id is not null
        and coalesce(j.amount, 0) <> case b.direction when 'credit' then b.amount else -b.amount end
      limit $1`,
    [limit],
  )
}
