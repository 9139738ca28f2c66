import { type LedgerAccount, type LedgerEvent, ledgerEvents } from '@sauda/contract/core/ledger'
import type { ClientFigure } from '@sauda/contract/core/ledger-name'
import { sqlName } from '../../core/ledger/name.sql.ts'
import { statementRules } from '@sauda/contract/books/statement'
import { type Sql, selectValue } from '../../platform/db.ts'
import { sqlDayOf, sqlStartOf } from '../../platform/india.ts'
import type { TradeAction } from '@sauda/contract/trading/trade'
import { isinTraded, lotOfTrade } from '../tax/tax.sql.ts'

/** Days in India, both included; null is open. */
export type DayRange = { readonly from: string | null; readonly to: string | null }

/** In paise. */
export type Figures = Readonly<Record<ClientFigure, bigint>>

/** With the figures after the event. */
export type EventRow = Figures & {
  id: string
  at: Date
  event: LedgerEvent
  cause_id: string
  reason: string | null
  reference: string | null
  /** The day of the trades and charges. */
  traded_on: string | null
}

export type EntryRow = {
  id: string
  journal_id: string
  debit: LedgerAccount
  credit: LedgerAccount
  amount: bigint
}

export type Search = {
  readonly pattern: string
  readonly events: readonly LedgerEvent[]
  /** Paise, where the text is an amount. */
  readonly amount: bigint | null
}

/** Parameter 1 is the client, 2 and 3 the range. */
export const inRange = `j.client_id = $1 and j.at >= coalesce(${sqlStartOf('$2::date')}, '-infinity')
  and j.at < coalesce(${sqlStartOf('($3::date + 1)')}, 'infinity')`

/** A lookup by primary key in one table, chosen by the event. */
const reference = `case
  when j.event like 'trade.%' or j.event = 'opening.position' then (select ${sqlName('trade', 't.number')} from trade t where t.id = j.cause_id)
  when j.event = 'deposit.approved' then (select ${sqlName('deposit', 'r.number')} from wallet_request r where r.id = j.cause_id)
  when j.event like 'withdrawal.%' then (select ${sqlName('withdrawal', 'r.number')} from wallet_request r where r.id = j.cause_id)
  when j.event = 'charge.approved' then (select ${sqlName('charge', 'c.number')} from charge c where c.id = j.cause_id) end`
const tradedOn = `case when j.event in ('contract.booked', 'contract.reversed')
  then (select to_char(c.day, 'YYYY-MM-DD') from contract c where c.id = j.cause_id) end`
/** A rejected withdrawal has its reason in the request, also where its client cancelled it. */
const reason = `case when j.event = 'withdrawal.refused'
  then (select r.reason from wallet_request r where r.id = j.cause_id) else j.reason end`
export const eventColumns = `j.id, j.at, j.event, j.cause_id, ${reason} as reason, ${reference} as reference, ${tradedOn} as traded_on,
  j.cash, j.invested, j.loan, j.cashback, j.withheld, j.unsettled, j.dues`

/** Newest first. A table expression, because a cluster joins the journals of a shard with no other tables. */
export const eventsOf = (journals: string) =>
  `with j as (${journals}) select ${eventColumns} from j order by j.at desc, j.id desc`

const atOf = (journal: string) => `(select c.at from journal c where c.id = ${journal} and c.client_id = $1)`
/** Parameter 4 is the last journal already read, or null. */
const olderThan = `(j.at, j.id) < (coalesce(${atOf('$4::uuid')}, 'infinity'), coalesce($4::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))`

const newerThan = `(j.at, j.id) > (coalesce(${atOf('$4::uuid')}, '-infinity'), coalesce($4::uuid, '00000000-0000-0000-0000-000000000000'))`

/** One more than a page, to know whether another follows. */
const pageLimit = statementRules.pageRows + 1

export const selectPage = (sql: Sql, clientId: string, { from, to }: DayRange, before: string | null) =>
  sql.rows<EventRow>(
    eventsOf(
      `select * from journal j where ${inRange} and ${olderThan} order by j.at desc, j.id desc limit ${pageLimit}`,
    ),
    [clientId, from, to, before],
  )

/** What the trades of a day and their charges belong to, whenever they were booked. */
const tradeDay = `coalesce(case
    when j.event like 'contract.adjusted.%' then (select c.day from levy_adjustment l join contract c on c.id = l.contract_id where l.id = j.cause_id)
    when j.event like 'contract.%' then (select c.day from contract c where c.id = j.cause_id)
    when j.event like 'trade.%' then (select t.traded_on from trade t where t.id = j.cause_id) end,
  ${sqlDayOf('j.at')})`

/** The range counts trade days. Nothing is booked before its trade day. */
export const selectByTradeDay = (sql: Sql, clientId: string, { from, to }: DayRange, before: string | null) =>
  sql.rows<EventRow>(
    `with j as (
       select * from journal j where j.client_id = $1 and j.at >= coalesce(${sqlStartOf('$2::date')}, '-infinity') and ${olderThan})
     select ${eventColumns} from j
      where ${tradeDay} between coalesce($2::date, '-infinity') and coalesce($3::date, 'infinity')
      order by j.at desc, j.id desc limit ${pageLimit}`,
    [clientId, from, to, before],
  )

/** The trades that a day's entry books, by stock or reference. */
const hasTradeOfDay = `j.event in ('contract.booked', 'contract.reversed') and exists (
    select from trade t where t.contract_id = j.cause_id and t.client_id = $1
       and (t.stock ilike $6 or ${sqlName('trade', 't.number')} ilike $6))`

/** An amount matches an entry or the change of the balance. */
export const searchPage = (sql: Sql, clientId: string, range: DayRange, before: string | null, search: Search) =>
  sql.rows<EventRow>(
    `with j as (
       select j.*, (select bool_or(e.amount = $7) or
                           abs(sum(case 'cash' when e.credit then e.amount when e.debit then -e.amount else 0 end)) = $7
                      from entry e where e.journal_id = j.id and e.client_id = $1) as has_amount
         from journal j where ${inRange} and ${olderThan})
     select ${eventColumns} from j
      where j.event = any($5) or ${reason} ilike $6 or ${reference} ilike $6 or ${hasTradeOfDay}
         or $7::bigint is not null and j.has_amount
      order by j.at desc, j.id desc limit ${pageLimit}`,
    [clientId, range.from, range.to, before, search.events, search.pattern, search.amount],
  )

export const batchRows = 2000

/** The amount of a charge, which changes none of the client's figures. */
const outside = `case when j.event = 'charge.approved'
  then (select sum(e.amount)::bigint from entry e where e.journal_id = j.id and e.client_id = j.client_id) end as outside`

/** The next events of a range, oldest first. */
export const selectBatch = (sql: Sql, clientId: string, { from, to }: DayRange, after: string | null) =>
  sql.rows<EventRow & { outside: bigint | null }>(
    `with j as (
       select j.*, ${outside} from journal j where ${inRange} and ${newerThan} order by j.at, j.id limit ${batchRows})
     select ${eventColumns}, j.outside from j order by j.at, j.id`,
    [clientId, from, to, after],
  )

export const countEvents = (sql: Sql, clientId: string, { from, to }: DayRange) =>
  selectValue<bigint>(sql, `select count(*) from journal j where ${inRange}`, [clientId, from, to])

/** Whether an event of the range leaves unsettled proceeds or dues. */
export const hasSettlements = async (sql: Sql, clientId: string, { from, to }: DayRange): Promise<boolean> =>
  (await sql.row(`select from journal j where ${inRange} and (unsettled <> 0 or dues <> 0) limit 1`, [
    clientId,
    from,
    to,
  ])) !== undefined

export const findHolder = (sql: Sql, clientId: string) =>
  sql.row<{ name: string; email: string; number: bigint }>('select name, email, number from client where id = $1', [
    clientId,
  ])

export const findEvent = (sql: Sql, clientId: string, journalId: string) =>
  sql.row<EventRow>(eventsOf('select * from journal j where j.client_id = $1 and j.id = $2'), [clientId, journalId])

/** Newest first. */
const selectByCause = (
  sql: Sql,
  clientId: string,
  { events, causeIds }: { readonly events: readonly LedgerEvent[]; readonly causeIds: readonly string[] },
) =>
  sql.rows<EventRow>(
    eventsOf('select * from journal j where j.client_id = $1 and j.event = any($2) and j.cause_id = any($3::uuid[])'),
    [clientId, events, causeIds],
  )

export const selectEntries = (sql: Sql, clientId: string, journalIds: readonly string[]) =>
  sql.rows<EntryRow>(
    `select e.id::text, e.journal_id, e.debit, e.credit, e.amount
       from unnest($2::uuid[]) as j (id) cross join lateral (
         -- One look-up by the journal's id, however long the client's history is.
         select * from entry where journal_id = j.id and client_id = $1 offset 0) e
      -- The broker's contra of what is invested.
      where 'securities' not in (e.debit, e.credit)
      order by e.id`,
    [clientId, journalIds],
  )

const before = `from journal p where p.client_id = $1 and p.at < coalesce(${sqlStartOf('$2::date')}, '-infinity')
  order by p.at desc, p.id desc limit 1`

/** The figures before the range; no row if nothing was booked before it. */
export const selectOpening = (sql: Sql, clientId: string, { from }: DayRange) =>
  sql.row<Figures>(`select p.cash, p.invested, p.loan, p.cashback, p.withheld, p.unsettled, p.dues ${before}`, [
    clientId,
    from,
  ])

/** The figures after the range; no row if nothing was booked until then. */
export const selectClosing = (sql: Sql, clientId: string, { to }: DayRange) =>
  sql.row<Figures>(
    `select j.cash, j.invested, j.loan, j.cashback, j.withheld, j.unsettled, j.dues from journal j where j.client_id = $1 and j.at < coalesce(${sqlStartOf('($2::date + 1)')}, 'infinity')
      order by j.at desc, j.id desc limit 1`,
    [clientId, to],
  )

export type Flow = { event: LedgerEvent; debit: LedgerAccount; credit: LedgerAccount; amount: bigint }

const explained = `('cash', 'withheld', 'unsettled', 'client_dues')`

/** Sums of the entries that change the balance, what is on hold, unsettled proceeds or dues. */
export const selectFlows = (sql: Sql, clientId: string, { from, to }: DayRange) =>
  sql.rows<Flow>(
    `select j.event, e.debit, e.credit, sum(e.amount)::bigint as amount
       from journal j join entry e on e.journal_id = j.id and e.client_id = j.client_id
      where ${inRange} and (e.debit in ${explained} or e.credit in ${explained})
      group by j.event, e.debit, e.credit`,
    [clientId, from, to],
  )

/** The totals of each month of the range, the earliest first. */
export const selectMonths = (sql: Sql, clientId: string, { from, to }: DayRange) =>
  sql.rows<{ month: string; money_in: bigint; money_out: bigint }>(
    `select to_char(c.month, 'YYYY-MM') as month,
            sum(greatest(c.change, 0))::bigint as money_in, sum(greatest(-c.change, 0))::bigint as money_out
       from (select date_trunc('month', j.at at time zone 'Asia/Kolkata') as month,
                    j.cash - lag(j.cash, 1, coalesce((select p.cash ${before}), 0)) over (order by j.at, j.id) as change
               from journal j where ${inRange}) c
      group by c.month order by c.month`,
    [clientId, from, to],
  )

export type TradeOfDay = {
  id: string
  number: bigint
  action: TradeAction
  stock: string
  isin: string
  /** Exactly 8 decimal places, as the price. */
  quantity: string
  price: string
  amount: bigint
  traded_at: Date | null
  created_at: Date
  exchange: string | null
  order_number: string | null
  exchange_trade_number: string | null
  reversed_reason: string | null
  reversed_at: Date | null
  cost: bigint
  /** Null for a trade that no exchange file has. */
  contract_id: string | null
  /** The contract of the purchase that a sale took from. */
  bought_with: string | null
}

/** In the order of trading, without positions that were imported. */
const selectTradesOfDay = (sql: Sql, clientId: string, day: string) =>
  sql.rows<TradeOfDay>(
    `select t.id, t.number, t.action, t.stock, coalesce(${isinTraded}, '') as isin, t.quantity, t.price, t.amount, t.traded_at,
            t.created_at, t.exchange, t.order_number, t.exchange_trade_number, x.reason as reversed_reason,
            x.decided_at as reversed_at, t.cost, t.contract_id, b.contract_id as bought_with
       from trade t left join trade_reversal x on x.id = t.reversal_id left join instrument i on i.symbol = t.stock
       ${lotOfTrade}
      where t.client_id = $1 and t.traded_on = $2 and t.import_id is null
      order by coalesce(t.traded_at, t.created_at), t.id`,
    [clientId, day],
  )

export const countTradesOfDay = (sql: Sql, clientId: string, day: string) =>
  selectValue<bigint>(sql, 'select count(*) from trade where client_id = $1 and traded_on = $2 and import_id is null', [
    clientId,
    day,
  ])

/** The trades of a day with the ledger entries of them, of their charges and of their reversals, oldest first. */
export async function loadConfirmation(sql: Sql, clientId: string, day: string) {
  const trades = await selectTradesOfDay(sql, clientId, day)
  const contracts = await sql.rows<{ id: string; charges: bigint; counts: boolean }>(
    `select id, charges, reversed_at is null and shortage_id is null as counts
       from contract where client_id = $1 and day = $2 order by id`,
    [clientId, day],
  )
  const events = await selectByCause(sql, clientId, {
    events: ledgerEvents.filter((event) => event.startsWith('trade.') || event.startsWith('contract.')),
    causeIds: [...trades, ...contracts].map(({ id }) => id),
  })
  const ids = events.map(({ id }) => id)
  const entries = await selectEntries(sql, clientId, ids)
  const counted = contracts.filter(({ counts }) => counts)
  const charges = counted.length === 0 ? undefined : counted.reduce((sum, each) => sum + each.charges, 0n)
  return { trades, charges, events: events.toReversed(), entries }
}
