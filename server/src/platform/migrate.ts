import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { appRole, prepareRole } from './role.ts'

/** Names what keeps the database from being used, in one sentence for whoever started the server. */
export class MigrationFault extends Error {
  override name = 'MigrationFault'
}

/** The first connection failed, for the reason in `cause`. */
export class DatabaseShut extends Error {
  override name = 'DatabaseShut'
}

/** Transaction ids of 64 bits and what else we ask of it. */
const oldestServer = 140_000

const folder = new URL('../../migrations/', import.meta.url)
/** Any number, as long as every copy of the server uses the same. */
const lockKey = 7_234_001

/** `0001-client.sql` … in order; the number is the version. */
function migrations() {
  return readdirSync(folder)
    .filter((name) => /^\d{4}-[a-z-]+\.sql$/.test(name))
    .toSorted()
    .map((name) => ({ name, version: Number(name.slice(0, 4)), text: readFileSync(new URL(name, folder), 'utf8') }))
}

async function connect(url: string): Promise<pg.Client> {
  try {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
    await client.connect()
    return client
  } catch (cause) {
    throw new DatabaseShut('The database does not let us in', { cause })
  }
}

/**
 * Brings the database to the version of this code, all in one transaction under a lock, so that copies
 * started together take turns and a failure leaves nothing half done. Refuses a database newer than the code.
 * `role` is what the application should work as; absent where the database does not let us.
 */
export async function migrate(url: string): Promise<{ applied: string[]; role: string | undefined }> {
  const known = migrations()
  const newest = known.at(-1)?.version ?? 0
  const client = await connect(url)
  try {
    const { rows: server } = await client.query<{ number: number; name: string }>(
      "select current_setting('server_version_num')::int as number, current_setting('server_version') as name",
    )
    if ((server[0]?.number ?? 0) < oldestServer)
      throw new MigrationFault(`The database is PostgreSQL ${server[0]?.name}; Sauda needs 14 or newer.`)
    await client.query('begin')
    // Behind a pooler the login itself may be set to work as the application's role.
    await client.query('set local role none')
    await client.query('select pg_advisory_xact_lock($1)', [lockKey])
    await client.query(
      'create table if not exists migration (version int primary key, name text not null, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ version: number }>('select version from migration order by version')
    const have = new Set(rows.map((row) => row.version))
    const ahead = Math.max(0, ...have)
    if (ahead > newest) {
      throw new MigrationFault(
        `The database is at version ${ahead}, newer than this program (${newest}). Start the newer program, or restore a backup made before it.`,
      )
    }
    const applied: string[] = []
    for (const { version, name, text } of known) {
      if (have.has(version)) continue
      await client.query(text)
      await client.query('insert into migration (version, name) values ($1, $2)', [version, name])
      applied.push(name)
    }
    const isReady = await prepareRole(client)
    await client.query('commit')
    return { applied, role: isReady ? appRole : undefined }
  } finally {
    // Ends the transaction too where it was not committed.
    await client.end()
  }
}
