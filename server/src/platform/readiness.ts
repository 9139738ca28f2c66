import { randomUUID } from 'node:crypto'
import { withTimeout } from './concurrency.ts'
import { type Db, pingDatabase, selectValue, type Sql } from './db.ts'
import type { Log } from './log.ts'
import { worksAsRole } from './role.ts'
import { statfs } from 'node:fs/promises'

/** Why this process should get no requests, or no writes. */
export type Obstacle = 'stopping' | 'database' | 'read-only' | 'disk' | 'role' | 'prepared-statements'

const answerMilliseconds = 1000
/** An answer is shared for this long, because several proxies may ask. */
const freshMilliseconds = 500

const obstacles: Readonly<Record<string, Obstacle>> = {
  '25006': 'read-only',
  '53100': 'disk',
  '42501': 'role',
  '22023': 'role',
  '26000': 'prepared-statements',
  '42P05': 'prepared-statements',
}

/** The obstacles with which reads continue if no process can write. */
const allowsReads = (obstacle: Obstacle): boolean => obstacle === 'disk' || obstacle === 'read-only'

/** `serves`: whether a proxy should send requests here. */
export type Ready = { readonly obstacle?: Obstacle; readonly serves: boolean }

export type Readiness = ReturnType<typeof createReadiness>

export function createReadiness(
  { db, disk, log }: { readonly db: Db; readonly disk: Disk; readonly log: Log },
  options: {
    /** Whether the process worked as the application's role at its start. */
    readonly hasRole: boolean
    /** False where a pooler mixes up prepared statements. */
    readonly keepsStatements: () => Promise<boolean>
  },
) {
  const process = randomUUID()
  let isStopping = false
  let found: Obstacle | undefined
  /** Since when this process cannot write, and whether another one has written since. */
  let readsOnly: { readonly since: Date; readonly hasOther: boolean } | undefined
  let looking: Promise<void> | undefined
  let lookedAt = -Infinity

  async function lookAtDatabase(): Promise<Obstacle | undefined> {
    try {
      // A process with a full disk must not be taken for one that writes.
      await (disk.state() === 'full' ? pingDatabase(db) : writeReadiness(db, process))
      if (options.hasRole && !(await worksAsRole(db))) return 'role'
      if (!(await options.keepsStatements())) return 'prepared-statements'
      return disk.state() === 'full' ? 'disk' : undefined
    } catch (error) {
      return obstacles[(error as { code?: string }).code ?? ''] ?? 'database'
    }
  }

  async function lookAtOthers(): Promise<typeof readsOnly> {
    const { since } = readsOnly ?? { since: await databaseTime(db) }
    return { since, hasOther: await othersWrite(db, process, since) }
  }

  async function recheck(): Promise<void> {
    const before = found
    found = await lookAtDatabase()
    if (found && allowsReads(found))
      try {
        readsOnly = await lookAtOthers()
      } catch {
        found = 'database'
      }
    if (!found || !allowsReads(found)) readsOnly = undefined
    lookedAt = performance.now()
    if (found !== before)
      log.warn({ obstacle: found ?? 'none' }, found ? 'the server is not ready' : 'the server is ready again')
  }

  /** One at a time, because each uses a connection while the database hangs. */
  async function look(): Promise<Ready> {
    if (isStopping) return { obstacle: 'stopping', serves: false }
    if (performance.now() - lookedAt > freshMilliseconds) {
      looking ??= recheck().finally(() => (looking = undefined))
      if (!(await withTimeout(answerMilliseconds, looking))) found = 'database'
    }
    if (!found) return { serves: true }
    return { obstacle: found, serves: allowsReads(found) && readsOnly?.hasOther === false }
  }

  return {
    look,
    /** Reads go on while nothing can be written. */
    takesWrites: (): boolean => disk.state() !== 'full' && found !== 'disk' && found !== 'read-only',
    isStopping: () => isStopping,
    stop: (): void => void (isStopping = true),
    sweep: () => sweepReadiness(db),
  }
}

type DiskLimits = { readonly diskWarningBytes: number; readonly diskStopBytes: number }

export type DiskState = 'ok' | 'low' | 'full'

type Disk = ReturnType<typeof createDisk>

const freeBytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Looks at the free space of the folder's disk: too little is reported, and before it is used up writes stop. */
export function createDisk(folder: string, limits: DiskLimits, log: Log, free = freeBytes) {
  let state: DiskState = 'ok'

  async function look(): Promise<void> {
    const bytes = await free(folder)
    const now = bytes < limits.diskStopBytes ? 'full' : bytes < limits.diskWarningBytes ? 'low' : 'ok'
    const megabytes = Math.round(bytes / 2 ** 20)
    if (now !== state && now === 'ok') log.warn({ megabytes }, 'the disk has enough space again')
    if (now !== state && now === 'low') log.warn({ megabytes }, 'the disk has little space left')
    if (now !== state && now === 'full') log.error({ megabytes }, 'the disk is almost full; nothing more is written')
    state = now
  }

  return { look, state: () => state }
}

/** Fails where the database takes no writes. With parameters, so that it is a prepared statement. */
const writeReadiness = (sql: Sql, process: string) =>
  sql.run(`insert into readiness (process, at) values ($1, now()) on conflict (process) do update set at = now()`, [
    process,
  ])

/** Deletes the rows of processes that ended long ago. */
const sweepReadiness = (sql: Sql) => sql.run(`delete from readiness where at < now() - interval '1 day'`)

export const databaseTime = (sql: Sql) => selectValue<Date>(sql, 'select clock_timestamp()')

/** Whether another process has written since then, and a moment ago. */
const othersWrite = async (sql: Sql, process: string, since: Date): Promise<boolean> =>
  (await sql.row(
    "select from readiness where process <> $1 and at > greatest($2, now() - interval '15 seconds') limit 1",
    [process, since],
  )) !== undefined
