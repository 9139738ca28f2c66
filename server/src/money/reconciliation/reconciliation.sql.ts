import type { BankConfidence, BankFinding, ExceptionKind } from '@sauda/contract/core/queue'
import { namePrefixes } from '@sauda/contract/core/name'
import { sqlName, sqlRequestPrefix } from '../../core/ledger/name.sql.ts'
import type { Direction, LineState, Payment, PaymentKind } from '@sauda/contract/money/reconciliation'
import { isReference } from '../../core/ledger/reference.ts'
import { selectIds, type Sql, type Tx } from '../../platform/db.ts'
import { sqlToday } from '../../platform/india.ts'
import { confirmedAccounts, isExplained } from '../../core/ledger/bank-link.sql.ts'
import { allJudged, isNear, judgedLines, matchedLines, namedLines } from './reconciliation.match.sql.ts'

/** A deposit, withdrawal or charge, with its client. */
type PaymentColumns = {
  payment_id: string
  payment_kind: PaymentKind
  payment_name: string
  payment_amount: bigint
  payment_status: Payment['status']
  asked_at: Date
  client_id: string
  client_name: string
  sauda_id: string
}

export type LineRow = { [Column in keyof PaymentColumns]: PaymentColumns[Column] | null } & {
  id: string
  state: LineState
  confidence: BankConfidence | null
  exception: ExceptionKind | null
  how: 1 | 2 | 3 | 4 | 5 | null
  /** Other payments matching this line, and other lines matching this payment. */
  others: number
  rivals: number
  is_other: boolean
  is_conflicting: boolean
  direction: Direction
  booked_on: string
  amount: bigint
  text: string
  reference: string | null
  /** Every reference in the line. */
  names: string[]
  balance: bigint | null
  line_number: number | null
  file_name: string | null
  account: string | null
  payment_reference: string | null
  bank_reference: string | null
  holder_name: string | null
  /** Confirmed payer accounts of the client. */
  accounts: string[]
  intent_amount: bigint | null
  first_approval_by_name: string | null
  requested_id: string | null
  requested_by_name: string | null
  counts_on: string | null
  matched_by_name: string | null
  settled_by_name: string | null
  settled_at: Date | null
  note: string | null
}

/** A later statement may contain the line. */
const isMissing = `not ${isExplained('m.payment_id')}`

/** The link that describes a line: a payment takes precedence over other bookings. */
const firstLink = (lineId: string) => `select x.kind, x.payment_id, x.how, x.linked_by from bank_link x
  where x.line_id = ${lineId} and x.unlinked_at is null and x.kind not in ('note', 'moved')
  order by x.kind = 'payment' desc, x.linked_at limit 1`

/** Matched lines and missing ones have no verdict. */
const known = (ids: string) => `
, known as (
  select id, state, confidence, exception, payment_id, how, others, rivals, is_other, is_conflicting, intent_client_id, intent_amount
    from verdict where id = any (${ids})
  union all
  select b.id, 'matched', null, null, case k.kind when 'payment' then k.payment_id end, k.how, 0, 0, false, false, null, null
    from bank_line b left join lateral (${firstLink('b.id')}) k on true
   where b.id = any (${ids}) and b.unexplained = 0
  union all
  select m.id, case when m.settled_at is not null then 'settled' when ${isMissing} then 'exception' else 'matched' end, null,
         'missing', m.payment_id, null, 0, 0, false, false, null, null
    from missing_line m where m.id = any (${ids})
)`

const paymentColumns = `p.kind as payment_kind, p.name as payment_name, p.amount as payment_amount, p.status as payment_status,
    p.asked_at, p.entered as payment_reference, c.id as client_id, c.name as client_name, ${sqlName('client', 'c.number')} as sauda_id`

const shown = `v.id, v.state, v.confidence, v.exception, v.payment_id, v.how, v.others, v.rivals, v.is_other, v.is_conflicting,
    v.intent_amount, coalesce(l.direction, case p.kind when 'withdrawal' then 'debit' else 'credit' end) as direction,
    to_char(coalesce(l.booked_on, (p.decided_at at time zone 'Asia/Kolkata')::date), 'YYYY-MM-DD') as booked_on,
    coalesce(l.amount, p.amount) as amount, coalesce(l.text, '') as text, l.reference, coalesce(l.names, '{}') as names, l.balance, l.line_number, s.file_name, r.name as account,
    ${paymentColumns}, p.bank_reference, d.holder_name, ${confirmedAccounts('c.id')} as accounts, a.name as matched_by_name, w.name as first_approval_by_name, q.id as requested_id, q.by as requested_by_name,
    case when v.state in ('approve', 'exception') and l.booked_on <= r.closed_through
         then to_char(greatest(${sqlToday}, r.closed_through + 1), 'YYYY-MM-DD') end as counts_on,
    n.name as settled_by_name, coalesce(t.linked_at, m.settled_at) as settled_at, coalesce(t.reason, m.note) as note`

/** Looks up one row by key (see reconciliation.match.sql.ts). */
const one = (table: string, name: string, id: string) =>
  `left join lateral (select * from ${table} x where x.id = ${id} limit 1) ${name} on true`

const joins = [
  one('bank_line', 'l', 'v.id'),
  one('missing_line', 'm', 'v.id'),
  one('bank_statement', 's', 'l.statement_id'),
  one('broker_bank', 'r', 'l.broker_bank_id'),
  one('bank_payment', 'p', 'v.payment_id'),
  one('client', 'c', 'coalesce(p.client_id, v.intent_client_id)'),
  'left join lateral (select x.holder_name from bank_details x where x.client_id = c.id limit 1) d on true',
  `left join lateral (${firstLink('v.id')}) k on true`,
  `left join lateral (select x.* from bank_link x where x.line_id = v.id and x.kind = 'note' and x.unlinked_at is null
                       order by x.linked_at desc limit 1) t on true`,
  one('operator', 'a', 'k.linked_by'),
  `left join lateral (select o.name from wallet_request x join operator o on o.id = x.first_approval_by
                       where x.id = v.payment_id and x.status = 'pending' and v.state in ('approve', 'exception') limit 1) w on true`,
  `left join lateral (select x.id, o.name as by from proposal x join operator o on o.id = x.requested_by
                       where x.kind like 'receipt.%' and x.status = 'pending' and x.payload->>'lineId' = v.id::text limit 1) q on true`,
  one('operator', 'n', 'coalesce(t.linked_by, m.settled_by)'),
].join(' ')

/** The lines with these ids, in any order. */
export const findLines = async (sql: Sql, ids: readonly string[]): Promise<LineRow[]> =>
  ids.length === 0
    ? []
    : sql.rows(`${judgedLines('x.id = any ($1::uuid[])')}${known('$1')} select ${shown} from known v ${joins}`, [ids])

export const findLine = async (sql: Sql, id: string): Promise<LineRow | undefined> => (await findLines(sql, [id]))[0]

type Counts = { exact: number; approve: number; exception: number }

const approvable = `approvable as materialized (
    select v.id, v.confidence, v.is_settled, l.amount, l.direction
      from verdict v join line l on l.id = v.id where v.state = 'approve')`

const exactSum = (direction: string) =>
  `(select coalesce(sum(amount) filter (where confidence = 'exact' and direction = '${direction}'), 0) from approvable)::bigint`

const ids = {
  approve: `select id from approvable where $1::uuid is null or id > $1 order by id limit $2`,
  exception: `select id from (
      (select b.id from bank_line b where b.unexplained > 0 and not b.is_closed and b.id not in (select id from approvable)
          and ($1::uuid is null or b.id > $1) order by b.id limit $2)
      union all
      (select m.id from missing_line m where m.settled_at is null and ${isMissing} and ($1::uuid is null or m.id > $1)
        order by m.id limit $2)) x order by id limit $2`,
  settled: `select id from (
      (select b.id from bank_line b where b.unexplained > 0 and b.is_closed and b.id not in (select id from approvable)
          and ($1::uuid is null or b.id < $1) order by b.id desc limit $2)
      union all
      (select m.id from missing_line m where m.settled_at is not null and ($1::uuid is null or m.id < $1)
        order by m.id desc limit $2)) x order by id desc limit $2`,
  matched: `select b.id from bank_line b where b.unexplained = 0 and ($1::uuid is null or b.id < $1) order by b.id desc limit $2`,
} as const satisfies Record<LineState, string>

type Page = { readonly state: LineState; readonly after: string | null; readonly limit: number }

/** The counts, and one page of ids after the line `after`. */
export async function pageOf(sql: Sql, { state, after, limit }: Page) {
  const row = await sql.row<Counts & { exact_received: bigint; exact_paid: bigint; ids: string[] }>(
    `${allJudged}, ${approvable}
     select (select count(*) filter (where confidence = 'exact') from approvable)::int as exact,
            ${exactSum('credit')} as exact_received, ${exactSum('debit')} as exact_paid,
            (select count(*) from approvable)::int as approve,
            ((select count(*) from bank_line where unexplained > 0 and not is_closed)
              - (select count(*) from approvable where not is_settled)
              + (select count(*) from missing_line m where m.settled_at is null and ${isMissing}))::int as exception,
            array(${ids[state]}) as ids`,
    [after, limit],
  )
  if (!row) throw new Error('Counting answered no row')
  return row
}

/** A reference, the number of a request (`ADD100001`), an amount. */
export type Search = { name: string | null; number: bigint | null; paise: bigint | null }

/** The ids of lines of every state that a search finds, newest first. */
export const searchIds = (sql: Sql, { name, number, paise }: Search, limit: number) =>
  selectIds(
    sql,
    `with payment as materialized (
       select used_by as id from payment_reference p where ${isReference('p', '$1::text')}
       union
       select id from wallet_request where reference = $1
       union
       select id from wallet_request where number = $4::bigint and starts_with($1, ${sqlRequestPrefix()})
       union
       select id from charge where number = $4 and starts_with($1, '${namePrefixes.charge}'))
     select id from (
       (select b.id from bank_line b where b.reference = $1 order by b.id desc limit $3)
       union
       (select l.id from (${namedLines('$1')}) l order by l.id desc limit $3)
       union
       (select b.id from bank_line b where b.amount = $2::bigint order by b.id desc limit $3)
       union
       (select k.line_id from payment p join bank_link k on k.payment_id = p.id where k.unlinked_at is null)
       union
       (select m.id from payment p join missing_line m on m.payment_id = p.id where ${isMissing})) x
      order by id desc limit $3`,
    [name, paise, limit, number],
  )

const namesIt = `x.names && array(
    select name from bank_payment where id = $1
    union select reference from payment_reference where used_by = $1
    union select reference from wallet_request where id = $1 and reference is not null)`

export const idsOfPayment = (sql: Sql, paymentId: string, limit: number) =>
  selectIds(
    sql,
    `${judgedLines(namesIt, '$1::uuid')} select id from verdict where payment_id = $1
      union select k.line_id from bank_link k where k.payment_id = $1 and k.kind = 'payment' and k.unlinked_at is null
      union all select m.id from missing_line m where m.payment_id = $1 and ${isMissing} limit $2`,
    [paymentId, limit],
  )

export type PossibleRow = PaymentColumns & { line_id: string; payment_reference: string | null }

/** Pending requests of exactly the amount of a credit, for which the client gave another reference. */
export const possiblePayments = (sql: Sql, lineIds: readonly string[], each: number) =>
  sql.rows<PossibleRow>(
    `with asked as materialized (select * from bank_payment where status = 'pending' and kind <> 'withdrawal')
     select b.id as line_id, p.id as payment_id, ${paymentColumns}
       from bank_line b
      cross join lateral (select * from asked p where p.amount = b.amount and ${isNear} order by p.asked_at, p.id limit $2) p
       join client c on c.id = p.client_id
      where b.id = any ($1::uuid[]) and b.direction = 'credit' and b.reference is not null
      order by p.asked_at, p.id`,
    [lineIds, each],
  )

/** The state of each pending payment that a line names or matches. */
export const bankFindings = (sql: Sql) =>
  sql.rows<{ payment_id: string; finding: BankFinding; confidence: BankConfidence | null; amount: bigint | null }>(
    `${allJudged}
     select distinct on (payment_id) payment_id, case state when 'approve' then 'found' else 'differs' end as finding, confidence,
            case when state <> 'approve' then (select b.amount from bank_line b where b.id = verdict.id) end as amount
       from verdict where payment_id is not null and (state = 'approve' or exception = 'amount')
      order by payment_id, state, array_position(array['exact', 'likely', 'unsure'], confidence)`,
  )

/**
 * How many lines of a new statement are in each state, and its first ones as they are shown; matches its lines with approved payments if
 * `matches`. One statement, because most of its time goes into reading the pending payments.
 */
export async function judgeStatement(tx: Tx, s: { id: string; sampleRows: number; matches: boolean }) {
  const first = 'array(select id from bank_line where statement_id = $1 order by id limit $2)'
  type Row = (LineRow | { id: null }) & { counts: Counts & { matched: number } }
  const rows = await tx.rows<Row>(
    `${judgedLines('x.statement_id = $1')}${matchedLines('$3')}${known(first)},
     count as (
       select count(*) filter (where confidence = 'exact') as exact, count(*) filter (where state = 'approve') as approve,
              count(*) filter (where state = 'exception') as exception, count(*) filter (where state = 'matched') as matched,
              (select count(*) from linked) as linked
         from verdict where statement_id = $1)
     select to_json(count) as counts, sample.* from count left join (select ${shown} from known v ${joins}) sample on true`,
    [s.id, s.sampleRows, s.matches],
  )
  const { exact = 0, approve = 0, exception = 0, matched = 0 } = rows[0]?.counts ?? {}
  return { matched, counts: { exact, approve, exception }, sample: rows.filter((row) => row.id !== null) }
}
