import type { Exchange } from '@sauda/contract/trading/market'
import { selectIds, type Sql, type Tx } from '../../platform/db.ts'
import { sqlDateText, sqlToday } from '../../platform/india.ts'
import { decimalJson } from '../market/market.sql.ts'
import type { Delivery } from './clearing.read.ts'
import { auctionType, tradesOf } from './corporation.sql.ts'

export type ShortageRow = {
  id: string
  clientId: string
  settlementId: string
  exchange: Exchange
  tradedOn: string
  isin: string | null
  side: 'B' | 'S' | null
  quantity: string | null
  amount: bigint
  isOpen: boolean
}

export const shortageToClose = (tx: Tx, id: string) =>
  tx.row<ShortageRow>(
    `select h.id, h.client_id as "clientId", h.settlement_id as "settlementId", s.exchange, ${sqlDateText('s.traded_on')} as "tradedOn", h.isin, h.side,
            h.quantity::text as quantity, h.amount, h.ended_at is null as "isOpen"
       from shortage h join clearing_settlement s on s.id = h.settlement_id where h.id = $1 for no key update of h`,
    [id],
  )

/** The last accepted close up to a day, of the exchange itself where it has one. */
export const lastClose = (sql: Sql, isin: string, exchange: Exchange, day: string) =>
  sql.row<{ close: string }>(
    `select trim_scale(close)::text as close from closing_price
      where isin = isin_on($1, $3::date) and day <= $3 and (not is_held or accepted) order by closing_price.day desc, exchange = $2 desc limit 1`,
    [isin, exchange, day],
  )

type High = { isin: string; day: string; price: string; exchange: Exchange }

/** The highest price of securities on each day from one to another by the price files of both exchanges. */
export const dailyHighs = (sql: Sql, isins: readonly string[], from: string, to: string) =>
  sql.rows<High>(
    `select distinct on (n.isin, p.day) n.isin, trim_scale(p.high)::text as price, p.exchange, ${sqlDateText('p.day')} as day
       from unnest($1::text[]) n (isin) cross join generate_series($2::date, $3::date, '1 day') d (day)
       join closing_price p on p.isin = isin_on(n.isin, d.day::date) and p.day = d.day::date
      where p.high is not null and (not p.is_held or p.accepted) order by n.isin, p.day, p.high desc, p.exchange`,
    [isins, from, to],
  )

export type SaleRow = {
  id: string
  contractId: string
  lotId: string
  isUnknown: boolean
  acquiredOn: string
  stock: string
  isin: string
  quantity: string
  price: string
  amount: bigint
  cost: bigint
  loanPart: bigint
  toLoan: bigint
  charges: bigint
  exchange: Exchange
  order: string
  number: string
  tradedAt: Date
}

/**
 * Booked sales of a security in a settlement that were to be delivered, the last ones first; locked. Purchases of the day at
 * another clearing corporation are settled apart, so that such a sale is to be delivered too. Those closed out before took what a close-out bought.
 */
export const salesToClose = (tx: Tx, s: ShortageRow) =>
  tx.rows<SaleRow>(
    `select t.id, t.contract_id as "contractId", t.lot_id as "lotId", l.source = 'unknown' as "isUnknown",
            ${sqlDateText('l.acquired_on')} as "acquiredOn", t.stock, coalesce(x.security_isin, x.isin) as isin,
            t.quantity::text as quantity, trim_scale(t.price)::text as price, t.amount, t.cost, t.loan_part as "loanPart", coalesce(t.to_loan, 0) as "toLoan",
            coalesce(t.charges, 0) as charges,
            x.exchange, x.order_ref as order, x.trade_number as number, x.traded_at as "tradedAt"
       from exchange_trade x
       join clearing_settlement s on ${tradesOf('s', 'x')}
       join trade t on t.client_id = x.client_id and t.action = 'SELL' and t.reversal_id is null and t.contract_id is not null and t.traded_on = x.day
        and (t.id = x.trade_id or (t.exchange = x.exchange and t.exchange_trade_number = x.trade_number and t.order_number = x.order_ref))
       join lot l on l.id = t.lot_id
      where s.id = $1 and x.client_id = $2 and x.side = 'S' and $3 in (x.isin, x.security_isin)
        and not exists (select from trade p join contract k on k.id = p.contract_id where p.id = l.trade_id and k.shortage_id is not null)
        and (x.is_delivered or l.source = 'unknown' or l.acquired_on < x.day or not exists (
          select from trade p left join exchange_trade b on b.trade_id = p.id and b.client_id = p.client_id and b.day = p.traded_on
           where p.id = l.trade_id and coalesce(p.exchange, b.exchange) = any (s.exchanges)))
      order by l.source = 'unknown' desc, x.traded_at desc, t.id desc for no key update of l`,
    [s.settlementId, s.clientId, s.isin],
  )

export type OpenLot = { id: string; stock: string; isin: string; quantity: string; cost: bigint; loanPart: bigint }

/** What the client holds of the security, those bought on the day of the settlement first; locked. */
export const lotsToClose = (tx: Tx, s: ShortageRow) =>
  tx.rows<OpenLot>(
    `select l.id, l.stock, coalesce(l.isin, $3) as isin, l.open_quantity::text as quantity, l.open_cost as cost, l.open_loan_part as "loanPart"
       from lot l left join instrument i on i.symbol = l.stock
       cross join (select ${sqlToday} as today) d
      where l.client_id = $2 and l.open_quantity > 0 and not l.is_fraction and isin_on(coalesce(l.isin, i.isin), today) = isin_on($3, today)
      order by l.acquired_on = $1::date desc, l.acquired_on, l.id for no key update of l`,
    [s.tradedOn, s.clientId, s.isin],
  )

export const endByCloseOut = (tx: Tx, id: string, operatorId: string, reason: string) =>
  tx.run('update shortage set ended_by = $2, ended_at = now(), end_reason = $3 where id = $1 and ended_at is null', [
    id,
    operatorId,
    reason,
  ])

type BookedCloseOut = {
  contractId: string
  settlementId: string
  amount: bigint
  net: bigint
  unusableUsed: bigint
  /** What it booked, and the sales that it replaced. */
  made: string[]
  replaced: string[]
  /** Proceeds of the client in one of both settlements. */
  isReleased: boolean
  isTradedSince: boolean
  /** Another shortage of the same trades is open. */
  isOpen: boolean
}

/** A close-out that is not reversed: its trades and reversals have the time of its transaction. */
export const bookedCloseOut = (tx: Tx, shortageId: string) =>
  tx.row<BookedCloseOut>(
    `with c as (select c.id, c.client_id, c.booked_at, c.net, c.unusable_used, h.settlement_id, h.amount, h.isin, h.side, h.id as shortage_id
                  from contract c join shortage h on h.id = c.shortage_id where h.id = $1 and c.reversed_at is null),
     made as (select t.* from c join trade t on t.client_id = c.client_id and t.created_at = c.booked_at and t.reversal_id is null)
     select c.id as "contractId", c.settlement_id as "settlementId", c.amount, c.net, c.unusable_used as "unusableUsed",
            array(select id from made order by id) as made,
            array(select t.id from trade t join trade_reversal r on r.id = t.reversal_id
                   where t.client_id = c.client_id and r.decided_at = c.booked_at order by t.id) as replaced,
            exists (select from settlement_release r where r.client_id = c.client_id and r.released_at >= c.booked_at
                and r.settlement_id in (select c.settlement_id union select order_number from made)) as "isReleased",
            exists (select from trade t where t.client_id = c.client_id and t.number > (select max(number) from made) and t.reversal_id is null
                and t.stock in (select stock from made)) as "isTradedSince",
            exists (select from shortage o where o.client_id = c.client_id and o.settlement_id = c.settlement_id and o.isin = c.isin
                and o.side = c.side and o.ended_at is null and o.id <> c.shortage_id) as "isOpen"
       from c`,
    [shortageId],
  )

/** Books sales once more as they were before a close-out replaced them. Returns the new ones. */
export const repeatSales = (tx: Tx, ids: readonly string[], operatorId: string) =>
  selectIds(
    tx,
    `insert into trade (id, client_id, action, stock, quantity, price, amount, cost, loan_part, to_loan, lot_id, booked_by, traded_at, exchange,
       order_number, exchange_trade_number, contract_id, charges)
     select gen_random_uuid(), t.client_id, t.action, t.stock, t.quantity, t.price, t.amount, t.cost, t.loan_part, t.to_loan, t.lot_id, $2,
            coalesce(t.traded_at, x.traded_at), coalesce(t.exchange, x.exchange), coalesce(t.order_number, x.order_ref),
            coalesce(t.exchange_trade_number, x.trade_number), t.contract_id, t.charges
       from trade t left join exchange_trade x on x.trade_id = t.id where t.id = any ($1::uuid[]) returning id`,
    [ids, operatorId],
  )

export const reopenShortage = (tx: Tx, id: string) =>
  tx.run('update shortage set ended_by = null, ended_at = null, end_reason = null where id = $1', [id])

/** The shortages that rows of a delivery file close out; `isClosed` in the auction settlement named there, `isEnded` by operators. */
export const shortagesClosed = (tx: Tx, exchange: Exchange, rows: readonly Delivery[]) =>
  tx.rows<{ line: number; shortageId: string; isOpen: boolean; isClosed: boolean; isEnded: boolean }>(
    `select r.line, h.id as "shortageId", h.ended_at is null as "isOpen", h.ended_at is not null and h.ended_file_id is null as "isEnded",
            exists (select from contract c join trade t on t.contract_id = c.id
                     where c.shortage_id = h.id and c.reversed_at is null and t.order_number = s.exchange || '-${auctionType}-' || r.number) as "isClosed"
       from jsonb_to_recordset($2::jsonb) as r (line int, code text, isin text, side text, quantity numeric, number text)
       join shortage h on h.isin = r.isin and h.quantity = r.quantity and r.side in ('', h.side)
       join clearing_settlement s on s.id = h.settlement_id and s.exchange = $1
      -- The code is that of the trades, whoever has it since.
      where exists (select from exchange_trade t where t.client_id = h.client_id and t.day = s.traded_on and t.exchange = any (s.exchanges)
                       and upper(t.client_code) = upper(r.code))
      order by r.line, h.recorded_at desc`,
    [exchange, decimalJson(rows)],
  )
