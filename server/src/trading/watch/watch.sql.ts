import type { AlertSide } from '@sauda/contract/trading/watch'
import { listsOf, selectIds, type Sql, type Tx } from '../../platform/db.ts'

export type WatchRow = { symbol: string; name: string }

export const selectWatched = (sql: Sql, clientId: string) =>
  sql.rows<WatchRow>(
    'select w.symbol, i.name from watch w join instrument i on i.symbol = w.symbol where w.client_id = $1 order by w.symbol',
    [clientId],
  )

export type AlertRow = {
  id: string
  symbol: string
  side: AlertSide
  price: string
  created_at: Date
  fired_at: Date | null
  fired_price: string | null
}

const columns = `a.id, a.symbol, a.side, trim_scale(a.price)::text as price, a.created_at, a.fired_at,
  trim_scale(a.fired_price)::text as fired_price`

/** Newest first. */
export const selectAlerts = (sql: Sql, clientId: string) =>
  sql.rows<AlertRow>(`select ${columns} from price_alert a where a.client_id = $1 order by a.id desc`, [clientId])

/** Changes of one client's list wait for each other, so that its limits hold. */
export const lockClient = (tx: Tx, clientId: string) =>
  tx.row('select from client where id = $1 for no key update', [clientId])

export const isInstrument = async (sql: Sql, symbol: string): Promise<boolean> =>
  (await sql.row('select from instrument where symbol = $1', [symbol])) !== undefined

export const insertWatch = (tx: Tx, clientId: string, symbol: string) =>
  tx.run('insert into watch (client_id, symbol) values ($1, $2)', [clientId, symbol])

/** With its alerts. */
export const deleteWatch = (tx: Tx, clientId: string, symbol: string) =>
  tx.run('delete from watch where client_id = $1 and symbol = $2', [clientId, symbol])

type NewAlert = { readonly id: string; readonly symbol: string; readonly side: AlertSide; readonly price: string }

export const insertAlert = (tx: Tx, clientId: string, { id, symbol, side, price }: NewAlert) =>
  tx.run('insert into price_alert (id, client_id, symbol, side, price) values ($1, $2, $3, $4, $5)', [
    id,
    clientId,
    symbol,
    side,
    price,
  ])

export const deleteAlert = (tx: Tx, clientId: string, id: string) =>
  tx.run('delete from price_alert where client_id = $1 and id = $2', [clientId, id])

/** Keeps the newest used ones. */
export const deleteUsedAlerts = (tx: Tx, clientId: string, most: number) =>
  tx.run(
    `delete from price_alert where id in
       (select id from price_alert where client_id = $1 and fired_at is not null order by fired_at desc, id desc offset $2)`,
    [clientId, most],
  )

/** Symbols with open alerts. */
export const alertedSymbols = (sql: Sql) =>
  selectIds(sql, 'select distinct symbol as id from price_alert where fired_at is null', [])

export type Observed = { readonly symbol: string; readonly price: string; readonly at: string }

const reached = `case a.side when 'above' then q.price >= a.price else q.price <= a.price end`

/** The open alerts that these prices reach and that are older than they are; none of closed accounts. */
export const reachedAlerts = (sql: Sql, quotes: readonly Observed[], most: number) =>
  sql.rows<{ id: string; observed: string }>(
    `select a.id, trim_scale(q.price)::text as observed
       from unnest($1::text[], $2::numeric[], $3::timestamptz[]) as q (symbol, price, at)
       join price_alert a on a.symbol = q.symbol and a.fired_at is null and a.created_at < q.at
       join client c on c.id = a.client_id and c.closure is distinct from 'closed'
      where ${reached} order by a.id limit $4`,
    [...listsOf(quotes, 'symbol', 'price', 'at'), most],
  )

export type FiredRow = {
  client_id: string
  name: string
  email: string
  symbol: string
  side: AlertSide
  price: string
}

/** Undefined if another process fired it before, or the client removed it. */
export const fireAlert = (tx: Tx, id: string, observed: string) =>
  tx.row<FiredRow>(
    `update price_alert a set fired_at = now(), fired_price = $2 from client c
      where a.id = $1 and a.fired_at is null and c.id = a.client_id
     returning a.client_id, c.name, c.email, a.symbol, a.side, trim_scale(a.price)::text as price`,
    [id, observed],
  )
