import { auditCalls, auditRules } from '@sauda/contract/core/audit'
import { exportRules } from '@sauda/contract/core/export'
import type { AppContext } from '../../app/app-context.ts'
import { mailExports, recordExport } from '../approval/export.ts'
import { auditFile, listAudit } from './audit.ts'
import { createHeadWriter } from './head.ts'
import { createLagWatch, sealAudit } from './seal.ts'
import { verifyWithHeads, type Compared } from './verify.ts'

/** Returns the head writer, which writes once more at stop, and whether sealing keeps up. */
export function auditRoutes(context: AppContext) {
  const { mount, db, log, every, config, secret } = context
  mount(auditCalls.list, async ({ query }) => ({ rows: await listAudit(db.historyReader(), query) }))

  mount(auditCalls.file, async ({ query, operator, ip }) => {
    await recordExport(context, { operator, ip, what: 'Audit log', action: 'audit.export', after: query })
    return auditFile(db.historyReader(), query)
  })
  every(exportRules.mailMinutes * 6000, 'mails about exports', () =>
    db.transaction((tx) => mailExports(context, tx), { checked: false }),
  )

  // Concurrent requests share one run, because it reads the whole log.
  let running: Promise<Compared> | undefined
  mount(auditCalls.verify, () => (running ??= verifyWithHeads(db, config, secret).finally(() => (running = undefined))))

  every(auditRules.sealMilliseconds, 'audit seal', () => sealAudit(db, log))
  const lag = createLagWatch(db, log)
  every(auditRules.lagSeconds * 500, 'audit lag', lag.look)
  const heads = createHeadWriter(config, { db, secret })
  every(auditRules.headMilliseconds, 'audit head', heads.write)
  return { heads, isSealed: lag.isCurrent }
}
