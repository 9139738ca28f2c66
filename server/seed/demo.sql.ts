import type { Sql, Tx } from '../src/platform/db.ts'

/** Any number, as long as every copy of the server uses the same. */
const lockKey = 7_234_004

export async function hasClients(sql: Sql): Promise<boolean> {
  return (await sql.row('select from client limit 1')) !== undefined
}

/** Copies of the server started together take turns. */
export function lockSeed(tx: Tx) {
  return tx.run('select pg_advisory_xact_lock($1)', [lockKey])
}

export function hasClient(sql: Sql, email: string) {
  return sql.row('select from client where email = $1', [email])
}

/** Makes it look as if they had registered, and sent what they sent, some days ago. */
export async function backdate(tx: Tx, clientId: string, days: number) {
  await tx.run('update client set created_at = now() - make_interval(days => $2) where id = $1', [clientId, days])
  await tx.run(
    `update kyc_document
        set uploaded_at = now() - make_interval(days => $2) + interval '20 minutes',
            decided_at = case when decided_at is not null then now() - make_interval(days => $2) + interval '3 hours' end
      where client_id = $1`,
    [clientId, days],
  )
}

/** Nobody is waiting for these mails: they lie in the mailbox as if sent. */
export function settleMails(tx: Tx) {
  return tx.run("update mail set status = 'sent', sent_at = now(), attempts = 1 where status = 'queued'")
}
