import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backupUrlOf } from './backup.ts'
import type { Config } from '../../config.ts'
import { openPlace } from '../../platform/backup/place.ts'
import { makeSigner } from '../../platform/backup/seal.ts'
import { putVerified } from '../../platform/backup/verified.ts'
import { keyLines } from '../../platform/secret.ts'
import { restoreBackup } from './restore.ts'
import type { RestoreOptions } from './restore.choice.ts'

/**
 * `npm run drill`: restores the newest backup into an empty folder and the built-in database there, checks the books, the
 * audit log and every file, and removes it again. A success is noted at the place of backups. False if something differs.
 */
export async function drill(given: Config, options: RestoreOptions): Promise<boolean> {
  const { askKey, say } = options
  const began = Date.now()
  const secretKeys = given.secretKeys ?? keyLines(await askKey())
  const dataDir = mkdtempSync(join(tmpdir(), 'sauda-drill-'))
  const config = {
    ...given,
    dataDir,
    secretKeys,
    // Nothing of the running installation is touched.
    databaseUrl: undefined,
    databaseReplicaUrl: undefined,
    filesUrl: undefined,
  }
  try {
    const { isWhole: isGood, manifest } = await restoreBackup(config, options)
    const { id: backup, ended } = manifest
    if (isGood) {
      const [newest = ''] = secretKeys
      const write = () => ({ signer: makeSigner(newest), recipient: undefined })
      const place = await openPlace(backupUrlOf(given), { mayBeNew: false, write })
      await putVerified(place, { backup, ended, at: new Date().toISOString() })
    }
    const seconds = Math.round((Date.now() - began) / 1000)
    say(
      isGood
        ? `The drill succeeded: backup ${backup} of ${ended} was restored and checked in ${seconds} s, and removed again.`
        : `The drill failed: backup ${backup} is not whole. See the lines above, and docs/runbooks.md, BackupUnverified.`,
    )
    return isGood
  } finally {
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}
