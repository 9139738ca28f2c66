import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { isLostStatement } from './database-fault.ts'

/** Milliseconds. */
export type DbLimits = {
  /** For a free connection, or a new one. */
  readonly wait: number
  /** For one statement. */
  readonly statement: number
  /** For a lock another transaction holds. */
  readonly lock: number
  /** Between two statements of a transaction. */
  readonly idle: number
}

export const usualLimits: DbLimits = { wait: 10_000, statement: 30_000, lock: 30_000, idle: 60_000 }
/** The database's own limit cannot reach us when the network or the machine is down. */
export const answerMilliseconds = 500

const longStatements = new AsyncLocalStorage<true>()
export const longMilliseconds = 60_000

/** Statements of `work`, which imports a file or clears old rows, may take a minute each. */
export const withLongStatements = <T>(work: () => Promise<T>): Promise<T> => longStatements.run(true, work)

export const areStatementsLong = (): boolean => longStatements.getStore() === true

/**
 * Our statements read few rows of many tables: compiling their plans takes seconds and saves milliseconds. PostgreSQL estimates
 * the rows of lists so high that it would.
 */
export const notCompiled = '-c jit=off'

/** The settings that a new connection requests; a pooler may drop them. */
export const connectionOptions = ({ lock, idle }: DbLimits, role: string | undefined): string =>
  [
    notCompiled,
    `-c lock_timeout=${lock}`,
    `-c idle_in_transaction_session_timeout=${idle}`,
    ...(role === undefined ? [] : [`-c role=${role}`]),
  ].join(' ')

/** The first statements of a transaction. */
export const beginWith = ({ statement, lock, idle }: DbLimits, begin = 'begin'): string =>
  `${begin}; set local statement_timeout = ${statement}; set local lock_timeout = ${lock};
   set local idle_in_transaction_session_timeout = ${idle}; set local jit = off`

/** Milliseconds of one statement that reads a whole table. */
const longRead = 15 * 60_000

/** How a snapshot begins, and how long its statements may take: with more memory than usual, because they join whole tables. */
export function snapshotWith(
  { statement }: DbLimits,
  isLong: boolean,
  access: 'read only' | 'read write' = 'read only',
) {
  const milliseconds = isLong ? longRead : statement
  return {
    begin: `begin isolation level repeatable read, ${access};
      set local statement_timeout = ${milliseconds}; set local work_mem = '64MB'; set local jit = off`,
    options: { prepare: false, timeoutMilliseconds: milliseconds + answerMilliseconds },
  }
}

/** Whether a connection keeps its settings; behind a pooler it may not. */
export async function keepsLimits(url: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    options: '-c lock_timeout=4321',
    connectionTimeoutMillis: 10_000,
  })
  try {
    await client.connect()
    const { rows } = await client.query<{ lock_timeout: string }>('show lock_timeout')
    return rows[0]?.lock_timeout === '4321ms'
  } finally {
    await client.end()
  }
}

/** Whether two connections keep their prepared statements apart; a pooler may send one to a session of another. */
export async function keepsStatements(url: string): Promise<boolean> {
  const [first, second] = [1, 2].map(() => new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })) as [
    pg.Client,
    pg.Client,
  ]
  const named = { name: 'sauda_kept', text: 'select $1::int', values: [1] }
  // They may break while the database restarts, which the caller learns from the failed statement.
  for (const client of [first, second]) client.on('error', () => undefined)
  try {
    await Promise.all([first.connect(), second.connect()])
    await first.query(named)
    // Occupies the session that the first statement used.
    await second.query('begin')
    await second.query(named)
    await first.query(named)
    return true
  } catch (error) {
    if (isLostStatement(error)) return false
    throw error
  } finally {
    await Promise.allSettled([first.end(), second.end()])
  }
}
