import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { readManifests } from '../../platform/backup/manifest.ts'
import { openPlace, placeName } from '../../platform/backup/place.ts'
import { makeKey } from '../../platform/cipher.ts'
import { isNewDatabase } from '../../platform/migrate.ts'
import { StartError } from '../../platform/postgres/start-error.ts'
import { formatTime } from '../mail/mail.ts'
import { openHeadStore } from './head.ts'

type Known = Pick<Config, 'auditHeadUrl' | 'backupUrl' | 'databaseUrl' | 'dataDir' | 'mode' | 'secretKeys'>

/**
 * In live mode, before anything is created: throws a StartError if the database is empty although backups under one of the keys, or the heads
 * of an audit log, are those of a broker. Otherwise a volume that is not mounted would start a new broker without a client.
 */
export async function refuseToForget(config: Known): Promise<void> {
  if (config.mode !== 'live' || !(await isEmpty(config))) return
  const found = [await newestBackup(config), await headLog(config)].flatMap((each) => each ?? [])
  if (found.length === 0) return
  const where =
    config.databaseUrl === undefined
      ? `There is no database in DATA_DIR (${config.dataDir})`
      : 'The database at DATABASE_URL is empty'
  throw new StartError(
    [
      `${where}, but ${found.join(', and ')}. Nothing was changed.`,
      config.databaseUrl === undefined
        ? '  - If the disk or volume of DATA_DIR is not mounted, mount it and start again.'
        : '  - If the broker is in another database, correct DATABASE_URL and start again.',
      '  - To get the broker back: npm run restore (docs/operations.md, “Restore”).',
      '  - To begin a new broker: set BACKUP_URL and AUDIT_HEAD_URL to new places, or move away what is at the present ones.',
    ].join('\n'),
  )
}

const isEmpty = async ({ databaseUrl, dataDir }: Known): Promise<boolean> =>
  databaseUrl === undefined ? !existsSync(join(dataDir, 'postgres/data/PG_VERSION')) : isNewDatabase(databaseUrl)

async function newestBackup({ backupUrl, secretKeys = [] }: Known): Promise<string | undefined> {
  if (backupUrl === undefined) return undefined
  const { good } = await readManifests(await openPlace(backupUrl, { mayBeNew: true }))
  const ours = new Set(secretKeys.map((key) => makeKey(key).id.toString('hex')))
  const newest = good.findLast(({ keys }) => keys.some((key) => ours.has(key)))
  return (
    newest &&
    `backups of a broker with this secret key are at BACKUP_URL (${placeName(backupUrl)}), the newest of ${formatTime(new Date(newest.ended))}`
  )
}

async function headLog(config: Known): Promise<string | undefined> {
  const { lines, place } = await openHeadStore(config)
  for await (const _ of lines()) return `the heads of a broker’s audit log are at AUDIT_HEAD_URL (${place})`
  return undefined
}
