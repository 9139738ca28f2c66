import { AsyncLocalStorage } from 'node:async_hooks'
import { AppError, commonErrors } from '@sauda/contract/error'
import pg from 'pg'
import type { Log } from './log.ts'

// bigint columns (paise, counters) arrive as bigint, never as a rounded number or as text.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => BigInt(text))

/** What a feature's *.sql.ts queries: the pool, or one transaction. */
export type Sql = {
  /** Values are always passed as parameters. */
  rows<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>
  row<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row | undefined>
  /** Returns the number of rows affected. */
  run(text: string, values?: readonly unknown[]): Promise<number>
}

export type Tx = Sql & { readonly tx: true }

export type Db = Sql & {
  /** A deadlock or serialization failure runs `work` again from the start. */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** Reads a consistent snapshot of the database, however long it takes; nothing can be written. */
  snapshot<T>(read: (sql: Sql) => Promise<T>): Promise<T>
  close(): Promise<void>
}

type TransactionOptions = {
  /** False where the work itself ends what the commit check requires, as a logout does. */
  readonly checked?: boolean
}

/** A statement that fails in the database unless the transaction may commit. */
export type CommitCheck = (sql: Sql) => Promise<unknown>

const commitCheck = new AsyncLocalStorage<CommitCheck>()

/** Every transaction that `work` starts commits only if `check` succeeds as its last statement. */
export const withCommitCheck = <T>(check: CommitCheck, work: () => Promise<T>): Promise<T> =>
  commitCheck.run(check, work)

const attempts = 5
const longRead = 15 * 60_000
/** With more memory than usual, because such a check joins whole tables. */
const snapshot = `begin isolation level repeatable read, read only;
  set local statement_timeout = ${longRead}; set local work_mem = '64MB'`
const retryable = new Set(['40001', '40P01'])

const sqlState = (error: unknown): string | undefined => (error instanceof pg.DatabaseError ? error.code : undefined)

export const breaksUnique = (error: unknown, constraint: string): boolean =>
  error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === constraint

export const breaksCheck = (error: unknown, table: string, constraint?: string): boolean =>
  error instanceof pg.DatabaseError &&
  error.code === '23514' &&
  error.table === table &&
  (constraint === undefined || error.constraint === constraint)

const names = new Map<string, string>()

/** A statement with a name is planned once per connection; planning costs about as much as running it. */
function nameOf(text: string): string {
  const name = names.get(text) ?? `s${names.size}`
  names.set(text, name)
  return name
}

type SqlOptions = {
  readonly prepare: boolean
  /** Milliseconds a statement may take, if not the pool's limit. */
  readonly timeoutMilliseconds?: number
}

function sqlOn(client: pg.Pool | pg.PoolClient, { prepare, timeoutMilliseconds }: SqlOptions): Sql {
  const query = (text: string, values: readonly unknown[] = []) =>
    client.query({
      text,
      values: [...values],
      // Statements without parameters are cheap to plan, and their text varies more often.
      ...(prepare && values.length > 0 && { name: nameOf(text) }),
      ...(timeoutMilliseconds !== undefined && { query_timeout: timeoutMilliseconds }),
    })
  async function rows<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]> {
    return (await query(text, values)).rows as Row[]
  }
  return {
    rows,
    row: async <Row extends object>(text: string, values?: readonly unknown[]) => (await rows<Row>(text, values))[0],
    run: async (text, values) => (await query(text, values)).rowCount ?? 0,
  }
}

type DbOptions = {
  /** Role to work as; by default the user of the url. */
  readonly role?: string | undefined
  /** Most connections at a time. */
  readonly size?: number
  /** False behind a pooler that shares connections between callers (docs/scaling.md). */
  readonly prepare?: boolean
}

export function openDb(url: string, log: Log, { role, size = 20, prepare = true }: DbOptions = {}): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    // `Promise.all` inside a transaction costs one round trip.
    pipeline: true,
    ...(role !== undefined && { options: `-c role=${role}` }),
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 30_000,
    // The database's own limit cannot reach us when the network or the machine is down.
    query_timeout: 35_000,
    keepAlive: true,
  })
  // An idle connection that breaks (database restarted) must not end the process; the pool makes a new one.
  let closing = false
  pool.on('error', (error) => {
    // Closing connections may break while the built-in database stops.
    if (!closing) log.warn({ err: error.message }, 'an idle database connection broke')
  })

  async function once<T>(begin: string, work: (client: pg.PoolClient) => Promise<T>, check?: CommitCheck): Promise<T> {
    const client = await pool.connect()
    let broken: Error | undefined
    // The pool listens to idle connections only; without a listener an error would end the process.
    const markBroken = (error: Error) => (broken = error)
    client.on('error', markBroken)
    try {
      // Sent together with the first statement; should it fail, so does that one.
      const beginResult = client.query(begin).catch((error: Error) => error)
      const result = await work(client)
      const begun = await beginResult
      if (begun instanceof Error) throw begun
      // Sent together: if the check fails, PostgreSQL answers the commit with a rollback.
      const [, { command }] = await Promise.all([check?.(sqlOn(client, { prepare })), client.query('commit')])
      // PostgreSQL answers this if a statement failed and its error was caught.
      if (command !== 'COMMIT') throw new Error('The transaction was rolled back')
      return result
    } catch (error) {
      // If even the rollback fails, the connection is dropped from the pool.
      await client.query('rollback').catch(markBroken)
      throw error
    } finally {
      client.off('error', markBroken)
      client.release(broken)
    }
  }

  return {
    ...sqlOn(pool, { prepare }),
    async transaction(work, { checked = true } = {}) {
      const check = checked ? commitCheck.getStore() : undefined
      for (let attempt = 1; ; attempt++) {
        try {
          return await once('begin', (client) => work({ ...sqlOn(client, { prepare }), tx: true }), check)
        } catch (error) {
          if (attempt >= attempts || !retryable.has(sqlState(error) ?? '')) throw error
          await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** attempt))
        }
      }
    },
    snapshot: (read) =>
      once(snapshot, (client) => read(sqlOn(client, { prepare: false, timeoutMilliseconds: longRead }))),
    close() {
      closing = true
      return pool.end()
    },
  }
}

/** Rows with the names of the contract: times as ISO text, and nothing that is null. */
export async function selectViews<View extends object>(
  sql: Sql,
  text: string,
  values: unknown[] = [],
): Promise<View[]> {
  const shown = (row: object) =>
    Object.entries(row).flatMap(([name, value]: [string, unknown]) =>
      value === null ? [] : [[name, value instanceof Date ? value.toISOString() : value]],
    )
  return (await sql.rows(text, values)).map((row) => Object.fromEntries(shown(row)) as View)
}

export const selectView = async <View extends object>(sql: Sql, text: string, values: unknown[]) =>
  (await selectViews<View>(sql, text, values))[0]

export const pingDatabase = (sql: Sql) => sql.run('select 1')

/** Rejects with 404 if there is no such row. */
export async function requireRow<Row>(found: Promise<Row | undefined>): Promise<Row> {
  const row = await found
  if (row === undefined) throw new AppError(commonErrors.notFound)
  return row
}
