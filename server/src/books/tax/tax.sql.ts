import { sqlIsinOn } from '../../core/ledger/name.sql.ts'
import type { TradeAction } from '@sauda/contract/trading/trade'
import type { Sql } from '../../platform/db.ts'

export type TaxTradeRow = {
  id: string
  number: bigint
  action: TradeAction
  stock: string
  /** Exactly 8 decimal places. */
  quantity: string
  amount: bigint
  cost: bigint
  day: string
  traded_day: string
  is_reversed: boolean
  kind: 'share' | 'pair' | null
  isin: string | null
  /** The purchase that a sale of a close-out takes. */
  buy_id: string | null
  /** Booked with the trades of its day; then all charges of them without STT, and STT. */
  contract_id: string | null
  /** The trade's own part of them, with STT. */
  own_charges: bigint | null
  charges: bigint | null
  stt: bigint | null
  is_delivered: boolean
}

/** In SQL: l, the lot that trade t sold from or made, and b, the purchase behind a sale. */
export const lotOfTrade = `left join lot l on l.id = coalesce(t.lot_id, t.id)
  left join trade b on b.id = l.trade_id and t.action = 'SELL'`

/** In SQL: the ISIN of trade t on its day; its lot l and its instrument i keep the ISIN that they began with. */
export const isinTraded = sqlIsinOn('coalesce(l.isin, i.isin)', 't.traded_on')

/** In the order of trading; the order of booking decides where times are equal. */
export const selectTaxTrades = (sql: Sql, clientId: string, stock: string | null = null) =>
  sql.rows<TaxTradeRow>(
    `with delivered as materialized (select * from exchange_trade where client_id = $1 and is_delivered)
     select t.id, t.number, t.action, t.stock, t.quantity, t.amount, t.cost, to_char(t.day, 'YYYY-MM-DD') as day,
            to_char(t.traded_on, 'YYYY-MM-DD') as traded_day,
            t.reversal_id is not null as is_reversed, i.kind, ${isinTraded} as isin,
            case when exists (select from contract c where c.id in (t.contract_id, b.contract_id) and c.shortage_id is not null) then b.id end as buy_id,
            t.contract_id, t.charges as own_charges, k.charges - k.stt as charges, k.stt,
            coalesce(t.id in (select trade_id from delivered where trade_id is not null)
              or (t.traded_on, t.exchange, t.exchange_trade_number, t.order_number, left(t.action, 1)) in
                 (select day, exchange, trade_number, order_ref, side from delivered), false) as is_delivered
       from trade t left join instrument i on i.symbol = t.stock
       ${lotOfTrade} left join contract k on k.id = t.contract_id
      where t.client_id = $1 and ($2::text is null or t.stock = $2)
      order by coalesce(t.traded_at, t.created_at), t.id`,
    [clientId, stock],
  )

export const findStockName = (sql: Sql, stock: string) =>
  sql.row<{ name: string }>('select name from instrument where symbol = $1', [stock])
