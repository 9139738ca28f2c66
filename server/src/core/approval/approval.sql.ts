import type { approvalCalls } from '@sauda/contract/core/approval'
import type { Reply, Right } from '@sauda/contract/platform/call'
import { lock } from '../../platform/advisory-lock.sql.ts'
import { type Sql, type Tx, selectIds, selectValue, selectViews } from '../../platform/db.ts'
import type { Subject } from '@sauda/contract/core/proposal-field'
import { depositSince } from './limit.sql.ts'
import { sqlName } from '../ledger/name.sql.ts'
import { sqlAccountsOf, sqlHoldersOf } from '../queue/warning.sql.ts'

export type ApproverRow = {
  id: string
  name: string
  role: string
  rights: Right[] | null
  /** The end of the waiting period for a new login or role; null if it is over. */
  new_until: Date | null
  /** The end of the period in which approver and maker may not decide for each other; null if there is none. */
  apart_until: Date | null
  maker_name: string | null
  waived: boolean
}

type Periods = {
  /** Everybody if null. */
  operatorId: string | null
  makerId: string | null
  newHours: number
  addedByHours: number
  waiverHours: number
}

const approver = `select o.id, o.name, o.role, x.rights, case when n.until > now() then n.until end as new_until,
       case when a.until > now() then a.until end as apart_until,
       m.name as maker_name,
       exists (select from break_glass b
                where b.operator_id = o.id and b.at > greatest(now() - make_interval(hours => $5), o.reset_at)) as waived
  from operator o
  left join operator m on m.id = $2
  left join role_rights x on x.role = o.role
  cross join lateral (
    select greatest(o.created_at, o.role_since, x.extended_at)
      + make_interval(hours => $3) as until) n
  cross join lateral (
    select greatest(
        case when o.created_by = m.id then o.created_at when m.created_by = o.id then m.created_at end,
        case when o.reset_by = m.id then o.reset_at when m.reset_by = o.id then m.reset_at end
      ) + make_interval(hours => $4) as until) a
 where ($1::uuid is null or o.id = $1) and o.disabled_at is null`

const valuesOf = (p: Periods) => [p.operatorId, p.makerId, p.newHours, p.addedByHours, p.waiverHours]

export const findApprover = (sql: Sql, periods: Periods) => sql.row<ApproverRow>(approver, valuesOf(periods))

/** All active operators, by name. */
export const selectApprovers = (sql: Sql, periods: Periods) =>
  sql.rows<ApproverRow>(`${approver} order by o.name, o.id`, valuesOf(periods))

/** Locks the operator's row until the transaction ends. */
export const lockApprover = (tx: Tx, periods: Periods) =>
  tx.row<ApproverRow>(`${approver} for no key update of o`, valuesOf(periods))

/** Each client of `ids` with every client who counts as the same person: itself, and those with its PAN or one of its bank accounts. */
const samePerson = (ids: string) => `(
  select id as client_id, id as other from unnest(${ids}) id
   union all
  select k.client_id, i.client_id from kyc_identity k join kyc_identity i using (pan_lookup) where k.client_id = any (${ids})
   union all
  select m.id, o.client_id from unnest(${ids}) m (id) cross join lateral ${sqlAccountsOf('m.id')} a
   cross join lateral ${sqlHoldersOf('a.lookup', 'a.ifsc')} o)`

/** Operators with each client they are: the login has the same e-mail address, or had it before the client changed theirs. */
const clientsOfOperators = `(
  select o.id as operator_id, c.id as client_id from operator o join client c using (email)
   union all
  select unnest(own_operators), id from client where own_operators <> '{}')`

/** The clients among these who are the operator, who is rarely a client at all. */
export async function selectOwnAccounts(sql: Sql, who: { operatorId: string; clientIds: readonly string[] }) {
  const own = await selectIds(
    sql,
    `select c.id from operator o join client c using (email) where o.id = $1
      union all
     select id from client where own_operators <> '{}' and own_operators @> array[$1::uuid]`,
    [who.operatorId],
  )
  if (own.length === 0) return []
  const same = `select distinct client_id from ${samePerson('$1::uuid[]')} p where other = any ($2::uuid[])`
  return selectIds(sql, same, [who.clientIds, own])
}

/** Whether the client is an operator, or has the PAN or a bank account of one. */
export const isOperatorsAccount = async (sql: Sql, clientId: string): Promise<boolean> =>
  (await sql.row(
    `select from ${samePerson('array[$1::uuid]')} p join ${clientsOfOperators} w on w.client_id = p.other limit 1`,
    [clientId],
  )) !== undefined

export type AdministratorRow = { id: string; name: string; email: string }

export const selectAdministrators = (sql: Sql, roles: readonly string[]) =>
  sql.rows<AdministratorRow>(
    'select id, name, email from operator where role = any($1) and disabled_at is null order by created_at, id',
    [roles],
  )

/** Disabled ones count, unless they never logged in: disabling the second one must not start the set-up phase again. */
export const countAdministrators = (sql: Sql, roles: readonly string[]) =>
  selectValue<number>(
    sql,
    `select count(*)::int as count from operator
      where role = any($1) and (disabled_at is null or last_login_at is not null)`,
    [roles],
  )

/** Changes of the broker's own set-up run one after the other, so that two of them cannot both be the last of the set-up. */
export const lockChanges = (tx: Tx) => lock(tx, 'brokerChanges')

export type ObstacleRow = {
  request_id: string
  operator_id: string
  name: string
  why: 'firstApproval' | 'credited' | 'ownAccount'
  until: Date | null
}

/** Active operators whose last approval of these withdrawals does not count, at that moment or now. */
export const selectObstacles = (sql: Sql, requestIds: readonly string[], at: string | null = null) =>
  sql.rows<ObstacleRow>(
    `select r.id as request_id, o.id as operator_id, o.name, 'firstApproval' as why, null::timestamptz as until
       from wallet_request r join operator o on o.id = r.first_approval_by
      where r.id = any ($1::uuid[]) and o.disabled_at is null
     union
     select r.id, o.id, o.name, 'credited', max(d.decided_at) + interval '24 hours'
       from wallet_request r
       join wallet_request d on d.client_id = r.client_id and ${depositSince('coalesce($2::timestamptz, now())')}
        and d.decided_at <= coalesce($2, 'infinity')
       join operator o on o.id in (d.decided_by, d.first_approval_by)
      where r.id = any ($1::uuid[]) and o.disabled_at is null
      group by r.id, o.id, o.name
     union
     select r.id, o.id, o.name, 'ownAccount', null
       from wallet_request r
       join ${samePerson('array(select client_id from wallet_request where id = any ($1::uuid[]))')} p using (client_id)
       join ${clientsOfOperators} w on w.client_id = p.other join operator o on o.id = w.operator_id
      where r.id = any ($1::uuid[]) and o.disabled_at is null
      order by name, operator_id`,
    [requestIds, at],
  )

/** Paise offered to the client or not yet repaid. */
export const lentTo = (sql: Sql, clientId: string) =>
  selectValue<bigint>(
    sql,
    `select coalesce(sum((l.terms ->> 'amountPaise')::bigint), 0)::bigint as sum
       from loan l where l.client_id = $1 and l.status in ('admin_approved', 'approved')`,
    [clientId],
  )

export const insertBreakGlass = (tx: Tx, b: { id: string; operatorId: string; reason: string }) =>
  tx.run('insert into break_glass (id, operator_id, reason) values ($1, $2, $3)', [b.id, b.operatorId, b.reason])

export const selectBreakGlass = (sql: Sql, days: number) =>
  selectViews<Reply<typeof approvalCalls.state>['breakGlass'][number]>(
    sql,
    `select o.name as operator, b.reason, b.at from break_glass b join operator o on o.id = b.operator_id
      where b.at > now() - make_interval(days => $1) order by b.at desc limit 20`,
    [days],
  )

/** Serialises the exports of one operator, so that parallel ones cannot pass the limit together. */
export const lockOperator = (tx: Tx, id: string) => tx.row('select from operator where id = $1 for no key update', [id])

/** When the oldest of the newest `limit` exports of these hours leaves the count; no row below the limit. */
export const freeFrom = (sql: Sql, e: { operatorId: string; limit: number; hours: number }) =>
  selectValue<Date | undefined>(
    sql,
    `select at + make_interval(hours => $3) as at from data_export
      where operator_id = $1 and at > now() - make_interval(hours => $3)
      order by at desc offset $2::int - 1 limit 1`,
    [e.operatorId, e.limit, e.hours],
  )

export const insertExport = (tx: Tx, e: { id: string; operatorId: string; what: string; clients: number | null }) =>
  tx.run('insert into data_export (id, operator_id, what, clients) values ($1, $2, $3, $4)', [
    e.id,
    e.operatorId,
    e.what,
    e.clients,
  ])

type ExportRow = { id: string; operator: string; what: string; clients: number | null; at: Date }

/** Marks the exports that were not mailed yet as mailed and returns them; none while the last mail is not older than these minutes. */
export const takeUnmailed = (tx: Tx, minutes: number) =>
  tx.rows<ExportRow>(
    `with taken as (
       update data_export set mailed_at = now()
        where mailed_at is null
          and not exists (select from data_export where mailed_at > now() - make_interval(mins => $1))
       returning id, operator_id, what, clients, at)
     select t.id, o.name as operator, t.what, t.clients, t.at from taken t join operator o on o.id = t.operator_id order by t.at, t.id`,
    [minutes],
  )

type NameRow = { id: string; text: string; subject: Subject; amount: bigint | null }

/** The name of each record; `amount` in paise follows it. */
const names: Readonly<Record<Subject, string>> = {
  client: `select id, name || ', SD' || number as text, 'client' as subject, null::bigint as amount from client`,
  operator: `select id, name as text, 'operator' as subject, null::bigint as amount from operator`,
  request: `select p.id, p.name || ' of ' || c.name as text, case p.kind when 'charge' then 'charge' else 'request' end as subject, p.amount
    from bank_payment p join client c on c.id = p.client_id`,
  charge: `select h.id, ${sqlName('charge', 'h.number')} || ' of ' || c.name as text, 'charge' as subject, h.amount + h.gst as amount
    from charge h join client c on c.id = h.client_id`,
  loan: `select l.id, 'Request of ' || c.name as text, 'loan' as subject, null::bigint as amount from loan l join client c on c.id = l.client_id`,
  trade: `select t.id, ${sqlName('trade', 't.number')} || ', ' || t.stock || ' of ' || c.name as text, 'trade' as subject, t.amount from trade t join client c on c.id = t.client_id`,
  line: `select id, direction || ' of ' || to_char(booked_on, 'DD Mon YYYY') as text, 'line' as subject, amount from bank_line`,
  statement: `select id, file_name as text, 'statement' as subject, null::bigint as amount from bank_statement`,
  template: `select id, title as text, 'template' as subject, null::bigint as amount from message_template`,
  bankAccount: `select id, name as text, 'bankAccount' as subject, null::bigint as amount from broker_bank`,
  batch: `select id, 'PAY' || number as text, 'batch' as subject, null::bigint as amount from payout_batch`,
  instrument: `select id, symbol as text, 'instrument' as subject, null::bigint as amount from instrument`,
  import: `select id, file_name as text, 'import' as subject, null::bigint as amount from client_import`,
  shortage: `select id, coalesce(isin || ' in ', '') || settlement_id as text, 'shortage' as subject, amount from shortage`,
  action: `select id, 'CA' || number as text, 'action' as subject, null::bigint as amount from corporate_action`,
}

export const selectNames = (sql: Sql, subject: Subject, ids: readonly string[]) =>
  sql.rows<NameRow>(`select n.* from (${names[subject]}) n where n.id = any ($1::uuid[])`, [ids])
