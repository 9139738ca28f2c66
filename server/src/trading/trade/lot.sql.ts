import { decimalText } from '@sauda/contract/platform/decimal'
import { listsOf, type Sql, type Tx } from '../../platform/db.ts'
import { sqlDateText, sqlToday } from '../../platform/india.ts'

/** Inserts the lots of purchases; `trades` is a table or a table expression with rows of `trade`. */
export const insertLotsOf = (trades: string) => `
  insert into lot (id, client_id, stock, isin, source, trade_id, acquired_on, quantity, cost, loan_part, open_quantity, open_cost,
                   open_loan_part)
  select t.id, t.client_id, t.stock, nullif(i.isin, ''), case when t.import_id is null then 'trade' else 'import' end, t.id, t.traded_on,
         t.quantity, t.cost, t.loan_part, t.quantity, t.cost, t.loan_part
    from ${trades} t left join instrument i on i.symbol = t.stock
   where t.action = 'BUY'`

/** In id order, as every transaction locks them. */
export const lockLots = (tx: Tx, ids: readonly string[]) =>
  tx.run('select from (select id from lot where id = any($1::uuid[]) order by id for no key update) l', [ids])

/** Sets what is left; the lot must be locked. */
export const updateOpenPart = (tx: Tx, id: string, left: { quantity: bigint; cost: bigint; loanPart: bigint }) =>
  tx.run('update lot set open_quantity = $2::numeric, open_cost = $3, open_loan_part = $4 where id = $1', [
    id,
    decimalText(left.quantity),
    left.cost,
    left.loanPart,
  ])

export type OpeningPosition = {
  readonly id: string
  readonly clientId: string
  readonly stock: string
  readonly quantity: bigint
  readonly price: bigint
  readonly cost: bigint
  /** ISO date. */
  readonly purchasedOn: string
}

/** Purchases from before the import; their day is that of the purchase, without a time. */
export const insertOpenings = (
  tx: Tx,
  positions: readonly OpeningPosition[],
  { importId, operatorId }: { readonly importId: string; readonly operatorId: string },
) =>
  tx.run(
    `with made as (
     insert into trade (id, client_id, action, stock, quantity, price, amount, cost, loan_part, traded_at, day, booked_by, import_id)
     select u.id, u.client_id, 'BUY', u.stock, u.quantity, u.price, u.cost, u.cost, 0, u.day::timestamp at time zone 'Asia/Kolkata', u.day, $8, $9
       from unnest($1::uuid[], $2::uuid[], $3::text[], $4::numeric[], $5::numeric[], $6::bigint[], $7::date[])
         with ordinality as u (id, client_id, stock, quantity, price, cost, day, place)
      order by u.place returning *)
     ${insertLotsOf('made')}`,
    [
      ...listsOf(positions, 'id', 'clientId', 'stock'),
      positions.map(({ quantity }) => decimalText(quantity)),
      positions.map(({ price }) => decimalText(price)),
      ...listsOf(positions, 'cost', 'purchasedOn'),
      operatorId,
      importId,
    ],
  )

export type HoldingRow = { stock: string; quantity: string; cost: bigint; loan_part: bigint; positions: number }

/** By stock, highest cost first. */
export const selectHoldings = (sql: Sql, clientId: string) =>
  sql.rows<HoldingRow>(
    `select stock, sum(open_quantity) as quantity, sum(open_cost)::bigint as cost,
            sum(open_loan_part)::bigint as loan_part, count(*)::int as positions
       from lot where client_id = $1 and open_quantity > 0
      group by stock order by 3 desc, stock`,
    [clientId],
  )

/** Open purchases of the last days, by stock and day; bonus shares were not bought. */
export const selectRecent = (sql: Sql, clientId: string, days: number) =>
  sql.rows<{ stock: string; day: string; quantity: string; cost: bigint }>(
    `select stock, ${sqlDateText('acquired_on')} as day, sum(open_quantity) as quantity, sum(open_cost)::bigint as cost
       from lot where client_id = $1 and open_quantity > 0 and (trade_id is not null or opened_by is null) and acquired_on > ${sqlToday} - $2::int
      group by stock, acquired_on order by acquired_on`,
    [clientId, days],
  )

/** The purchase behind a lot that a corporate action opened, where it has a journal of its own. */
export const purchaseOf = (sql: Sql, lotId: string) =>
  sql.row<{ id: string; cost: bigint }>(
    `select b.id, b.cost from lot l join trade b on b.id = l.trade_id
      where l.id = $1 and b.contract_id is null and b.import_id is null and b.cost > 0`,
    [lotId],
  )

/** The purchase of a lot, also of one that a corporate action opened. */
export const findPurchase = (sql: Sql, lotId: string) =>
  sql.row<{ on: string; dealers: string[] }>(
    `select ${sqlDateText('greatest(day, traded_on)')} as "on",
            case when contract_id is null then array_remove(array[booked_by, requested_by], null) else '{}' end as dealers
       from trade where id = (select coalesce(trade_id, id) from lot where id = $1)`,
    [lotId],
  )
