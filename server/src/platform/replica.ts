import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '@sauda/contract/platform/error'
import type pg from 'pg'
import { beginWith, snapshotWith, usualLimits } from './db-limits.ts'
import type { Log } from './log.ts'
import { openPool, queryOf, runOnce, sqlOn, sqlWith, type DbOptions, type Query, type Reader } from './pool.ts'

const replicaRules = {
  /** How long a call waits for the replica to catch up, before it reads from the primary. */
  waitMilliseconds: 100,
  /** For the answer how far it is. */
  answerMilliseconds: 500,
} as const

/** How far the log of the primary reaches, and which database it is of. */
type Position = { readonly lsn: string; readonly system: string }

/** A commit is visible once its log is flushed; without synchronous commits it is visible before. */
const currentPosition = `
  select (case current_setting('synchronous_commit')
            when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end)::text as lsn,
         system_identifier::text as system
    from pg_control_system()`

const replayedPosition = `
  select pg_is_in_recovery() and system_identifier::text = $2 as follows, pg_last_wal_replay_lsn() >= $1::pg_lsn as replayed
    from pg_control_system()`

type Options = {
  readonly primary: Reader
  /** On the primary. */
  readonly queryPrimary: Query
  readonly log: Log
  readonly options: DbOptions
}
type Read<T> = { readonly begin: string; readonly work: (client: pg.PoolClient) => Promise<T> }

/** Whether the replica can be used, and reads on a connection of it that has replayed a position of the primary. */
function followReplica(pool: pg.Pool, { primary, log, options: { prepare = true } }: Options) {
  let isUsable = true

  const position = async (): Promise<Position> => {
    const found = await primary.row<Position>(currentPosition)
    if (!found) throw new Error('The primary has no position')
    return found
  }

  /** On the connection that reads afterwards. */
  async function waitFor(client: pg.PoolClient, { lsn, system }: Position): Promise<void> {
    const ask = queryOf(client, { prepare, timeoutMilliseconds: replicaRules.answerMilliseconds })
    let waited = 0
    for (let pause = 2; ; pause *= 2) {
      const state = (await ask(replayedPosition, [lsn, system])).rows[0] as { follows: boolean; replayed: boolean }
      if (!state.follows) throw new Error('DATABASE_REPLICA_URL is not a replica of DATABASE_URL')
      if (state.replayed) return
      if (waited + pause > replicaRules.waitMilliseconds) throw new Error('The replica is behind')
      await sleep(pause)
      waited += pause
    }
  }

  const readAt = <T>(at: Position, read: Read<T>): Promise<T> =>
    runOnce(pool, { before: (client) => waitFor(client, at), ...read })

  function setUsable(usable: boolean, reason: string): void {
    if (usable !== isUsable)
      log.warn(
        { reason },
        usable ? 'the replica is used again' : 'the replica is not used, the primary answers instead',
      )
    isUsable = usable
  }

  /** Finds out whether it can be used, so that calls need not wait for that. */
  async function look(): Promise<void> {
    try {
      await readAt(await position(), { begin: 'begin read only', work: async () => undefined })
      setUsable(true, 'it has caught up')
    } catch (error) {
      setUsable(false, (error as Error).message)
    }
  }

  return { position, readAt, isUsable: () => isUsable, setUsable, look }
}

export type Replica = ReturnType<typeof openReplica>

/**
 * Reads from a replica if it has everything that the primary had committed when the read began; otherwise from the primary.
 */
export function openReplica(url: string, given: Options) {
  const { primary, queryPrimary, log, options } = given
  const { pool, close } = openPool(url, log, options)
  const { position, readAt, isUsable, setUsable, look } = followReplica(pool, given)
  const { prepare = true, limits = usualLimits } = options
  const begin = beginWith(limits, 'begin read only')
  const reads = { replica: 0, primary: 0 }

  /** Its statements see nothing older than the moment of the first one. */
  function reader(): Reader {
    let at: Promise<Position> | undefined
    let isOnPrimary = !isUsable()

    async function choose<T>(read: Read<T>, onPrimary: () => Promise<T>): Promise<T> {
      if (!isOnPrimary) {
        try {
          at ??= position()
          const result = await readAt(await at, read)
          reads.replica += 1
          return result
        } catch (error) {
          if (error instanceof AppError) throw error
          // The next statement must not see less than this one.
          isOnPrimary = true
          setUsable(false, (error as Error).message)
        }
      }
      reads.primary += 1
      return onPrimary()
    }

    const query: Query = (text, values) =>
      choose({ begin, work: (client) => queryOf(client, { prepare })(text, values) }, () => queryPrimary(text, values))
    return {
      ...sqlWith(query, false),
      snapshot: (read, { isLong } = { isLong: false }) => {
        const snapshot = snapshotWith(limits, isLong)
        return choose({ begin: snapshot.begin, work: (client) => read(sqlOn(client, snapshot.options)) }, () =>
          primary.snapshot(read, { isLong }),
        )
      },
      get connection() {
        return { ...primary.connection, replicaUrl: isOnPrimary ? undefined : url }
      },
    }
  }

  return {
    reader,
    isUsable,
    /** How many reads each answered. */
    figures: () => reads,
    look,
    close,
  }
}
