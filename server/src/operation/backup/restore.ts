import { existsSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { audit } from '../../core/audit/audit.ts'
import { sealsAt } from '../../core/audit/seal.sql.ts'
import { openHeadStore } from '../../core/audit/head.ts'
import { verifyAudit, verifyOldHeads } from '../../core/audit/verify.ts'
import { backupUrlOf } from './backup.ts'
import { bookChecks } from '../books/checks.sql.ts'
import type { Config } from '../../config.ts'
import { checkBooks } from '../../core/ledger/books.ts'
import { requireEmptyFolder, restoreData } from '../../platform/backup/data.ts'
import { filesOf, restoreFiles } from '../../platform/backup/files.ts'
import {
  checkPieces,
  type Manifest,
  openPlace,
  type Place,
  readManifest,
  readManifests,
} from '../../platform/backup/place.ts'
import { emptyDatabase, importTables, requireEmptyDatabase } from '../../platform/backup/portable.ts'
import { readKeysOf } from '../../platform/backup/seal.ts'
import { makeKey } from '../../platform/cipher.ts'
import type { Db } from '../../platform/db.ts'
import { openStore } from '../../platform/file-store.ts'
import { makeFolder } from '../../platform/make-folder.ts'
import { migrate, oldestRelease } from '../../platform/migrate.ts'
import { startPostgres, withDatabase, withDatabaseUrl } from '../../platform/postgres/postgres.ts'
import { StartError } from '../../platform/postgres/start-error.ts'
import { keyLines, masterKeys, openSecret, type Secret } from '../../platform/secret.ts'
import { checkFiles } from './restore.files.ts'
import { deleteHeads, deleteSessions } from './restore.sql.ts'

export type RestoreOptions = {
  /** The id of the backup; the newest that fits by default. */
  readonly id?: string | undefined
  /** Recovers to this moment; the newest stored one by default. */
  readonly at?: Date | undefined
  readonly askKey: () => Promise<string>
  readonly say: (line: string) => void
  /** Files that the place of backups does not have stay missing. */
  readonly acceptMissing?: boolean | undefined
  /** Also a backup from before backups were signed. */
  readonly acceptUnsigned?: boolean | undefined
}

/** `npm run restore -- --list`: the backups, the oldest first, and which of them cannot be read. */
export async function listBackups(config: Config): Promise<string[]> {
  const keys = knownKeys(config)
  const read = keys && readKeysOf(keys, config, true)
  const { good, faulty } = await readManifests(
    await openPlace(backupUrlOf(config), { mayBeNew: false, ...(read && { read }) }),
  )
  return [
    ...good.map(
      ({ id, ended, postgres, program }) => `${id}  ended ${ended}  PostgreSQL ${postgres}  Sauda ${program}`,
    ),
    ...faulty.map(({ id, reason }) => `${id}  ${reason}`),
  ]
}

/** The keys of the configuration, or of a demo; otherwise a restore prompts for them. */
function knownKeys({ secretKeys, dataDir }: Config): readonly string[] | undefined {
  return secretKeys ?? (existsSync(join(dataDir, 'secret.key')) ? masterKeys({ secretKeys, dataDir }) : undefined)
}

/**
 * `npm run restore`: into an empty DATA_DIR, or an empty database at DATABASE_URL. Then checks the books, the audit log and
 * the files; false if one of them differs. What fails leaves the target as empty as it was, except for files.
 */
export const restore = async (given: Config, options: RestoreOptions): Promise<boolean> =>
  (await restoreBackup(given, options)).isWhole

/** The same; also says which backup it was. */
export async function restoreBackup(given: Config, options: RestoreOptions) {
  const { at, askKey, say, acceptMissing = false, acceptUnsigned = false } = options
  // The clock of this machine; where the stored WAL ends is known only once it is replayed.
  if (at !== undefined && at.getTime() > Date.now())
    throw new StartError(`${at.toISOString()} is in the future. Restore without --at for the newest stored moment.`)
  const config = { ...given, secretKeys: given.secretKeys ?? keyLines(await askKey()) }
  const read = readKeysOf(config.secretKeys, given, acceptUnsigned)
  const place = await openPlace(backupUrlOf(given), { mayBeNew: false, read, say })
  const manifest = await chooseBackup(place, { ...options, databaseUrl: given.databaseUrl })
  requireFit(given, manifest)
  requireKeys(config.secretKeys, manifest)
  await requireEmptyTarget(given)
  const { names, missing } = await filesOf(place, manifest)
  requireFiles(manifest, missing, { acceptMissing, say })
  say(`Restoring backup ${manifest.id} of ${manifest.ended} …`)
  const { dataDir } = config
  makeFolder(dataDir)
  // First, because they can be copied twice, and a database cannot.
  say(`${await restoreFiles(place, await openStore(config), names)} files restored.`)
  let isWhole: boolean
  try {
    await fillDatabase(config, { place, manifest, at, say })
    isWhole = await checkRestored(config, { backup: manifest.id, at, say, accepted: missing, seal: manifest.seal })
  } catch (error) {
    await undo(given).catch(({ message }: Error) =>
      say(`The target could not be emptied (${message}). Restore into an empty database next time.`),
    )
    throw error
  }
  if (given.secretKeys === undefined && !existsSync(join(dataDir, 'secret.key')))
    writeFileSync(join(dataDir, 'secret.key'), `${config.secretKeys.join('\n')}\n`, { mode: 0o600, flag: 'wx' })
  say('Next: start Sauda, then make a new backup (npm run backup). Everybody has to log in again.')
  return { isWhole, manifest }
}

type Filling = { place: Place; manifest: Manifest; at: Date | undefined; say: (line: string) => void }

async function fillDatabase(config: Config, { place, manifest, at, say }: Filling): Promise<void> {
  if (manifest.kind === 'portable') return importInto(config, place, manifest)
  const last = await restoreData({ place, manifest, dataDir: config.dataDir, until: at, say })
  say(`The newest transaction in it is of ${(last ?? new Date(manifest.ended)).toISOString()}.`)
}

const requireEmptyTarget = ({ databaseUrl, dataDir }: Config): Promise<void> =>
  databaseUrl === undefined ? requireEmptyFolder(dataDir) : requireEmptyDatabase(databaseUrl)

/** The target was empty before, and is to be empty for the next try. */
const undo = ({ databaseUrl, dataDir }: Config): Promise<unknown> =>
  databaseUrl === undefined
    ? rm(join(dataDir, 'postgres'), { recursive: true, force: true })
    : emptyDatabase(databaseUrl)

type Missing = { readonly acceptMissing: boolean; readonly say: (line: string) => void }

function requireFiles({ id }: Manifest, missing: readonly string[], { acceptMissing, say }: Missing): void {
  if (missing.length === 0) return
  const names = missing.map((name) => `\n  - ${name}`).join('')
  const sentence = `${missing.length} files of backup ${id} are not at BACKUP_URL:${names}`
  if (!acceptMissing)
    throw new StartError(
      `${sentence}\nNothing was restored. To restore without them: npm run restore -- --accept-missing`,
    )
  say(`${sentence}\nThey stay missing: ask the clients concerned for them again.`)
}

type Choice = Pick<RestoreOptions, 'id' | 'at' | 'say'> & Pick<Config, 'databaseUrl'>

/** By default the newest copy of the built-in database, whose WAL reaches furthest, else the newest portable backup. */
async function chooseBackup(place: Place, { id, at, databaseUrl, say }: Choice): Promise<Manifest> {
  const { good, faulty } = await readManifests(place)
  const newest = chosenOf(good, { at, databaseUrl })
  const named = faulty.find((each) => each.id === id)
  if (id !== undefined && named === undefined) {
    const manifest = await readManifest(place, id)
    if (at !== undefined && (manifest.kind !== 'data' || Date.parse(manifest.ended) > at.getTime()))
      throw new StartError(`Backup ${id} cannot be recovered to ${at.toISOString()}.`)
    return manifest
  }
  const wrong = named ?? faulty.find((each) => newest === undefined || each.id > newest.id)
  if (wrong) {
    const offer = newest && ` The newest good one is ${newest.id}: npm run restore -- --backup ${newest.id}`
    throw new StartError(`${wrong.reason}${offer ?? ''}`)
  }
  for (const { reason } of faulty) say(reason)
  if (newest) return newest
  throw new StartError(
    at === undefined
      ? 'There is no backup at BACKUP_URL that can be restored here.'
      : `There is no backup from before ${at.toISOString()} that can be recovered to that moment.`,
  )
}

function chosenOf(good: readonly Manifest[], { at, databaseUrl }: Pick<Choice, 'at' | 'databaseUrl'>) {
  if (at !== undefined) return good.findLast(({ kind, ended }) => kind === 'data' && Date.parse(ended) <= at.getTime())
  const data = databaseUrl === undefined ? good.findLast(({ kind }) => kind === 'data') : undefined
  return data ?? good.findLast(({ kind }) => kind === 'portable')
}

function requireFit({ databaseUrl }: Config, { id, kind, migration }: Manifest): void {
  const { name, version } = oldestRelease
  if (migration < version)
    throw new StartError(
      `Backup ${id} was made by a version before ${name}, and nothing was restored. Restore it with version ${name}, start that once, then start this version.`,
    )
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

async function importInto({ databaseUrl, dataDir }: Config, place: Place, manifest: Manifest): Promise<void> {
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
  /** The restored backup, for the audit log. */
  readonly backup: string
  readonly at?: Date | undefined
  readonly say: (line: string) => void
  /** Files that stay missing. */
  readonly accepted?: readonly string[]
  /** The newest seal of the audit log when the backup began. */
  readonly seal?: Manifest['seal']
}

/** `npm run restore -- --check`: the same for a database that pg_restore or pgBackRest restored. */
export async function checkRestored(config: Config, options: Check): Promise<boolean> {
  // As the next start would: the checks read the newest tables.
  await withDatabaseUrl(config, (url) => migrate(url))
  return withDatabase(config, (db) => check(config, db, options))
}

async function check(config: Config, db: Db, { backup, at, say, accepted = [], seal }: Check): Promise<boolean> {
  const secret = await openSecret(db, config)
  const { entries, differences } = await checkBooks(db, bookChecks)
  say(
    differences.length === 0
      ? `The books balance: ${entries} entries.`
      : `The books do not balance: ${differences.length} differences. npm run books names them.`,
  )
  const isLogWhole = await checkLog(config, db, { secret, seal, say })
  const areFilesWhole = await checkFiles(config, db, { secret, say, accepted })
  await db.transaction(async (tx) => {
    await deleteSessions(tx)
    await deleteHeads(tx)
    const after = { backup, ...(at && { until: at.toISOString() }), ...(accepted.length > 0 && { missing: accepted }) }
    await audit(tx, { by: 'system', action: 'backup.restore', after })
  })
  const heads = await openHeadStore(config)
  for await (const _ of heads.lines()) {
    say(`The head log at ${heads.place} is of the database before: move it away, or set AUDIT_HEAD_URL to a new place.`)
    break
  }
  return differences.length === 0 && isLogWhole && areFilesWhole
}

type LogCheck = { secret: Secret; seal: Manifest['seal']; say: (line: string) => void }

/** The chain itself, then against what was signed outside the database: the manifest and the heads. */
async function checkLog(config: Config, db: Db, { secret, seal, say }: LogCheck): Promise<boolean> {
  const chain = await verifyAudit(db)
  if (!chain.ok) {
    say(`The audit log is broken at row ${chain.brokenAt}. ${chain.fault}.`)
    return false
  }
  say(`The audit log is whole: ${chain.rows} rows, newest seal ${chain.hash}.`)
  const [found] = seal ? await sealsAt(db, [seal.position]) : []
  if (seal && found?.hash.toString('hex') !== seal.hash) {
    say(`The audit log is not the one of the backup: its seal ${seal.position} differs from the signed manifest.`)
    return false
  }
  const { matching, newer, fault } = await verifyOldHeads(db, await openHeadStore(config), {
    secret,
    end: BigInt(chain.rows),
  })
  if (fault !== undefined) say(`The audit log does not match its head log. ${fault}.`)
  else if (matching + newer > 0)
    say(`${matching} heads of the audit log match; ${newer} are of rows written after the restored moment.`)
  return fault === undefined
}
