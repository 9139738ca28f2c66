import type { ActionKind } from '@sauda/contract/trading/corporate-action-name'
import type { BookedAction } from '@sauda/contract/trading/corporate-action'
import { sqlName } from '../../core/ledger/name.sql.ts'
import { selectColumn, selectViews, type Sql, type Tx } from '../../platform/db.ts'
import { sqlDateText } from '../../platform/india.ts'

/** A share by its symbol or another name, with the ISIN that it has at the end of a day; null where it has none. */
export const findShare = (sql: Sql, name: string, day: string) =>
  sql.row<{ symbol: string; isin: string | null; fractional: boolean }>(
    `select i.symbol, isin_on(nullif(i.isin, ''), $2::date) as isin, i.fractional
       from instrument_name n join instrument i on i.id = n.instrument_id where n.key = instrument_key($1) and i.kind = 'share'`,
    [name, day],
  )

type ActionOf = { readonly stock: string; readonly exDate: string }

export const isBooked = async (sql: Sql, { stock, exDate, kind }: ActionOf & { readonly kind: ActionKind }) =>
  (await sql.row(
    'select from corporate_action where stock = $1 and ex_date = $2 and kind = $3 and reversed_at is null',
    [stock, exDate, kind],
  )) !== undefined

/** The first booked action of one of these shares with an ex-date after a day; also of a share that another one became or gave. */
export const actionAfter = (sql: Sql, stocks: readonly string[], day: string, except: string | null = null) =>
  sql.row<{ name: string; stock: string; kind: ActionKind; exDate: string; held: string; given: string }>(
    `select ${sqlName('action', 'number')} as name, stock, kind, ${sqlDateText('ex_date')} as "exDate", trim_scale(held)::text as held,
            trim_scale(given)::text as given
       from corporate_action
      where exists (select from unnest($1::text[]) s (name) join instrument_name n on n.key = instrument_key(s.name)
                      join instrument i on i.id = n.instrument_id where i.symbol in (stock, other_stock))
        and ex_date > $2 and reversed_at is null and id is distinct from $3 and kind <> 'dividend'
      order by ex_date limit 1`,
    [stocks, day, except],
  )

export type LotRow = {
  id: string
  client_id: string
  client_name: string
  sauda_id: string
  trade_id: string | null
  acquired_on: string
  quantity: string
  cost: bigint
  loan_part: bigint
  sold_since: string
}

/** In SQL: what was sold of lot l on the ex-date ($2) or later. */
const soldSince = `coalesce((select sum(t.quantity) from trade t
  where t.lot_id = l.id and t.action = 'SELL' and t.reversal_id is null and t.traded_on >= $2), 0)`

/** What clients held at the close before the ex-date, the oldest lots of each client first. */
const lotsBefore = `
  from lot l left join trade b on b.id = l.trade_id join client c on c.id = l.client_id
 where l.stock = $1 and l.acquired_on < $2 and not l.is_fraction`
const lotColumns = `l.id, l.client_id, c.name as client_name, ${sqlName('client', 'c.number')} as sauda_id, l.trade_id,
  ${sqlDateText('l.acquired_on')} as acquired_on, trim_scale(l.open_quantity)::text as quantity, l.open_cost as cost, l.open_loan_part as loan_part`
/** In SQL: what contracts booked of lot l since the ex-date ($2), which is undone with an action that replaces lots and booked again. */
const contractSales = (columns: string) =>
  `select ${columns} from trade t where t.lot_id = l.id and t.action = 'SELL' and t.reversal_id is null and t.contract_id is not null`
const undoneSales = `cross join lateral (${contractSales('coalesce(sum(t.quantity), 0) as quantity, coalesce(sum(t.cost), 0)::bigint as cost, coalesce(sum(t.loan_part), 0)::bigint as loan_part')}
    and t.traded_on >= $2) u`
const inOrder = 'order by c.number, l.acquired_on, coalesce(b.traded_at, b.created_at), l.id'

export const selectLots = (sql: Sql, { stock, exDate }: ActionOf, countsSold: boolean) =>
  countsSold
    ? sql.rows<LotRow>(
        `select * from (select ${lotColumns}, trim_scale(${soldSince})::text as sold_since, row_number() over (${inOrder}) as place ${lotsBefore}
            and (l.open_quantity > 0 or l.source <> 'unknown')) h where quantity::numeric > 0 or sold_since::numeric > 0 order by place`,
        [stock, exDate],
      )
    : sql.rows<LotRow>(
        `select l.id, l.client_id, l.client_name, l.sauda_id, l.trade_id, l.acquired_on, trim_scale(l.quantity::numeric + u.quantity)::text as quantity,
                l.cost + u.cost as cost, l.loan_part + u.loan_part as loan_part, '0' as sold_since
           from (select ${lotColumns}, row_number() over (${inOrder}) as place ${lotsBefore} and l.source <> 'unknown') l ${undoneSales}
          where l.quantity::numeric + u.quantity > 0 order by place`,
        [stock, exDate],
      )

/** In id order, as every transaction locks lots. */
export const lockStock = (tx: Tx, stock: string) =>
  tx.run('select from (select id from lot where stock = $1 and open_quantity > 0 order by id for no key update) l', [
    stock,
  ])

/** Dealers' sales since the ex-date of lots from before it, which the action would replace. */
export const salesSince = (sql: Sql, { stock, exDate }: ActionOf) =>
  sql.rows<{ name: string; day: string; sauda_id: string }>(
    `select ${sqlName('trade', 't.number')} as name, ${sqlDateText('t.traded_on')} as day, ${sqlName('client', 'c.number')} as sauda_id
       from trade t join lot l on l.id = t.lot_id join client c on c.id = t.client_id
      where l.stock = $1 and l.acquired_on < $2 and t.action = 'SELL' and t.reversal_id is null and t.contract_id is null and t.traded_on >= $2
        and not l.is_fraction
      order by t.id limit 4`,
    [stock, exDate],
  )

/** Days before the ex-date whose recorded trades of the share are not booked. */
export const unbookedBefore = (sql: Sql, { stock, exDate }: ActionOf) =>
  selectColumn<string>(
    sql,
    `select distinct ${sqlDateText('day')} as day from exchange_trade
      where stock = $1 and day < $2 and booked_at is null and client_id is not null order by 1 limit 3`,
    [stock, exDate],
  )

export type NewAction = {
  readonly id: string
  readonly kind: ActionKind
  readonly stock: string
  readonly isin: string | null
  readonly otherStock: string | null
  readonly otherIsin: string | null
  readonly exDate: string
  readonly held: string
  readonly given: string
  readonly costPercent: string | null
  readonly allottedOn: string | null
  readonly creditedOn: string | null
  readonly issuePrice: string | null
  readonly source: string
  readonly requestedBy: string
  readonly decidedBy: string
  /** Who is told of a dividend; null for other actions. */
  readonly clients: number | null
}

export const insertAction = (tx: Tx, a: NewAction) =>
  tx.row<{ number: bigint }>(
    `insert into corporate_action (id, kind, stock, isin, other_stock, other_isin, ex_date, held, given, cost_percent, allotted_on, credited_on,
       stated_in, requested_by, decided_by, waived, clients, issue_price)
     values ($1, $2, $3, $4, $5, $6, $7, $8::numeric, $9::numeric, $10::numeric, $11, $12, $13, $14, $15, $14 = $15::uuid, $16, $17::numeric) returning number`,
    [
      a.id,
      a.kind,
      a.stock,
      a.isin,
      a.otherStock,
      a.otherIsin,
      a.exDate,
      a.held,
      a.given,
      a.costPercent,
      a.allottedOn,
      a.creditedOn,
      a.source,
      a.requestedBy,
      a.decidedBy,
      a.clients,
      a.issuePrice,
    ],
  )

/** Closes what is left of these lots, which must be locked. */
export const replaceLots = (tx: Tx, actionId: string, lotIds: readonly string[]) =>
  tx.run(
    `with replaced as (
       insert into replaced_lot (action_id, lot_id, quantity, cost, loan_part)
       select $1, id, open_quantity, open_cost, open_loan_part from lot where id = any ($2::uuid[]) and open_quantity > 0 returning lot_id)
     update lot set open_quantity = 0, open_cost = 0, open_loan_part = 0 where id in (select lot_id from replaced)`,
    [actionId, lotIds],
  )

export type NewLot = {
  readonly id: string
  readonly clientId: string
  readonly stock: string
  readonly isin: string | null
  readonly tradeId: string | null
  readonly parentId: string | null
  readonly acquiredOn: string
  readonly quantity: string
  readonly cost: string
  readonly loanPart: string
  readonly isFraction: boolean
}

export const insertLots = (tx: Tx, actionId: string, lots: readonly NewLot[]) =>
  tx.run(
    `insert into lot (id, client_id, stock, isin, source, trade_id, parent_id, acquired_on, quantity, cost, loan_part, open_quantity, open_cost,
       open_loan_part, opened_by, is_fraction)
     select id, "clientId", stock, isin, 'action', "tradeId", "parentId", "acquiredOn", quantity, cost, "loanPart", quantity, cost, "loanPart", $1, "isFraction"
       from jsonb_to_recordset($2::jsonb) as n (id uuid, "clientId" uuid, stock text, isin text, "tradeId" uuid, "parentId" uuid, "acquiredOn" date,
            quantity numeric, cost bigint, "loanPart" bigint, "isFraction" boolean)`,
    [actionId, JSON.stringify(lots)],
  )

/** The new ISIN counts from the ex-date. Returns 0 where a list of securities or another action says otherwise. */
export const saveSuccessor = (
  tx: Tx,
  s: { readonly actionId: string; readonly isin: string; readonly newIsin: string; readonly symbol: string } & {
    readonly exDate: string
    readonly decidedBy: string
  },
) =>
  tx.run(
    `insert into isin_successor (isin, successor, from_day, symbol, action_id, accepted, decided_by, decided_at)
     values ($1, $2, $3, $4, $5, true, $6, now())
     on conflict (isin) do update set accepted = true, from_day = excluded.from_day,
            decided_by = coalesce(isin_successor.decided_by, excluded.decided_by), decided_at = coalesce(isin_successor.decided_at, now())
      where isin_successor.successor = excluded.successor`,
    [s.isin, s.newIsin, s.exDate, s.symbol, s.actionId, s.decidedBy],
  )

export const forgetSuccessor = (tx: Tx, actionId: string) =>
  tx.run('delete from isin_successor where action_id = $1 and file_id is null', [actionId])

export type ActionRow = {
  id: string
  number: bigint
  kind: ActionKind
  stock: string
  other_stock: string | null
  ex_date: string
  held: string
  given: string
  fraction_paid_on: string | null
  reversed_at: Date | null
}

export const lockAction = (tx: Tx, id: string) =>
  tx.row<ActionRow>(
    `select id, number, kind, stock, other_stock, ${sqlDateText('ex_date')} as ex_date, trim_scale(held)::text as held, trim_scale(given)::text as given,
            ${sqlDateText('fraction_paid_on')} as fraction_paid_on, reversed_at
       from corporate_action where id = $1 for no key update`,
    [id],
  )

export type ClientOfAction = { readonly clientId: string; readonly clientName: string; readonly saudaId: string }

export const holdersOf = (sql: Sql, actionId: string) =>
  sql.rows<ClientOfAction>(
    `select c.id as "clientId", c.name as "clientName", ${sqlName('client', 'c.number')} as "saudaId" from client c
      where c.id in (select client_id from lot where opened_by = $1) order by c.id`,
    [actionId],
  )

/**
 * Lots that the action opened and of which a dealer sold something since, or another action replaced it. Not among them are fractions that
 * the company paid and what contracts booked.
 */
export const changedSince = (sql: Sql, actionId: string) =>
  sql.rows<{ sauda_id: string; name: string | null }>(
    // Materialized, because statistics do not know the newest action: a plan may read all of its lots for each client.
    `with paid as materialized (select lot_id from trade where action_id = $1 and reversal_id is null),
     opened as materialized (select id, client_id, quantity - open_quantity as gone from lot where opened_by = $1 and open_quantity <> quantity),
     changed as materialized (select * from opened l where id not in (select lot_id from paid where lot_id is not null)
                                 and gone <> coalesce((${contractSales('sum(t.quantity)')}), 0))
     select ${sqlName('client', 'c.number')} as sauda_id,
            (select ${sqlName('trade', 't.number')} from trade t where t.lot_id = l.id and t.reversal_id is null and t.contract_id is null order by t.id limit 1) as name
       from changed l join client c on c.id = l.client_id order by c.number limit 3`,
    [actionId],
  )

/** Closes the lots that the action opened and gives back those that it closed; their lots must be locked. */
export async function restoreLots(tx: Tx, actionId: string): Promise<void> {
  await tx.run(
    `select from (select l.id from lot l where l.opened_by = $1 or l.id in (select lot_id from replaced_lot where action_id = $1)
       order by l.id for no key update) l`,
    [actionId],
  )
  await tx.run('update lot set open_quantity = 0, open_cost = 0, open_loan_part = 0 where opened_by = $1', [actionId])
  await tx.run(
    `update lot l set open_quantity = l.open_quantity + r.quantity, open_cost = l.open_cost + r.cost, open_loan_part = l.open_loan_part + r.loan_part
       from replaced_lot r where r.action_id = $1 and r.lot_id = l.id`,
    [actionId],
  )
}

export const markReversed = (tx: Tx, id: string, reason: string, operatorId: string) =>
  tx.run('update corporate_action set reversed_at = now(), reversal_reason = $2, reversed_by = $3 where id = $1', [
    id,
    reason,
    operatorId,
  ])

/** The newest ex-date first. */
export const selectActions = (sql: Sql, most: number) =>
  selectViews<BookedAction>(
    sql,
    `select a.id as "_id", ${sqlName('action', 'a.number')} as name, a.kind, a.stock as "stockName", ${sqlDateText('a.ex_date')} as "exDate",
            a.held::float8 as held, a.given::float8 as given, a.stated_in as source,
            coalesce(a.clients, (select count(distinct client_id)::int from lot where opened_by = a.id)) as clients,
            q.name as "requestedBy", d.name as "decidedBy", a.booked_at as "bookedAt",
            (select coalesce(sum(open_quantity), 0)::float8 from lot where opened_by = a.id and is_fraction) as "openFraction",
            a.fraction_price::float8 as "fractionPrice", ${sqlDateText('a.fraction_paid_on')} as "fractionPaidOn",
            case when a.reversed_at is not null then jsonb_build_object('at', to_char(a.reversed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
              'by', r.name, 'reason', a.reversal_reason) end as reversed
       from corporate_action a join operator q on q.id = a.requested_by join operator d on d.id = a.decided_by
       left join operator r on r.id = a.reversed_by
      order by a.ex_date desc, a.number desc limit $1`,
    [most],
  )
