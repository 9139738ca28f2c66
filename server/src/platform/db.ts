import { AppError, commonErrors } from '@sauda/contract/error'
import pg from 'pg'
import type { Log } from './log.ts'

// bigint columns (paise, counters) arrive as bigint, never as a rounded number or as text.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => BigInt(text))

/** What a feature's *.sql.ts queries: the pool, or one transaction. */
export type Sql = {
  /** All rows of a statement; values only ever travel as parameters. */
  rows<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>
  /** The first row, if any. */
  row<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row | undefined>
  /** Number of rows the statement touched. */
  run(text: string, values?: readonly unknown[]): Promise<number>
}

/** A transaction: what it wrote is there whole or not at all. */
export type Tx = Sql & { readonly tx: true }

export type Db = Sql & {
  /** Runs `work` in one transaction; a deadlock or serialization failure runs it again from the start. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Reads the database as it stood at one moment, however long it takes; nothing can be written. */
  snapshot<T>(read: (sql: Sql) => Promise<T>): Promise<T>
  close(): Promise<void>
}

const attempts = 5
/** What a check of everything may take, in milliseconds. */
const longRead = 15 * 60_000
/** With more memory than usual: such a check joins whole tables, which otherwise means reading them in no order at all. */
const snapshot = `begin isolation level repeatable read, read only;
  set local statement_timeout = ${longRead}; set local work_mem = '64MB'`
const retryable = new Set(['40001', '40P01'])

/** The PostgreSQL error code of an error, if it has one. */
function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

/** True when a statement broke the named unique constraint or index. */
export function breaksUnique(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === constraint
}

/** True when a statement would have broken a check constraint of the named table. */
export function breaksCheck(error: unknown, table: string): boolean {
  return error instanceof pg.DatabaseError && error.code === '23514' && error.table === table
}

const names = new Map<string, string>()

/** A connection plans a statement of the same name once: planning would cost about as much as all the rest. */
function nameOf(text: string): string {
  const name = names.get(text) ?? `s${names.size}`
  names.set(text, name)
  return name
}

type Manner = {
  /** Whether connections may remember statements. */
  readonly prepare: boolean
  /** Milliseconds a statement may take, where that is not the pool's own limit. */
  readonly patience?: number
}

function speaker(client: pg.Pool | pg.PoolClient, { prepare, patience }: Manner): Sql {
  const ask = (text: string, values: readonly unknown[] = []) =>
    client.query({
      text,
      values: [...values],
      // Without parameters there is little to plan, and such statements are made up on the way more often.
      ...(prepare && values.length > 0 && { name: nameOf(text) }),
      ...(patience !== undefined && { query_timeout: patience }),
    })
  async function rows<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]> {
    return (await ask(text, values)).rows as Row[]
  }
  return {
    rows,
    row: async <Row extends object>(text: string, values?: readonly unknown[]) => (await rows<Row>(text, values))[0],
    run: async (text, values) => (await ask(text, values)).rowCount ?? 0,
  }
}

type DbOptions = {
  /** Role to work as; without one, as whoever the url names. */
  readonly role?: string | undefined
  /** Most connections at a time. */
  readonly size?: number
  /** False behind a pooler that hands a connection's statements to nobody else (docs/scaling.md). */
  readonly prepare?: boolean
}

/** Connections are made as needed; nothing depends on which one a statement gets. */
export function openDb(url: string, log: Log, { role, size = 20, prepare = true }: DbOptions = {}): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    // What a transaction asks for in one breath leaves in one packet: `Promise.all` costs one round trip.
    pipeline: true,
    ...(role !== undefined && { options: `-c role=${role}` }),
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 30_000,
    // The database's own limit cannot reach us when the network or the machine is gone.
    query_timeout: 35_000,
    keepAlive: true,
  })
  // An idle connection that breaks (database restarted) must not end the process; the pool makes a new one.
  let closing = false
  pool.on('error', (error) => {
    // Connections on their way out may break as the built-in database stops: nobody needs to know.
    if (!closing) log.warn({ err: error.message }, 'an idle database connection broke')
  })

  /** `begin` and what belongs to it, the work, and its end, on one connection. */
  async function once<T>(begin: string, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await pool.connect()
    let broken: Error | undefined
    // The pool listens to idle connections only: the end of one at work must not be the end of the process.
    const markBroken = (error: Error) => (broken = error)
    client.on('error', markBroken)
    try {
      // Leaves together with the first statement; should it fail, so does that one.
      const begun = client.query(begin).catch((error: Error) => error)
      const result = await work(client)
      const fault = await begun
      if (fault instanceof Error) throw fault
      const { command } = await client.query('commit')
      // What PostgreSQL answers when a statement failed and nobody said so.
      if (command !== 'COMMIT') throw new Error('The transaction was rolled back')
      return result
    } catch (error) {
      // Where even the rollback fails the connection is gone: drop it instead of handing it to the next caller.
      await client.query('rollback').catch(markBroken)
      throw error
    } finally {
      client.off('error', markBroken)
      client.release(broken)
    }
  }

  return {
    ...speaker(pool, { prepare }),
    async transaction(work) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await once('begin', (client) => work({ ...speaker(client, { prepare }), tx: true }))
        } catch (error) {
          if (attempt >= attempts || !retryable.has(sqlState(error) ?? '')) throw error
          await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** attempt))
        }
      }
    },
    snapshot: (read) => once(snapshot, (client) => read(speaker(client, { prepare: false, patience: longRead }))),
    close() {
      closing = true
      return pool.end()
    },
  }
}

/** Rejects with 404 if there is no such row. */
export async function requireRow<Row>(found: Promise<Row | undefined>): Promise<Row> {
  const row = await found
  if (row === undefined) throw new AppError(commonErrors.notFound)
  return row
}
