import pg from 'pg'
import type { Log } from './log.ts'

// bigint columns (paise, counters) arrive as bigint, never as a rounded number or as text.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => BigInt(text))

/** What a room's *.sql.ts speaks to: the pool, or one transaction. */
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
  close(): Promise<void>
}

const attempts = 5
const retryable = new Set(['40001', '40P01'])

/** The PostgreSQL error code of an error, if it has one. */
function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

/** True when a statement broke the named unique constraint or index. */
export function breaksUnique(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === constraint
}

function speaker(client: pg.Pool | pg.PoolClient): Sql {
  async function rows<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const result = await client.query(text, [...values])
    return result.rows as Row[]
  }
  return {
    rows,
    row: async <Row extends object>(text: string, values?: readonly unknown[]) => (await rows<Row>(text, values))[0],
    run: async (text, values = []) => (await client.query(text, [...values])).rowCount ?? 0,
  }
}

/** Connections are made as needed, at most `size`; nothing depends on which one a statement gets. */
export function openDb(url: string, log: Log, size = 20): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
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

  async function once<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const client = await pool.connect()
    let broken: Error | undefined
    try {
      await client.query('begin')
      const result = await work({ ...speaker(client), tx: true })
      await client.query('commit')
      return result
    } catch (error) {
      // Where even the rollback fails the connection is gone: drop it instead of handing it to the next caller.
      await client.query('rollback').catch((fault: Error) => (broken = fault))
      throw error
    } finally {
      client.release(broken)
    }
  }

  return {
    ...speaker(pool),
    async transaction(work) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await once(work)
        } catch (error) {
          if (attempt >= attempts || !retryable.has(sqlState(error) ?? '')) throw error
          await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** attempt))
        }
      }
    },
    close() {
      closing = true
      return pool.end()
    },
  }
}
