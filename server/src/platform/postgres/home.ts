import { createHash } from 'node:crypto'
import { chmod, readdir, readFile, realpath, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { makeFolder } from '../make-folder.ts'
import { StartFault, systemCode } from './fault.ts'

/** Everything of the database lives in this one folder; deleting it means a fresh database. */
export type Home = { root: string; data: string; log: string; password: string; lock: string }

/** Creates or finds `dataDir`/postgres. */
export async function openHome(dataDir: string): Promise<Home> {
  const wanted = join(resolve(dataDir), 'postgres')
  makeFolder(wanted, 0o700)
  const root = await realpath(wanted)
  return {
    root,
    data: join(root, 'data'),
    log: join(root, 'postgres.log'),
    password: join(root, 'password'),
    lock: join(root, 'lock'),
  }
}

/** What every process of this folder's PostgreSQL carries in its title, where anybody on the machine may read it. */
export function titleOf(home: Home): string {
  return `sauda-${createHash('sha256').update(home.data).digest('hex').slice(0, 16)}`
}

/** Whether a database is there; a folder that holds something else, or another version, is a StartFault. */
export async function hasDatabase(home: Home, major: string): Promise<boolean> {
  const found = await readFile(join(home.data, 'PG_VERSION'), 'utf8').catch(ignoreMissing)
  if (found === undefined) {
    const files = await readdir(home.data).catch(ignoreMissing)
    if (files === undefined || files.length === 0) return false
    throw new StartFault(`${home.data} holds files but no database. Move them away, or set DATA_DIR to another folder.`)
  }
  if (found.trim() === major) return true
  throw new StartFault(
    `The database in ${home.data} was made by PostgreSQL ${found.trim()}, this Sauda brings ${major}. Move it with pg_dump and pg_restore, or set DATA_DIR to another folder.`,
  )
}

/** The administrator's password, as the first start made it. */
export async function readPassword(home: Home): Promise<string> {
  const password = (await readFile(home.password, 'utf8').catch(ignoreMissing))?.trim()
  if (password) return password
  throw new StartFault(`The password of the database is missing: put the file ${home.password} back from a backup.`)
}

export function wrongPasswordFault(home: Home): StartFault {
  return new StartFault(
    `The password in ${home.password} does not open the database in ${home.data}. Put the right one back.`,
  )
}

/** PostgreSQL refuses a data folder others may read, which is how a restored backup often looks. */
export async function closeToOthers(folder: string): Promise<void> {
  const { mode } = await stat(folder)
  if ((mode & 0o077) !== 0 && process.platform !== 'win32') await chmod(folder, 0o700)
}

/** Half-made databases of a first start that was interrupted. */
export async function discardHalfMade(home: Home): Promise<void> {
  for (const name of await readdir(home.root)) {
    // An initdb that outlived its server may still be writing in there: the next start gets the rest.
    if (name.startsWith('new-'))
      await rm(join(home.root, name), { recursive: true, force: true }).catch(() => undefined)
  }
}

function ignoreMissing(error: unknown): undefined {
  if (systemCode(error) !== 'ENOENT') throw error
  return undefined
}
