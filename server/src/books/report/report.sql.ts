import { clientStates } from '@sauda/contract/client/client'
import type { QueueKind } from '@sauda/contract/core/queue'
import type { ReportName } from '@sauda/contract/books/report'
import { sqlName, sqlRequestName } from '../../core/ledger/name.sql.ts'
import type { Sql } from '../../platform/db.ts'
import { sqlDayOf, sqlStartOf, sqlToday } from '../../platform/india.ts'
import { balance, count, type Definition, hours, type ReportSettings, rupees, text } from './report.column.ts'
import { gst } from './report.gst.sql.ts'
import { sqlBlocked } from '../../core/ledger/client.sql.ts'

export type DefinitionRow = Readonly<Record<string, bigint | number | string | null>>

const inRange = (moment: string) =>
  `${moment} >= ${sqlStartOf('$1::date')} and ${moment} < ${sqlStartOf('($2::date + 1)')}`

/** Cases of the queue by their kinds, with the moments at which each began to wait and was decided. */
const decided = `
  select case type when 'added' then 'deposit' else 'withdrawal' end as kind, created_at as since, decided_at from wallet_request
  union all select 'kyc', min(uploaded_at), max(decided_at) from kyc_document where decided_at is distinct from uploaded_at
    group by client_id, case when decided_at is not null then uploaded_at end
  union all select 'charge', paid_at, decided_at from charge where paid_at is not null and status <> 'CANCELLED'
  union all select 'loan', created_at, decided_at from loan
  union all select 'setting', created_at, decided_at from setting_request where status <> 'replaced'
  union all select 'adjustment', created_at, decided_at from adjustment`

const kindNames: Partial<Record<QueueKind, string>> = {
  kyc: 'KYC',
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
  charge: 'Charge',
  loan: 'Loan',
  setting: 'Client request',
  adjustment: 'Adjustment',
}

const targetsOf = (hours: ReportSettings['targetHours']): string =>
  Object.entries(kindNames)
    .map(([kind, name]) => `('${kind}', '${name}', ${Number(hours[kind as QueueKind])})`)
    .join(', ')

const bankMoves = {
  received: `debit = 'bank' and credit not in ('transit', 'opening')`,
  paid: `credit = 'bank' and debit not in ('transit', 'opening')`,
  own: `'transit' in (debit, credit)`,
  opened: `'bank' in (debit, credit) and 'opening' in (debit, credit)`,
}
const signed = `case when debit = 'bank' then amount else -amount end`

const payments = `select ${sqlDayOf('r.decided_at')}::text || coalesce(r.decided_by::text, '') as row_key, r.id as cause_id, r.client_id, c.name as client,
         ${sqlRequestName('r')} as name, r.decided_at as at, ${sqlDayOf('r.decided_at')}::text as day, coalesce(o.name, 'The client') as operator, r.status,
         case when r.type = 'added' and r.status = 'approved' then coalesce(r.credited, r.amount) end as deposited,
         case when r.type = 'withdrawal' and r.status = 'approved' then r.amount end as withdrawn
    from wallet_request r join client c on c.id = r.client_id left join operator o on o.id = r.decided_by
   where ${inRange('r.decided_at')}`

const charges = `select month || ' ' || type as row_key, id as cause_id, client_id, client, name, created_at as at, month, type, amount, gst,
         case when is_paid then amount + gst else 0 end as paid, case when is_paid then gst else 0 end as gst_paid,
         case when is_returned then amount + gst else 0 end as returned, case when is_due then amount + gst else 0 end as due
    from (select h.*, c.name as client, ${sqlName('charge', 'h.number')} as name, to_char(${sqlDayOf('h.created_at')}, 'YYYY-MM') as month,
                 r.id is not null as is_returned, h.status = 'APPROVED' and r.id is null as is_paid, h.status <> 'APPROVED' as is_due
            from charge h join client c on c.id = h.client_id
            left join (select distinct payment_id as id from bank_link where kind = 'returned' and unlinked_at is null) r on r.id = h.id
           where h.status <> 'CANCELLED' and ${inRange('h.created_at')}) h
   union all
  select to_char(t.day, 'YYYY-MM') || ' ' || t.type, t.id, t.client_id, c.name, t.name, t.at, to_char(t.day, 'YYYY-MM'), t.type,
         t.total - t.gst, t.gst, t.total, t.gst, 0, 0
    from (select id, client_id, ${sqlDayOf('at')} as day, at, type, name, total, gst
            from (select id, client_id, booked_at as at, 'Trade charges' as type, 'contract.booked' as name, charges as total, gst from contract
                   union all select id, client_id, reversed_at, 'Trade charges, reversed', 'contract.reversed', -charges, -gst from contract
                   union all select id, client_id, booked_at, 'DP charges', 'dp.charged', amount + gst, gst from dp_charge
                   union all select id, client_id, reversed_at, 'DP charges, reversed', 'dp.reversed', -amount - gst, -gst from dp_charge) b
           where total <> 0 and ${inRange('at')}) t
    join client c on c.id = t.client_id`

const sources = `select executive_name || '/' || referral as row_key, r.id as cause_id, c.id as client_id, c.name as client, ${sqlRequestName('r')} as name,
         r.decided_at as at, executive_name as executive, referral, c.kyc_status, coalesce(r.credited, r.amount) as deposited
    from (select id, name, executive_name, coalesce(nullif(referral_id, ''), 'None') as referral, kyc_status
            from client where ${inRange('created_at')}) c
    left join wallet_request r on r.client_id = c.id and r.type = 'added' and r.status = 'approved'`

const trades = `select t.stock as row_key, t.id as cause_id, t.client_id, c.name as client, ${sqlName('trade', 't.number')} as name, t.created_at as at, t.stock, t.amount,
         case when t.action = 'BUY' then t.amount end as bought, case when t.action = 'SELL' then t.amount end as sold,
         case when t.action = 'SELL' then t.amount - t.cost end as profit
    from trade t join client c on c.id = t.client_id
   where t.reversal_id is null and t.import_id is null and t.traded_on between $1 and $2`

export const definitions: Readonly<Record<ReportName, Definition>> = {
  cash: {
    columns: [
      { key: 'day', name: 'Day', kind: 'day' },
      rupees('received', 'Received'),
      rupees('paid', 'Paid out'),
      rupees('own_transfers', 'Own transfers, net'),
      rupees('opened', 'Opening balances'),
      balance('bank', 'Bank balance'),
      balance('clients', 'Client money'),
      balance('own', 'Bank less client money'),
    ],
    chart: { names: 0, values: [5, 6], look: 'line' },
    note: 'From the ledger, at the end of each day, by the date of the bank entry where there is one. Transfers between the broker’s bank accounts are neither received nor paid out; their net is what left one account and has not arrived in another. Opening balances of bank accounts count from their day. Client money is every client’s balance, money on hold and unsettled sale proceeds.',
    sql: `with moved as (
        select case when day >= $1 then day end as day,
               sum(amount) filter (where ${bankMoves.received}) as received,
               sum(amount) filter (where ${bankMoves.paid}) as paid,
               sum(${signed}) filter (where ${bankMoves.own}) as own,
               sum(${signed}) filter (where ${bankMoves.opened}) as opened,
               sum(case when credit in ('cash', 'withheld', 'unsettled') then amount else 0 end
                   - case when debit in ('cash', 'withheld', 'unsettled') then amount else 0 end) as clients
          from ledger_days('-infinity', $2)
         where debit in ('bank', 'cash', 'withheld', 'unsettled') or credit in ('bank', 'cash', 'withheld', 'unsettled')
         group by 1),
      daily as (
        select d::date as day, coalesce(m.received, 0) as received, coalesce(m.paid, 0) as paid, coalesce(m.own, 0) as own, coalesce(m.opened, 0) as opened, coalesce(m.clients, 0) as clients
          from generate_series($1::date, least($2::date, ${sqlToday}), interval '1 day') d
          left join moved m on m.day = d::date),
      running as (
        select day, received, paid, own, opened,
               coalesce((select coalesce(received, 0) - coalesce(paid, 0) + coalesce(own, 0) + coalesce(opened, 0) from moved where day is null), 0)
                 + sum(received - paid + own + opened) over (order by day) as bank,
               coalesce((select clients from moved where day is null), 0) + sum(clients) over (order by day) as clients
          from daily)
      select day::text, day::text as row_key, received::bigint, paid::bigint, own::bigint as own_transfers, opened::bigint, bank::bigint, clients::bigint, (bank - clients)::bigint as own
        from running order by day limit $3`,
    parts: `select j.booked_on::text as row_key, j.cause_id, c.id as client_id, c.name as client, j.event::text as name, j.at,
             case when ${bankMoves.received} then amount else 0 end as received, case when ${bankMoves.paid} then amount else 0 end as paid,
             case when ${bankMoves.own} then ${signed} else 0 end as own_transfers, case when ${bankMoves.opened} then ${signed} else 0 end as opened
        from journal j join (select journal_id, client_id, amount, debit::text, credit::text from entry) e on e.journal_id = j.id and e.client_id = j.client_id
        left join client c on c.id = j.client_id
       where j.booked_on between $1 and least($2, ${sqlToday}) and 'bank' in (debit, credit)`,
  },
  payments: {
    columns: [
      { key: 'day', name: 'Day', kind: 'day' },
      text('operator', 'Decided by'),
      count('deposits', 'Deposits'),
      rupees('deposited', 'Deposited'),
      count('withdrawals', 'Withdrawals'),
      rupees('withdrawn', 'Withdrawn'),
      count('rejected', 'Rejected'),
    ],
    chart: { names: 0, values: [3, 5], look: 'bars' },
    note: 'By the day of the decision. Rejected includes deposits and withdrawals.',
    sql: `select row_key, day, operator, count(deposited) as deposits, coalesce(sum(deposited), 0)::bigint as deposited,
             count(withdrawn) as withdrawals, coalesce(sum(withdrawn), 0)::bigint as withdrawn, count(*) filter (where status = 'rejected') as rejected
        from (${payments}) p group by 1, 2, 3 order by 2, 3 limit $3`,
    parts: payments,
  },
  decisions: {
    columns: [
      text('kind', 'Kind'),
      count('decided', 'Decided'),
      hours('target', 'Target (hours)'),
      count('late', 'Decided late'),
      hours('median', 'Median hours'),
      hours('slowest', '90th percentile (hours)'),
      count('pending', 'Pending now'),
      { ...count('overdue', 'Overdue now'), isAlert: true },
      hours('oldest', 'Oldest pending (hours)'),
    ],
    chart: { names: 0, values: [4, 2], look: 'bars' },
    note: 'Decided in the range; the time runs from the request to the decision, with nights, holidays and time on hold. After its target a case is overdue.',
    sql: ({
      targetHours: targets,
    }) => `select t.name as kind, t.hours::float8 as target, count(*) filter (where ${inRange('decided_at')}) as decided,
             round((percentile_cont(0.5) within group (order by extract(epoch from decided_at - since))
               filter (where ${inRange('decided_at')}) / 3600)::numeric, 1)::float8 as median,
             round((percentile_cont(0.9) within group (order by extract(epoch from decided_at - since))
               filter (where ${inRange('decided_at')}) / 3600)::numeric, 1)::float8 as slowest,
             count(*) filter (where ${inRange('decided_at')} and decided_at > since + make_interval(hours => t.hours)) as late,
             count(*) filter (where decided_at is null) as pending,
             count(*) filter (where decided_at is null and now() >= since + make_interval(hours => t.hours)) as overdue,
             round((extract(epoch from now() - min(since) filter (where decided_at is null)) / 3600)::numeric, 1)::float8 as oldest
        from (${decided}) c join (values ${targetsOf(targets)}) t (kind, name, hours) on t.kind = c.kind
       group by t.name, t.hours order by t.name limit $3`,
  },
  clients: {
    columns: [text('state', 'State'), count('now', 'Clients now'), count('registered', 'Registered in the range')],
    chart: { names: 0, values: [1, 2], look: 'bars' },
    note: 'The state of a client’s documents; a frozen login and a closed account are states of their own here.',
    sql: `select s.state, count(c.id) as now, count(c.id) filter (where ${inRange('c.created_at')}) as registered
        from (values (1, '${clientStates.UNVERIFIED}', 'UNVERIFIED'), (2, '${clientStates.PENDING}', 'PENDING'),
                     (3, '${clientStates.VERIFIED}', 'VERIFIED'), (4, '${clientStates.REVOKED}', 'REVOKED'), (5, '${clientStates.frozen}', 'FROZEN'), (6, '${clientStates.closed}', 'CLOSED')) s (place, state, status)
        left join client c on coalesce(upper(${sqlBlocked('c')}), c.kyc_status) = s.status
       group by s.place, s.state order by s.place limit $3`,
  },
  charges: {
    columns: [
      { key: 'month', name: 'Month', kind: 'month' },
      text('type', 'Type'),
      count('raised', 'Raised'),
      rupees('amount', 'Amount'),
      rupees('gst', 'GST'),
      rupees('paid', 'Paid, with GST'),
      rupees('gst_paid', 'GST paid'),
      rupees('returned', 'Returned, with GST'),
      rupees('due', 'Outstanding, with GST'),
    ],
    chart: { names: 0, values: [5, 8], look: 'bars' },
    note: 'By the month in which the charge was raised. Paid are the charges whose payment an operator confirmed and the bank did not return. Trade and DP charges count by the day of their booking or reversal, as in the ledger and in GST summary, one for each client and trade day; they are booked with the trades, so there is nothing to pay separately. Trades that no exchange file has confirmed are not included; their charges are not known yet. Processing fees of loans are in GST summary.',
    sql: `select row_key, month, type, count(*) as raised, sum(amount)::bigint as amount, sum(gst)::bigint as gst, sum(paid)::bigint as paid,
             sum(gst_paid)::bigint as gst_paid, sum(returned)::bigint as returned, sum(due)::bigint as due
        from (${charges}) p group by 1, 2, 3 order by 2, 3 limit $3`,
    parts: charges,
  },
  gst,
  loans: {
    columns: [
      text('client', 'Client'),
      { key: 'accepted', name: 'Accepted', kind: 'day' },
      rupees('lent', 'Loan amount'),
      rupees('owed', 'Principal owed'),
      rupees('overdue', 'Principal overdue'),
      { key: 'due_since', name: 'Overdue since', kind: 'day' },
      { key: 'days', name: 'Days overdue', kind: 'count' },
    ],
    chart: { names: 0, values: [3, 4], look: 'bars' },
    note: 'Open loans accepted in the range, the longest overdue first. Overdue is what the schedule had due in principal by today, less what was repaid.',
    sql: `with open_loan as (
        select l.client_id, l.id as cause_id, c.name || ' SD' || c.number as client, ${sqlDayOf('l.accepted_at')} as accepted, l.principal as owed,
               (l.terms ->> 'amountPaise')::bigint as lent, l.terms
          from loan l join client c on c.id = l.client_id
         where l.status = 'approved' and ${inRange('l.accepted_at')}),
      due as (
        select o.*, i.due_on,
               sum(i.principal) over (partition by o.cause_id order by i.due_on) - (o.lent - o.owed) as unpaid
          from open_loan o
          left join lateral (
            select (s ->> 'dueDate')::date as due_on, (s ->> 'principalPaise')::bigint as principal
              from json_array_elements(o.terms -> 'schedule') s) i on i.due_on < ${sqlToday})
      select client_id, cause_id, client, accepted::text, lent, owed, greatest(max(unpaid), 0)::bigint as overdue,
             (min(due_on) filter (where unpaid > 0))::text as due_since,
             (${sqlToday} - min(due_on) filter (where unpaid > 0))::int as days
        from due group by client_id, cause_id, client, accepted, lent, owed
       order by days desc nulls last, owed desc, client limit $3`,
  },
  sources: {
    columns: [
      text('executive', 'Executive'),
      text('referral', 'Referral ID'),
      count('registered', 'Registered'),
      count('verified', 'Verified'),
      count('funded', 'With a deposit'),
      rupees('deposited', 'Deposited'),
    ],
    chart: { names: 0, values: [2, 4], look: 'bars' },
    note: 'Clients registered in the range, by what they entered at registration, and all their approved deposits since.',
    sql: `select row_key, executive, referral, count(distinct client_id) as registered,
             count(distinct client_id) filter (where kyc_status = 'VERIFIED') as verified, count(distinct client_id) filter (where cause_id is not null) as funded,
             coalesce(sum(deposited), 0)::bigint as deposited
        from (${sources}) p group by 1, 2, 3 order by registered desc, 2, 3 limit $3`,
    parts: sources,
  },
  instruments: {
    columns: [
      text('stock', 'Instrument'),
      count('buys', 'Purchases'),
      rupees('bought', 'Bought'),
      count('sales', 'Sales'),
      rupees('sold', 'Sold'),
      { ...rupees('profit', 'Realised profit or loss'), isGain: true },
    ],
    chart: { names: 0, values: [2, 4], look: 'bars' },
    note: 'By trading day, without reversed trades, the largest turnover first. Profit or loss is the clients’, before charges.',
    sql: `select row_key, stock, count(bought) as buys, coalesce(sum(bought), 0)::bigint as bought, count(sold) as sales,
             coalesce(sum(sold), 0)::bigint as sold, coalesce(sum(profit), 0)::bigint as profit
        from (${trades}) p group by 1, 2 order by sum(amount) desc, 2 limit $3`,
    parts: trades,
  },
}

type ReportLimits = { readonly limit: number; readonly settings: ReportSettings }

export const reportRows = (sql: Sql, { sql: statement }: Definition, range: Range, { limit, settings }: ReportLimits) =>
  sql.rows<DefinitionRow>(typeof statement === 'string' ? statement : statement(settings), [
    range.from,
    range.to,
    limit,
  ])

type PartLimits = { readonly column: string; readonly key: string | undefined; readonly limit: number }
export type PartRow = {
  causeId: string
  clientId: string | null
  client: string | null
  name: string
  at: Date
  amount: bigint
  count: number
}

/** `column`: the key of a column of the definition. */
export const partRows = (sql: Sql, parts: string, range: Range, { column, key, limit }: PartLimits) =>
  sql.rows<PartRow>(
    `select cause_id as "causeId", client_id as "clientId", client, name, at, ${column}::bigint as amount, count(*) over ()::int as count
       from (${parts}) p where ($4::text is null or row_key = $4) and ${column} <> 0 order by at desc, cause_id limit $3`,
    [range.from, range.to, limit, key ?? null],
  )

export type Range = { readonly from: string; readonly to: string }
