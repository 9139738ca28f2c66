import type { approvalCalls } from '@sauda/contract/core/approval'
import type { Reply, Right } from '@sauda/contract/platform/call'
import { lock } from '../../platform/advisory-lock.sql.ts'
import { type Sql, type Tx, selectColumn, selectIds, selectValue, selectViews } from '../../platform/db.ts'
import type { Subject } from '@sauda/contract/core/proposal-field'
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

/** Midnight in India, the start of the limits per day. */
const today = `(date_trunc('day', now() at time zone 'Asia/Kolkata') at time zone 'Asia/Kolkata')`

export type ClientAndOperator = { clientId: string; operatorId: string }

/** What may still be approved by one operator: of a client, and by the operator. Paise, negative where one request is above the limit. */
export type Left = { readonly client: bigint; readonly operator: bigint }

/** Whether what one operator approved alone is more than what is left, `$3` or `$4`. Stops at the row where it is. */
const isAbove = (amount: string, { alone, whose, left }: { alone: string; whose: string; left: '$3' | '$4' }) =>
  `(${left}::bigint < 0 or exists (
    select from (select sum(${amount}) over (order by r.decided_at rows unbounded preceding) as total
                   from wallet_request r where ${alone} and ${whose}) s
     where s.total > ${left}::bigint))`

/** Deposits that one operator approved today without a bank line that proves them or that two operators matched. */
const depositedAlone = `r.status = 'approved' and r.type = 'added' and r.first_approval_by is null and r.decided_at >= ${today}
    and r.proof_line_id is null
    and not exists (select from bank_link k where k.payment_id = r.id and k.kind = 'payment' and k.linked_by <> k.requested_by)`

const depositAbove = (whose: string, left: '$3' | '$4') =>
  isAbove('coalesce(r.credited, r.amount)', { alone: depositedAlone, whose, left })

export const depositLimits = (sql: Sql, { clientId, operatorId, left }: ClientAndOperator & { readonly left: Left }) =>
  sql.row<{ client: boolean; operator: boolean; pays: boolean }>(
    `select ${depositAbove('r.client_id = $1', '$3')} as client, ${depositAbove('r.decided_by = $2', '$4')} as operator,
            exists (select from wallet_request w
                     where w.client_id = $1 and w.type = 'withdrawal' and w.status <> 'rejected'
                       and ((w.decided_by = $2 and w.decided_at > now() - interval '24 hours')
                         or (w.first_approval_by = $2 and w.first_approval_at > now() - interval '24 hours'))) as pays`,
    [clientId, operatorId, left.client, left.operator],
  )

/** Withdrawals that one operator approved in the last 24 hours. */
const paidAlone = `r.status = 'approved' and r.type = 'withdrawal' and r.first_approval_by is null
    and r.proof_line_id is null and r.decided_at > now() - interval '24 hours'`
const paidAbove = (whose: string, left: '$3' | '$4') => isAbove('r.amount', { alone: paidAlone, whose, left })

const recentDeposit = "d.type = 'added' and d.status = 'approved' and d.decided_at > now() - interval '24 hours'"

/** Whether the operator `$2` approved a deposit of one of the clients in the last 24 hours. Citus needs a selected column. */
const deposited = (clients: string) => `exists (
    select 1 from wallet_request d
     where d.client_id = any (${clients}) and ${recentDeposit} and $2 in (d.decided_by, d.first_approval_by))`

/**
 * Clients credited otherwise in the last 24 hours, at the request or with the approval of the operator `$2`: by a booking
 * of a bank line or its reversal, an adjustment, an opening balance or the reversal of a trade.
 */
const otherCredits = (clients: string) => `select j.client_id from journal j
      left join bank_link b on (b.id = j.cause_id or b.payment_id = j.cause_id and b.kind = 'payment' and b.reason is not null)
                           and b.unlinked_at is null
      left join adjustment a on a.id = j.cause_id and a.kind = 'credit'
      left join imported_client m on m.client_id = j.cause_id
      left join client_import i on i.id = m.import_id
      left join trade t on t.id = j.cause_id and j.event = 'trade.reversed'
      left join trade_reversal v on v.id = t.reversal_id
      left join bank_link u on u.id = j.cause_id and j.event = 'line.reversed'
      left join proposal p on p.kind = 'receipt.reverse' and p.status = 'approved' and p.payload ->> 'lineId' = u.line_id::text
                          and p.decided_at > now() - interval '24 hours'
     where j.client_id ${clients} and j.at > now() - interval '24 hours'
       and j.event in ('deposit.approved', 'line.credited', 'adjustment.approved', 'opening.balance', 'trade.reversed', 'line.reversed')
       and $2 in (b.requested_by, b.linked_by, a.requested_by, a.decided_by, i.requested_by, i.decided_by, v.requested_by, v.decided_by, u.unlinked_by, p.requested_by)`

export const withdrawalLimits = (
  sql: Sql,
  { clientId, operatorId, left }: ClientAndOperator & { readonly left: Left },
) =>
  sql.row<{ client: boolean; operator: boolean; credited: boolean }>(
    `select ${paidAbove('r.client_id = $1', '$3')} as client, ${paidAbove('r.decided_by = $2', '$4')} as operator,
            ${deposited('array[$1::uuid]')} or exists (${otherCredits('= $1')}) as credited`,
    [clientId, operatorId, left.client, left.operator],
  )

/** The clients among these of whom the operator approved a deposit in the last 24 hours. */
export const creditedClients = (sql: Sql, who: { clientIds: readonly string[]; operatorId: string }) =>
  selectColumn<string>(
    sql,
    `select c.name from client c where c.id = any ($1::uuid[]) and ${deposited('array[c.id]')} order by c.number`,
    [who.clientIds, who.operatorId],
  )

/** The clients among these whom the operator credited in the last 24 hours, by a deposit or otherwise. */
export const creditedInAnyWay = (sql: Sql, who: { clientIds: readonly string[]; operatorId: string }) =>
  selectIds(
    sql,
    `select d.client_id from wallet_request d
      where d.client_id = any ($1::uuid[]) and ${recentDeposit} and $2 in (d.decided_by, d.first_approval_by)
      union ${otherCredits('= any ($1::uuid[])')}`,
    [who.clientIds, who.operatorId],
  )

export type ObstacleRow = {
  request_id: string
  operator_id: string
  name: string
  why: 'firstApproval' | 'credited' | 'ownAccount'
  until: Date | null
}

/** Active operators whose last approval of these withdrawals does not count. */
export const selectObstacles = (sql: Sql, requestIds: readonly string[]) =>
  sql.rows<ObstacleRow>(
    `select r.id as request_id, o.id as operator_id, o.name, 'firstApproval' as why, null::timestamptz as until
       from wallet_request r join operator o on o.id = r.first_approval_by
      where r.id = any ($1::uuid[]) and o.disabled_at is null
     union
     select r.id, o.id, o.name, 'credited', max(d.decided_at) + interval '24 hours'
       from wallet_request r
       join wallet_request d on d.client_id = r.client_id and ${recentDeposit}
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
    [requestIds],
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

/** No row while an earlier mail is not older than these minutes. */
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
