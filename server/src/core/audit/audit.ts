import { Readable } from 'node:stream'
import { auditRules, type auditCalls } from '@sauda/contract/core/audit'
import type { Topic } from '@sauda/contract/platform/call'
import type { Query } from '@sauda/contract/platform/call'
import type { Sql, Tx } from '../../platform/db.ts'
import { insertAudit, findSubject, isAudited, selectAudit, type AuditRow } from './audit.sql.ts'
import { dayInIndia, inIndia } from '../../platform/india.ts'
import type { FileAnswer } from '../../platform/mount.ts'
import { sameBytes } from '../../platform/secret.ts'
import { csvOf, moreCsvOf, tableFileTypes } from '../../platform/csv.ts'
import { genesis, link } from './seal.ts'
import { rowsAbout } from './seal.sql.ts'

export type Person = { readonly id: string; readonly name: string }

/** Who did it, and from which address: an operator, a client, somebody without a login, or this program. */
export type Actor =
  | (({ readonly operator: Person } | { readonly client: Person } | { readonly visitor: true }) & {
      readonly ip?: string | undefined
    })
  | 'system'

export type AuditEntry = Omit<AuditRow, 'actor' | 'ip'> & { readonly by: Actor }

function rowOf({ by, ...entry }: AuditEntry): AuditRow {
  if (by === 'system') return { ...entry, actor: { kind: 'system' } }
  const ip = by.ip === undefined ? {} : { ip: by.ip }
  if ('visitor' in by) return { ...entry, actor: { kind: 'visitor' }, ...ip }
  const [kind, { id, name }] =
    'operator' in by ? (['operator', by.operator] as const) : (['client', by.client] as const)
  return { ...entry, actor: { kind, id, name }, ...ip }
}

/** Takes a transaction, so that the record commits or rolls back with the change. */
export async function audit(tx: Tx, entry: AuditEntry): Promise<void> {
  await insertAudit(tx, rowOf(entry))
}

/** A repeated view of the same record by the same operator within some minutes adds no row. */
export async function auditView(tx: Tx, entry: AuditEntry): Promise<void> {
  if (!(await isAudited(tx, rowOf(entry), auditRules.viewMinutes))) await audit(tx, entry)
}

/** What the rows of one action about a subject recorded; without rows that do not fit their seal. */
export async function recordedAbout<After>(sql: Sql, subjectId: string, action: string): Promise<After[]> {
  const rows = await rowsAbout<After>(sql, subjectId, action)
  return rows
    .filter(({ text, hash, previous }) => hash === null || sameBytes(link(previous ?? genesis.hash, text), hash))
    .map(({ after }) => after)
}

/** An operator's request. */
export type ByOperator = { readonly operator: Person; readonly ip: string }

type Recorder = {
  readonly audit: typeof audit
  readonly notifyScreens: (tx: Tx, audience: 'desk', topic: Topic, id?: string) => Promise<void>
}
type OperatorEntry = Omit<AuditEntry, 'by'> & { readonly topic: Topic; readonly id?: string }

/** The audit row of an operator's change, and a notice to the screens of the desk that show it. */
export async function recordByOperator(
  context: Recorder,
  tx: Tx,
  { operator, ip }: ByOperator,
  { topic, id, ...entry }: OperatorEntry,
): Promise<void> {
  await Promise.all([
    context.audit(tx, { by: { operator, ip }, ...entry }),
    context.notifyScreens(tx, 'desk', topic, id),
  ])
}

export const listAudit = async (sql: Sql, query: Query<typeof auditCalls.list>) =>
  selectAudit(sql, { ...query, ...(await personsOf(sql, query)) }, auditRules.pageRows)

const fileColumns = ['Row', 'Time (IST)', 'By', 'Action', 'About', 'Client ID', 'Before', 'After', 'IP address']
const batchRows = 2000

export async function auditFile(sql: Sql, query: Query<typeof auditCalls.file>): Promise<FileAnswer> {
  const filter = { ...query, ...(await personsOf(sql, query)) }
  return {
    name: `audit-${dayInIndia(new Date())}.csv`,
    type: tableFileTypes.csv,
    content: Readable.from(csvParts(sql, filter)),
    // Not known before it is read.
    estimatedBytes: 0,
  }
}

/** The newest first; no cell can start a formula. */
async function* csvParts(sql: Sql, filter: Parameters<typeof selectAudit>[1]): AsyncGenerator<Buffer> {
  yield csvOf([fileColumns])
  let before: string | null = null
  for (let count = 0; count < auditRules.fileRows; count += batchRows) {
    const rows = await selectAudit(sql, { ...filter, before }, batchRows)
    if (rows.length > 0) yield moreCsvOf(rows.map(fileLine))
    if (rows.length < batchRows) return
    before = rows.at(-1)?.id ?? null
  }
}

const fileLine = (row: Awaited<ReturnType<typeof selectAudit>>[number]): string[] => [
  row.id,
  inIndia(new Date(row.at)),
  row.actorName ?? row.actorKind,
  row.action,
  row.subjectName ?? row.subjectId ?? '',
  row.subjectSaudaId ?? '',
  row.before === undefined ? '' : JSON.stringify(row.before),
  row.after === undefined ? '' : JSON.stringify(row.after),
  row.ip ?? '',
]

const personsOf = async (sql: Sql, { subjectId, actorId }: Query<typeof auditCalls.file>) => ({
  subjectId: subjectId ? await personOf(sql, subjectId) : null,
  actorId: actorId ? await personOf(sql, actorId) : null,
})

/** Accepts a client ID or an e-mail address; other text is used as stored. */
async function personOf(sql: Sql, text: string): Promise<string> {
  const number = /^sd(\d{1,18})$/i.exec(text)?.[1] ?? null
  if (number === null && !text.includes('@')) return text
  return (await findSubject(sql, { number, email: text.toLowerCase() })) ?? text
}
