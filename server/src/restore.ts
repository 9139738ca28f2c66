import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { audit } from './audit/audit.ts'
import { openHeadStore } from './audit/head.ts'
import { verifyAudit } from './audit/verify.ts'
import { backupUrlOf } from './backup.ts'
import { bookChecks } from './checks.sql.ts'
import type { Config } from './config.ts'
import { checkBooks } from './ledger/books.ts'
import { restoreData } from './platform/backup/data.ts'
import { restoreFiles } from './platform/backup/files.ts'
import { backupIds, checkPieces, inParallel, openPlace, readManifest, type Manifest } from './platform/backup/place.ts'
import { importTables } from './platform/backup/portable.ts'
import { makeKey } from './platform/cipher.ts'
import type { Db } from './platform/db.ts'
import { openStore, type Store } from './platform/file-store.ts'
import { makeFolder } from './platform/make-folder.ts'
import { migrate } from './platform/migrate.ts'
import { startPostgres, withDatabase, withDatabaseUrl } from './platform/postgres/postgres.ts'
import { StartError } from './platform/postgres/start-error.ts'
import { keyLines, openSecret } from './platform/secret.ts'
import { deleteHeads, deleteSessions, referredFiles } from './restore.sql.ts'

type RestoreOptions = {
  /** The id of the backup; the newest that fits by default. */
  readonly id?: string | undefined
  /** Recovers to this moment; the newest stored one by default. */
  readonly at?: Date | undefined
  readonly askKey: () => Promise<string>
  readonly say: (line: string) => void
}

/** `npm run restore -- --list`: the backups, the oldest first. */
export async function listBackups(config: Config): Promise<string[]> {
  const place = await openPlace(backupUrlOf(config), { mayBeNew: false })
  const all = await inParallel(await backupIds(place), (id) => readManifest(place, id))
  return all.map(
    ({ id, ended, postgres, program }) => `${id}  ended ${ended}  PostgreSQL ${postgres}  Sauda ${program}`,
  )
}

/**
 * `npm run restore`: into an empty DATA_DIR, or an empty database at DATABASE_URL. Then checks the books, the audit log and
 * the files; false if one of them differs.
 */
export async function restore(given: Config, { id, at, askKey, say }: RestoreOptions): Promise<boolean> {
  // The clock of this machine; where the stored WAL ends is known only once it is replayed.
  if (at !== undefined && at.getTime() > Date.now())
    throw new StartError(`${at.toISOString()} is in the future. Restore without --at for the newest stored moment.`)
  const place = await openPlace(backupUrlOf(given), { mayBeNew: false })
  const manifest = await chooseBackup(place, { id, at, databaseUrl: given.databaseUrl })
  requireFit(given, manifest)
  const config = { ...given, secretKeys: given.secretKeys ?? keyLines(await askKey()) }
  requireKeys(config.secretKeys, manifest)
  say(`Restoring backup ${manifest.id} of ${manifest.ended} …`)
  makeFolder(config.dataDir)
  const { dataDir } = config
  if (manifest.kind === 'data') {
    const last = await restoreData({ place, manifest, dataDir, until: at, say })
    say(`The newest transaction in it is of ${(last ?? new Date(manifest.ended)).toISOString()}.`)
  } else await importInto(config, place, manifest)
  say(`${await restoreFiles(place, await openStore(config), manifest)} files restored.`)
  const isWhole = await checkRestored(config, { backup: manifest.id, at, say })
  if (given.secretKeys === undefined && !existsSync(join(dataDir, 'secret.key')))
    writeFileSync(join(dataDir, 'secret.key'), `${config.secretKeys.join('\n')}\n`, { mode: 0o600, flag: 'wx' })
  say('Next: start Sauda, then make a new backup (npm run backup). Everybody has to log in again.')
  return isWhole
}

/** By default the newest copy of the built-in database, whose WAL reaches furthest, else the newest portable backup. */
async function chooseBackup(
  place: Store,
  { id, at, databaseUrl }: Pick<RestoreOptions, 'id' | 'at'> & Pick<Config, 'databaseUrl'>,
): Promise<Manifest> {
  if (id !== undefined) {
    const manifest = await readManifest(place, id)
    if (at !== undefined && (manifest.kind !== 'data' || Date.parse(manifest.ended) > at.getTime()))
      throw new StartError(`Backup ${id} cannot be recovered to ${at.toISOString()}.`)
    return manifest
  }
  const all = (await inParallel(await backupIds(place), (each) => readManifest(place, each))).toReversed()
  if (at !== undefined) {
    const before = all.find(({ kind, ended }) => kind === 'data' && Date.parse(ended) <= at.getTime())
    if (before) return before
    throw new StartError(`There is no backup from before ${at.toISOString()} that can be recovered to that moment.`)
  }
  const data = databaseUrl === undefined ? all.find(({ kind }) => kind === 'data') : undefined
  const chosen = data ?? all.find(({ kind }) => kind === 'portable')
  if (!chosen) throw new StartError('There is no backup at BACKUP_URL that can be restored here.')
  return chosen
}

function requireFit({ databaseUrl }: Config, { id, kind }: Manifest): void {
  if (kind === 'data' && databaseUrl !== undefined)
    throw new StartError(
      `Backup ${id} is a copy of the built-in database. Unset DATABASE_URL, or restore a portable one (npm run backup -- --portable).`,
    )
}

/** Before anything is written: without its key most of the data could not be read. */
function requireKeys(given: readonly string[], { keys }: Manifest): void {
  const ids = new Set(given.map((key) => makeKey(key).id.toString('hex')))
  if (!keys.every((key) => ids.has(key)))
    throw new StartError('This is not the secret key of the backup. Nothing was restored.')
}

async function importInto({ databaseUrl, dataDir }: Config, place: Store, manifest: Manifest): Promise<void> {
  // Before anything is written.
  await checkPieces(place, manifest.pieces)
  if (databaseUrl !== undefined) return importTables(databaseUrl, place, manifest)
  const postgres = await startPostgres({ dataDir })
  try {
    await importTables(postgres.url, place, manifest)
  } finally {
    await postgres.stop()
  }
}

type Check = {
  /** What was restored, for the audit log. */
  readonly backup: string
  readonly at?: Date | undefined
  readonly say: (line: string) => void
}

/** `npm run restore -- --check`: the same for a database that pg_restore or pgBackRest restored. */
export async function checkRestored(config: Config, options: Check): Promise<boolean> {
  // As the next start would: the checks read the newest tables.
  await withDatabaseUrl(config, (url) => migrate(url))
  return withDatabase(config, (db) => check(config, db, options))
}

async function check(config: Config, db: Db, { backup, at, say }: Check): Promise<boolean> {
  await openSecret(db, config)
  const { entries, differences } = await checkBooks(db, bookChecks)
  say(
    differences.length === 0
      ? `The books balance: ${entries} entries.`
      : `The books do not balance: ${differences.length} differences. npm run books names them.`,
  )
  const chain = await verifyAudit(db)
  say(
    chain.ok
      ? `The audit log is whole: ${chain.rows} rows, newest seal ${chain.hash}.`
      : `The audit log is broken at row ${chain.brokenAt}. ${chain.fault}.`,
  )
  const present = new Set<string>()
  for await (const files of (await openStore(config)).list('')) for (const { name } of files) present.add(name)
  const missing = (await referredFiles(db)).filter(({ name }) => !present.has(name))
  say(
    missing.length === 0 ? 'Every file is there.' : `${missing.length} files are missing, such as ${missing[0]?.name}.`,
  )
  await db.transaction(async (tx) => {
    await deleteSessions(tx)
    await deleteHeads(tx)
    const after = { backup, ...(at && { until: at.toISOString() }) }
    await audit(tx, { actor: { kind: 'system' }, action: 'backup.restore', after })
  })
  const heads = await openHeadStore(config)
  for await (const _ of heads.lines()) {
    say(`The head log at ${heads.place} is of the database before: move it away, or set AUDIT_HEAD_URL to a new place.`)
    break
  }
  return differences.length === 0 && chain.ok && missing.length === 0
}
