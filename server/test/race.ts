import { setTimeout as sleep } from 'node:timers/promises'
import type { TestServer } from './server.ts'

/** As many transactions as the pool allows beside the blocking one. */
const most = 19

/**
 * Starts every call while the table is locked for writing, and releases the lock once all of them wait: code that reads
 * before it writes has read by then.
 */
export async function meetAtTable<T>(
  { db }: TestServer,
  table: string,
  calls: readonly (() => Promise<T>)[],
): Promise<T[]> {
  const { started } = await db.transaction(async (tx) => {
    await tx.run(`lock table ${table} in share mode`)
    const started = calls.map((call) => call())
    for (let tries = 0; tries < 100; tries++) {
      await sleep(30)
      // A transaction caches activity statistics until they are cleared.
      await tx.run('select pg_stat_clear_snapshot()')
      const waiting = await tx.row<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
      )
      if ((waiting?.count ?? 0) >= Math.min(most, calls.length)) break
    }
    return { started }
  })
  return Promise.all(started)
}
