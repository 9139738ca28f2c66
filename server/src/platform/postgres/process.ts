import { readdir, readFile, readlink, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemCode } from './fault.ts'
import { type Home, titleOf } from './home.ts'
import { run } from './run.ts'

/**
 * Whether `pid` is a PostgreSQL process of this very data folder, not one that inherited a dead one's number.
 * On Linux by what it runs and the folder it stands in (PostgreSQL always stands in its data folder), whatever path led there.
 */
export async function isOurs(home: Home, pid: number): Promise<boolean> {
  if (process.platform === 'linux') return await standsIn(home, pid)
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  // Windows has no simple way to look: there the password check on connecting decides.
  if (process.platform === 'win32') return true
  const { output } = await run('ps', ['-ww', '-o', 'command=', '-p', String(pid)])
  return output.includes('postgres') && output.includes(home.data)
}

async function standsIn(home: Home, pid: number): Promise<boolean> {
  try {
    const program = basename(await readlink(`/proc/${pid}/exe`))
    if (!/^postgres( \(deleted\))?$/.test(program)) return false
    const [here, there] = await Promise.all([stat(home.data), stat(`/proc/${pid}/cwd`)])
    return here.dev === there.dev && here.ino === there.ino
  } catch (error) {
    // Root in a container is seldom allowed to look into another user's process (CAP_SYS_PTRACE).
    return systemCode(error) === 'EACCES' && (await isTitled(home, pid))
  }
}

/** By its owner and its title, which are open to everybody. */
async function isTitled(home: Home, pid: number): Promise<boolean> {
  try {
    const [here, there, title] = await Promise.all([
      stat(home.data),
      stat(`/proc/${pid}`),
      readFile(`/proc/${pid}/cmdline`, 'utf8'),
    ])
    return here.uid === there.uid && title.includes(titleOf(home))
  } catch {
    return false
  }
}

/** Sends `signal` unless the process is no longer ours. */
export async function signalOurs(home: Home, pid: number, signal: NodeJS.Signals): Promise<void> {
  if (!(await isOurs(home, pid))) return
  try {
    process.kill(pid, signal)
  } catch {
    // It ended between the look and the signal.
  }
}

/** True once the process is gone, false after `limitMs`. */
export async function isGoneWithin(home: Home, pid: number, limitMs: number): Promise<boolean> {
  const end = Date.now() + limitMs
  while (await isOurs(home, pid)) {
    if (Date.now() > end) return false
    await sleep(10)
  }
  return true
}

/**
 * Ends what a killed postmaster left running: a backend busy with a query does not notice, keeps the shared memory, and the
 * next start is refused. Linux only; elsewhere PostgreSQL's own refusal is shown.
 */
export async function endLeftovers(home: Home): Promise<void> {
  if (process.platform !== 'linux') return
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  for (const pid of pids) {
    if (!(await isOurs(home, pid))) continue
    await signalOurs(home, pid, 'SIGQUIT')
    if (!(await isGoneWithin(home, pid, 2000))) await signalOurs(home, pid, 'SIGKILL')
    await isGoneWithin(home, pid, 5000)
  }
}
