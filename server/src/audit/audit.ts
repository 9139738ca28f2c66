import { auditRules } from '@sauda/contract/audit'
import type { Sql, Tx } from '../platform/db.ts'
import { insertAudit, findSubject, selectAudit } from './audit.sql.ts'
import type { AuditEntry } from './entry.ts'

/** Takes a transaction, so that the record commits or rolls back with the change. */
export async function audit(tx: Tx, entry: AuditEntry): Promise<void> {
  await insertAudit(tx, entry)
}

type Person = { readonly id: string; readonly name: string }

export const operatorActor = ({ id, name }: Person) => ({ kind: 'operator', id, name }) as const
export const clientActor = ({ id, name }: Person) => ({ kind: 'client', id, name }) as const

type AuditFilter = {
  readonly subjectId?: string | undefined
  readonly action?: string | undefined
  readonly before?: string | undefined
}

export async function listAudit(sql: Sql, { subjectId, action, before }: AuditFilter) {
  const rows = await selectAudit(sql, {
    subjectId: subjectId ? await subjectOf(sql, subjectId) : null,
    action: action ?? null,
    before: before ?? null,
    limit: auditRules.pageRows,
  })
  return rows.map((row) => ({
    id: String(row.id),
    at: row.at.toISOString(),
    actorKind: row.actor_kind,
    actorId: row.actor_id ?? undefined,
    actorName: row.actor_name ?? undefined,
    action: row.action,
    subjectId: row.subject_id ?? undefined,
    subjectName: row.subject_name ?? undefined,
    subjectSaudaId: row.subject_number ?? undefined,
    before: row.before ?? undefined,
    after: row.after ?? undefined,
    ip: row.ip ?? undefined,
  }))
}

/** Accepts a client ID or an e-mail address; other text is used as stored. */
async function subjectOf(sql: Sql, text: string): Promise<string> {
  const number = /^sd(\d{1,18})$/i.exec(text)?.[1] ?? null
  if (number === null && !text.includes('@')) return text
  return (await findSubject(sql, { number, email: text.toLowerCase() }))?.id ?? text
}
