import { chown, readFile, stat } from 'node:fs/promises'
import { StartFault } from './fault.ts'
import { run, type SystemUser } from './run.ts'

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
