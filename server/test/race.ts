import { setTimeout as sleep } from 'node:timers/promises'
import { limitConcurrency } from '../src/platform/concurrency.ts'
import type { Db, Sql, Tx } from '../src/platform/db.ts'
import { eventually } from './events.ts'
import { usualConnections, type TestServer } from './server.ts'

/** As many transactions as every test server allows, beside one of a job. */
const most = usualConnections - 1
/** Calls of one client may wait for each other in the server instead of the database; after so many looks no more will come. */
const unchangedLooks = 10

/**
 * Starts every call while the table is locked for writing, and releases the lock once all of them wait, or as many as will:
 * code that reads before it writes has read by then.
 */
export async function raceAtTable<T>(
  { db }: TestServer,
  table: string,
  calls: readonly (() => Promise<T>)[],
): Promise<T[]> {
  const { started } = await db.transaction(async (tx) => {
    await tx.run(`lock table ${table} in share mode`)
    const started = calls.map((call) => call())
    for (let tries = 0, before = 0, unchanged = 0; tries < 100 && unchanged < unchangedLooks; tries++) {
      await sleep(30)
      // A transaction caches activity statistics until they are cleared.
      await tx.run('select pg_stat_clear_snapshot()')
      const count = await waitingForLocks(tx)
      if (count >= Math.min(most, calls.length)) break
      unchanged = count > 0 && count === before ? unchanged + 1 : 0
      before = count
    }
    return { started }
  })
  return Promise.all(started)
}

/** Calls with files or batches of the operators in turn, of whom the server takes two at a time each. */
export function twoOfEach(operators: number) {
  const turns = Array.from({ length: operators }, () => limitConcurrency({ parallel: 2, queue: 1000 }))
  return <T>(n: number, call: () => Promise<T>): Promise<T> => {
    const turn = turns[n % operators]
    if (!turn) throw new Error('There are no operators')
    return turn(call)
  }
}

/** The number of transactions that wait for a lock. */
export async function waitingForLocks(sql: Sql): Promise<number> {
  const row = await sql.row<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return row?.count ?? 0
}

export const waitsForLock = async (sql: Sql): Promise<boolean> => (await waitingForLocks(sql)) > 0

/** Starts the call while `lock` is held, and does `meanwhile` once the call waits for it or was answered. */
export async function raceAtLock<T>(
  db: Db,
  [lock, ...values]: readonly [string, ...string[]],
  start: () => Promise<T>,
  meanwhile: (tx: Tx) => Promise<unknown>,
): Promise<T> {
  let isAnswered = false
  const { answer } = await db.transaction(async (tx) => {
    await tx.run(lock, values)
    const answer = start().finally(() => (isAnswered = true))
    await eventually(async () => isAnswered || (await waitsForLock(db)))
    await meanwhile(tx)
    return { answer }
  })
  return answer
}
