import type { Exchange } from '@sauda/contract/trading/market'
import { sqlName } from '../../core/ledger/name.sql.ts'
import { listsOf, selectIds, type Tx } from '../../platform/db.ts'
import { sqlDateText } from '../../platform/india.ts'
import { decimalJson } from '../market/market.sql.ts'
import type { Delivery } from './clearing.read.ts'
import { tradesOf } from './corporation.sql.ts'

/**
 * In SQL: what a client delivers (`S`) or receives (`B`) of a security in a settlement, of the trades `t`. Purchases and sales are
 * netted unless they are trade-for-trade.
 */
export const deliveredQuantity = (side: 'B' | 'S') =>
  `greatest(coalesce(sum(t.quantity) filter (where t.side = '${side}'), 0)
     - coalesce(sum(t.quantity) filter (where t.side <> '${side}' and not t.is_delivered), 0), 0)`

export type TradedRow = {
  line: number
  clientId: string
  /** Null if the client has no trade of the security in the settlement. */
  settlementId: string | null
  /** Delivered quantities of the client's trades, and the average prices. */
  bought: string
  sold: string
  boughtAt: string
  soldAt: string
}

/** The rows of clients, each with the trades it is about: those under its code, whoever has the code since. */
export const tradedRows = (tx: Tx, exchange: Exchange, rows: readonly Delivery[]) =>
  tx.rows<TradedRow>(
    `with r as (select n.line, upper(n.code) as code, n.isin, n.type, n.number
                  from jsonb_to_recordset($2::jsonb) as n (line int, code text, isin text, type text, number text)),
     s as materialized (select id, exchange, exchanges, type, number, traded_on from clearing_settlement where exchange = $1 and number in (select number from r)),
     x as materialized (
       select s.id, s.number, s.type, upper(t.client_code) as code, t.client_id, t.isin, t.security_isin,
              ${deliveredQuantity('B')} as bought, ${deliveredQuantity('S')} as sold,
              sum(t.quantity * t.price) filter (where t.side = 'B') / sum(t.quantity) filter (where t.side = 'B') as bought_at,
              sum(t.quantity * t.price) filter (where t.side = 'S') / sum(t.quantity) filter (where t.side = 'S') as sold_at
         from s join exchange_trade t on ${tradesOf('s')}
        where t.client_id is not null and upper(t.client_code) in (select code from r) group by 1, 2, 3, 4, 5, 6, 7)
     select r.line, coalesce(x.client_id, c.id) as "clientId", x.id as "settlementId",
            coalesce(x.bought, 0)::text as bought, coalesce(x.sold, 0)::text as sold,
            coalesce(round(x.bought_at, 8), 0)::text as "boughtAt", coalesce(round(x.sold_at, 8), 0)::text as "soldAt"
       from r left join client c on upper(c.ucc) = r.code
       left join x on x.code = r.code and x.number = r.number and (r.type = '' or r.type = x.type) and r.isin in (x.isin, x.security_isin)
      where coalesce(x.client_id, c.id) is not null order by r.line`,
    [exchange, decimalJson(rows)],
  )

/** The settlements with these numbers and, where the file names them, types. */
export const settlementsNumbered = (
  tx: Tx,
  exchange: Exchange,
  settlements: readonly { readonly number: string; readonly type: string }[],
) =>
  selectIds(
    tx,
    `select s.id from clearing_settlement s where s.exchange = $1 and exists (
       select from unnest($2::text[], $3::text[]) n (number, type) where n.number = s.number and n.type in ('', s.type))
      order by s.id`,
    [exchange, ...listsOf(settlements, 'number', 'type')],
  )

/** Those of these settlements that a final delivery file names. */
export const deliveredAmong = (tx: Tx, settlementIds: readonly string[]) =>
  selectIds(
    tx,
    `select distinct d.settlement_id as id from delivered_settlement d join clearing_file f on f.id = d.file_id
      where d.settlement_id = any ($1) and f.is_final order by 1`,
    [settlementIds],
  )

type Unnamed = {
  readonly settlementId: string
  readonly saudaId: string
  readonly isin: string
  readonly quantity: string
}

/** What clients receive in these settlements without a row of the file. */
export const unnamedReceivers = (tx: Tx, rows: readonly Delivery[], settlementIds: readonly string[]) =>
  tx.rows<Unnamed>(
    `with r as materialized (select distinct upper(n.code) as code, n.isin, n.type, n.number
                  from jsonb_to_recordset($1::jsonb) as n (code text, isin text, type text, number text)),
     received as (
       select s.id, s.number, s.type, upper(t.client_code) as code, t.client_id, t.isin, t.security_isin,
              ${deliveredQuantity('B')} as quantity
         from clearing_settlement s join exchange_trade t on ${tradesOf('s')}
        where s.id = any ($2) and t.client_id is not null group by 1, 2, 3, 4, 5, 6, 7)
     select x.id as "settlementId", ${sqlName('client', 'c.number')} as "saudaId", x.isin, trim_scale(x.quantity)::text as quantity
       from received x join client c on c.id = x.client_id
      where x.quantity > 0
        and not exists (select from r where r.code = x.code and r.number = x.number and r.type in ('', x.type)
                                        and r.isin in (x.isin, x.security_isin))
      order by x.id, c.number, x.isin`,
    [decimalJson(rows), settlementIds],
  )

export type FileShortage = {
  readonly id: string
  readonly settlementId: string
  readonly clientId: string
  readonly isin: string
  readonly side: 'B' | 'S'
  readonly quantity: string
  readonly amount: string
  readonly reason: string
}

type FileShortages = {
  readonly fileId: string
  readonly operatorId: string
  readonly settlementIds: readonly string[]
  readonly shortages: readonly FileShortage[]
  readonly endReason: string
}

const given = `jsonb_to_recordset($1::jsonb) as n (id uuid, "settlementId" text, "clientId" uuid, isin text, side text, quantity numeric, amount bigint, reason text)`
const isSame = `h.client_id = n."clientId" and h.settlement_id = n."settlementId" and h.isin = n.isin and h.side = n.side and h.quantity = n.quantity`

/** A shortage that a file opened or ended. */
export type ShortageChange = Pick<FileShortage, 'settlementId' | 'clientId' | 'isin' | 'side' | 'quantity'> & {
  readonly saudaId: string
  readonly tradedOn: string
  readonly paise: bigint
}

const changed = (rows: string) =>
  `select h.settlement_id as "settlementId", h.client_id as "clientId", h.isin, h.side, trim_scale(h.quantity)::text as quantity,
          h.amount as paise, ${sqlName('client', 'c.number')} as "saudaId", ${sqlDateText('s.traded_on')} as "tradedOn"
     from ${rows} h join client c on c.id = h.client_id join clearing_settlement s on s.id = h.settlement_id
    order by h.settlement_id, h.client_id, h.isin`

/** The money of open shortages of these settlements, by client. */
export const openShortages = (tx: Tx, settlementIds: readonly string[]) =>
  tx.rows<{ settlementId: string; clientId: string; clientName: string; saudaId: string; paise: bigint }>(
    `select h.settlement_id as "settlementId", h.client_id as "clientId", c.name as "clientName", ${sqlName('client', 'c.number')} as "saudaId",
            sum(h.amount)::bigint as paise
       from shortage h join client c on c.id = h.client_id
      where h.settlement_id = any ($1::text[]) and h.ended_at is null group by h.settlement_id, h.client_id, c.name, c.number`,
    [settlementIds],
  )

/**
 * Ends what earlier delivery files of these settlements named and this one does not, and opens what is new. What operators have
 * ended stays ended. Returns both.
 */
export async function replaceShortages(tx: Tx, f: FileShortages) {
  const rows = JSON.stringify(f.shortages)
  const ended = await tx.rows<ShortageChange>(
    `with ended as (update shortage h set ended_by = $3, ended_at = now(), end_reason = $4, ended_file_id = $5
      where h.ended_at is null and h.file_id is not null and h.settlement_id = any ($2::text[]) and not exists (select from ${given} where ${isSame})
      returning h.*) ${changed('ended')}`,
    [rows, f.settlementIds, f.operatorId, f.endReason, f.fileId],
  )
  const opened = await tx.rows<ShortageChange>(
    `with opened as (insert into shortage (id, settlement_id, client_id, isin, side, quantity, amount, reason, recorded_by, file_id)
     select n.id, n."settlementId", n."clientId", n.isin, n.side, n.quantity, n.amount, n.reason, $2, $3 from ${given}
      where not exists (select from shortage h where ${isSame} and h.ended_file_id is null)
     returning *) ${changed('opened')}`,
    [rows, f.operatorId, f.fileId],
  )
  return { opened, ended }
}
