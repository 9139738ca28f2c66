import type { Config } from '../../config.ts'
import { copyData } from '../../platform/backup/data.ts'
import { copyFiles, listName, putFileList, removeFilesBut } from '../../platform/backup/files.ts'
import { backupIds, putManifest, readManifests, removeManifest, type Manifest } from '../../platform/backup/manifest.ts'
import { openPlace, placeName, type Place } from '../../platform/backup/place.ts'
import { exportTables } from '../../platform/backup/portable.ts'
import {
  databaseState,
  deleteUnfinished,
  endBackup,
  insertBackup,
  type Session,
  unfinishedBackups,
  withSession,
} from '../../platform/backup/session.sql.ts'
import { writeKeysOf } from '../../platform/backup/seal.ts'
import { removeWalBefore } from '../../platform/backup/wal.ts'
import { openStore } from '../../platform/file-store.ts'
import { withDatabaseUrl } from '../../platform/postgres/postgres.ts'
import { StartError } from '../../platform/postgres/start-error.ts'
import { filesReferredTo } from './restore.sql.ts'

const day = 24 * 60 * 60_000
const oneDecimal = (value: number) => Math.round(value * 10) / 10

/** Throws a StartError without BACKUP_URL. */
export function backupUrlOf({ backupUrl }: Config): string {
  if (backupUrl !== undefined) return backupUrl
  throw new StartError(
    'Set BACKUP_URL to the folder or bucket for backups, such as file:///mnt/backup/sauda or s3:///bucket.',
  )
}

type BackupOptions = { readonly portable: boolean; readonly say?: (line: string) => void }

/**
 * `npm run backup`: stores the database and the files while the server runs, and removes backups older than BACKUP_DAYS.
 * The built-in database is copied with its WAL; another one, or with `portable`, table by table. Returns the sentence to
 * print.
 */
export async function makeBackup(config: Config, { portable, say }: BackupOptions): Promise<string> {
  const url = backupUrlOf(config)
  const place = await openPlace(url, { mayBeNew: true, write: () => writeKeysOf(config), say })
  const store = await openStore(config)
  const begun = new Date()
  const id = `${begun.toISOString().replaceAll(/[-:.]/g, '')}-${portable || config.databaseUrl ? 'portable' : 'data'}`
  const { good, faulty } = await readManifests(place)
  const previous = good.at(-1)
  const files = await copyFiles(store, place)
  const { manifest, lost, unfinished } = await withDatabaseUrl(config, (databaseUrl) =>
    withSession(databaseUrl, async (session) => {
      const absent = await lostFiles(session, files)
      const left = await removeUnfinished(session, place)
      await insertBackup(session, [id, id.endsWith('-data') ? 'data' : 'portable', begun])
      const content = await copyDatabase(config, session, { place, id, begun })
      // Again, because files were added meanwhile that rows in the copy refer to.
      for (const name of await copyFiles(store, place)) files.add(name)
      await putFileList(place, id, files, new Date(previous?.begun ?? 0))
      await putManifest(place, content)
      await endBackup(session, id, content.ended)
      return { manifest: content, lost: absent, unfinished: left }
    }),
  )
  const removed = await removeOld(place, config.backupDays)
  return [
    `Backup ${id}: ${sizeOf(manifest)} and ${files.size} files, in ${oneDecimal((Date.now() - begun.getTime()) / 1000)} s.`,
    `Stored at ${placeName(url)}${previous === undefined ? ', the first backup there' : ''}.`,
    'It does not contain the secret key, which a restore needs: store that apart.',
    ...(config.backupRecipient === undefined
      ? ['It is not encrypted: names and amounts are readable in it. Set BACKUP_RECIPIENT.']
      : ['It is encrypted; a restore needs the identity of BACKUP_RECIPIENT.']),
    ...(lost.length === 0 ? [] : [`${lost.length} files that the database refers to are gone, such as ${lost[0]}.`]),
    ...faulty.map(({ id: other, reason }) => `Backup ${other} cannot be restored. ${reason}`),
    ...unfinished.map((each) => `Removed what backup ${each} left, which did not finish.`),
    ...(removed === 0 ? [] : [`Removed ${removed} backups older than ${config.backupDays} days.`]),
  ].join('\n')
}

/** Names of files that the database refers to and that are not stored. If none of many is, the store is another one. */
async function lostFiles(session: Session, files: ReadonlySet<string>): Promise<string[]> {
  const names = await filesReferredTo(session)
  const lost = names.filter((name) => !files.has(name))
  if (lost.length > 0 && lost.length === names.length)
    throw new StartError(
      `The database refers to ${names.length} files, and none of them is stored. Check FILES_URL and DATA_DIR; no backup was made.`,
    )
  return lost
}

type Copy = { readonly place: Place; readonly id: string; readonly begun: Date }

async function copyDatabase({ dataDir, version }: Config, session: Session, copy: Copy): Promise<Manifest> {
  const { place, id, begun } = copy
  const isData = id.endsWith('-data')
  const { postgres, migration, keys, seal } = await databaseState(session)
  const none = { folders: [], tables: [], sequences: [] }
  const content = isData ? await copyData(session, { place, dataDir, id }) : await exportTables(session, place, id)
  return {
    ...none,
    format: 2,
    kind: isData ? 'data' : 'portable',
    id,
    program: version,
    postgres,
    migration,
    keys,
    ...(seal && { seal }),
    begun: begun.toISOString(),
    ended: new Date().toISOString(),
    ...content,
  }
}

const removeCopy = (place: Place, id: string) =>
  Promise.all(['data', 'portable'].map((folder) => place.clear(`${folder}/${id}`)))

/** Removes what failed or killed backups of this database left; returns their ids. */
async function removeUnfinished(session: Session, place: Place): Promise<string[]> {
  const ids = await unfinishedBackups(session)
  // In a restored database also the backup that it is of.
  const whole = new Set(await backupIds(place))
  const left = ids.filter((id) => !whole.has(id))
  for (const id of left) {
    await removeCopy(place, id)
    await place.remove(listName(id))
    await removeManifest(place, id)
  }
  await deleteUnfinished(session, ids)
  return left
}

function sizeOf({ kind, contents, tables }: Manifest): string {
  const megabytes = `${oneDecimal(contents.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6)} MB before compression`
  if (kind === 'data') return `${contents.length} database files (${megabytes})`
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `${tables.length} tables with ${rows} rows (${megabytes})`
}

/** Keeps those of the last days, and the newest one before, from which the oldest of these days can be recovered. */
async function removeOld(place: Place, days: number): Promise<number> {
  const { good: all } = await readManifests(place)
  const limit = Date.now() - days * day
  const removed = all.filter(({ kind, ended }) => {
    const newestBefore = all.findLast((each) => each.kind === kind && Date.parse(each.ended) < limit)
    return newestBefore !== undefined && Date.parse(ended) < Date.parse(newestBefore.ended)
  })
  if (removed.length === 0) return 0
  // The manifest first: a backup that is half removed must not count.
  for (const { id } of removed) await removeManifest(place, id)
  const kept = all.filter((each) => !removed.includes(each))
  for (const { id } of removed) await removeCopy(place, id)
  await removeFilesBut(
    place,
    kept.map(({ id }) => id),
    removed.map(({ id }) => id),
  )
  for (const system of new Set(kept.flatMap(({ wal }) => wal?.system ?? []))) {
    const oldest = kept.find(({ wal }) => wal?.system === system)?.wal
    if (oldest) await removeWalBefore(place, oldest)
  }
  return removed.length
}
