import type { Sql } from '../platform/db.ts'
import type { AuditEntry } from './audit.ts'

export function insertAudit(sql: Sql, e: AuditEntry) {
  return sql.run(
    `insert into audit (actor_kind, actor_id, actor_name, action, subject_id, before, after, ip)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [e.actor.kind, e.actor.id, e.actor.name, e.action, e.subjectId, asJson(e.before), asJson(e.after), e.ip],
  )
}

const asJson = (value: object | undefined) => (value === undefined ? null : JSON.stringify(value))
