import type { Sql } from '../platform/db.ts'

type CheckRow = { what: string; client_id: string; shown: bigint; entries: bigint }

/** Clients whose withheld amount differs from their pending withdrawals. */
export function wrongWithheld(sql: Sql, limit: number) {
  return sql.rows<CheckRow>(
    `select 'withheld of SD' || c.number || ' against its open withdrawals' as what, l.client_id,
            l.withheld as shown, coalesce(o.amount, 0)::bigint as entries
       from client_ledger l
       join client c on c.id = l.client_id
       left join (select client_id, sum(amount) as amount from wallet_request
                   where type = 'withdrawal' and status = 'pending' group by client_id) o on o.client_id = l.client_id
      where l.withheld <> coalesce(o.amount, 0)
      order by c.number limit $1`,
    [limit],
  )
}

/** Requests whose status and entries contradict each other. */
export function wrongRequests(sql: Sql, limit: number) {
  return sql.rows<CheckRow>(
    `select coalesce(case r.type when 'added' then 'ADD' else 'WDR' end || r.number, 'No request') || ', ' ||
              coalesce(r.event, j.event) as what,
            coalesce(r.client_id, j.client_id) as client_id,
            coalesce(r.amount, 0)::bigint as shown, coalesce(j.amount, 0)::bigint as entries
       from (select q.id, q.number, q.client_id, q.type, q.amount, e.event
               from wallet_request q
               join (values ('added', 'approved', 'deposit.approved'),
                            ('withdrawal', 'pending', 'withdrawal.requested'),
                            ('withdrawal', 'approved', 'withdrawal.requested'),
                            ('withdrawal', 'approved', 'withdrawal.paid'),
                            ('withdrawal', 'rejected', 'withdrawal.requested'),
                            ('withdrawal', 'rejected', 'withdrawal.refused')) e (type, status, event)
                 on e.type = q.type and e.status = q.status) r
       full join (select n.client_id, n.cause_id, n.event, sum(x.amount) as amount
                    from journal n join entry x on x.journal_id = n.id
                   where n.event in ('deposit.approved', 'withdrawal.requested', 'withdrawal.paid', 'withdrawal.refused')
                   group by n.id) j
         on j.cause_id = r.id and j.event = r.event and j.client_id = r.client_id
      where r.amount is distinct from j.amount
      limit $1`,
    [limit],
  )
}
