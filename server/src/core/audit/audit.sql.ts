import type { auditCalls } from '@sauda/contract/core/audit'
import { sqlName } from '../ledger/name.sql.ts'
import type { Reply } from '@sauda/contract/platform/call'
import { selectViews, type Sql, type Tx, selectValue } from '../../platform/db.ts'
import { sqlStartOf } from '../../platform/india.ts'

export type AuditRow = {
  /** A visitor has no id yet; the system has none at all. */
  readonly actor: {
    readonly kind: 'client' | 'operator' | 'visitor' | 'system'
    readonly id?: string
    readonly name?: string
  }
  /** `feature.verb`, such as `kyc.accept`. */
  readonly action: string
  readonly subjectId?: string
  /** Only changed values; never a password, code, token or full identity number. */
  readonly before?: object
  readonly after?: object
  readonly ip?: string
}

export const insertAudit = (sql: Sql, e: AuditRow) =>
  sql.run(
    `insert into audit (era, actor_kind, actor_id, actor_name, action, subject_id, before, after, ip)
     select era, $1, $2, $3, $4, $5, $6, $7, $8 from audit_era`,
    [e.actor.kind, e.actor.id, e.actor.name, e.action, e.subjectId, asJson(e.before), asJson(e.after), e.ip],
  )

/** Whether the same actor did the same to the same subject within these minutes. */
export const isAudited = async (sql: Sql, { actor, action, subjectId, after }: AuditRow, minutes: number) =>
  (await sql.row(
    `select from audit where subject_id = $1 and action = $2 and actor_id = $3 and after = $4
        and at > now() - make_interval(mins => $5) limit 1`,
    [subjectId, action, actor.id, asJson(after), minutes],
  )) !== undefined

const asJson = (value: object | undefined) => (value === undefined ? null : JSON.stringify(value))

type AuditFilter = 'subjectId' | 'actorId' | 'action' | 'from' | 'to' | 'before'

export const selectAudit = (
  sql: Sql,
  { subjectId, actorId, action, from, to, before }: Partial<Readonly<Record<AuditFilter, string | null>>>,
  limit: number,
) =>
  selectViews<Reply<typeof auditCalls.list>['rows'][number]>(
    sql,
    `with page as materialized
       (select *,
               case when subject_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then subject_id::uuid end as known
          from audit
         where ($1::text is null or subject_id = $1) and ($2::text is null or action = $2)
           and ($3::bigint is null or id < $3) and ($4::text is null or actor_id = $4)
           and ($5::date is null or at >= ${sqlStartOf('$5')})
           and ($6::date is null or at < ${sqlStartOf('($6 + 1)')})
         order by id desc limit $7)
     select p.id::text, p.at, p.actor_kind as "actorKind", p.actor_id as "actorId", p.actor_name as "actorName",
            p.action, p.subject_id as "subjectId", coalesce(c.name, o.name) as "subjectName",
            ${sqlName('client', 'c.number')} as "subjectSaudaId", p.before, p.after, p.ip
       from page p left join client c on c.id = p.known left join operator o on o.id = p.known
      order by p.id desc`,
    [subjectId, action, before, actorId, from, to, limit],
  )

export const findSubject = (sql: Sql, { number, email }: { number: string | null; email: string }) =>
  selectValue<string | undefined>(
    sql,
    `select id::text from client where number = $1::bigint or email = $2
     union all select id::text from operator where email = $2 limit 1`,
    [number, email],
  )

export type RefusalCount = {
  readonly kind: 'client' | 'operator'
  readonly id: string
  readonly name: string
  readonly call: string
  readonly statuses: readonly number[]
  readonly count: number
  readonly ip: string
}

/** Sorted, so that two servers cannot wait for each other. The minute is the database's, which all servers share. */
export const addRefusals = (sql: Sql, refusals: readonly RefusalCount[]) =>
  sql.run(
    `insert into refusal as r (minute, actor_kind, actor_id, call, actor_name, statuses, count, ip)
     select date_trunc('minute', clock_timestamp()), kind, id, call, name, statuses, count, ip
       from jsonb_to_recordset($1::jsonb) as t(kind text, id text, call text, name text, statuses int[], count int, ip text)
      order by kind, id, call
     on conflict (minute, actor_kind, actor_id, call) do update
       set count = r.count + excluded.count, ip = excluded.ip,
           statuses = array(select distinct unnest(r.statuses || excluded.statuses) order by 1)`,
    [JSON.stringify(refusals)],
  )

/** Removes and returns the counts of past minutes; two servers never get the same one. */
export const takeRefusals = (tx: Tx, limit: number) =>
  tx.rows<RefusalCount & { minute: Date }>(
    `delete from refusal r using (select ctid from refusal
        where minute < date_trunc('minute', clock_timestamp() - interval '10 seconds')
        order by minute limit $1 for update skip locked) due
      where r.ctid = due.ctid
      returning r.actor_kind as kind, r.actor_id as id, r.actor_name as name, r.call, r.statuses, r.count, r.ip, r.minute`,
    [limit],
  )
