import { spawn } from 'node:child_process'
import { chown, readFile, readdir, readlink, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartFault, systemCode } from './fault.ts'
import { type Home, titleOf } from './home.ts'

export type SystemUser = { uid: number; gid: number }

/** `code` is the exit code, or the system error (`ENOENT`, `EACCES`, …) when the program could not be started at all. */
export type Outcome = { code: number | string; output: string }

export type RunOptions = { user?: SystemUser | undefined; cwd?: string; stdin?: number }

/** Runs a program to its end and keeps what it printed. */
export async function run(program: string, args: string[], options: RunOptions = {}): Promise<Outcome> {
  return await new Promise((done, failed) => {
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
      // Node reports a missing program by the event, but a refused change of user by throwing.
      refused(error)
    }
  })
}

/**
 * What PostgreSQL and its tools see of our environment. Not all of it: the mail password and the secret key are no business of
 * another system user, and PG… and LC_… variables would change what we start.
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

/**
 * Whom PostgreSQL runs as: nobody in particular (undefined) unless Sauda was started as root, which PostgreSQL refuses to be.
 * A database that is already there keeps its owner, whatever users this system has today.
 */
export async function chooseSystemUser(dataFolder: string): Promise<SystemUser | undefined> {
  if (process.geteuid?.() !== 0) return undefined
  const owner = await stat(dataFolder).catch(() => undefined)
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  // `nobody` comes last: it is everywhere, but other services may share it.
  const user =
    (await lookUp('postgres')) ?? (await lookUp('sauda')) ?? (await createUser('sauda')) ?? (await lookUp('nobody'))
  if (user !== undefined) return user
  throw new StartFault(
    'PostgreSQL refuses to run as root and no other user could be made for it. Start Sauda as a normal user, or set DATABASE_URL.',
  )
}

/** The user of that name in /etc/passwd; root under another name does not count. */
async function lookUp(name: string): Promise<SystemUser | undefined> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n')
  const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
  if (!/^[1-9]\d*$/.test(uid ?? '') || !/^\d+$/.test(gid ?? '')) return undefined
  return { uid: Number(uid), gid: Number(gid) }
}

/** Makes a user without home, password or shell; undefined where the system has no way or refuses. */
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
export async function giveAll(folder: string, user: SystemUser | undefined): Promise<void> {
  if (user === undefined || (await stat(folder)).uid === user.uid) return
  const done = await run('chown', ['-R', `${user.uid}:${user.gid}`, folder])
  if (done.code !== 0)
    throw new StartFault(`${folder} could not be handed to the user PostgreSQL runs as (${done.output.trim()}).`)
}
