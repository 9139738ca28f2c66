import { spawn } from 'node:child_process'
import { chown, readFile, readdir, readlink, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError, systemCode } from './start-error.ts'
import { type Home, titleOf } from './home.ts'

export type SystemUser = { uid: number; gid: number }

/** `code` is the exit code, or the system error (`ENOENT`, `EACCES`, …) when the program could not be started at all. */
export type Outcome = { code: number | string; output: string }

export type RunOptions = { user?: SystemUser | undefined; cwd?: string; stdin?: number }

/** Runs a program to its end and returns its output. */
export const run = async (program: string, args: string[], options: RunOptions = {}): Promise<Outcome> =>
  await new Promise((done, failed) => {
    const refused = (error: unknown) => {
      const code = systemCode(error)
      if (code === undefined) failed(error)
      else done({ code, output: '' })
    }
    let output = ''
    try {
      const child = spawn(program, args, {
        ...options.user,
        ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
        env: environment(),
        stdio: [options.stdin ?? 'ignore', 'pipe', 'pipe'],
        windowsHide: true,
      })
      child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
      child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
      child.once('error', refused)
      child.once('close', (code, signal) => done({ code: code ?? signal ?? 1, output }))
    } catch (error) {
      // Node reports a missing program by the event, but a rejected change of user by throwing.
      refused(error)
    }
  })

/**
 * The environment of PostgreSQL and its tools. Not all of ours: the mail password and the secret key must not reach another
 * system user, and PG… and LC_… variables would change what we start.
 */
export function environment(): Record<string, string> {
  const kept: Record<string, string> = { LC_ALL: 'C', TZ: 'UTC' }
  for (const name of ['PATH', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'SystemRoot', 'TEMP', 'TMP']) {
    const value = process.env[name]
    if (value !== undefined) kept[name] = value
  }
  return kept
}

/**
 * Whether `pid` is a PostgreSQL process of this data folder and not another process with a recycled number. On Linux by its
 * program and its working directory, which is always the data folder.
 */
export async function isOurs(home: Home, pid: number): Promise<boolean> {
  if (process.platform === 'linux') return await runsIn(home, pid)
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  // Windows has no simple way to check; there the password decides on connecting.
  if (process.platform === 'win32') return true
  const { output } = await run('ps', ['-ww', '-o', 'command=', '-p', String(pid)])
  return output.includes('postgres') && output.includes(home.data)
}

async function runsIn(home: Home, pid: number): Promise<boolean> {
  try {
    const program = await programOf(pid)
    if (program !== undefined && !/^postgres( \(deleted\))?$/.test(program)) return false
    const [here, there] = await Promise.all([stat(home.data), stat(`/proc/${pid}/cwd`)])
    return here.dev === there.dev && here.ino === there.ino
  } catch (error) {
    // Root in a container is rarely allowed to inspect another user's process (CAP_SYS_PTRACE).
    return systemCode(error) === 'EACCES' && (await isTitled(home, pid))
  }
}

/** Undefined for a process that is exiting: until it has released the shared memory it still has a working directory. */
async function programOf(pid: number): Promise<string | undefined> {
  try {
    return basename(await readlink(`/proc/${pid}/exe`))
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined
    throw error
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
    // It ended between the check and the signal.
  }
}

/** True once the process is gone, false after `limitMs`. */
export async function hasEndedWithin(home: Home, pid: number, limitMs: number): Promise<boolean> {
  const end = Date.now() + limitMs
  while (await isOurs(home, pid)) {
    if (Date.now() > end) return false
    await sleep(10)
  }
  return true
}

/**
 * Ends the backends of a killed postmaster: one that is busy with a query continues and uses the shared memory, so the next
 * start would fail. Linux only; elsewhere PostgreSQL's own message is shown.
 */
export async function endRemainingProcesses(home: Home): Promise<void> {
  if (process.platform !== 'linux') return
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  for (const pid of pids) {
    if (!(await isOurs(home, pid))) continue
    await signalOurs(home, pid, 'SIGQUIT')
    if (!(await hasEndedWithin(home, pid, 2000))) await signalOurs(home, pid, 'SIGKILL')
    await hasEndedWithin(home, pid, 5000)
  }
}

/**
 * The system user PostgreSQL runs as; undefined (the current user) unless the server was started as root, which PostgreSQL
 * does not allow. An existing database keeps its owner.
 */
export async function chooseSystemUser(dataFolder: string): Promise<SystemUser | undefined> {
  if (process.geteuid?.() !== 0) return undefined
  const owner = await stat(dataFolder).catch(() => undefined)
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  // `nobody` comes last: it always exists, but other services may use it too.
  const user =
    (await lookUp('postgres')) ?? (await lookUp('sauda')) ?? (await createUser('sauda')) ?? (await lookUp('nobody'))
  if (user !== undefined) return user
  throw new StartError(
    'PostgreSQL refuses to run as root and no other user could be made for it. Start the server as a normal user, or set DATABASE_URL.',
  )
}

/** The user of that name in /etc/passwd; root under another name does not count. */
async function lookUp(name: string): Promise<SystemUser | undefined> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n')
  const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
  if (!/^[1-9]\d*$/.test(uid ?? '') || !/^\d+$/.test(gid ?? '')) return undefined
  return { uid: Number(uid), gid: Number(gid) }
}

/** Creates a user without home, password or shell; undefined if the system cannot. */
async function createUser(name: string): Promise<SystemUser | undefined> {
  await run('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name])
  // Busybox (Alpine and small images) has adduser only.
  if ((await lookUp(name)) === undefined) await run('adduser', ['-S', '-D', '-H', name])
  return await lookUp(name)
}

/** Gives one file or folder to `user`; nothing to do when PostgreSQL runs as ourselves. */
export async function give(path: string, user: SystemUser | undefined): Promise<void> {
  if (user !== undefined) await chown(path, user.uid, user.gid)
}

/** Gives a database that root owns (a backup restored by root) to `user`. */
export async function chownAll(folder: string, user: SystemUser | undefined): Promise<void> {
  if (user === undefined || (await stat(folder)).uid === user.uid) return
  const done = await run('chown', ['-R', `${user.uid}:${user.gid}`, folder])
  if (done.code !== 0)
    throw new StartError(`${folder} could not be handed to the user PostgreSQL runs as (${done.output.trim()}).`)
}
