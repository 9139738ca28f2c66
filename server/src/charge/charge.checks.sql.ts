import type { Sql } from '../platform/db.ts'

type CheckRow = { what: string; client_id: string; shown: bigint; entries: bigint }

/** Approved charges whose booking differs, and bookings without an approved charge. */
export function wrongApprovals(sql: Sql, limit: number) {
  return sql.rows<CheckRow>(
    `select d.part || ' of ' || coalesce('CHG' || h.number, 'no charge') as what,
            coalesce(h.client_id, j.client_id) as client_id, d.shown, d.entries
       from (select id, number, client_id, amount, gst from charge where status = 'APPROVED') h
       full join (select n.client_id, n.cause_id,
                         sum(x.amount) filter (where x.debit = 'bank' and x.credit = 'fees')::bigint as fees,
                         sum(x.amount) filter (where x.debit <> 'bank' or x.credit <> 'fees')::bigint as rest,
                         sum(x.amount) filter (where x.debit = 'bank' and x.credit = 'gst')::bigint as gst
                    from journal n join entry x on x.journal_id = n.id
                   where n.event = 'charge.approved' group by n.id) j
         on j.cause_id = h.id and j.client_id = h.client_id
       cross join lateral (values ('amount', coalesce(h.amount, 0), coalesce(j.fees, 0)),
                                  ('GST', coalesce(h.gst, 0), coalesce(j.gst, 0)),
                                  ('the rest', coalesce(h.gst, 0), coalesce(j.rest, 0))) d (part, shown, entries)
      where d.shown <> d.entries
      limit $1`,
    [limit],
  )
}
