import { auditRules, type auditCalls } from '@sauda/contract/audit'
import type { Query } from '@sauda/contract/call'
import type { Sql, Tx } from '../platform/db.ts'
import { insertAudit, findSubject, isAudited, selectAudit, type AuditEntry } from './audit.sql.ts'

/** Takes a transaction, so that the record commits or rolls back with the change. */
export async function audit(tx: Tx, entry: AuditEntry): Promise<void> {
  await insertAudit(tx, entry)
}

/** A repeated view of the same thing by the same operator within some minutes adds no row. */
export async function auditView(tx: Tx, entry: AuditEntry): Promise<void> {
  if (!(await isAudited(tx, entry, auditRules.viewMinutes))) await audit(tx, entry)
}

type Person = { readonly id: string; readonly name: string }

export const operatorActor = ({ id, name }: Person) => ({ kind: 'operator', id, name }) as const
export const clientActor = ({ id, name }: Person) => ({ kind: 'client', id, name }) as const

export async function listAudit(sql: Sql, { subjectId, action, before }: Query<typeof auditCalls.list>) {
  const subject = subjectId ? await subjectOf(sql, subjectId) : null
  const filter = { subjectId: subject, action: action ?? null, before: before ?? null, limit: auditRules.pageRows }
  return selectAudit(sql, filter)
}

/** Accepts a client ID or an e-mail address; other text is used as stored. */
async function subjectOf(sql: Sql, text: string): Promise<string> {
  const number = /^sd(\d{1,18})$/i.exec(text)?.[1] ?? null
  if (number === null && !text.includes('@')) return text
  return (await findSubject(sql, { number, email: text.toLowerCase() }))?.id ?? text
}
