import type { Sql } from '../../platform/db.ts'

/** References of the payments of a client's own requests. */
export async function ownReferences(sql: Sql, clientId: string): Promise<string[]> {
  const rows = await sql.rows<{ reference: string }>(
    `select r.reference from wallet_request w
       cross join lateral (values (w.reference), (w.utr), (w.bank_reference)) r (reference)
      where w.client_id = $1 and r.reference is not null
     union
     select transaction_id from charge where client_id = $1 and transaction_id is not null`,
    [clientId],
  )
  return rows.map(({ reference }) => reference)
}
