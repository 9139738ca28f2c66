import type { Config } from '../config.ts'
import { openDb } from '../platform/db.ts'
import { makeLog } from '../platform/log.ts'
import { startPostgres } from '../platform/postgres/postgres.ts'
import { runningPostgres } from '../platform/postgres/postgres.ts'
import { verifyAudit } from './verify.ts'

/** Works with or without a running server; returns one sentence with the result. */
export async function checkAudit(config: Config): Promise<{ ok: boolean; sentence: string }> {
  const running = config.databaseUrl ?? (await runningPostgres(config.dataDir))
  const own = running === undefined ? await startPostgres({ dataDir: config.dataDir }) : undefined
  const db = openDb(running ?? own?.url ?? '', makeLog('silent'))
  try {
    const verdict = await verifyAudit(db)
    const rows = `${verdict.rows} ${verdict.rows === 1 ? 'row' : 'rows'}`
    return verdict.ok
      ? { ok: true, sentence: `The audit log is whole: ${rows}, newest seal ${verdict.hash}` }
      : {
          ok: false,
          sentence: `The audit log is broken at row ${verdict.brokenAt}. ${verdict.fault}. ${rows} before it fit.`,
        }
  } finally {
    await db.close()
    await own?.stop()
  }
}
