import { auditCalls, auditRules } from '@sauda/contract/audit'
import type { AuditContext, RouteContext } from '../app-context.ts'
import { listAudit } from './audit.ts'
import { sealAudit } from './seal.ts'
import { verifyAudit } from './verify.ts'
import type { Verdict } from './verify.ts'

export function auditRoutes({ mount, db, log, every }: RouteContext & AuditContext) {
  mount(auditCalls.list, async ({ query }) => ({ rows: await listAudit(db, query) }))

  // The whole log is read for it: however many ask at once, it is walked once.
  let underWay: Promise<Verdict> | undefined
  mount(auditCalls.verify, () => (underWay ??= verifyAudit(db).finally(() => (underWay = undefined))))

  every(auditRules.sealMilliseconds, 'audit seal', () => sealAudit(db, log))
}
