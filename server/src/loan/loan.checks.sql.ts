import type { Sql } from '../platform/db.ts'

type CheckRow = { what: string; client_id: string; shown: bigint; entries: bigint }

const owed = `select client_id, sum(principal)::bigint as owed from loan where principal is not null group by client_id`

/** Clients whose loans differ from their entries in loans_receivable. */
export function wrongReceivables(sql: Sql, limit: number) {
  return sql.rows<CheckRow>(
    `select 'loans_receivable of ' || coalesce('SD' || c.number, 'client ' || coalesce(l.client_id, e.client_id)) as what,
            coalesce(l.client_id, e.client_id) as client_id, coalesce(l.owed, 0) as shown, coalesce(e.lent, 0) as entries
       from (${owed}) l
       full join (select client_id, sum(case when debit = 'loans_receivable' then amount else -amount end)::bigint as lent
                    from entry where debit = 'loans_receivable' or credit = 'loans_receivable' group by client_id) e
         on e.client_id = l.client_id
       left join client c on c.id = coalesce(l.client_id, e.client_id)
      where coalesce(l.owed, 0) <> coalesce(e.lent, 0)
      order by c.number limit $1`,
    [limit],
  )
}

/** Clients with more unused loan than they owe. */
export function wrongUnused(sql: Sql, limit: number) {
  return sql.rows<CheckRow>(
    `select 'loan of SD' || c.number || ' above what is owed' as what, f.client_id, f.loan as shown,
            coalesce(l.owed, 0) as entries
       from client_ledger f join client c on c.id = f.client_id left join (${owed}) l on l.client_id = f.client_id
      where f.loan > coalesce(l.owed, 0)
      order by c.number limit $1`,
    [limit],
  )
}

/** Accepted loans and repayments whose booking differs, and bookings without either. */
export function wrongLoanJournals(sql: Sql, limit: number) {
  return sql.rows<CheckRow>(
    `select coalesce(r.kind || r.id, j.event || ' without its row') || ': ' || d.part as what,
            coalesce(r.client_id, j.client_id) as client_id, d.shown, d.entries
       from (select 'Loan ' as kind, 'loan.accepted' as event, id, client_id,
                    ((terms ->> 'amount')::numeric * 100)::bigint as lent, 0::bigint as cost, 0::bigint as returned,
                    0::bigint as paid
               from loan where accepted_at is not null
             union all
             select 'Repayment ', 'loan.repaid', p.id, l.client_id, 0, p.interest + p.fee, p.returned,
                    p.principal - p.returned
               from loan_repayment p join loan l on l.id = p.loan_id) r
       full join (select n.event, n.cause_id, n.client_id,
                         sum(x.amount) filter (where x.debit = 'loans_receivable' and x.credit = 'loan') as lent,
                         sum(x.amount) filter (where x.debit = 'cash' and x.credit = 'fees') as cost,
                         sum(x.amount) filter (where x.debit = 'loan' and x.credit = 'loans_receivable') as returned,
                         sum(x.amount) filter (where x.debit = 'cash' and x.credit = 'loans_receivable') as paid,
                         sum(x.amount) as total
                    from journal n join entry x on x.journal_id = n.id
                   where n.event in ('loan.accepted', 'loan.repaid') group by n.id) j
         on j.event = r.event and j.cause_id = r.id and j.client_id = r.client_id
       cross join lateral (
         select part, coalesce(shown, 0) as shown, coalesce(entries, 0)::bigint as entries
           from (values ('lent', r.lent, j.lent), ('interest and fee', r.cost, j.cost),
                        ('from loan', r.returned, j.returned), ('from cash', r.paid, j.paid),
                        ('in all', r.lent + r.cost + r.returned + r.paid, j.total)) v (part, shown, entries)) d
      where d.shown <> d.entries
      limit $1`,
    [limit],
  )
}
