import { join, resolve } from 'node:path'
import { asStartFault, diskFull, StartFault } from './fault.ts'
import {
  closeToOthers,
  discardHalfMade,
  hasDatabase,
  type Home,
  openHome,
  readPassword,
  wrongPasswordFault,
} from './home.ts'
import { initialise } from './initialise.ts'
import type { Installed } from './installed.ts'
import { keepUp } from './keep-up.ts'
import { claim } from './lock.ts'
import { keepLogSmall } from './log.ts'
import { adopt, clearForNext, clearRemains } from './orphan.ts'
import { ensureDatabase, isDiskFull, isWrongPassword, urlOf } from './postgres.sql.ts'
import { launch, stopPostmaster } from './postmaster.ts'
import { chooseSystemUser, giveAll } from './privilege.ts'
import { isOurs } from './process.ts'
import { preparePrograms } from './programs.ts'
import { isListening, removeAddress } from './socket.ts'

type Say = (sentence: string) => void

type StartOptions = { dataDir: string; onProgress?: Say }

type Running = { url: string; adopted: boolean; stop(): Promise<void> }

const stopPatienceMs = 60_000

/** startPostgres with the programs given. */
export async function startFrom(installed: Installed, { dataDir, onProgress }: StartOptions): Promise<Running> {
  try {
    const home = await openHome(dataDir)
    const lock = claim(home)
    try {
      const { end, ...opened } = await openDatabase(home, installed, onProgress ?? (() => undefined))
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
    throw asStartFault(error, join(resolve(dataDir), 'postgres'))
  }
}

async function openDatabase(home: Home, installed: Installed, say: Say) {
  const user = await chooseSystemUser(home.data)
  const programs = await preparePrograms({ installed, user, home, say })
  await discardHalfMade(home)
  if (!(await hasDatabase(home, programs.version.split('.')[0] ?? ''))) {
    say('Preparing the database for the first time')
    await initialise(home, programs, user)
  }
  await giveAll(home.data, user)
  await closeToOthers(home.data)
  const password = await readPassword(home)

  const orphan = await adopt({ home, programs, password, say })
  if (orphan === undefined) await clearRemains(home)
  const { address, ...first } = orphan ?? (await launch(home, programs, user, say))
  let { pid } = first
  const endPostmaster = async () => {
    await stopPostmaster(home, programs, pid, stopPatienceMs)
    await removeAddress(address)
  }
  if (orphan === undefined) {
    await ensureDatabase(address, password).catch(async (error: unknown) => {
      await endPostmaster()
      throw asFirstAnswerFault(error, home)
    })
  }
  const kept = keepUp({
    // Asked both ways: a second postmaster beside a living one would be the end of both.
    isUp: async () => (await isOurs(home, pid)) || (await isListening(address)),
    again: async () => {
      await clearForNext(home, address)
      pid = (await launch(home, programs, user, say, address)).pid
    },
    say,
  })
  const end = async () => {
    await kept.stop()
    await endPostmaster()
  }
  return { url: urlOf(address, password), adopted: orphan !== undefined, end }
}

function asFirstAnswerFault(error: unknown, home: Home): StartFault {
  if (isWrongPassword(error)) return wrongPasswordFault(home)
  if (isDiskFull(error)) return new StartFault(diskFull(home.root))
  const reason = error instanceof Error ? error.message : String(error)
  return new StartFault(
    `PostgreSQL started but did not open the database (${reason}); its last lines are in ${home.log}.`,
  )
}
