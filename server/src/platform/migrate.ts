import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { advisoryLocks } from './advisory-lock.sql.ts'
import { notCompiled } from './db-limits.ts'
import { defineFunctions, type Migration, readMigrations, readText, schema } from './functions.ts'
import { oldestRelease, requireAlone, requireRelease } from './oldest-release.ts'
import { StartError } from './postgres/start-error.ts'
import { appRole, grantNewTables, prepareRole } from './role.ts'

/** The first connection failed; `cause` says why. */
export class ConnectionError extends Error {
  override name = 'ConnectionError'
}

/** The first version with 64-bit transaction ids. */
const oldestServer = 140_000

const migrationFolder = new URL('../../migrations/', import.meta.url)
const lists = new URL('lists.sql', migrationFolder)

async function connect(url: string): Promise<pg.Client> {
  try {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, options: notCompiled })
    // The next statement fails as well, and says why.
    client.on('error', () => undefined)
    await client.connect()
    return client
  } catch (cause) {
    throw new ConnectionError('The database rejected the connection', { cause })
  }
}

/** Whether nothing was ever stored in it. */
export async function isNewDatabase(url: string): Promise<boolean> {
  const client = await connect(url)
  try {
    return !(await hasSchema(client))
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function hasSchema(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>("select to_regclass('migration') is not null as found")
  return rows[0]?.found === true
}

type Limits = {
  /** Everybody who needs the same table waits behind a statement that waits for an exclusive lock on it. */
  readonly lockMilliseconds: number
  readonly tries: number
}
const defaultLimits: Limits = { lockMilliseconds: 1000, tries: 100 }
const pauseMilliseconds = 100
const longestPauseMilliseconds = 5000

type Run = Limits & {
  readonly url: string
  readonly client: pg.Client
  readonly migrations: readonly Migration[]
  /** A pooler shares its connections: no statement may run outside a transaction. */
  readonly isPooled: boolean
}

/**
 * Applies new migrations, each in a transaction of its own under a lock, so that servers started together do not collide and
 * running ones wait for no more than one step. Throws if the database is newer than the code, or if an applied migration
 * file has changed. `role` is the application's role; undefined if it cannot be used. `invalid` names constraints that
 * stored rows violate. An empty database gets `schema.sql`; with `until` the schema of the oldest release and the migrations up
 * to that version, for an import.
 */
export async function migrate(
  url: string,
  folder = migrationFolder,
  until = Infinity,
  limits: Partial<Limits> = {},
): Promise<{ applied: string[]; role: string | undefined; invalid: string[] }> {
  const migrations = readMigrations(folder).filter(({ version }) => version <= until)
  const client = await connect(url)
  try {
    const isPooled = await checkServer(client)
    const run = { ...defaultLimits, ...limits, url, client, migrations, isPooled }
    const applied = await createSchema(run, until < Infinity ? new URL(`${oldestRelease.name}.sql`, folder) : schema)
    if (until === Infinity) await requireAlone(client)
    for (let next = await applyNext(run); next !== undefined; next = await applyNext(run)) if (next) applied.push(next)
    // Also for an import, whose rows are compared with the lists.
    if (folder === migrationFolder) await inTransaction(client, () => client.query(readFileSync(lists, 'utf8')))
    // What follows needs the tables of the newest version.
    if (until < Infinity) return { applied, role: undefined, invalid: [] }
    await inRepeatedTransaction(run, 'The definition of functions and comments', () => defineFunctions(client, folder))
    const isReady = await inTransaction(client, () => prepareRole(client))
    return { applied, role: isReady ? appRole : undefined, invalid: await validateConstraints(run) }
  } finally {
    // Also rolls back a transaction that was not committed.
    await client.end().catch(() => undefined)
  }
}

/** Returns whether the login itself is set to work as the application's role, as behind a pooler. */
async function checkServer(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ number: number; name: string; other: boolean }>(
    "select current_setting('server_version_num')::int as number, current_setting('server_version') as name, current_user <> session_user as other",
  )
  if ((rows[0]?.number ?? 0) < oldestServer)
    throw new StartError(`The database is PostgreSQL ${rows[0]?.name}; version 14 or newer is needed.`)
  return rows[0]?.other === true
}

/** As the owner, alone among all servers. A table that is locked for longer than `lockMilliseconds` ends it; 0 waits. */
async function inTransaction<T>(client: pg.Client, work: () => Promise<T>, lockMilliseconds = 0): Promise<T> {
  await takeLock(client)
  try {
    await client.query(`set local lock_timeout = ${lockMilliseconds}`)
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/**
 * Begins the transaction that holds the lock. It polls instead of waiting: a statement that waits has a snapshot, and
 * the server that builds an index concurrently waits for all of these.
 */
async function takeLock(client: pg.Client): Promise<void> {
  for (;;) {
    await client.query('begin')
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_xact_lock($1) as locked', [
      advisoryLocks.migrations,
    ])
    if (rows[0]?.locked === true) break
    await client.query('rollback')
    await wait(pauseMilliseconds)
  }
  await client.query(
    'set local role none; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0',
  )
}

/** Fills an empty database, which nobody uses yet; returns the name of the file. */
const createSchema = ({ client }: Run, file: URL): Promise<string[]> =>
  inTransaction(client, async () => {
    if (await hasSchema(client)) return []
    await client.query(readText(file))
    return [basename(file.pathname)]
  })

/** A lock that was not free in time, or a deadlock. */
const isBusy = (error: unknown): boolean => ['55P03', '40P01'].includes((error as { code?: string }).code ?? '')

/** Repeats work that did not get its locks; those who waited behind it go first. */
async function persistently<T>({ tries }: Limits, what: () => string, work: () => Promise<T>): Promise<T> {
  for (let n = 1; ; n++) {
    try {
      return await work()
    } catch (error) {
      if (!isBusy(error)) throw error
      if (n >= tries)
        throw new StartError(
          `${what()} did not get its lock in ${n} tries. Something holds the table for long: a report, a dump, or a transaction left open (select pid, xact_start, query from pg_stat_activity order by xact_start). End it, then start again.`,
          { cause: error },
        )
      await wait(Math.min(pauseMilliseconds * n, longestPauseMilliseconds))
    }
  }
}

/** In one transaction, which waits a limited time for locks and is repeated. */
const inRepeatedTransaction = <T>(run: Run, what: string, work: () => Promise<T>): Promise<T> =>
  persistently(
    run,
    () => what,
    () => inTransaction(run.client, work, run.lockMilliseconds),
  )

/** Returns the name of the migration that it applied, undefined if there is none left. */
async function applyNext(run: Run): Promise<string | undefined> {
  let name = ''
  return persistently(
    run,
    () => `The migration ${name}`,
    async () => {
      const next = await inTransaction(
        run.client,
        async () => {
          const found = await findNext(run.client, run.migrations)
          if (found === undefined || (isOutside(found) && !run.isPooled)) return found
          ;({ name } = found)
          await apply(run, found)
          await grantNewTables(run.client)
          return found
        },
        run.lockMilliseconds,
      )
      if (next === undefined || name === next.name) return next?.name
      return applyOutside(run, next)
    },
  )
}

async function apply({ client }: Run, migration: Migration): Promise<void> {
  const { name, text } = migration
  try {
    await client.query(isOutside(migration) ? text.replaceAll(/\bconcurrently\b/gi, '') : text)
  } catch (error) {
    throw isBusy(error) ? error : failed(name, error as Error)
  }
  await record(client, migration)
}

const failed = (name: string, error: Error): Error =>
  Object.assign(error, { message: `The migration ${name} failed: ${error.message}` })

const record = (client: pg.Client, { version, name, checksum }: Migration) =>
  client.query('insert into migration (version, name, checksum) values ($1, $2, $3)', [version, name, checksum])

/** Marked by its first line; each of its statements ends a line and may run twice. */
const isOutside = ({ text }: Migration): boolean => text.startsWith('-- no transaction\n')

/** Another connection holds the lock meanwhile, in a transaction without a snapshot. */
async function applyOutside({ url, client, migrations }: Run, migration: Migration): Promise<string> {
  const holder = await connect(url)
  try {
    await takeLock(holder)
    // Another server may have applied it since.
    if ((await findNext(holder, migrations))?.version !== migration.version) return ''
    await client.query('set statement_timeout = 0')
    for (const statement of migration.text.split(/;\s*$/m).filter(hasCode)) await client.query(statement.trim())
    await record(holder, migration)
    await holder.query('commit')
    return migration.name
  } catch (error) {
    throw isBusy(error) ? error : failed(migration.name, error as Error)
  } finally {
    await client.query('reset statement_timeout').catch(() => undefined)
    await holder.end().catch(() => undefined)
  }
}

const hasCode = (statement: string): boolean => statement.replaceAll(/^--.*$/gm, '').trim() !== ''

/** Compares the applied migrations with the files and returns the first that is still to apply. */
async function findNext(client: pg.Client, migrations: readonly Migration[]): Promise<Migration | undefined> {
  const { rows } = await client.query<{ version: number; name: string; checksum: string | null }>(
    'select version, name, checksum from migration',
  )
  requireRelease(rows)
  const applied = new Map(rows.map(({ version, checksum }) => [version, checksum]))
  const known = new Set(migrations.map(({ version }) => version))
  const unknown = rows.filter(({ version }) => version > oldestRelease.version && !known.has(version))
  const ahead = Math.max(0, ...unknown.map(({ version }) => version))
  const newest = migrations.at(-1)?.version ?? oldestRelease.version
  if (ahead > newest)
    throw new StartError(
      `The database is at version ${ahead}, newer than this program (${newest}). Start the newer program, or restore a backup made before it.`,
    )
  // Migrations may be merged until they are released.
  if (unknown.length > 0)
    throw new StartError(
      `This database was made by an unreleased version after ${oldestRelease.name}, and nothing was changed. Start with an empty database, or restore a backup made by a release.`,
    )
  for (const { version, name, checksum } of migrations)
    if (applied.has(version) && applied.get(version) !== checksum)
      throw new StartError(
        `The migration ${name} was changed after it was applied to this database. Restore the file as it was, and make the change in a new migration.`,
      )
  return migrations.find(({ version }) => !applied.has(version))
}

/** Validates what migrations added as `not valid`, while others read and write; returns what stored rows violate. */
async function validateConstraints(run: Run): Promise<string[]> {
  const { client } = run
  const { rows } = await client.query<{ owner: string; name: string }>(
    `select case conrelid when 0 then format('domain %s', contypid::regtype) else format('table %s', conrelid::regclass) end as owner,
            quote_ident(conname) as name
       from pg_constraint
      where connamespace = 'public'::regnamespace and not convalidated order by 1, 2`,
  )
  const invalid: string[] = []
  for (const { owner, name } of rows)
    await inRepeatedTransaction(run, `The check of ${name}`, () =>
      client.query(`alter ${owner} validate constraint ${name}`),
    ).catch((error: { code?: string }) => {
      if (!error.code?.startsWith('23')) throw error
      invalid.push(`${name} of ${owner.replace(/^\w+ /, '')}`)
    })
  return invalid
}
