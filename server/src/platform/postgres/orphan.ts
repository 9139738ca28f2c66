import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartFault } from './fault.ts'
import { type Home, wrongPasswordFault } from './home.ts'
import { pidFilePath, readPidFile } from './pidfile.ts'
import { ensureDatabase, isUnreachable, isWrongPassword } from './postgres.sql.ts'
import { stopPostmaster } from './postmaster.ts'
import { endLeftovers, isOurs } from './process.ts'
import type { Programs } from './programs.ts'
import { type Address, emptyAddress, removeAddress } from './socket.ts'

type Orphan = { home: Home; programs: Programs; password: string; say: (sentence: string) => void }

const answerLimitMs = 15_000
// While it replays its log after a crash, or writes it out before it ends, it is busy rather than stuck.
const busyLimitMs = 10 * 60_000

/** The postmaster a killed server left running, once it answers. One that does not, or is another version, is ended. */
export async function adopt(orphan: Orphan): Promise<{ pid: number; address: Address } | undefined> {
  const { home, programs, say } = orphan
  const found = await readPidFile(home)
  if (found === undefined || !(await isOurs(home, found.pid))) return undefined
  if (found.single) {
    throw new StartFault(
      `The database in ${home.data} is open for maintenance (process ${found.pid}). Start again when that has ended.`,
    )
  }
  const address = await answering(orphan, found.pid)
  if (address !== undefined) return { pid: found.pid, address }
  if (await isOurs(home, found.pid)) {
    say('Restarting the PostgreSQL that an earlier server left behind')
    await stopPostmaster(home, programs, found.pid, 10_000)
  }
  return undefined
}

async function answering({ home, programs, password }: Orphan, pid: number): Promise<Address | undefined> {
  const begun = Date.now()
  for (;;) {
    const found = await readPidFile(home)
    if (found?.pid !== pid || !(await isOurs(home, pid))) return undefined
    const isBusy = found.status === 'starting' || found.status === 'stopping'
    if (!isBusy && found.address !== undefined) {
      try {
        const version = await ensureDatabase(found.address, password)
        return version === programs.version ? found.address : undefined
      } catch (error) {
        if (isUnreachable(error)) return undefined
        if (isWrongPassword(error)) throw wrongPasswordFault(home)
      }
    }
    if (Date.now() - begun > (isBusy ? busyLimitMs : answerLimitMs)) return undefined
    await sleep(50)
  }
}

/** Clears what a crash left, now that no postmaster runs here. */
export async function clearRemains(home: Home): Promise<void> {
  await endLeftovers(home)
  const stale = await readPidFile(home)
  if (stale?.address !== undefined) await removeAddress(stale.address)
  // PostgreSQL would believe a recycled pid and refuses an empty file; the shared memory it checks all the same.
  await rm(pidFilePath(home), { force: true })
}

/** The same where the server lives on, and everything in it knows the address. */
export async function clearForNext(home: Home, address: Address): Promise<void> {
  await endLeftovers(home)
  await emptyAddress(address)
  await rm(pidFilePath(home), { force: true })
}
