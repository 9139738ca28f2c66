import { randomUUID } from 'node:crypto'
import { withTimeout } from './concurrency.ts'
import type { Db } from './db.ts'
import type { Disk } from './disk.ts'
import type { Log } from './log.ts'
import { sweepReadiness, writeReadiness } from './readiness.sql.ts'
import { worksAsRole } from './role.ts'

/** Why this process should get no requests. */
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
  let looking: Promise<void> | undefined
  let lookedAt = -Infinity

  async function lookAtDatabase(): Promise<Obstacle | undefined> {
    try {
      await writeReadiness(db, process)
      if (options.hasRole && !(await worksAsRole(db))) return 'role'
      return (await options.keepsStatements()) ? undefined : 'prepared-statements'
    } catch (error) {
      return obstacles[(error as { code?: string }).code ?? ''] ?? 'database'
    }
  }

  async function look(): Promise<void> {
    const before = found
    found = await lookAtDatabase()
    lookedAt = performance.now()
    if (found !== before)
      log.warn({ obstacle: found ?? 'none' }, found ? 'the server is not ready' : 'the server is ready again')
  }

  /** One at a time, because each uses a connection while the database hangs. */
  async function obstacle(): Promise<Obstacle | undefined> {
    if (isStopping) return 'stopping'
    if (performance.now() - lookedAt > freshMilliseconds) {
      looking ??= look().finally(() => (looking = undefined))
      if (!(await withTimeout(answerMilliseconds, looking))) found = 'database'
    }
    return found ?? (disk.state() === 'full' ? 'disk' : undefined)
  }

  return {
    obstacle,
    /** Reads go on while nothing can be written. */
    takesWrites: (): boolean => disk.state() !== 'full' && found !== 'disk' && found !== 'read-only',
    isStopping: () => isStopping,
    stop: (): void => void (isStopping = true),
    sweep: () => sweepReadiness(db),
  }
}
