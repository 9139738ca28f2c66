import { type ChildProcess, spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Address, emptyAddress, newAddress, pidFilePath, readPidFile, removeAddress } from './address.ts'
import { StartError } from './start-error.ts'
import { type Home, explain, sizeOf, tail, titleOf, withFile, wrongPasswordError } from './home.ts'
import { dataArgument, ensureDatabase, isUnreachable, isWrongPassword } from './initialise.ts'
import type { Programs } from './programs.ts'
import {
  type SystemUser,
  endRemainingProcesses,
  environment,
  hasEndedWithin,
  isOurs,
  run,
  signalOurs,
} from './system.ts'

// After a crash PostgreSQL replays its log before it answers; as long as its process lives we wait.
const startLimitMs = 10 * 60_000
const reportAfterMs = 3000

const settings = (home: Home, address: Address, { connections = 100, bufferMegabytes = 64 }: LaunchOptions) => ({
  listen_addresses: process.platform === 'win32' ? address.host : '',
  ...(process.platform === 'win32' ? {} : { unix_socket_directories: address.host, unix_socket_permissions: '0700' }),
  port: address.port,
  // Its OpenSSL is old (docs/decisions/0110-parts-we-ship.md), and nobody connects from elsewhere.
  ssl: 'off',
  max_connections: connections,
  shared_buffers: `${bufferMegabytes}MB`,
  // A commit must be on the disk before it is confirmed, whatever postgresql.conf says.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // No statements and no failing rows, because they contain personal data; the server logs its own errors.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  cluster_name: titleOf(home),
  // Unstored WAL must not fill the disk while the place of backups is away; a new backup is needed then.
  max_slot_wal_keep_size: '16GB',
})

type LaunchOptions = {
  readonly home: Home
  readonly programs: Programs
  readonly user: SystemUser | undefined
  readonly say: (sentence: string) => void
  readonly known?: Address
  readonly startMilliseconds?: number | undefined
  readonly connections?: number | undefined
  readonly bufferMegabytes?: number | undefined
}

/** Starts the postmaster and returns where it listens (`known`, or a new address), once it takes connections. */
export async function launch(options: LaunchOptions): Promise<{ pid: number; address: Address }> {
  const { home, say, user, known, startMilliseconds = startLimitMs } = options
  const address = known ?? (await newAddress(user))
  const logged = await sizeOf(home.log)
  try {
    const started = await withFile(home.log, 'a', async ({ fd }) => spawnPostgres(options, address, fd))
    return { pid: await isReady(started, home, { say, limitMs: startMilliseconds }), address }
  } catch (error) {
    if (known === undefined) await removeAddress(address)
    if (error instanceof StartError) throw error
    throw explain(`${await tail(home.log, logged)}\n${error instanceof Error ? error.message : ''}`, home)
  }
}

type Started = { readonly child: ChildProcess; readonly ended: () => Error | undefined }

function spawnPostgres(options: LaunchOptions, address: Address, log: number): Started {
  const { home, programs, user } = options
  const set = Object.entries(settings(home, address, options)).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(programs.postgres, ['-D', dataArgument(home.data, user), ...set], {
    ...user,
    cwd: home.data,
    env: environment(),
    stdio: ['ignore', log, log],
    // Its own process group: Ctrl-C in our terminal must not reach it before we have finished our work.
    detached: true,
    windowsHide: true,
  })
  // From now on: it may end, on a full disk, before anybody waits for it.
  let ended: Error | undefined
  child.once('error', (error) => (ended = error))
  child.once('exit', () => (ended ??= new Error('')))
  child.unref()
  return { child, ended: () => ended }
}

async function isReady(
  { child, ended }: Started,
  home: Home,
  { say, limitMs }: { say: (sentence: string) => void; limitMs: number },
): Promise<number> {
  const begun = Date.now()
  let said = false
  for (;;) {
    const found = await readPidFile(home)
    if (found !== undefined && found.pid === child.pid && found.status === 'ready') return found.pid
    const fault = ended()
    if (fault !== undefined) throw fault
    const waited = Date.now() - begun
    if (waited > reportAfterMs && !said) {
      say('PostgreSQL is still starting; after an interruption it first restores what was saved')
      said = true
    }
    if (waited > limitMs) {
      child.kill('SIGQUIT')
      throw new StartError(`PostgreSQL did not get ready in time; its last lines are in ${home.log}.`)
    }
    await sleep(10)
  }
}

/** Ends the postmaster in order (open transactions are rolled back), after `patienceMs` by force. */
export async function stopPostmaster(home: Home, programs: Programs, pid: number, patienceMs: number): Promise<void> {
  if (process.platform === 'win32') {
    await run(programs.pgCtl, ['stop', '-D', home.data, '-m', 'fast', '-w'])
    return
  }
  // Even killed, the database recovers from its log at the next start.
  for (const [signal, limitMs] of [
    ['SIGINT', patienceMs],
    ['SIGQUIT', 5000],
    ['SIGKILL', 5000],
  ] as const) {
    await signalOurs(home, pid, signal)
    if (await hasEndedWithin(home, pid, limitMs)) return
  }
  throw new StartError(`PostgreSQL (process ${pid}) on ${home.data} does not end. End it and start again.`)
}

const pollMs = 1000
const tryAgainMs = 5000

type KeepRunningOptions = {
  readonly isUp: () => Promise<boolean>
  /** Starts it again at the same address. */
  readonly again: () => Promise<void>
  readonly say: (sentence: string) => void
}

/** Restarts a PostgreSQL that ended unexpectedly (killed, or disk full); `stop` waits for a start in progress. */
export function keepRunning({ isUp, again, say }: KeepRunningOptions): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const pause = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => undefined)

  async function bringBack(): Promise<void> {
    say('PostgreSQL ended unexpectedly; starting it again')
    let reported = ''
    while (!signal.aborted) {
      try {
        await again()
        return say('PostgreSQL runs again')
      } catch (error) {
        const sentence = error instanceof Error ? error.message : String(error)
        if (sentence !== reported) say(sentence)
        reported = sentence
        await pause(tryAgainMs)
      }
    }
  }

  async function look(): Promise<void> {
    while (!signal.aborted) {
      await pause(pollMs)
      if (!signal.aborted && !(await isUp())) await bringBack()
    }
  }

  const looking = look()
  return {
    async stop() {
      stopping.abort()
      await looking
    },
  }
}

type Orphan = { home: Home; programs: Programs; password: string; say: (sentence: string) => void }

const answerLimitMs = 15_000
// It may be replaying its log after a crash, or writing it before it ends.
const busyLimitMs = 10 * 60_000

/** Takes over the postmaster of a killed server. One that does not answer, or has another version, is ended. */
export async function adopt(orphan: Orphan): Promise<{ pid: number; address: Address } | undefined> {
  const { home, programs, say } = orphan
  const found = await readPidFile(home)
  if (found === undefined || !(await isOurs(home, found.pid))) return undefined
  if (found.single) {
    throw new StartError(
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
        if (isWrongPassword(error)) throw wrongPasswordError(home)
      }
    }
    if (Date.now() - begun > (isBusy ? busyLimitMs : answerLimitMs)) return undefined
    await sleep(50)
  }
}

/** Removes what a crash left, when no postmaster is running. */
export async function clearRemains(home: Home): Promise<void> {
  await endRemainingProcesses(home)
  const stale = await readPidFile(home)
  if (stale?.address !== undefined) await removeAddress(stale.address)
  // PostgreSQL would trust a recycled pid and fails on an empty file; it still checks the shared memory.
  await rm(pidFilePath(home), { force: true })
}

/** The same while the server continues to run and uses the address. */
export async function clearForNext(home: Home, address: Address): Promise<void> {
  await endRemainingProcesses(home)
  await emptyAddress(address)
  await rm(pidFilePath(home), { force: true })
}
