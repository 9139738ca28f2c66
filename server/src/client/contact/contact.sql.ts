import type { Sql, Tx } from '../../platform/db.ts'

/** Violates client_email_key or client_mobile_key. */
export const changeContact = (tx: Tx, id: string, to: { email: string | undefined; mobile: string | undefined }) =>
  tx.run(
    `update client set email = coalesce($2, email), mobile = coalesce($3, mobile), contact_changed_at = statement_timestamp(),
            own_operators = own_operators || array(select o.id from operator o
                                                    where o.email = client.email and $2 is not null and o.id <> all (client.own_operators))
      where id = $1`,
    [id, to.email ?? null, to.mobile ?? null],
  )

export const findPending = (tx: Tx, clientId: string) =>
  tx.row("select from proposal where client_id = $1 and kind = 'contact.change' and status = 'pending'", [clientId])

/** The payload is empty once the client's data was erased. */
export const findChange = (sql: Sql, proposalId: string) =>
  sql.row<{ client_id: string; payload: unknown; email: string; mobile: string }>(
    `select p.client_id, p.payload, c.email, c.mobile from proposal p join client c on c.id = p.client_id
      where p.id = $1 and p.kind in ('contact.change', 'kyc.identity') and p.payload <> '{}'`,
    [proposalId],
  )
