import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { advisoryLocks } from './advisory-lock.sql.ts'
import { StartError } from './postgres/start-error.ts'
import { appRole, prepareRole } from './role.ts'

/** The first connection failed; `cause` says why. */
export class ConnectionError extends Error {
  override name = 'ConnectionError'
}

/** The first version with 64-bit transaction ids. */
const oldestServer = 140_000

const migrationFolder = new URL('../../migrations/', import.meta.url)

type Migration = {
  readonly name: string
  readonly version: number
  readonly text: string
  readonly checksum: string
}

/** `0001-client.sql` … in order; the number is the version. */
const readMigrations = (folder: URL): Migration[] =>
  readdirSync(folder)
    .filter((name) => /^\d{4}-[a-z-]+\.sql$/.test(name))
    .toSorted()
    .map((name) => {
      // A checkout on Windows may have other line ends.
      const text = readFileSync(new URL(name, folder), 'utf8').replaceAll('\r\n', '\n')
      const checksum = createHash('sha256').update(text).digest('hex')
      return { name, version: Number(name.slice(0, 4)), text, checksum }
    })

async function connect(url: string): Promise<pg.Client> {
  try {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
    await client.connect()
    return client
  } catch (cause) {
    throw new ConnectionError('The database rejected the connection', { cause })
  }
}

/**
 * Applies new migrations in one transaction under a lock, so that servers started together do not collide. Throws if
 * the database is newer than the code, or if an applied migration file has changed. `role` is the application's
 * role; undefined if it cannot be used. With `until` only the migrations up to that version are applied, for an import.
 */
export async function migrate(
  url: string,
  folder = migrationFolder,
  until = Infinity,
): Promise<{ applied: string[]; role: string | undefined }> {
  const migrations = readMigrations(folder).filter(({ version }) => version <= until)
  const client = await connect(url)
  try {
    await checkServerVersion(client)
    await client.query('begin')
    // Behind a pooler the login itself may be set to work as the application's role.
    await client.query('set local role none')
    await client.query('select pg_advisory_xact_lock($1)', [advisoryLocks.migrations])
    const missing = await checkApplied(client, migrations)
    for (const { version, name, text, checksum } of missing) {
      await client.query(text)
      await client.query('insert into migration (version, name, checksum) values ($1, $2, $3)', [
        version,
        name,
        checksum,
      ])
    }
    // The permissions name tables of the newest version.
    const isReady = until === Infinity && (await prepareRole(client))
    await client.query('commit')
    return { applied: missing.map(({ name }) => name), role: isReady ? appRole : undefined }
  } finally {
    // Also rolls back a transaction that was not committed.
    await client.end()
  }
}

async function checkServerVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: number; name: string }>(
    "select current_setting('server_version_num')::int as number, current_setting('server_version') as name",
  )
  if ((rows[0]?.number ?? 0) < oldestServer)
    throw new StartError(`The database is PostgreSQL ${rows[0]?.name}; version 14 or newer is needed.`)
}

/** Compares the applied migrations with the files and returns those still to apply. */
async function checkApplied(client: pg.Client, migrations: readonly Migration[]): Promise<Migration[]> {
  await client.query(
    `create table if not exists migration
       (version int primary key, name text not null, applied_at timestamptz not null default now(), checksum text);
     alter table migration add column if not exists checksum text`,
  )
  const { rows } = await client.query<{ version: number; checksum: string | null }>(
    'select version, checksum from migration',
  )
  const applied = new Map(rows.map(({ version, checksum }) => [version, checksum]))
  const ahead = Math.max(0, ...applied.keys())
  const newest = migrations.at(-1)?.version ?? 0
  if (ahead > newest)
    throw new StartError(
      `The database is at version ${ahead}, newer than this program (${newest}). Start the newer program, or restore a backup made before it.`,
    )
  for (const { version, name, checksum } of migrations) {
    const recorded = applied.get(version)
    // Databases from before checksums record them once.
    if (recorded === null)
      await client.query('update migration set checksum = $2 where version = $1', [version, checksum])
    else if (recorded !== undefined && recorded !== checksum)
      throw new StartError(
        `The migration ${name} was changed after it was applied to this database. Restore the file as it was, and make the change in a new migration.`,
      )
  }
  return migrations.filter(({ version }) => !applied.has(version))
}
