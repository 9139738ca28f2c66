import { existsSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { requireEmptyFolder, restoreData } from '../../platform/backup/data.ts'
import { absentFiles, filesOf, restoreFiles } from '../../platform/backup/files.ts'
import type { Manifest } from '../../platform/backup/manifest.ts'
import { checkPieces, openPlace, type Place } from '../../platform/backup/place.ts'
import { emptyDatabase, importTables, requireEmptyDatabase } from '../../platform/backup/portable.ts'
import { readKeysOf } from '../../platform/backup/seal.ts'
import { markRestore, unmarkRestore } from '../../platform/backup/unfinished.ts'
import { openStore, type Store } from '../../platform/file-store.ts'
import { makeFolder } from '../../platform/make-folder.ts'
import { startPostgres } from '../../platform/postgres/postgres.ts'
import { StartError } from '../../platform/postgres/start-error.ts'
import { keyLines } from '../../platform/secret.ts'
import { backupUrlOf } from './backup.ts'
import { checkRestored } from './restore.check.ts'
import { chooseBackup, requireFiles, requireFit, requireKeys, type RestoreOptions } from './restore.choice.ts'

/**
 * `npm run restore`: into an empty DATA_DIR, or an empty database at DATABASE_URL. Then checks the books, the audit log and
 * the files; false if one of them differs. What fails leaves the target as it was.
 */
export async function restore(given: Config, options: RestoreOptions): Promise<boolean> {
  const { isWhole } = await restoreBackup(given, options)
  options.say(
    isWhole
      ? 'Next: start Sauda, then make a new backup (npm run backup). Everybody has to log in again.'
      : 'The backup was restored, and differs as named above. Do not start Sauda before you know why: compare with another backup (npm run restore -- --list), restored into another folder or database.',
  )
  return isWhole
}

type Restored = { readonly isWhole: boolean; readonly manifest: Manifest }

/** The same; also says which backup it was. */
export async function restoreBackup(given: Config, options: RestoreOptions): Promise<Restored> {
  const { say } = options
  const chosen = await prepare(given, options).catch(nothingRestored)
  const { config, target, absent } = chosen
  markRestore(config.dataDir, chosen.manifest.id)
  try {
    await restoreFiles(chosen.place, target, absent)
    say(`${absent.length} files restored.`)
    const isWhole = await fill(chosen, options)
    const keyFile = join(config.dataDir, 'secret.key')
    if (given.secretKeys === undefined && !existsSync(keyFile))
      writeFileSync(keyFile, `${config.secretKeys.join('\n')}\n`, { mode: 0o600, flag: 'wx' })
    unmarkRestore(config.dataDir)
    return { isWhole, manifest: chosen.manifest }
  } catch (error) {
    const fault = await undo(config, target, absent).catch(({ message }: Error) => message)
    if (fault === undefined) return nothingRestored(error)
    say(`What was written could not be removed again (${fault}). Restore into an empty folder or database next time.`)
    throw error
  }
}

function nothingRestored(error: unknown): never {
  throw error instanceof StartError
    ? new StartError(`Nothing was restored. ${error.message}`, { cause: error.cause })
    : error
}

type Chosen = {
  readonly config: Config & { readonly secretKeys: readonly string[] }
  readonly place: Place
  readonly manifest: Manifest
  /** For the files; and those of the backup that it does not have yet, and those that stay missing. */
  readonly target: Store
  readonly absent: readonly string[]
  readonly missing: readonly string[]
}

/** Everything that can be checked before anything is written. */
async function prepare(given: Config, options: RestoreOptions): Promise<Chosen> {
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
  makeFolder(config.dataDir)
  const target = await openStore(config)
  return { config, place, manifest, target, absent: await absentFiles(target, names), missing }
}

async function fill({ config, place, manifest, missing }: Chosen, { at, say }: RestoreOptions): Promise<boolean> {
  if (manifest.kind === 'portable') await importInto(config, place, manifest)
  else {
    const last = await restoreData({ place, manifest, dataDir: config.dataDir, until: at, say })
    say(`The newest transaction in it is of ${(last ?? new Date(manifest.ended)).toISOString()}.`)
  }
  return checkRestored(config, { backup: manifest.id, at, say, accepted: missing, seal: manifest.seal })
}

const requireEmptyTarget = ({ databaseUrl, dataDir }: Config): Promise<void> =>
  databaseUrl === undefined ? requireEmptyFolder(dataDir) : requireEmptyDatabase(databaseUrl)

/** The target is to be as empty for the next try as it was for this one. */
async function undo(config: Config, target: Store, names: readonly string[]): Promise<undefined> {
  const { databaseUrl, dataDir } = config
  if (databaseUrl === undefined) await rm(join(dataDir, 'postgres'), { recursive: true, force: true })
  else await emptyDatabase(databaseUrl)
  for (const name of names) await target.remove(name)
  unmarkRestore(dataDir)
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
