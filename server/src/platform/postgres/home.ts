import { createHash } from 'node:crypto'
import {
  type FileHandle,
  appendFile,
  chmod,
  copyFile,
  open,
  readFile,
  readdir,
  realpath,
  rm,
  stat,
  truncate,
} from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeFolder } from '../make-folder.ts'
import { StartError, diskFull, notWritable, systemCode } from './start-error.ts'

/** The one folder of the database; without it the next start makes an empty database. */
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

/** Part of the process title of this folder's PostgreSQL, which every user of the machine can read. */
export const titleOf = (home: Home): string =>
  `sauda-${createHash('sha256').update(home.data).digest('hex').slice(0, 16)}`

/** Whether a database is there; a folder that holds something else, or another version, is a StartError. */
export async function hasDatabase(home: Home, major: string): Promise<boolean> {
  const found = await readFile(join(home.data, 'PG_VERSION'), 'utf8').catch(ignoreMissing)
  if (found === undefined) {
    const files = await readdir(home.data).catch(ignoreMissing)
    if (files === undefined || files.length === 0) return false
    throw new StartError(`${home.data} holds files but no database. Move them away, or set DATA_DIR to another folder.`)
  }
  if (found.trim() === major) return true
  throw new StartError(
    `The database in ${home.data} was made by PostgreSQL ${found.trim()}, this server needs ${major}. Move it with a portable backup made by the program that wrote it, or set DATA_DIR to another folder.`,
  )
}

/** The administrator's password, as the first start made it. */
export async function readPassword(home: Home): Promise<string> {
  const password = (await readFile(home.password, 'utf8').catch(ignoreMissing))?.trim()
  if (password) return password
  throw new StartError(`The password of the database is missing: put the file ${home.password} back from a backup.`)
}

export const wrongPasswordError = (home: Home): StartError =>
  new StartError(`The password in ${home.password} does not open the database in ${home.data}. Put the right one back.`)

/** PostgreSQL refuses a data folder others may read, which is how a restored backup often looks. */
export async function closeToOthers(folder: string): Promise<void> {
  const { mode } = await stat(folder)
  if ((mode & 0o077) !== 0 && process.platform !== 'win32') await chmod(folder, 0o700)
}

/** Half-made databases of a first start that was interrupted. */
export async function discardHalfMade(home: Home): Promise<void> {
  for (const name of await readdir(home.root)) {
    // An initdb that outlived its server may still be writing there; the next start removes the rest.
    if (name.startsWith('new-'))
      await rm(join(home.root, name), { recursive: true, force: true }).catch(() => undefined)
  }
}

function ignoreMissing(error: unknown): undefined {
  if (systemCode(error) !== 'ENOENT') throw error
  return undefined
}

/** Opens, uses and closes a file. (`await using` would do, but Node 22 cannot read it.) */
export async function withFile<T>(path: string, flags: string, use: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path, flags, 0o600)
  try {
    return await use(file)
  } finally {
    await file.close()
  }
}

/** Flushes written data, and the names of a folder, to the disk. */
export async function sync(path: string): Promise<void> {
  await withFile(path, 'r', async (file) => await file.sync())
}

// Referenced here, because the garbage collector would close the connection and release its lock.
const locks = new Set<DatabaseSync>()

// SQLite's result codes.
const [busy, readOnly, ioError, cannotOpen] = [5, 8, 10, 14]

/**
 * Locks the folder for this process, by an operating system lock on an empty SQLite file (Node has no call for one). It ends
 * with the process, cannot become stale, and also works between two containers that share the folder.
 */
export function claim(home: Home): { release(): void } {
  let file: DatabaseSync | undefined
  try {
    file = new DatabaseSync(home.lock, { timeout: 0 })
    file.exec('PRAGMA journal_mode = MEMORY')
    file.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    file?.close()
    throw lockError(error, home)
  }
  const own = file
  locks.add(own)
  return {
    release() {
      if (locks.delete(own)) own.close()
    },
  }
}

function lockError(error: unknown, { root }: Home): unknown {
  if (!(error instanceof Error) || !('errcode' in error)) return error
  switch (Number(error.errcode) & 0xff) {
    case busy:
      return new StartError(
        `Another server is already running on ${root}. Stop it first, or set DATA_DIR to another folder.`,
      )
    case readOnly:
    case cannotOpen:
      return new StartError(notWritable(root))
    case ioError:
      return new StartError(`The disk of ${root} cannot lock files. Set DATA_DIR to a folder on a local disk.`)
  }
  return error
}

const mostBytes = 2 * 1024 * 1024
const checkEveryMs = 60_000

/** Limits the log and one older copy to a few megabytes until stopped; never fails. */
export async function keepLogSmall(path: string, limitBytes = mostBytes): Promise<{ stop(): void }> {
  const check = async () => {
    if ((await sizeOf(path)) <= limitBytes) return
    // PostgreSQL appends to the open file: truncated, it continues at the start; renamed, it would write to the copy.
    // On a full disk the copy fails, and truncating matters even more.
    await copyFile(path, `${path}.1`).catch(() => undefined)
    await truncate(path).catch(() => undefined)
  }
  await check()
  const timer = setInterval(() => void check(), checkEveryMs).unref()
  return { stop: () => clearInterval(timer) }
}

/** In bytes; a log that is not there yet has none. */
export const sizeOf = async (path: string): Promise<number> =>
  await stat(path).then(
    (file) => file.size,
    () => 0,
  )

/** Adds what a tool printed to the log; a full disk must not hide the real fault. */
export async function note(home: Home, text: string): Promise<void> {
  await appendFile(home.log, text.endsWith('\n') ? text : `${text}\n`, { mode: 0o600 }).catch(() => undefined)
}

/** The text after `fromByte`, at most its last 8 KB. */
export async function tail(path: string, fromByte: number): Promise<string> {
  const written = (await readFile(path)).subarray(fromByte)
  return written.subarray(-8192).toString('utf8')
}

/** One sentence for what PostgreSQL or initdb printed before it gave up. */
export function explain(printed: string, home: Home): StartError {
  const library = /error while loading shared libraries: ([^:\s]+)|Library not loaded: (\S+)/.exec(printed)
  if (library) {
    return new StartError(
      `PostgreSQL cannot start because the shared library ${library[1] ?? library[2]} is missing or unreadable; its last lines are in ${home.log}.`,
    )
  }
  const nameless = /could not look up effective user ID (\d+)/.exec(printed)
  if (nameless) {
    return new StartError(
      `PostgreSQL needs a system user with a name, and user ${nameless[1]} has none. Start the server as another user, or set DATABASE_URL.`,
    )
  }
  // The kernel reports shared memory with the same words, which has nothing to do with the disk.
  if (/^(?!.*shared memory).*(No space left on device|Disk quota exceeded)/im.test(printed))
    return new StartError(diskFull(home.root))
  const lines = printed.split('\n').filter((line) => line.trim() !== '')
  const message =
    lines.findLast((line) => /\b(FATAL|PANIC|ERROR|error):/.test(line)) ?? lines.at(-1) ?? 'it said nothing'
  const reason = message.replace(/^.*?\b(?:FATAL|PANIC|ERROR|error):\s*/, '').replace(/\.$/, '')
  return new StartError(`PostgreSQL could not start (${reason}); its last lines are in ${home.log}.`)
}
