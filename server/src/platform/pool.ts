import { setImmediate } from 'node:timers/promises'
import pg from 'pg'
import { isConnectionLost, UnknownOutcome } from './database-fault.ts'
import { answerMilliseconds, connectionOptions, usualLimits, type DbLimits } from './db-limits.ts'
import type { Log } from './log.ts'

// bigint columns (paise, counters) arrive as bigint, never as a rounded number or as text.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => BigInt(text))

/** Statements of a pool, or of one transaction. */
export type Statements = {
  /** Values are always passed as parameters. */
  rows<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>
  row<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row | undefined>
  /** Returns the number of rows affected. */
  run(text: string, values?: readonly unknown[]): Promise<number>
  /** All go to one connection, so that several sent at once cost one round trip. */
  readonly isOneConnection: boolean
}

const names = new Map<string, string>()

/** A statement with a name is planned once per connection; planning costs about as much as running it. */
function nameOf(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = `s${names.size}`
  names.set(text, name)
  return name
}

export type SqlOptions = {
  readonly prepare: boolean
  /** Milliseconds a statement may take, if not the pool's limit. */
  readonly timeoutMilliseconds?: number
}

export type Query = (text: string, values?: readonly unknown[]) => Promise<pg.QueryResult>

export const queryOf =
  (client: pg.Pool | pg.PoolClient, { prepare, timeoutMilliseconds }: SqlOptions): Query =>
  (text, values = []) =>
    client
      .query({
        text,
        values: [...values],
        // Statements without parameters are cheap to plan, and their text varies more often.
        ...(prepare && values.length > 0 && { name: nameOf(text) }),
        ...(timeoutMilliseconds !== undefined && { query_timeout: timeoutMilliseconds }),
      })
      .catch(throwAfterCause)

/** Where statements are sent together, the one that failed first is reported, not those that PostgreSQL ignored after it. */
async function throwAfterCause(error: { readonly code?: string }): Promise<never> {
  if (error.code === '25P02') await setImmediate()
  throw error
}

export function sqlWith(query: Query, isOneConnection: boolean): Statements {
  async function rows<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]> {
    return (await query(text, values)).rows as Row[]
  }
  return {
    rows,
    row: async <Row extends object>(text: string, values?: readonly unknown[]) => (await rows<Row>(text, values))[0],
    run: async (text, values) => (await query(text, values)).rowCount ?? 0,
    isOneConnection,
  }
}

export const sqlOn = (client: pg.PoolClient, options: SqlOptions): Statements => sqlWith(queryOf(client, options), true)

export type DbOptions = {
  /** Role to work as; by default the user of the url. */
  readonly role?: string | undefined
  /** Most connections at a time. */
  readonly size?: number
  /** False behind a pooler that shares connections between callers (docs/scaling.md). */
  readonly prepare?: boolean
  readonly limits?: DbLimits
  /** False behind a pooler that drops them: then every transaction sets its limits itself. */
  readonly keepsLimits?: boolean
}

/** For a connection of its own in a thread. */
export type Connection = DbOptions & {
  readonly url: string
  /** A replica of it that may answer histories and reports. */
  readonly replicaUrl?: string | undefined
}

/** The databases that reads of one call may use. */
export type Reader = Statements & {
  /** Reads a consistent snapshot of the database; nothing can be written. An export may ask for 15 minutes for a statement. */
  snapshot<T>(read: (sql: Statements) => Promise<T>, options?: { readonly isLong: boolean }): Promise<T>
  readonly connection: Connection
}

export function openPool(url: string, log: Log, { role, size = 20, limits = usualLimits }: DbOptions) {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'sauda',
    max: size,
    // `Promise.all` inside a transaction costs one round trip.
    pipeline: true,
    options: connectionOptions(limits, role),
    connectionTimeoutMillis: limits.wait,
    idleTimeoutMillis: 30_000,
    statement_timeout: limits.statement,
    query_timeout: limits.statement + answerMilliseconds,
    keepAlive: true,
  })
  // An idle connection that breaks (database restarted) must not end the process; the pool makes a new one.
  let closing = false
  pool.on('error', (error) => {
    // Closing connections may break while the built-in database stops.
    if (!closing) log.warn({ err: error.message }, 'an idle database connection broke')
  })
  // A connection may break after the pool has handed it out and before the caller listens to it.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const close = () => {
    closing = true
    return pool.end()
  }
  return { pool, close }
}

type Transaction<T> = {
  /** Runs on the connection before the transaction. */
  readonly before?: (client: pg.PoolClient) => Promise<unknown>
  readonly begin: string
  readonly work: (client: pg.PoolClient) => Promise<T>
  /** The last statements before the commit. */
  readonly check?: (client: pg.PoolClient) => Promise<unknown>
}

export async function runOnce<T>(pool: pg.Pool, { before, begin, work, check }: Transaction<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  let isCommitting = false
  const markBroken = (error: Error) => (broken = error)
  client.on('error', markBroken)
  try {
    await before?.(client)
    // Sent together with the first statement; should it fail, so does that one.
    const beginResult = client.query(begin).catch((error: Error) => error)
    const result = await work(client)
    const begun = await beginResult
    if (begun instanceof Error) throw begun
    isCommitting = true
    // Sent together: if the check fails, PostgreSQL answers the commit with a rollback.
    const [, { command }] = await Promise.all([check?.(client), client.query('commit')])
    // PostgreSQL answers this if a statement failed and its error was caught.
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back')
    return result
  } catch (error) {
    if (isConnectionLost(error) || broken) broken ??= error as Error
    // If even the rollback fails, the connection is dropped from the pool.
    else await client.query('rollback').catch(markBroken)
    throw isCommitting && broken ? new UnknownOutcome(error) : error
  } finally {
    client.off('error', markBroken)
    client.release(broken)
  }
}
