import type { Sql } from '../platform/db.ts'

export type PaidRow = { client_id: string; text: string; names: string[] }

/** Bank entries that deposits of these clients were credited for in the last days, with the names a client is known by. */
export const selectPaid = (sql: Sql, clientIds: readonly string[], days: number) =>
  sql.rows<PaidRow>(
    `select r.client_id, b.text, array_remove(array[c.name, i.pan_name, d.holder_name], null) as names
       from wallet_request r
       join bank_link k on k.payment_id = r.id and k.kind = 'payment' and k.unlinked_at is null
       join bank_line b on b.id = k.line_id and b.direction = 'credit'
       join client c on c.id = r.client_id
       left join kyc_identity i on i.client_id = c.id
       left join bank_details d on d.client_id = c.id
      where r.client_id = any ($1::uuid[]) and r.type = 'added' and r.status = 'approved'
        and r.decided_at > now() - make_interval(days => $2)
      order by r.id desc`,
    [clientIds, days],
  )
