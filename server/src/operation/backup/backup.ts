import type { Config } from '../../config.ts'
import { copyData } from '../../platform/backup/data.ts'
import { copyFiles, putFileList, removeFilesBut } from '../../platform/backup/files.ts'
import {
  openPlace,
  placeName,
  putManifest,
  readManifests,
  removeManifest,
  type Manifest,
  type Place,
} from '../../platform/backup/place.ts'
import { exportTables } from '../../platform/backup/portable.ts'
import { databaseState, insertBackup, withSession } from '../../platform/backup/session.sql.ts'
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
  const { manifest, lost } = await withDatabaseUrl(config, async (databaseUrl) => {
    const absent = await lostFiles(databaseUrl, files)
    const content = await copyDatabase(config, databaseUrl, { place, id, begun })
    // Again, because files were added meanwhile that rows in the copy refer to.
    for (const name of await copyFiles(store, place)) files.add(name)
    await putFileList(place, id, files, new Date(previous?.begun ?? 0))
    await putManifest(place, content)
    await withSession(databaseUrl, (session) => insertBackup(session, [id, content.kind, content.begun, content.ended]))
    return { manifest: content, lost: absent }
  })
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
    ...(removed === 0 ? [] : [`Removed ${removed} backups older than ${config.backupDays} days.`]),
  ].join('\n')
}

/** Names of files that the database refers to and that are not stored. If none of many is, the store is another one. */
async function lostFiles(databaseUrl: string, files: ReadonlySet<string>): Promise<string[]> {
  const names = await withSession(databaseUrl, filesReferredTo)
  const lost = names.filter((name) => !files.has(name))
  if (lost.length > 0 && lost.length === names.length)
    throw new StartError(
      `The database refers to ${names.length} files, and none of them is stored. Check FILES_URL and DATA_DIR; no backup was made.`,
    )
  return lost
}

type Copy = { readonly place: Place; readonly id: string; readonly begun: Date }

async function copyDatabase({ dataDir, version }: Config, url: string, { place, id, begun }: Copy): Promise<Manifest> {
  const isData = id.endsWith('-data')
  return withSession(url, async (session) => {
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
  })
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
  for (const { name } of removed.flatMap(({ pieces }) => pieces)) await place.remove(name)
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
