import pg from 'pg'
import type { Address } from './address.ts'
import { systemCode } from './start-error.ts'
import { adminRole } from './initialise.ts'

const databaseName = 'sauda'
const connectLimitMs = 5000

/** An address `pg` and psql understand; a socket's folder takes the host's place, encoded. */
export const urlOf = (address: Address, password: string, database = databaseName): string =>
  `postgres://${adminRole}:${encodeURIComponent(password)}@${encodeURIComponent(address.host)}:${address.port}/${database}`

/** Connects once, makes sure the database exists and returns the server's version, such as 18.4. Fails as `pg` does. */
export async function ensureDatabase(address: Address, password: string): Promise<string> {
  const client = new pg.Client({
    connectionString: urlOf(address, password, 'postgres'),
    connectionTimeoutMillis: connectLimitMs,
    application_name: 'sauda start',
  })
  // Without a listener a connection that breaks between two calls would end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const found = await client.query<{ version: string; exists: boolean }>(
      `SELECT current_setting('server_version') AS version,
              EXISTS (SELECT FROM pg_database WHERE datname = $1) AS exists`,
      [databaseName],
    )
    if (found.rows[0]?.exists !== true) await client.query(`CREATE DATABASE ${databaseName}`)
    return found.rows[0]?.version ?? ''
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** PostgreSQL answered, and rejected the password. */
export const isWrongPassword = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '28P01'

/** No process listens there. */
export const isUnreachable = (error: unknown): boolean => ['ENOENT', 'ECONNREFUSED'].includes(systemCode(error) ?? '')

export const isDiskFull = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '53100'
