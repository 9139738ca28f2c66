import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartFault } from './fault.ts'
import { withFile } from './file.ts'
import { type Home, titleOf } from './home.ts'
import { dataArgument } from './initialise.ts'
import { explain, sizeOf, tail } from './log.ts'
import { readPidFile } from './pidfile.ts'
import { isGoneWithin, signalOurs } from './process.ts'
import type { Programs } from './programs.ts'
import { environment, run, type SystemUser } from './run.ts'
import { type Address, newAddress, removeAddress } from './socket.ts'

// After a crash PostgreSQL replays its log before it answers; as long as its process lives we wait.
const startLimitMs = 10 * 60_000
const sayAfterMs = 3000

const settings = (home: Home, address: Address) => ({
  listen_addresses: process.platform === 'win32' ? address.host : '',
  ...(process.platform === 'win32' ? {} : { unix_socket_directories: address.host, unix_socket_permissions: '0700' }),
  port: address.port,
  max_connections: 100,
  shared_buffers: '64MB',
  // Money: a commit is on the disk before it is answered, whatever postgresql.conf says.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Neither statements nor the rows they fail on: those are personal data, and the server logs its own errors.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  cluster_name: titleOf(home),
})

/** Starts the postmaster and returns where it listens (`known`, or a new address), once it takes connections. */
export async function launch(
  home: Home,
  programs: Programs,
  user: SystemUser | undefined,
  say: (sentence: string) => void,
  known?: Address,
): Promise<{ pid: number; address: Address }> {
  const address = known ?? (await newAddress(user))
  const logged = await sizeOf(home.log)
  try {
    const child = await withFile(home.log, 'a', async ({ fd }) => spawnPostgres(home, programs, user, address, fd))
    return { pid: await isReady(child, home, say), address }
  } catch (error) {
    if (known === undefined) await removeAddress(address)
    if (error instanceof StartFault) throw error
    throw explain(`${await tail(home.log, logged)}\n${error instanceof Error ? error.message : ''}`, home)
  }
}

function spawnPostgres(
  home: Home,
  programs: Programs,
  user: SystemUser | undefined,
  address: Address,
  log: number,
): ChildProcess {
  const options = Object.entries(settings(home, address)).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(programs.postgres, ['-D', dataArgument(home.data, user), ...options], {
    ...user,
    cwd: home.data,
    env: environment(),
    stdio: ['ignore', log, log],
    // Its own process group: Ctrl-C in our terminal must not reach it before we have finished our work.
    detached: true,
    windowsHide: true,
  })
  child.unref()
  return child
}

async function isReady(child: ChildProcess, home: Home, say: (sentence: string) => void): Promise<number> {
  let ended: Error | undefined
  child.once('error', (error) => (ended = error))
  child.once('exit', () => (ended = new Error('')))
  const begun = Date.now()
  let said = false
  for (;;) {
    const found = await readPidFile(home)
    if (found !== undefined && found.pid === child.pid && found.status === 'ready') return found.pid
    if (ended !== undefined) throw ended
    const waited = Date.now() - begun
    if (waited > sayAfterMs && !said) {
      say('PostgreSQL is still starting; after an interruption it first restores what was saved')
      said = true
    }
    if (waited > startLimitMs) {
      child.kill('SIGQUIT')
      throw new StartFault(`PostgreSQL did not get ready in time; its last lines are in ${home.log}.`)
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
    if (await isGoneWithin(home, pid, limitMs)) return
  }
  throw new StartFault(`PostgreSQL (process ${pid}) on ${home.data} does not end. End it and start again.`)
}
