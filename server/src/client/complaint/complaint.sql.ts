import type { ComplaintStatus, ComplaintStep, EscalationLevel } from '@sauda/contract/client/complaint'
import { type Blocked, sqlBlocked } from '../../core/ledger/client.sql.ts'
import { sqlName } from '../../core/ledger/name.sql.ts'
import type { ComplaintCategory, ComplaintSource } from '@sauda/contract/client/complaint-name'
import { complaintRules, levelName } from '@sauda/contract/client/complaint-name'
import { listsOf, type Sql, type Tx } from '../../platform/db.ts'
import { sqlDayOf, sqlStartOf } from '../../platform/india.ts'

export type ComplaintRow = {
  id: string
  number: bigint
  client_id: string | null
  name: string
  email: string | null
  sauda_id: string | null
  /** What blocks the client's login. */
  blocked: Blocked
  source: ComplaintSource
  reference: string | null
  /** The first 200 characters of the complaint as received. */
  text: string | null
  category: ComplaintCategory
  status: ComplaintStatus
  level: number
  received_at: Date
  opened_at: Date
  level_since: Date
  closed_at: Date | null
  /** The days allowed at the current level. */
  days: number
  /** Since the complaint reached its level. */
  last_reply_at: Date | null
  last_message_at: Date | null
}

const lastReply = "(select max(at) from complaint_step s where s.complaint_id = c.id and s.kind in ('reply', 'closed'))"

const columns = `c.id, c.number, c.client_id, coalesce(p.name, c.complainant, '') as name, p.email,
  ${sqlName('client', 'p.number')} as sauda_id, ${sqlBlocked('p')} as blocked, c.source, c.reference, c.category, c.status, c.level, c.received_at, c.opened_at,
  c.level_since, c.closed_at, l.days,
  left(coalesce(
    (select text from complaint_step s where s.complaint_id = c.id and s.kind = 'received' limit 1),
    (select text from reply r where r.client_id = c.client_id and r.thread = c.id::text order by created_at, id limit 1)
  ), 200) as text,
  ${lastReply} as last_reply_at,
  (select max(created_at) from reply r where r.client_id = c.client_id and r.thread = c.id::text) as last_message_at`
const tables = 'complaint c left join client p on p.id = c.client_id join escalation_level l on l.level = c.level'

export const findComplaint = (sql: Sql, id: string) =>
  sql.row<ComplaintRow>(`select ${columns} from ${tables} where c.id = $1`, [id])

/** Serialises what client and desk do. */
export const lockComplaint = (tx: Tx, id: string) =>
  tx.row<{ id: string; client_id: string | null }>(
    'select id, client_id from complaint where id = $1 for no key update',
    [id],
  )

export const clientComplaints = (sql: Sql, clientId: string, limit: number) =>
  sql.rows<ComplaintRow>(
    `select ${columns} from ${tables} where c.client_id = $1 order by c.received_at desc, c.id desc limit $2`,
    [clientId, limit],
  )

type RegisterFilter = {
  readonly status: ComplaintStatus
  readonly clientId: string | null
  /** The last one already read. */
  readonly before: string | null
  readonly limit: number
}

const registerOrder = {
  open: { column: 'opened_at', direction: 'asc', follows: '>' },
  closed: { column: 'closed_at', direction: 'desc', follows: '<' },
} as const

export function selectRegister(sql: Sql, { status, clientId, before, limit }: RegisterFilter) {
  const { column, direction, follows } = registerOrder[status]
  return sql.rows<ComplaintRow>(
    `select ${columns} from ${tables}
      where c.status = $1 and ($2::uuid is null or c.client_id = $2)
        and ($3::uuid is null or (c.${column}, c.id) ${follows} (select ${column}, id from complaint where id = $3))
      order by c.${column} ${direction}, c.id ${direction} limit $4`,
    [status, clientId, before, limit],
  )
}

/** `overdue`: those that await a reply of their level, or their resolution, by a day before `day`. */
export const countOpen = (sql: Sql, day: string) =>
  sql.row<{ open: number; overdue: number }>(
    `select count(*)::int as open, (count(*) filter (where next < $1::date))::int as overdue
       from (select least(${sqlDayOf('c.opened_at')} + $2::int,
                          case when ${lastReply} >= c.level_since then null else ${sqlDayOf('c.level_since')} + l.days end) as next
               from complaint c join escalation_level l on l.level = c.level where c.status = 'open') c`,
    [day, complaintRules.resolveDays],
  )

type NewComplaint = {
  readonly id: string
  readonly clientId: string | null
  readonly complainant: string | null
  readonly source: ComplaintSource
  readonly reference: string | null
  readonly category: ComplaintCategory
  /** Now, if undefined. */
  readonly receivedOn: string | null
}

export const insertComplaint = (tx: Tx, c: NewComplaint) =>
  tx.run(
    `insert into complaint (id, client_id, complainant, source, reference, category, received_at, opened_at, level_since)
     select $1, $2, $3, $4, $5, $6, at, at, statement_timestamp()
       from coalesce(${sqlStartOf('$7::date')}, statement_timestamp()) as at`,
    [c.id, c.clientId, c.complainant, c.source, c.reference, c.category, c.receivedOn],
  )

/** The newest step is this reply: sent twice. */
export const isReplied = async (tx: Tx, { complaintId, text }: { complaintId: string; text: string }) =>
  (await tx.row(
    `select from (select kind, text from complaint_step where complaint_id = $1 order by at desc, id desc limit 1) s
      where kind = 'reply' and text = $2`,
    [complaintId, text],
  )) !== undefined

type NewStep = {
  readonly id: string
  readonly complaintId: string
  readonly kind: Exclude<ComplaintStep['kind'], 'message'>
  readonly text: string
  readonly operatorId: string | null
}

export const insertStep = (tx: Tx, s: NewStep) =>
  tx.run(
    `insert into complaint_step (id, complaint_id, kind, text, operator_id, at)
     values ($1, $2, $3, $4, $5, statement_timestamp())`,
    [s.id, s.complaintId, s.kind, s.text, s.operatorId],
  )

export const escalate = (tx: Tx, id: string) =>
  tx.run('update complaint set level = level + 1, level_since = statement_timestamp() where id = $1', [id])

export const reopen = (tx: Tx, id: string) =>
  tx.run("update complaint set status = 'open', closed_at = null, opened_at = statement_timestamp() where id = $1", [
    id,
  ])

export const close = (tx: Tx, id: string) =>
  tx.run("update complaint set status = 'closed', closed_at = statement_timestamp() where id = $1", [id])

/** The same text of the same client within the hour is a repetition. */
export const isRaised = async (tx: Tx, clientId: string, text: string): Promise<boolean> =>
  (await tx.row(
    `select from complaint c join reply r on r.client_id = c.client_id and r.thread = c.id::text
      where c.client_id = $1 and r.text = $2 and c.received_at > statement_timestamp() - interval '1 hour'`,
    [clientId, text],
  )) !== undefined

export type StepRow = {
  complaint_id: string
  id: string
  kind: ComplaintStep['kind']
  text: string
  has_proof: boolean
  at: Date
  operator_name: string | null
  level: number
}

/** Oldest first; `level` is the one that the complaint had then. */
export const selectSteps = (sql: Sql, ids: readonly string[]) =>
  sql.rows<StepRow>(
    `select complaint_id, id, kind, text, has_proof, at, operator_name,
            1 + (count(*) filter (where kind in ('escalated', 'reopened'))
                 over (partition by complaint_id order by at, id))::int as level
       from (select s.complaint_id, s.id, s.kind, s.text, false as has_proof, s.at, o.name as operator_name
               from complaint_step s left join operator o on o.id = s.operator_id
              where s.complaint_id = any($1::uuid[])
             union all
             select c.id, r.id, 'message', r.text, r.file_key is not null, r.created_at, null
               from complaint c join reply r on r.client_id = c.client_id and r.thread = c.id::text
              where c.id = any($1::uuid[])) s
      order by at, id`,
    [ids],
  )

export async function selectLevels(sql: Sql): Promise<EscalationLevel[]> {
  const rows = await sql.rows<Omit<EscalationLevel, 'name'>>(
    'select level, contact, address, phone, email, hours, days from escalation_level order by level',
  )
  return rows.map((row) => ({ ...row, name: levelName(row.level) }))
}

export const lockLevel = (tx: Tx, level: number) =>
  tx.row<Omit<EscalationLevel, 'name'>>(
    'select level, contact, address, phone, email, hours, days from escalation_level where level = $1 for update',
    [level],
  )

export const updateLevel = (tx: Tx, l: Omit<EscalationLevel, 'name'>) =>
  tx.run(
    `update escalation_level set contact = $2, address = $3, phone = $4, email = $5, hours = $6, days = $7
      where level = $1`,
    [l.level, l.contact, l.address, l.phone, l.email, l.hours, l.days],
  )

export type FiguresRow = {
  range: number
  source: ComplaintSource
  carried: number
  received: number
  resolved: number
  pending: number
  old: number
  days: number
}

/**
 * By range and source. A complaint that is opened again counts as received again, so that carried forward plus received
 * is resolved plus pending in every range.
 */
export const selectFigures = (sql: Sql, ranges: readonly { from: string; to: string }[], oldMonths: number) =>
  sql.rows<FiguresRow>(
    `with period as (
       select c.source, ${sqlDayOf('c.received_at')} as opened,
              (select ${sqlDayOf('min(s.at)')} from complaint_step s
                where s.complaint_id = c.id and s.kind = 'closed') as closed
         from complaint c
       union all
       select c.source, ${sqlDayOf('o.at')},
              (select ${sqlDayOf('min(s.at)')} from complaint_step s
                where s.complaint_id = c.id and s.kind = 'closed' and s.at > o.at)
         from complaint_step o join complaint c on c.id = o.complaint_id where o.kind = 'reopened')
     select r.range::int, p.source,
            (count(*) filter (where opened < r.since))::int as carried,
            (count(*) filter (where opened >= r.since))::int as received,
            (count(*) filter (where closed < r.until))::int as resolved,
            (count(*) filter (where closed is null or closed >= r.until))::int as pending,
            (count(*) filter (where (closed is null or closed >= r.until)
                                and opened < r.until - make_interval(months => $3)))::int as old,
            (coalesce(sum(closed - opened) filter (where closed < r.until), 0))::int as days
       from unnest($1::date[], $2::date[]) with ordinality as r (since, until, range)
       join period p on p.opened < r.until and (p.closed is null or p.closed >= r.since)
      group by r.range, p.source`,
    [...listsOf(ranges, 'from', 'to'), oldMonths],
  )
