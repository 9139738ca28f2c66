import type { Exchange } from '@sauda/contract/trading/market'
import { sqlName } from '../../core/ledger/name.sql.ts'
import { listsOf, type Sql, type Tx } from '../../platform/db.ts'
import type { DayOf } from './exchange-file.sql.ts'
import type { ExchangeCode } from '@sauda/contract/trading/exchange-file'

export type Typed = {
  id: string
  client_id: string
  side: 'B' | 'S'
  stock: string
  quantity: string
  price: string
  exchange: Exchange | null
  number: string | null
}

const typedOf = `select t.id, t.client_id, case t.action when 'BUY' then 'B' else 'S' end as side, t.stock, trim_scale(t.quantity)::text as quantity,
    trim_scale(t.price)::text as price, t.exchange, t.exchange_trade_number as number
  from trade t where t.traded_on = $1 and t.reversal_id is null and t.import_id is null and t.contract_id is null and t.action_id is null
   and not exists (select from exchange_trade x where x.trade_id = t.id)`

/** Trades that dealers typed for the day and no file confirms yet; locked, so that none is reversed meanwhile. */
export const typedTrades = (tx: Tx, day: string, clientIds?: readonly string[]) =>
  tx.rows<Typed>(`${typedOf} and ($2::uuid[] is null or t.client_id = any ($2)) order by t.id for no key update of t`, [
    day,
    clientIds ?? null,
  ])

export const unconfirmed = (sql: Sql, { exchange, day }: DayOf, most: number) =>
  sql.rows<{ tradeId: string; clientName: string; action: string; stock: string; quantity: string; price: string }>(
    `select ${sqlName('trade', 'o.number')} as "tradeId", c.name as "clientName", o.action, t.stock, t.quantity, t.price
       from (${typedOf}) t join trade o on o.id = t.id join client c on c.id = t.client_id
      where coalesce(t.exchange, $2) = $2 order by t.id limit $3`,
    [day, exchange, most],
  )

export const unmatchedTrades = (sql: Sql, day: string, clientIds: readonly string[]) =>
  sql.rows<Typed>(
    `select id::text as id, client_id, side, stock, quantity::text as quantity, trim_scale(price)::text as price, exchange, trade_number as number
       from exchange_trade where day = $1 and client_id = any ($2::uuid[]) and trade_id is null and booked_at is null
      order by exchange_trade.id`,
    [day, clientIds],
  )

/** The same trade of a file, booked without a dealer's. */
export const findBooked = (sql: Sql, day: string, t: Omit<Typed, 'id'>) =>
  sql.row<{ exchange: Exchange }>(
    `select exchange from exchange_trade
      where client_id = $1 and day = $2 and side = $3 and stock = $4 and quantity = $5::numeric and price = $6::numeric
        and exchange = coalesce($7, exchange) and trade_number = coalesce($8, trade_number)
        and trade_id is null and booked_at is not null limit 1`,
    [t.client_id, day, t.side, t.stock, t.quantity, t.price, t.exchange, t.number],
  )

export const confirmTrades = (tx: Tx, pairs: readonly { readonly id: string; readonly tradeId: string }[]) =>
  tx.run(
    `update exchange_trade t set trade_id = p.trade_id from unnest($1::bigint[], $2::uuid[]) as p (id, trade_id) where t.id = p.id`,
    listsOf(pairs, 'id', 'tradeId'),
  )

/**
 * Files with trades of an ISIN that was not known when they were recorded: their trades are assigned again by `recordFiles`. A file of the
 * day that waits does so itself.
 */
export const assignAgain = (tx: Tx, isin: string) =>
  tx.run(
    `update exchange_file f set status = 'booking'
      where f.status = 'booked' and exists (select from exchange_trade t where t.file_id = f.id and t.day = f.day and t.isin = $1
                                               and t.client_id is null and 'isin' = any (t.exceptions))
        and not exists (select from exchange_file o where o.exchange = f.exchange and o.day = f.day and o.status in ('waiting', 'approved', 'booking'))`,
    [isin],
  )

export const readCodes = (sql: Sql) =>
  sql.rows<ExchangeCode>(
    'select exchange, column_name as "column", code, meaning from exchange_code order by 1 desc, 2, 3',
  )

/** Meanings of the codes of a column that administrators have added. */
export const meaningsOf = async (
  sql: Sql,
  exchange: Exchange,
  column: ExchangeCode['column'],
): Promise<ReadonlyMap<string, string>> =>
  new Map(
    (await readCodes(sql))
      .filter((row) => row.exchange === exchange && row.column === column)
      .map(({ code, meaning }) => [code, meaning]),
  )

/** An empty meaning removes the code. Returns 0 if nothing changes. */
export const saveCode = (tx: Tx, { exchange, column, code, meaning }: ExchangeCode) =>
  meaning === ''
    ? tx.run('delete from exchange_code where exchange = $1 and column_name = $2 and code = $3', [
        exchange,
        column,
        code,
      ])
    : tx.run(
        `insert into exchange_code (exchange, column_name, code, meaning) values ($1, $2, $3, $4)
         on conflict (exchange, column_name, code) do update set meaning = excluded.meaning
          where exchange_code.meaning <> excluded.meaning`,
        [exchange, column, code, meaning],
      )
