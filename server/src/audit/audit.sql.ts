import type { Sql } from '../platform/db.ts'
import type { AuditEntry } from './entry.ts'

export const insertAudit = (sql: Sql, e: AuditEntry) =>
  sql.run(
    `insert into audit (era, actor_kind, actor_id, actor_name, action, subject_id, before, after, ip)
     select era, $1, $2, $3, $4, $5, $6, $7, $8 from audit_era`,
    [e.actor.kind, e.actor.id, e.actor.name, e.action, e.subjectId, asJson(e.before), asJson(e.after), e.ip],
  )

const asJson = (value: object | undefined) => (value === undefined ? null : JSON.stringify(value))

export type AuditRow = {
  id: bigint
  at: Date
  actor_kind: 'client' | 'operator' | 'visitor' | 'system'
  actor_id: string | null
  actor_name: string | null
  action: string
  subject_id: string | null
  subject_name: string | null
  subject_number: string | null
  before: unknown
  after: unknown
  ip: string | null
}

export type AuditFilter = { subjectId: string | null; action: string | null; before: string | null; limit: number }

export const selectAudit = (sql: Sql, { subjectId, action, before, limit }: AuditFilter) =>
  sql.rows<AuditRow>(
    `with page as materialized
       (select id, at, actor_kind, actor_id, actor_name, action, subject_id, before, after, ip,
               case when subject_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then subject_id::uuid end as known
          from audit
         where ($1::text is null or subject_id = $1) and ($2::text is null or action = $2)
           and ($3::bigint is null or id < $3)
         order by id desc limit $4)
     select p.*, coalesce(c.name, o.name) as subject_name, 'SD' || c.number as subject_number
       from page p left join client c on c.id = p.known left join operator o on o.id = p.known
      order by p.id desc`,
    [subjectId, action, before, limit],
  )

export const findSubject = (sql: Sql, { number, email }: { number: string | null; email: string }) =>
  sql.row<{ id: string }>(
    `select id::text from client where number = $1::bigint or email = $2
     union all select id::text from operator where email = $2 limit 1`,
    [number, email],
  )
