import type { Config } from '../../config.ts'
import { audit } from '../../core/audit/audit.ts'
import { openHeadStore } from '../../core/audit/head.ts'
import { sealsAt } from '../../core/audit/seal.sql.ts'
import { verifyAudit } from '../../core/audit/verify.ts'
import { verifyOldHeads } from '../../core/audit/verify-heads.ts'
import { checkBooks } from '../../core/ledger/books.ts'
import type { Manifest } from '../../platform/backup/manifest.ts'
import type { Db } from '../../platform/db.ts'
import { migrate } from '../../platform/migrate.ts'
import { withDatabase, withDatabaseUrl } from '../../platform/postgres/postgres.ts'
import { openSecret, type Secret } from '../../platform/secret.ts'
import { bookChecks } from '../books/checks.sql.ts'
import { checkFiles } from './restore.files.ts'
import { deleteHeads, deleteSessions } from './restore.sql.ts'

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
  const { isWhole: isLogWhole, headLogs } = await checkLog(config, db, { secret, seal, say })
  const areFilesWhole = await checkFiles(config, db, { secret, say, accepted })
  await db.transaction(async (tx) => {
    await deleteSessions(tx)
    await deleteHeads(tx)
    const after = {
      backup,
      ...(at && { until: at.toISOString() }),
      ...(accepted.length > 0 && { missing: accepted }),
      ...(headLogs.length > 0 && { headLogs }),
    }
    await audit(tx, { by: 'system', action: 'backup.restore', after })
  })
  return differences.length === 0 && isLogWhole && areFilesWhole
}

type LogCheck = { secret: Secret; seal: Manifest['seal']; say: (line: string) => void }

type CheckedLog = {
  readonly isWhole: boolean
  /** Those that the database had before the restore. */
  readonly headLogs: readonly string[]
}

/** The chain itself, then against what was signed outside the database: the manifest and the heads. */
async function checkLog(config: Config, db: Db, { secret, seal, say }: LogCheck): Promise<CheckedLog> {
  const chain = await verifyAudit(db)
  const end = BigInt(chain.rows)
  const { matching, newer, fault, others, logs } = await verifyOldHeads(db, await openHeadStore(config), {
    secret,
    end,
  })
  const broken = { isWhole: false, headLogs: logs }
  if (!chain.ok) {
    say(`The audit log is broken at row ${chain.brokenAt}. ${chain.fault}.`)
    return broken
  }
  say(`The audit log is whole: ${chain.rows} rows, newest seal ${chain.hash}.`)
  const [found] = seal ? await sealsAt(db, [seal.position]) : []
  if (seal && found?.hash.toString('hex') !== seal.hash) {
    say(`The audit log is not the one of the backup: its seal ${seal.position} differs from the signed manifest.`)
    return broken
  }
  // Live mode keeps the heads elsewhere.
  const areLost = fault !== undefined && config.auditHeadUrl === undefined && matching + newer === 0
  if (areLost)
    say('The heads of the audit log were in DATA_DIR and are lost with it: only the backup’s seal was compared.')
  else if (fault !== undefined) say(`The audit log does not match its head log. ${fault}.`)
  else if (matching + newer > 0)
    say(`${matching} heads of the audit log match; ${newer} are of rows written after the restored moment.`)
  if (others !== undefined) say(`The head log also has ${others}.`)
  return { isWhole: fault === undefined || areLost, headLogs: logs }
}
