import { lock } from '../src/platform/advisory-lock.sql.ts'
import type { Sql, Tx } from '../src/platform/db.ts'

export const hasClients = async (sql: Sql): Promise<boolean> =>
  (await sql.row('select from client limit 1')) !== undefined

/** Processes started together seed one after the other. */
export const lockSeed = (tx: Tx) => lock(tx, 'demoSeed')

export const hasClient = (sql: Sql, email: string) => sql.row('select from client where email = $1', [email])

export const registeredAt = (tx: Tx, clientId: string, at: Date) =>
  tx.run('update client set created_at = $2 where id = $1', [clientId, at])

export const operatorSince = (tx: Tx, operatorId: string, at: Date) =>
  tx.run('update operator set created_at = $2, role_since = $2 where id = $1', [operatorId, at])

export const settleMails = (tx: Tx) =>
  tx.run("update mail set status = 'sent', sent_at = created_at, attempts = 1 where status = 'queued'")
