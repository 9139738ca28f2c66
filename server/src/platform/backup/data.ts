import { appendFile, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { makeFolder } from '../make-folder.ts'
import { startPostgres } from '../postgres/postgres.ts'
import { StartError } from '../postgres/start-error.ts'
import type { Manifest } from './manifest.ts'
import { readPieces, writePieces, type Place } from './place.ts'
import {
  keepWal,
  replayedUntil,
  startBackup,
  stopBackup,
  withSession,
  withWalLock,
  type Session,
} from './session.sql.ts'
import { isRestoreUnfinished } from './unfinished.ts'
import { fetchWal, requireUnbroken, storedWal, storeWal } from './wal.ts'

/** Files that PostgreSQL recreates at its start, or that belong to the running one (its manual, "Low Level API"). */
const leftOut =
  /^(?:postmaster\.(?:pid|opts)|backup_label|tablespace_map|(?:pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/.*|(?:.*\/)?pgsql_tmp.*|.*\/pg_internal\.init.*)$/
const control = 'global/pg_control'
/** Beside the data folder; it opens a socket that only PostgreSQL's system user can reach. */
const passwordFile = '../password'
const readBytes = 4 * 1024 * 1024

type DataOptions = { readonly place: Place; readonly dataDir: string; readonly id: string }
type DataCopy = Pick<Manifest, 'folders' | 'contents' | 'pieces' | 'wal'>

/** Copies the data folder of a running PostgreSQL with its online backup functions, and the WAL written meanwhile. */
export async function copyData(session: Session, { place, dataDir, id }: DataOptions): Promise<DataCopy> {
  const home = join(dataDir, 'postgres')
  const data = join(home, 'data')
  const output = writePieces(place, `data/${id}/`)
  const contents: Manifest['contents'] = []
  const add = async (path: string, bytes: Buffer) => {
    await output.write(bytes)
    contents.push({ path, bytes: bytes.length })
  }
  await keepWal(session)
  const { lsn: from, system, timeline, segment_bytes: segmentBytes } = await startBackup(session, id)
  const { folders, files } = await listData(data)
  // The control file last, because the recovery must not begin after what is in the other files.
  for (const path of [...files, control]) {
    const bytes = await copyFile(join(data, path), output.write)
    if (bytes !== undefined) contents.push({ path, bytes })
  }
  const { labelfile, spcmapfile } = await stopBackup(session)
  if (spcmapfile.trim() !== '') throw new StartError('The database has tablespaces, which a backup cannot contain.')
  await add('backup_label', Buffer.from(labelfile))
  await add(passwordFile, await readFile(join(home, 'password')))
  const pieces = await output.end()
  await withWalLock(session, () => storeWal(session, place, join(data, 'pg_wal'), from))
  return { folders, contents, pieces, wal: { system, from, timeline, segmentBytes } }
}

async function listData(data: string): Promise<{ folders: string[]; files: string[] }> {
  const folders: string[] = []
  const files: string[] = []
  for (const entry of await readdir(data, { recursive: true, withFileTypes: true })) {
    const path = relative(data, join(entry.parentPath, entry.name)).replaceAll('\\', '/')
    if (leftOut.test(path) || path === control) continue
    if (entry.isDirectory()) folders.push(path)
    else if (entry.isFile()) files.push(path)
  }
  return { folders, files }
}

/** Undefined if a table was dropped meanwhile. A file that changes while it is read is repaired by the WAL. */
async function copyFile(path: string, write: (bytes: Buffer) => Promise<void>): Promise<number | undefined> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return undefined
  })
  if (!file) return undefined
  try {
    const { size } = await file.stat()
    let at = 0
    while (at < size) {
      const buffer = Buffer.allocUnsafe(Math.min(readBytes, size - at))
      const { bytesRead } = await file.read(buffer, 0, buffer.length, at)
      // Truncated meanwhile.
      if (bytesRead === 0) break
      await write(buffer.subarray(0, bytesRead))
      at += bytesRead
    }
    return at
  } finally {
    await file.close()
  }
}

const walFolder = 'restore_wal'
const settingsFile = 'postgresql.auto.conf'
/** No time limit, because replaying a long WAL may take hours. */
const recoveryMilliseconds = 7 * 24 * 60 * 60_000

type RestoreOptions = {
  readonly place: Place
  readonly manifest: Manifest
  readonly dataDir: string
  /** The moment to recover to; the newest stored one by default. */
  readonly until?: Date | undefined
  readonly say: (line: string) => void
}

/** Throws a StartError if there is a database already. */
export async function requireEmptyFolder(dataDir: string): Promise<void> {
  const home = join(dataDir, 'postgres')
  if ((await readdir(home).catch(() => [])).length > 0)
    throw new StartError(
      isRestoreUnfinished(dataDir)
        ? `${home} holds what an interrupted restore left. Delete it, then run this again.`
        : `${home} is not empty. Set DATA_DIR to an empty folder.`,
    )
}

/** Puts the data folder back and replays the WAL; returns when the last replayed transaction was committed. */
export async function restoreData({ place, manifest, dataDir, until, say }: RestoreOptions): Promise<Date | null> {
  const home = join(dataDir, 'postgres')
  const { wal, contents } = manifest
  if (!wal) throw new StartError(`The backup ${manifest.id} names no WAL.`)
  const stored = await storedWal(place, wal)
  // Before anything is written.
  requireUnbroken(wal, stored, { until, unusable: new Map() })
  makeFolder(home, 0o700)
  try {
    const data = join(home, 'new-restored')
    await mkdir(join(data, walFolder), { mode: 0o700, recursive: true })
    const gap = requireUnbroken(wal, stored, { until, unusable: await fetchWal(place, stored, join(data, walFolder)) })
    if (gap !== undefined) say(gap)
    await writeData(place, manifest, data)
    say(`Copied ${contents.length} database files and ${stored.size} files of the WAL. Replaying it …`)
    return await recover({ data, home, dataDir, until, gap })
  } catch (error) {
    await rm(home, { recursive: true, force: true })
    throw error
  }
}

/** PostgreSQL itself flushes the whole folder to the disk before it replays the WAL. */
async function writeData(place: Place, { folders, contents, pieces }: Manifest, data: string): Promise<void> {
  for (const folder of folders.toSorted()) await mkdir(join(data, folder), { mode: 0o700, recursive: true })
  const take = readPieces(place, pieces)
  for (const { path, bytes } of contents) {
    const file = await open(join(data, path), 'w', 0o600)
    try {
      for await (const part of take(bytes)) await file.writeFile(part)
    } finally {
      await file.close()
    }
  }
}

type Recovery = { data: string; home: string; dataDir: string; until: Date | undefined; gap: string | undefined }

async function recover({ data, home, dataDir, until, gap }: Recovery): Promise<Date | null> {
  const settings = await readFile(join(data, settingsFile), 'utf8')
  const copy = process.platform === 'win32' ? `copy "${walFolder}\\\\%f" "%p"` : `cp "${walFolder}/%f" "%p"`
  const target = until
    ? `recovery_target_time = '${until.toISOString().replace('T', ' ').replace('Z', '+00')}'\nrecovery_target_action = 'promote'\n`
    : ''
  // Without hot standby it counts as ready only once the recovery is complete.
  await appendFile(join(data, settingsFile), `\nhot_standby = off\nrestore_command = '${copy}'\n${target}`)
  await writeFile(join(data, 'recovery.signal'), '', { mode: 0o600 })
  const final = join(home, 'data')
  await rename(data, final)
  const postgres = await startPostgres({ dataDir, startMilliseconds: recoveryMilliseconds }).catch((error: Error) => {
    throw /before configured recovery target/.test(error.message)
      ? new StartError(
          gap === undefined
            ? `The stored WAL ends before ${until?.toISOString()}. Restore without --at for its end.`
            : `${gap} ${until?.toISOString()} is not before that: choose an earlier moment.`,
        )
      : error
  })
  try {
    return await withSession(postgres.url, replayedUntil)
  } finally {
    await postgres.stop()
    // The next start must not recover again.
    await writeFile(join(final, settingsFile), settings, { mode: 0o600 })
    await rm(join(final, walFolder), { recursive: true, force: true })
  }
}
