import { setTimeout as sleep } from 'node:timers/promises'
import type { TestServer } from './server.ts'

/** As many transactions as the pool lets wait beside the one that holds them up. */
const most = 19

/**
 * Starts every call while nothing can be written to the table, though all can read it, and lets go once they all wait:
 * whatever looks before it writes has looked by then.
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
      // What a transaction has once read of the activity it keeps reading, unless told to forget.
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
