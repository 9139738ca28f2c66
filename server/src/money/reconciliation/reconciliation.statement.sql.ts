import { listsOf, type Sql, type Tx } from '../../platform/db.ts'
import { isForClient } from '../../core/ledger/bank-link.sql.ts'
import { dayInIndia, sqlDayText } from '../../platform/india.ts'
import type { ReadLine } from './reconciliation.read.ts'

const signed = (line: string) => `case ${line}.direction when 'credit' then ${line}.amount else -${line}.amount end`

type File = {
  readonly statementId: string
  readonly lines: readonly Pick<ReadLine, 'identity' | 'occurrence' | 'balance'>[]
}

/**
 * Lines imported before that the later statement lacks on days it covers completely, or has with another balance. Its first and
 * last day count as covered as far as its running balance shows that nothing of them lies outside.
 */
export const insertContradictions = (tx: Tx, { statementId, lines }: File) =>
  tx.run(
    `with later as materialized (
       select id, broker_bank_id, first_on, last_on, opening, closing from bank_statement where id = $1),
     named as materialized (
       select v.identity, u.occurrence, u.balance
         from unnest($2::bytea[], $3::int[], $4::bigint[]) u (identity, occurrence, balance) cross join later s
        cross join lateral (values (u.identity), (sha256(u.identity || uuid_send(s.broker_bank_id)))) v (identity)),
     earlier as materialized (
       select l.* from later s join bank_line l on l.broker_bank_id = s.broker_bank_id
        where l.booked_on between s.first_on and s.last_on and l.statement_id <> s.id)
     insert into statement_contradiction (id, statement_id, line_id, kind, balance)
     select gen_random_uuid(), s.id, l.id, case when n.identity is null then 'absent' else 'balance' end, n.balance
       from later s cross join earlier l
       left join named n on n.identity = l.identity and n.occurrence = l.occurrence
      where (n.identity is not null and n.balance <> l.balance)
         or (n.identity is null
             and (l.booked_on > s.first_on
                  or (s.opening is not null
                      and not exists (select from earlier e where e.booked_on = s.first_on and e.id >= l.id and e.balance = s.opening)))
             and (l.booked_on < s.last_on
                  or (s.closing is not null and s.last_on < $5::date
                      and not exists (select from earlier e where e.booked_on = s.last_on and e.id <= l.id
                                         and e.balance - ${signed('e')} = s.closing))
                  -- It has an entry that stands below this one in the earlier file.
                  or exists (select from earlier e join named m on m.identity = e.identity and m.occurrence = e.occurrence
                              where e.statement_id = l.statement_id and e.id > l.id)))
     on conflict do nothing`,
    [statementId, ...listsOf(lines, 'identity', 'occurrence', 'balance'), dayInIndia(new Date())],
  )

/** The requests approved on a line or booked beside it, separated by commas. */
type Approved = { request: string | null; client: string | null; approvedBy: string | null }

const approved = `(
  select string_agg(p.name, ', ' order by p.id) as request, string_agg(distinct n.name, ', ') as client,
         string_agg(distinct d.name, ', ') as by
    from bank_link k
    join bank_payment p on p.id = k.payment_id
    join client n on n.id = p.client_id
    left join operator d on d.id = case k.kind when 'payment' then p.decided_by else k.linked_by end
   where k.line_id = l.id and ${isForClient})`

export type ContradictionRow = {
  statementId: string
  fileName: string
  importedBy: string
  bankAccount: string
  lineId: string
  kind: 'absent' | 'balance'
  day: string
  direction: 'credit' | 'debit'
  amount: bigint
  text: string
  before: bigint | null
  after: bigint | null
  earlierFile: string
  earlierImporter: string
  /** Who requested a decision about the statement that is pending with a second operator. */
  requestedBy: string | null
} & Approved

export const statementDecisions = ['statement.correct', 'statement.withdraw', 'statement.explain'] as const

/** Open ones, of all statements or of this one; oldest entries first. */
export const openContradictions = (sql: Sql, statementId: string | null, limit: number) =>
  sql.rows<ContradictionRow>(
    `select c.statement_id as "statementId", s.file_name as "fileName", o.name as "importedBy", b.name as "bankAccount",
            l.id as "lineId", c.kind, to_char(l.booked_on, 'YYYY-MM-DD') as day, l.direction, l.amount, l.text,
            l.balance as before, c.balance as after, e.file_name as "earlierFile", i.name as "earlierImporter",
            a.request, a.client, a.by as "approvedBy",
            (select r.name from proposal p join operator r on r.id = p.requested_by
              where p.status = 'pending' and p.kind = any ($3) and p.payload ->> 'statementId' = c.statement_id::text limit 1) as "requestedBy"
       from statement_contradiction c
       join bank_statement s on s.id = c.statement_id
       join operator o on o.id = s.imported_by
       join broker_bank b on b.id = s.broker_bank_id
       join bank_line l on l.id = c.line_id
       join bank_statement e on e.id = l.statement_id
       join operator i on i.id = e.imported_by
      cross join lateral ${approved} a
      where c.resolution is null and ($1::uuid is null or c.statement_id = $1)
      order by s.imported_at, c.statement_id, l.booked_on, l.id limit $2`,
    [statementId, limit, statementDecisions],
  )

type Resolution = {
  readonly statementId: string
  readonly resolution: 'corrected' | 'explained'
  readonly operatorId: string
  readonly reason: string
}

export const resolveContradictions = (tx: Tx, r: Resolution) =>
  tx.run(
    `update statement_contradiction set resolution = $2, resolved_by = $3, resolved_at = now(), reason = $4
      where statement_id = $1 and resolution is null`,
    [r.statementId, r.resolution, r.operatorId, r.reason],
  )

/** Replaces the balances of lines by those of the corrected statement; called after `resolveContradictions`. */
export const correctBalances = (tx: Tx, statementId: string) =>
  tx.run(
    `update bank_line l set balance = c.balance from statement_contradiction c
      where c.statement_id = $1 and c.kind = 'balance' and c.resolution = 'corrected' and l.id = c.line_id
        and l.balance is distinct from c.balance`,
    [statementId],
  )

export type StatementRow = {
  id: string
  fileName: string
  bankAccountId: string
  bankAccount: string
  importer: string
  firstOn: string
  lastOn: string
  isWithdrawn: boolean
}

/** Locks it, so that of two decisions the second sees the first. */
export const lockStatement = (tx: Tx, id: string) =>
  tx.row<StatementRow>(
    `select s.id, s.file_name as "fileName", b.id as "bankAccountId", b.name as "bankAccount", o.name as importer,
            to_char(s.first_on, 'YYYY-MM-DD') as "firstOn", to_char(s.last_on, 'YYYY-MM-DD') as "lastOn",
            s.withdrawn_at is not null as "isWithdrawn"
       from bank_statement s join broker_bank b on b.id = s.broker_bank_id join operator o on o.id = s.imported_by
      where s.id = $1 for no key update of s`,
    [id],
  )

/** Lines of these with a booking that must be reversed first. */
export const bookedLines = (sql: Sql, lineIds: readonly string[], limit: number) =>
  sql.rows<{ text: string; amount: bigint }>(
    `select l.text, l.amount from bank_line l
      where l.id = any ($1::uuid[])
        and exists (select from bank_link k where k.line_id = l.id and k.unlinked_at is null
          and (k.kind not in ('payment', 'note') or exists (select from entries_of(array[k.id]))))
      order by l.id limit $2`,
    [lineIds, limit],
  )

/** Links that only identify the payment of a line, or close it. */
export const linksOfLines = (sql: Sql, lineIds: readonly string[]) =>
  sql.rows<{ id: string; paymentId: string | null }>(
    `select id, payment_id as "paymentId" from bank_link
      where line_id = any ($1::uuid[]) and kind in ('payment', 'note') and unlinked_at is null order by id`,
    [lineIds],
  )

export const linesOfStatement = (sql: Sql, statementId: string) =>
  sql.rows<{ id: string; text: string; amount: bigint; direction: 'credit' | 'debit' } & Approved>(
    `select l.id, l.text, l.amount, l.direction, a.request, a.client, a.by as "approvedBy"
       from bank_line l cross join lateral ${approved} a
      where l.statement_id = $1 order by l.id`,
    [statementId],
  )

export const withdrawLines = (tx: Tx, lineIds: readonly string[], operatorId: string) =>
  tx.run('select withdraw_bank_lines($1::uuid[], $2)', [lineIds, operatorId])

/** Whatever a withdrawn line contradicted, or was contradicted by, is resolved with it. */
export const endContradictions = (tx: Tx, lineIds: readonly string[], operatorId: string, reason: string) =>
  tx.run(
    `update statement_contradiction set resolution = 'withdrawn', resolved_by = $2, resolved_at = now(), reason = $3
      where line_id = any ($1::uuid[]) and resolution is null`,
    [lineIds, operatorId, reason],
  )

/** Withdraws a statement. Its contradictions and repetitions are removed; another file may have the same lines. */
export const markWithdrawn = (tx: Tx, statementId: string, operatorId: string, reason: string) =>
  tx.run(
    `with contradiction as (
       update statement_contradiction set resolution = 'withdrawn', resolved_by = $2, resolved_at = now(), reason = $3
        where statement_id = $1 and resolution is null),
     repeated as (update bank_line set repeated_by = null where repeated_by = $1)
     update bank_statement set withdrawn_by = $2, withdrawn_at = now(), accepted_at = null where id = $1`,
    [statementId, operatorId, reason],
  )

/** A statement that added no line is not kept. */
export const sentStatements = `
  select s.id, s.file_name as name, b.name || ', ' || ${sqlDayText('s.first_on')} || ' to ' || ${sqlDayText('s.last_on')} as about,
         case when s.withdrawn_at is null then 'counted' else 'removed' end as status, coalesce(s.withdrawn_at, s.imported_at) as at,
         s.imported_by as sent_by, s.withdrawn_by as decided_by, s.sha256, null::uuid as proposal_id
    from bank_statement s join broker_bank b on b.id = s.broker_bank_id`
