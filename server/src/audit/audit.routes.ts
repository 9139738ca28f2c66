import { auditCalls, auditRules } from '@sauda/contract/audit'
import type { AuditContext, RouteContext } from '../app-context.ts'
import { listAudit } from './audit.ts'
import { sealAudit } from './seal.ts'
import { verifyAudit, type Verification } from './verify.ts'

export function auditRoutes({ mount, db, log, every }: RouteContext & AuditContext) {
  mount(auditCalls.list, async ({ query }) => ({ rows: await listAudit(db, query) }))

  // Concurrent requests share one run, because it reads the whole log.
  let running: Promise<Verification> | undefined
  mount(auditCalls.verify, () => (running ??= verifyAudit(db).finally(() => (running = undefined))))

  every(auditRules.sealMilliseconds, 'audit seal', () => sealAudit(db, log))
}
