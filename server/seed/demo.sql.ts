import type { Sql, Tx } from '../src/platform/db.ts'

/** Must be the same in every process. */
const lockKey = 7_234_004

export async function hasClients(sql: Sql): Promise<boolean> {
  return (await sql.row('select from client limit 1')) !== undefined
}

/** Processes started together seed one after the other. */
export function lockSeed(tx: Tx) {
  return tx.run('select pg_advisory_xact_lock($1)', [lockKey])
}

export function hasClient(sql: Sql, email: string) {
  return sql.row('select from client where email = $1', [email])
}

export function registeredAt(tx: Tx, clientId: string, at: Date) {
  return tx.run('update client set created_at = $2 where id = $1', [clientId, at])
}

/** Listed in the mailbox as sent. */
export function settleMails(tx: Tx) {
  return tx.run("update mail set status = 'sent', sent_at = created_at, attempts = 1 where status = 'queued'")
}
