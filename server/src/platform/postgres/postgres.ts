import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openDb, type Db } from '../db.ts'
import { makeLog } from '../log.ts'
import { isListening, readPidFile, removeAddress } from './address.ts'
import { StartError, toStartError, diskFull } from './start-error.ts'
import {
  type Home,
  claim,
  closeToOthers,
  discardHalfMade,
  hasDatabase,
  keepLogSmall,
  openHome,
  readPassword,
  wrongPasswordError,
} from './home.ts'
import { initialise, ensureDatabase, isDiskFull, isUnreachable, isWrongPassword, urlOf } from './initialise.ts'
import { adopt, clearForNext, clearRemains, keepRunning, launch, stopPostmaster } from './postmaster.ts'
import { type Installed, findInstalled, preparePrograms } from './programs.ts'
import { chooseSystemUser, chownAll, isOurs } from './system.ts'

type PrintLine = (sentence: string) => void

type PostgresOptions = {
  readonly dataDir: string
  readonly onProgress?: PrintLine
  /** How long it may replay its log before it answers. */
  readonly startMilliseconds?: number
  /** Most connections at a time. */
  readonly connections?: number | undefined
  /** Memory for pages of the database that all connections share: 64 by default. */
  readonly bufferMegabytes?: number | undefined
}

const stopPatienceMs = 60_000

/**
 * Starts (or adopts) the PostgreSQL that lives in `dataDir`/postgres and locks that folder for this process.
 * The url is the superuser's, for `pg` and psql. Throws StartError for what the person starting the server can change.
 */
export async function startPostgres(
  { dataDir, onProgress = () => undefined, ...limits }: PostgresOptions,
  installed: Installed = findInstalled(),
): Promise<{ url: string; adopted: boolean; stop(): Promise<void> }> {
  try {
    const home = await openHome(dataDir)
    const lock = claim(home)
    try {
      const { end, ...opened } = await openDatabase(home, installed, { say: onProgress, ...limits })
      const log = await keepLogSmall(home.log)
      let stopped: Promise<void> | undefined
      const stop = async () => {
        log.stop()
        await end().finally(() => lock.release())
      }
      return { ...opened, stop: () => (stopped ??= stop()) }
    } catch (error) {
      lock.release()
      throw error
    }
  } catch (error) {
    throw toStartError(error, join(resolve(dataDir), 'postgres'))
  }
}

type OpenOptions = Omit<PostgresOptions, 'dataDir' | 'onProgress'> & { readonly say: PrintLine }

async function openDatabase(home: Home, installed: Installed, limits: OpenOptions) {
  const { say } = limits
  const user = await chooseSystemUser(home.data)
  const programs = await preparePrograms(home, installed, user, say)
  await discardHalfMade(home)
  if (!(await hasDatabase(home, programs.version.split('.')[0] ?? ''))) {
    say('Preparing the database for the first time')
    await initialise(home, programs, user)
  }
  await chownAll(home.data, user)
  await closeToOthers(home.data)
  const password = await readPassword(home)

  const orphan = await adopt({ home, programs, password, say })
  if (orphan === undefined) await clearRemains(home)
  const { address, ...first } = orphan ?? (await launch({ home, programs, user, ...limits }))
  let { pid } = first
  const endPostmaster = async () => {
    await stopPostmaster(home, programs, pid, stopPatienceMs)
    await removeAddress(address)
  }
  if (orphan === undefined) {
    await ensureDatabase(address, password).catch(async (error: unknown) => {
      await endPostmaster()
      throw connectError(error, home)
    })
  }
  const kept = keepRunning({
    // Checked both ways, because two postmasters on one folder would destroy the database.
    isUp: async () => (await isOurs(home, pid)) || (await isListening(address)),
    again: async () => {
      await clearForNext(home, address)
      pid = (await launch({ home, programs, user, ...limits, known: address })).pid
    },
    say,
  })
  const end = async () => {
    await kept.stop()
    await endPostmaster()
  }
  return { url: urlOf(address, password), adopted: orphan !== undefined, end }
}

function connectError(error: unknown, home: Home): StartError {
  if (isWrongPassword(error)) return wrongPasswordError(home)
  if (isDiskFull(error)) return new StartError(diskFull(home.root))
  const reason = error instanceof Error ? error.message : String(error)
  return new StartError(
    `PostgreSQL started but did not open the database (${reason}); its last lines are in ${home.log}.`,
  )
}

/** The url of the database that a running server uses in `dataDir`; undefined without one. */
export async function runningPostgres(dataDir: string): Promise<string | undefined> {
  if (!existsSync(join(dataDir, 'postgres/data/PG_VERSION'))) return undefined
  const home = await openHome(dataDir)
  const address = (await readPidFile(home))?.address
  if (address === undefined) return undefined
  const password = await readPassword(home)
  try {
    await ensureDatabase(address, password)
    return urlOf(address, password)
  } catch (error) {
    // The file of a killed server names an address without a listener.
    if (isUnreachable(error)) return undefined
    throw error
  }
}

type DatabaseConfig = { readonly databaseUrl: string | undefined; readonly dataDir: string }

/** Runs `work` on the configured database or the one in `dataDir`, whether or not a server is running on it. */
export const withDatabase = <T>(config: DatabaseConfig, work: (db: Db) => Promise<T>): Promise<T> =>
  withDatabaseUrl(config, async (url) => {
    // A check of the books needs two.
    const db = openDb(url, makeLog('silent'), { size: 2 })
    try {
      return await work(db)
    } finally {
      await db.close()
    }
  })

export async function withDatabaseUrl<T>({ databaseUrl, dataDir }: DatabaseConfig, work: (url: string) => Promise<T>) {
  const running = databaseUrl ?? (await runningPostgres(dataDir))
  if (running === undefined && !existsSync(join(dataDir, 'postgres')))
    throw new StartError(`There is no database in ${dataDir} yet.`)
  const own = running === undefined ? await startPostgres({ dataDir }) : undefined
  try {
    return await work(running ?? own?.url ?? '')
  } finally {
    await own?.stop()
  }
}
