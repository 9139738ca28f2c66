import { AsyncLocalStorage } from 'node:async_hooks'
import { AppError, commonErrors } from '@sauda/contract/platform/error'
import pg from 'pg'
import {
  answerMilliseconds,
  areStatementsLong,
  beginWith,
  longMilliseconds,
  snapshotWith,
  usualLimits,
} from './db-limits.ts'
import { type Log, makeLog } from './log.ts'
import {
  openPool,
  queryOf,
  runOnce,
  sqlOn,
  sqlWith,
  type Connection,
  type Query,
  type Reader,
  type SqlOptions,
  type Statements,
} from './pool.ts'
import { openReplica, type Replica } from './replica.ts'

/** What a feature's *.sql.ts queries: the pool, or one transaction. */
export type Sql = Statements

export type Tx = Sql & {
  readonly tx: true
  /** Sends a statement together with the commit, which it prevents by failing. */
  atCommit(text: string, values: readonly unknown[]): void
}

export type Db = Reader & {
  /** A deadlock or serialization failure runs `work` again from the start. */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** As `snapshot`, and may write at its end; run again from the start if what it writes was changed meanwhile. */
  verify<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** For the histories and reports of one call: from the replica, if there is one that has replayed every earlier write. */
  historyReader(): Reader
  readonly replica: Replica | undefined
  /** Connections of the pool, and requests that wait for one. */
  usage(): { readonly total: number; readonly idle: number; readonly waiting: number }
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
const retryable = new Set(['40001', '40P01'])

const sqlState = (error: unknown): string | undefined => (error instanceof pg.DatabaseError ? error.code : undefined)

export const breaksUnique = (error: unknown, constraint: string): boolean =>
  error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === constraint

export const breaksCheck = (error: unknown, table: string, constraint?: string): boolean =>
  error instanceof pg.DatabaseError &&
  error.code === '23514' &&
  error.table === table &&
  (constraint === undefined || error.constraint === constraint)

/** Again from the start after a deadlock or serialization failure. */
async function retry<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (attempt >= attempts || !retryable.has(sqlState(error) ?? '')) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** attempt))
    }
  }
}

type OpenOptions = Omit<Connection, 'url'>

export function openDb(url: string, log: Log, { replicaUrl, ...options }: OpenOptions = {}): Db {
  const { pool, close } = openPool(url, log, options)
  const { prepare = true, limits = usualLimits, keepsLimits = true } = options

  const beginNow = () => {
    if (areStatementsLong()) return beginWith({ ...limits, statement: longMilliseconds })
    return keepsLimits ? 'begin' : beginWith(limits)
  }
  const optionsNow = (): SqlOptions => ({
    prepare,
    ...(areStatementsLong() && { timeoutMilliseconds: longMilliseconds + answerMilliseconds }),
  })

  const direct = queryOf(pool, { prepare })
  /** A transaction of its own where only that can set the limits. */
  const query: Query = (text, values) =>
    keepsLimits && !areStatementsLong()
      ? direct(text, values)
      : runOnce(pool, { begin: beginNow(), work: (client) => queryOf(client, optionsNow())(text, values) })

  function write<T>(begin: string, options: SqlOptions, work: (tx: Tx) => Promise<T>, check?: CommitCheck): Promise<T> {
    const last: Parameters<Query>[] = []
    const atCommit: Tx['atCommit'] = (...statement) => last.push(statement)
    return runOnce(pool, {
      begin,
      work: (client) => work({ ...sqlOn(client, options), tx: true, atCommit }),
      check: (client) => {
        const run = queryOf(client, options)
        return Promise.all([...last.map((statement) => run(...statement)), check?.(sqlWith(run, true))])
      },
    })
  }

  const reader: Reader = {
    ...sqlWith(query, false),
    snapshot: (read, { isLong } = { isLong: false }) => {
      const { begin, options } = snapshotWith(limits, isLong)
      return runOnce(pool, { begin, work: (client) => read(sqlOn(client, options)) })
    },
    connection: { url, ...options },
  }
  const replica =
    replicaUrl === undefined
      ? undefined
      : openReplica(replicaUrl, { primary: reader, queryPrimary: query, log, options })

  return {
    ...reader,
    historyReader: () => replica?.reader() ?? reader,
    replica,
    transaction: (work, { checked = true } = {}) => {
      const check = checked ? commitCheck.getStore() : undefined
      return retry(() => write(beginNow(), optionsNow(), work, check))
    },
    verify: (work) => {
      const { begin, options } = snapshotWith(limits, true, 'read write')
      return retry(() => write(begin, options, work))
    },
    usage: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: async () => void (await Promise.all([close(), replica?.close()])),
  }
}

/** For a history or report in a thread, which cannot use the server's pool. */
export async function withConnection<T>({ url, ...options }: Connection, work: (reader: Reader) => Promise<T>) {
  const db = openDb(url, makeLog('silent'), { ...options, size: 1 })
  try {
    return await work(db.historyReader())
  } finally {
    await db.close()
  }
}

/** Rows with the names of the contract: times as ISO text, and nothing that is null. */
export async function selectViews<View extends object>(sql: Sql, text: string, values: unknown[] = []) {
  const shown = (row: object) =>
    Object.entries(row).flatMap(([name, value]: [string, unknown]) =>
      value === null ? [] : [[name, value instanceof Date ? value.toISOString() : value]],
    )
  return (await sql.rows(text, values)).map((row) => Object.fromEntries(shown(row)) as View)
}

export const selectView = async <View extends object>(sql: Sql, text: string, values: unknown[]) =>
  (await selectViews<View>(sql, text, values))[0]

/** The values of a statement that selects one column. */
export const selectColumn = async <Value>(sql: Sql, text: string, values?: readonly unknown[]) =>
  (await sql.rows(text, values)).map((row) => Object.values(row)[0] as Value)

export const selectIds = (sql: Sql, text: string, values?: readonly unknown[]) =>
  selectColumn<string>(sql, text, values)

/** The only value of a statement that selects one row; undefined without a row, which `Value` must then allow. */
export const selectValue = async <Value>(sql: Sql, text: string, values?: readonly unknown[]) =>
  (await selectColumn<Value>(sql, text, values))[0] as Value

/** The values of each of these fields, as `unnest` takes them. */
export const listsOf = <Row extends object>(rows: readonly Row[], ...names: readonly (keyof Row)[]): unknown[][] =>
  names.map((name) => rows.map((row) => row[name] ?? null))

type Results<Steps extends readonly (() => unknown)[]> = { -readonly [N in keyof Steps]: Awaited<ReturnType<Steps[N]>> }

/**
 * The results of steps that do not need each other. In a transaction their first statements are sent together, in this order, which costs one
 * round trip; on a pool each waits for the one before, so that a call uses one connection. Once all have ended, throws the error of the first in
 * the list that failed by itself.
 */
export async function together<const Steps extends readonly (() => unknown)[]>(sql: Sql, ...steps: Steps) {
  const results: unknown[] = []
  if (!sql.isOneConnection) {
    for (const step of steps) results.push(await step())
    return results as Results<Steps>
  }
  const settled = await Promise.allSettled(steps.map(async (step) => step()))
  const failed = settled.filter((each) => each.status === 'rejected')
  // PostgreSQL ignores what follows a failed statement.
  const first = failed.find(({ reason }) => sqlState(reason) !== '25P02') ?? failed[0]
  if (first) throw first.reason
  return settled.map((each) => each.status === 'fulfilled' && each.value) as Results<Steps>
}

/** What the work would do: its result, with every change rolled back. */
export async function rolledBack<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const results: T[] = []
  const undone = new Error('rolled back')
  const ended: unknown = await db
    .transaction(async (tx) => {
      results.push(await work(tx))
      throw undone
    })
    .catch((error: unknown) => error)
  const result = results.at(-1)
  if (ended !== undone || result === undefined) throw ended
  return result
}

/** In SQL: `('PENDING', 'PAID')`, for words of the code only, never for input. */
export const sqlList = (words: readonly string[]): string => `(${words.map((word) => `'${word}'`).join(', ')})`

/** Until the transaction ends, statements keep the plan that fits any values: for statements that take longer to plan than to run. */
export const useGenericPlans = (sql: Sql) => sql.run('set local plan_cache_mode = force_generic_plan')

export const pingDatabase = (sql: Sql) => sql.run('select 1')

/** Rejects with 404 if there is no such row. */
export async function requireRow<Row>(found: Promise<Row | undefined>): Promise<Row> {
  const row = await found
  if (row === undefined) throw new AppError(commonErrors.notFound)
  return row
}

/** Undoes what the work wrote, so that it can be shown before it is decided. */
export async function undone<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await tx.run('savepoint shown')
  try {
    return await work()
  } finally {
    await tx.run('rollback to savepoint shown')
    await tx.run('release savepoint shown')
  }
}
