import { auditCalls, auditRules } from '@sauda/contract/audit'
import type { AuditContext, RouteContext } from '../app-context.ts'
import { listAudit } from './audit.ts'
import { createHeadWriter } from './head.ts'
import { sealAudit } from './seal.ts'
import { verifyAudit, type Verification } from './verify.ts'

/** Returns the head writer, whose state is part of the health and which writes once more at stop. */
export function auditRoutes({ mount, db, log, every, config, secret }: RouteContext & AuditContext) {
  mount(auditCalls.list, async ({ query }) => ({ rows: await listAudit(db, query) }))

  // Concurrent requests share one run, because it reads the whole log.
  let running: Promise<Verification> | undefined
  mount(auditCalls.verify, () => (running ??= verifyAudit(db).finally(() => (running = undefined))))

  every(auditRules.sealMilliseconds, 'audit seal', () => sealAudit(db, log))
  const heads = createHeadWriter(config, { db, secret })
  every(auditRules.headMilliseconds, 'audit head', heads.write)
  return heads
}
