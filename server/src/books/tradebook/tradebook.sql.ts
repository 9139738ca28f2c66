import type { Tradebook } from '@sauda/contract/books/tradebook'
import { sqlIsinOn } from '../../core/ledger/name.sql.ts'
import { listsOf, selectViews, type Sql, type Tx } from '../../platform/db.ts'
import { sqlDateText } from '../../platform/india.ts'

/** Changes of one client's tradebooks wait for each other, so that their limits hold. */
export const lockClient = (tx: Tx, clientId: string) =>
  tx.row('select from client where id = $1 for no key update', [clientId])

/** Newest first. */
export const selectTradebooks = (sql: Sql, clientId: string) =>
  selectViews<Tradebook>(
    sql,
    `select b.id as _id, b.name, b.imported_at as "importedAt", count(*)::int as trades, ${sqlDateText('min(t.day)')} as "from",
            ${sqlDateText('max(t.day)')} as "to"
       from tradebook b join tradebook_trade t on t.tradebook_id = b.id
      where b.client_id = $1 group by b.id order by b.imported_at desc, b.id`,
    [clientId],
  )

export const hasTradebook = async (sql: Sql, clientId: string, sha256: Buffer): Promise<boolean> =>
  (await sql.row('select from tradebook where client_id = $1 and sha256 = $2', [clientId, sha256])) !== undefined

/** The ISIN of each of these symbols that is a share here. */
export const isinsOf = (sql: Sql, symbols: readonly string[]) =>
  sql.rows<{ symbol: string; isin: string }>(
    'select symbol, isin from instrument where symbol = any($1) and isin is not null',
    [symbols],
  )

/** A trade with what tells it apart from others; quantity and price as decimal texts. */
export type KnownTrade = Readonly<Record<'day' | 'isin' | 'side' | 'key' | 'quantity' | 'price', string>>

export const selectKnown = (sql: Sql, clientId: string) =>
  sql.rows<KnownTrade>(
    `select ${sqlDateText('day')} as day, isin, side, key, trim_scale(quantity)::text as quantity, trim_scale(price)::text as price
       from tradebook_trade where client_id = $1`,
    [clientId],
  )

export type NewTrade = KnownTrade &
  Readonly<Record<'time' | 'exchange' | 'symbol', string>> & { readonly line: number; readonly isDelivered: boolean }

type NewTradebook = {
  readonly id: string
  readonly clientId: string
  readonly name: string
  readonly sha256: Buffer
  readonly trades: readonly NewTrade[]
}

export async function insertTradebook(tx: Tx, { id, clientId, name, sha256, trades }: NewTradebook): Promise<void> {
  await tx.run('insert into tradebook (id, client_id, name, sha256) values ($1, $2, $3, $4)', [
    id,
    clientId,
    name,
    sha256,
  ])
  const columns = [
    'line',
    'day',
    'time',
    'exchange',
    'isin',
    'symbol',
    'side',
    'quantity',
    'price',
    'isDelivered',
    'key',
  ] as const
  await tx.run(
    `insert into tradebook_trade (tradebook_id, client_id, line, day, time, exchange, isin, symbol, side, quantity, price, is_delivered, key)
     select $1, $2, n.* from unnest($3::int[], $4::date[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::numeric[],
       $11::numeric[], $12::boolean[], $13::text[]) n`,
    [id, clientId, ...listsOf(trades, ...columns)],
  )
}

/** With its trades; the name of the file, or undefined where the client has no such tradebook. */
export const deleteTradebook = (tx: Tx, clientId: string, id: string) =>
  tx.row<{ name: string; trades: number }>(
    `with counted as (select count(*)::int as trades from tradebook_trade where tradebook_id = $2)
     delete from tradebook b using counted where b.client_id = $1 and b.id = $2 returning b.name, counted.trades`,
    [clientId, id],
  )

export type TradebookRow = KnownTrade & {
  readonly id: string
  readonly symbol: string
  /** The symbol here of the share that it was, or its ISIN. */
  readonly stock: string
  readonly isDelivered: boolean
}

/** In the order of trading. `today`: a share that was split or consolidated until then is the one that it became. */
export const selectTradebookTrades = (sql: Sql, clientId: string, today: string) =>
  sql.rows<TradebookRow>(
    `with own as materialized (select * from tradebook_trade where client_id = $1),
          share as materialized (
            select o.isin, coalesce((select min(i.symbol) from instrument i where i.isin = o.isin),
                                    (select min(i.symbol) from instrument i where i.isin = ${sqlIsinOn('o.isin', '$2::date')}), o.isin) as stock
              from (select distinct isin from own) o)
     select t.tradebook_id || ' ' || t.line as id, ${sqlDateText('t.day')} as day, t.isin, t.symbol, s.stock, t.side, t.key,
            trim_scale(t.quantity)::text as quantity, trim_scale(t.price)::text as price, t.is_delivered as "isDelivered"
       from own t join share s on s.isin = t.isin join tradebook b on b.id = t.tradebook_id
      order by t.day, t.time, b.imported_at, b.id, t.line`,
    [clientId, today],
  )
