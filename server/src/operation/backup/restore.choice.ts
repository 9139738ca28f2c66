import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { type Manifest, readManifest, readManifests } from '../../platform/backup/manifest.ts'
import { openPlace, type Place } from '../../platform/backup/place.ts'
import { readKeysOf } from '../../platform/backup/seal.ts'
import { makeKey } from '../../platform/cipher.ts'
import { oldestRelease } from '../../platform/oldest-release.ts'
import { StartError } from '../../platform/postgres/start-error.ts'
import { masterKeys } from '../../platform/secret.ts'
import { backupUrlOf } from './backup.ts'

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

type Missing = { readonly acceptMissing: boolean; readonly say: (line: string) => void }

export function requireFiles({ id }: Manifest, missing: readonly string[], { acceptMissing, say }: Missing): void {
  if (missing.length === 0) return
  const names = missing.map((name) => `\n  - ${name}`).join('')
  const sentence = `${missing.length} files of backup ${id} are not at BACKUP_URL:${names}`
  if (!acceptMissing) throw new StartError(`${sentence}\nTo restore without them: npm run restore -- --accept-missing`)
  say(`${sentence}\nThey stay missing: ask the clients concerned for them again.`)
}

type Choice = Pick<RestoreOptions, 'id' | 'at' | 'say'> & Pick<Config, 'databaseUrl'>

/** By default the newest copy of the built-in database, whose WAL reaches furthest, else the newest portable backup. */
export async function chooseBackup(place: Place, { id, at, databaseUrl, say }: Choice): Promise<Manifest> {
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
  for (const { id: other, reason } of faulty) say(`The older backup ${other} is left aside. ${reason}`)
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

export function requireFit({ databaseUrl }: Config, { id, kind, migration }: Manifest): void {
  const { name, version } = oldestRelease
  if (migration < version)
    throw new StartError(
      `Backup ${id} was made by a version before ${name}. Restore it with version ${name}, start that once, then start this version.`,
    )
  if (kind === 'data' && databaseUrl !== undefined)
    throw new StartError(
      `Backup ${id} is a copy of the built-in database. Unset DATABASE_URL, or restore a portable one (npm run backup -- --portable).`,
    )
}

/** Before anything is written: without its key most of the data could not be read. */
export function requireKeys(given: readonly string[], { keys }: Manifest): void {
  const ids = new Set(given.map((key) => makeKey(key).id.toString('hex')))
  if (!keys.every((key) => ids.has(key))) throw new StartError('This is not the secret key of the backup.')
}
