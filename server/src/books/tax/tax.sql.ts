import { isUncharged, sqlIsinOn } from '../../core/ledger/name.sql.ts'
import { type ActionKind, successionKinds } from '@sauda/contract/trading/corporate-action-name'
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
  is_uncharged: boolean
  charges: bigint | null
  stt: bigint | null
  is_delivered: boolean
  /** By which a company paid fractions, or shares that it bought back. */
  action_id: string | null
  is_buyback: boolean
}

/** In SQL: l, the lot that trade t sold from or made, and b, the purchase behind a sale. */
export const lotOfTrade = `left join lot l on l.id = coalesce(t.lot_id, t.id)
  left join trade b on b.id = l.trade_id and t.action = 'SELL'`

/** In SQL: the ISIN of trade t on its day; its lot l and its instrument i keep the ISIN that they began with. */
export const isinTraded = sqlIsinOn('coalesce(l.isin, i.isin)', 't.traded_on')

/** In SQL: the stock $2, and those that it came from or that came from it by mergers and demergers. */
const stocksOf = `select $2::text
    union select case a.stock when own.stock then a.other_stock else a.stock end
            from own join corporate_action a on own.stock in (a.stock, a.other_stock) where a.other_stock is not null and a.reversed_at is null`

export type TaxActionRow = {
  id: string
  /** Of the client. */
  in_cash: string
  kind: ActionKind
  stock: string
  other_stock: string | null
  ex_date: string
  held: string
  given: string
  cost_percent: string
}

/** What changed the shares of the client, or without one of anybody, oldest first. */
export const selectTaxActions = (sql: Sql, clientId?: string) =>
  sql.rows<TaxActionRow>(
    `select id, kind, stock, other_stock, to_char(ex_date, 'YYYY-MM-DD') as ex_date, trim_scale(held)::text as held, trim_scale(given)::text as given,
            trim_scale(coalesce(cost_percent, 0))::text as cost_percent,
            (select coalesce(sum(quantity), 0)::text from lot where opened_by = corporate_action.id and client_id = $1 and is_fraction) as in_cash
       from corporate_action
      where reversed_at is null and kind = any ($2::text[])
        and ($1::uuid is null or id in (select r.action_id from replaced_lot r join lot l on l.id = r.lot_id where l.client_id = $1))
      order by corporate_action.ex_date, number`,
    [clientId ?? null, clientId === undefined ? successionKinds : [...successionKinds, 'buyback']],
  )

export type BonusRow = {
  id: string
  number: bigint
  stock: string
  isin: string | null
  quantity: string
  day: string
  ex_date: string
  /** The action, if this is the fraction that the company pays. */
  paid_for: string | null
}

export const selectBonuses = (sql: Sql, clientId: string, stock: string | null = null) =>
  sql.rows<BonusRow>(
    `with recursive own (stock) as (${stocksOf})
     select l.id, a.number, l.stock, ${sqlIsinOn('coalesce(l.isin, i.isin)', 'l.acquired_on')} as isin, trim_scale(l.quantity)::text as quantity,
            to_char(l.acquired_on, 'YYYY-MM-DD') as day, to_char(a.ex_date, 'YYYY-MM-DD') as ex_date,
            case when l.is_fraction then a.id end as paid_for
       from lot l join corporate_action a on a.id = l.opened_by left join instrument i on i.symbol = l.stock
      where l.client_id = $1 and a.kind = 'bonus' and a.reversed_at is null and ($2::text is null or l.stock in (select stock from own))
      order by l.acquired_on, l.id`,
    [clientId, stock],
  )

/** In the order of trading; the order of booking decides where times are equal. */
export const selectTaxTrades = (sql: Sql, clientId: string, stock: string | null = null) =>
  sql.rows<TaxTradeRow>(
    `with recursive own (stock) as (${stocksOf}), delivered as materialized (select * from exchange_trade where client_id = $1 and is_delivered)
     select t.id, t.number, t.action, t.stock, t.quantity, t.amount, t.cost, to_char(t.day, 'YYYY-MM-DD') as day,
            to_char(t.traded_on, 'YYYY-MM-DD') as traded_day,
            t.reversal_id is not null as is_reversed, i.kind, ${isinTraded} as isin,
            case when exists (select from contract c where c.id in (t.contract_id, b.contract_id) and c.shortage_id is not null) then b.id end as buy_id,
            t.contract_id, t.charges as own_charges, ${isUncharged} as is_uncharged, k.charges - k.stt as charges, k.stt,
            t.action_id is not null or coalesce(t.id in (select trade_id from delivered where trade_id is not null)
              or (t.traded_on, t.exchange, t.exchange_trade_number, t.order_number, left(t.action, 1)) in
                 (select day, exchange, trade_number, order_ref, side from delivered), false) as is_delivered,
            t.action_id, exists (select from corporate_action a where a.id = t.action_id and a.kind = 'buyback') as is_buyback
       from trade t left join instrument i on i.symbol = t.stock
       ${lotOfTrade} left join contract k on k.id = t.contract_id
      where t.client_id = $1 and ($2::text is null or t.stock in (select stock from own))
      order by coalesce(t.traded_at, t.created_at), t.id`,
    [clientId, stock],
  )

export const findStockName = (sql: Sql, stock: string) =>
  sql.row<{ name: string }>('select name from instrument where symbol = $1', [stock])
