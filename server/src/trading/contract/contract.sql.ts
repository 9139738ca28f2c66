import { sqlIsinOn } from '../../core/ledger/name.sql.ts'
import type { SttClass } from '@sauda/contract/trading/charge-rate'
import type { Exchange } from '@sauda/contract/trading/market'
import type { DayAmounts } from '@sauda/contract/trading/trade-day'
import { selectIds, listsOf, type Sql, type Tx } from '../../platform/db.ts'
import { sqlDateText } from '../../platform/india.ts'
import { isFund, sttOf } from '../trade-charge/stt-class.sql.ts'
import { sqlRemovedClients, isRemoved } from './contract.fault.sql.ts'

/** Trades that were never booked, or that a newer file changed. */
export const unbooked = 'booked_at is null and client_id is not null'

export const releaseDay = (tx: Tx, day: string, operatorId: string) =>
  tx.run(
    `insert into trade_day (day, booked_by) values ($1, $2)
     on conflict (day) do update set booked_by = excluded.booked_by, requested_at = now(), booked_at = null`,
    [day, operatorId],
  )

/** The oldest day that is released and not done. */
export const nextDay = (sql: Sql) =>
  sql.row<{ day: string; operatorId: string }>(
    `select ${sqlDateText('day')} as day, booked_by as "operatorId" from trade_day where booked_at is null order by trade_day.day limit 1`,
  )

const tradesOfDay = (day: string) =>
  `(select count(*)::int from exchange_trade t where t.day = ${day} and t.client_id is not null)`
const contractsOfDay = (day: string) =>
  `(select count(*)::int from contract c where c.day = ${day} and c.reversed_at is null and c.shortage_id is null)`

/** A day that is booked has these counts stored, because the list of days would otherwise count every trade of all of them. */
export const dayCounts = `case when d.booked_at is not null and d.trades is not null then d.trades else ${tradesOfDay('f.day')} end as trades,
   case when d.booked_at is not null and d.contracts is not null then d.contracts else ${contractsOfDay('f.day')} end as contracts`

export async function finishDay(tx: Tx, day: string): Promise<void> {
  // A file that is being recorded ends first, so that its trades are counted.
  const found = await tx.run('update trade_day set booked_at = now() where day = $1 and booked_at is null', [day])
  if (found > 0)
    await tx.run(
      `update trade_day set trades = ${tradesOfDay('$1')}, contracts = ${contractsOfDay('$1')} where day = $1`,
      [day],
    )
}

/** So that no file changes the day's trades until the transaction ends. */
export const lockDay = (tx: Tx, day: string) => tx.run('select from trade_day where day = $1 for share', [day])

/** To be called before the day's trades are changed: it waits until no client is being booked with them. */
export const forgetCounts = (tx: Tx, day: string) =>
  tx.run('update trade_day set trades = null, contracts = null where day = $1', [day])

/**
 * The settlements of the day's trades to book. Where an exchange clears at the clearing corporation of the other one, the trade file of
 * the other one names the number; null if it does not.
 */
export const settlementsOf = (sql: Sql, day: string) =>
  sql.rows<{ exchange: Exchange; type: string; number: string | null }>(
    `select distinct h.exchange, x.type, case when h.exchange = x.exchange then x.number else
            (select min(o.settlement_number) from exchange_trade o
              where o.exchange = h.exchange and o.segment = 'CM' and o.day = $1 and o.settlement_type = x.type
             having count(distinct o.settlement_number) = 1) end as number
       from (select distinct exchange, settlement_type as type, settlement_number as number
               from exchange_trade where day = $1 and ${unbooked}) x
      cross join lateral (select clears_at(x.exchange, $1) as exchange) h`,
    [day],
  )

/**
 * Clients with a trade to book, or with a contract of which a newer file has no trade, in the order of their ids; also those whose
 * contract was undone with that of an earlier day before this day was booked again.
 */
export const clientsToBook = (sql: Sql, day: string) =>
  selectIds(
    sql,
    `select client_id as id from exchange_trade t
      where day = $1 and ${unbooked} and not exists (select from contract_fault f where f.day = $1 and f.client_id = t.client_id)
      union select client_id from contract c where c.day = $1 and ${isRemoved}
      union ${sqlRemovedClients} order by 1`,
    [day],
  )

export const lockClients = (tx: Tx, ids: readonly string[]) =>
  tx.run('select from (select id from client where id = any ($1::uuid[]) order by id for no key update) c', [ids])

export type FillRow = {
  id: string
  client_id: string
  exchange: Exchange
  /** The exchange that names its clearing corporation. */
  clears_at: Exchange
  side: 'B' | 'S'
  stock: string
  isin: string
  series: string
  stt: SttClass
  is_fund: boolean
  client_code: string
  quantity: string
  price: string
  settlement_type: string
  settlement_number: string
  is_delivered: boolean
  order_ref: string
  trade_number: string
  traded_at: Date
  /** By a dealer who typed it, also where that trade was undone since. */
  is_placed: boolean
  trade_id: string | null
  typed_cost: bigint | null
  typed_to_loan: bigint | null
  typed_acquired_on: string | null
}

/** Client by client: statistics do not know the newest day, so with a list of clients a plan may read the whole day. $1 day, $2 clients. */
const tradesOfClients = `unnest($2::uuid[]) c (id) cross join lateral (
  select *, bool_or(booked_at is null) over () as is_open from exchange_trade where day = $1 and client_id = c.id) x`

/** The lots of dealers' trades that the file confirms, in id order, so that none is reversed meanwhile. */
export const lockConfirmed = (tx: Tx, day: string, clientIds: readonly string[]) =>
  tx.run(
    `select from (select id from lot where id in (select coalesce(t.lot_id, t.id) from ${tradesOfClients} join trade t on t.id = x.trade_id)
       order by id for no key update) l`,
    [day, clientIds],
  )

/** In SQL: a successor may have been accepted after the file of the trade was recorded. */
const isinOfDay = sqlIsinOn('x.security_isin', 'x.day')

/** All trades of clients with something to book, in the order of trading. */
export const fillsOf = (tx: Tx, day: string, clientIds: readonly string[]) =>
  tx.rows<FillRow>(
    `with home as materialized (select e as exchange, clears_at(e, $1) as clears_at from unnest('{NSE,BSE}'::text[]) e)
     select x.id::text as id, x.client_id, x.exchange, h.clears_at, x.side, x.stock, d.isin, x.series, x.client_code, x.quantity::text as quantity,
            trim_scale(x.price)::text as price, x.settlement_type, x.settlement_number, x.is_delivered,
            ${sttOf('d.isin', 'x')} as stt, ${isFund('d.isin', 'x.day')} as is_fund, x.order_ref, x.trade_number, x.traded_at, x.trade_id is not null as is_placed, t.id as trade_id, t.cost as typed_cost, t.to_loan as typed_to_loan,
            ${sqlDateText('l.acquired_on')} as typed_acquired_on
       from ${tradesOfClients} cross join lateral (select ${isinOfDay} as isin offset 0) d
       join home h on h.exchange = x.exchange
       left join trade t on t.id = x.trade_id and t.reversal_id is null left join lot l on l.id = t.lot_id
      where x.is_open
      order by x.traded_at, x.exchange, length(x.trade_number), x.trade_number, x.id`,
    [day, clientIds],
  )

export type LotRow = {
  id: string
  client_id: string
  stock: string
  isin: string
  acquired_on: string
  open_quantity: string
  open_cost: bigint
  open_loan_part: bigint
  /** A purchase; not what a corporate action gave. */
  is_bought: boolean
}

/** What the clients hold of the securities they sold, the oldest first and bonus shares when their day begins; locked. Client by client and security by security: most hold many others. */
export const lotsOf = (tx: Tx, day: string, sold: readonly Pick<FillRow, 'client_id' | 'isin'>[]) =>
  tx.rows<LotRow>(
    `with recursive sold as (select distinct client_id, isin from unnest($2::uuid[], $3::text[]) s (client_id, isin)),
     chain (isin, given) as (
       select distinct isin, isin from sold
        union select c.isin, s.isin from chain c join isin_successor s on s.successor = c.given and s.accepted and s.from_day <= $1),
     -- An ISIN of which the security on the day is the one sold.
     earlier as materialized (select isin, given from chain where isin_on(given, $1::date) = isin),
     held as materialized (
       select e.isin, l.id from sold join earlier e using (isin) cross join lateral (
         select id from lot where client_id = sold.client_id and isin = e.given and open_quantity > 0 and not is_fraction and acquired_on <= $1 offset 0) l
        union all
       select e.isin, l.id from sold join earlier e using (isin) join instrument i on i.isin = e.given cross join lateral (
         select id from lot where client_id = sold.client_id and isin is null and stock = i.symbol and open_quantity > 0 and not is_fraction and acquired_on <= $1 offset 0) l),
     locked as materialized (select * from lot where id = any (array(select id from held)) order by id for no key update)
     select h.id, h.client_id, h.stock, n.isin, ${sqlDateText('h.acquired_on')} as acquired_on, trim_scale(h.open_quantity)::text as open_quantity,
            h.open_cost, h.open_loan_part, h.source = 'trade' as is_bought
       from held n join locked h using (id) left join trade b on b.id = h.trade_id
      order by h.acquired_on, coalesce(b.traded_at, b.created_at) nulls first, h.id`,
    [day, ...listsOf(sold, 'client_id', 'isin')],
  )

/** In paise; `charges` and `net` are computed from the others by the database. */
export type NewContract = {
  readonly id: string
  readonly clientId: string
  readonly day: string
  /** That it closes out; absent for the trades of a day. */
  readonly shortageId?: string
  readonly unusableUsed?: bigint
} & Omit<DayAmounts<bigint>, 'charges' | 'net'>
/** `isKnown`: the client was told these amounts before. */
export const insertContracts = (tx: Tx, contracts: readonly NewContract[]) =>
  tx.rows<{ id: string; charges: bigint; net: bigint; isKnown: boolean }>(
    `insert into contract (id, client_id, day, bought, sold, brokerage, exchange_charges, sebi_fee, stt, stamp_duty, gst, shortage_id, unusable_used)
     select id, "clientId", day, bought, sold, brokerage, "exchangeCharges", "sebiFee", stt, "stampDuty", gst, "shortageId", coalesce("unusableUsed", 0)
       from jsonb_to_recordset($1::jsonb) as n (id uuid, "clientId" uuid, day date, bought bigint, sold bigint, brokerage bigint,
            "exchangeCharges" bigint, "sebiFee" bigint, stt bigint, "stampDuty" bigint, gst bigint, "shortageId" uuid, "unusableUsed" bigint)
     returning id, charges, net,
       exists (select from contract o where o.client_id = contract.client_id and o.day = contract.day and o.reversed_at is not null
           and o.shortage_id is not distinct from contract.shortage_id and (o.bought, o.sold, o.charges) = (contract.bought, contract.sold, contract.charges)) as "isKnown"`,
    [JSON.stringify(contracts, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))],
  )

/** Amounts in paise as text. */
export type NewTrade = {
  readonly id: string
  readonly clientId: string
  readonly contractId: string
  readonly action: 'BUY' | 'SELL'
  readonly stock: string
  readonly isin: string
  readonly quantity: string
  readonly price: string
  readonly amount: string
  readonly cost: string
  readonly loanPart: string
  readonly toLoan: string
  readonly charges: string
  /** A purchase's own lot, or the one that a sale takes. */
  readonly lotId: string
  /** A sale of shares that the books did not have. */
  readonly isUnknown: boolean
  readonly openQuantity: string
  readonly openCost: string
  readonly openLoanPart: string
  readonly exchange: Exchange
  readonly order: string
  readonly number: string
  readonly tradedAt: string
}

/** With the lots of purchases and of unknown shares, in one statement, because each refers to the other. */
export const insertTrades = (tx: Tx, day: string, operatorId: string, trades: readonly NewTrade[]) =>
  tx.run(
    `with n as materialized (select * from jsonb_to_recordset($1::jsonb) as n (id uuid, "clientId" uuid, "contractId" uuid, action text, stock text,
       isin text, quantity numeric, price numeric, amount bigint, cost bigint, "loanPart" bigint, "toLoan" bigint, charges bigint, "lotId" uuid,
       "isUnknown" boolean, "openQuantity" numeric, "openCost" bigint, "openLoanPart" bigint, exchange text, "order" text, number text, "tradedAt" timestamptz)),
     acquired as (insert into lot (id, client_id, stock, isin, source, trade_id, acquired_on, quantity, cost, loan_part, open_quantity, open_cost, open_loan_part)
       select "lotId", "clientId", stock, isin, case when action = 'BUY' then 'trade' else 'unknown' end, case when action = 'BUY' then id end, $3,
              quantity, cost, "loanPart", case when action = 'BUY' then "openQuantity" else 0 end, "openCost", "openLoanPart"
         from n where action = 'BUY' or "isUnknown")
     insert into trade (id, client_id, action, stock, quantity, price, amount, cost, loan_part, to_loan, lot_id, booked_by, traded_at, exchange,
         order_number, exchange_trade_number, contract_id, charges)
     select id, "clientId", action, stock, quantity, price, amount, cost, "loanPart", case action when 'SELL' then "toLoan" end,
            case action when 'SELL' then "lotId" end, $2, "tradedAt", exchange, "order", number, "contractId", charges from n`,
    [JSON.stringify(trades), operatorId, day],
  )

/** `id`: of the lot. */
export type LotLeft = {
  readonly id: string
  readonly quantity: string
  readonly cost: string
  readonly loanPart: string
}
export const updateLots = (tx: Tx, lots: readonly LotLeft[]) =>
  tx.run(
    `update lot set open_quantity = n.quantity, open_cost = n.cost, open_loan_part = n."loanPart"
       from jsonb_to_recordset($1::jsonb) as n (id uuid, quantity numeric, cost bigint, "loanPart" bigint) where lot.id = n.id`,
    [JSON.stringify(lots)],
  )

/** A dealer's trade that the file confirms belongs to the contract. */
export const joinContract = (
  tx: Tx,
  trades: readonly { readonly id: string; readonly contractId: string; readonly charges: string }[],
) =>
  tx.run(
    `update trade set contract_id = n."contractId", charges = n.charges
       from jsonb_to_recordset($1::jsonb) as n (id uuid, "contractId" uuid, charges bigint) where trade.id = n.id`,
    [JSON.stringify(trades)],
  )

export const markBooked = (tx: Tx, ids: readonly string[], unheld: readonly string[]) =>
  tx.run(
    `update exchange_trade x set booked_at = coalesce(booked_at, now()), security_isin = ${isinOfDay},
            exceptions = array_remove(exceptions, 'unheld') || case when id = any ($2::bigint[]) then '{unheld}'::text[] else '{}' end
      where id = any ($1::bigint[])`,
    [ids, unheld],
  )
