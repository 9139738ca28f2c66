import { sqlIsinOn } from '../../core/ledger/name.sql.ts'
import { highestPrices, isUncharged } from '../../core/ledger/shared-condition.sql.ts'
import { fairValueDay } from '@sauda/contract/books/tax-year'
import { type ActionKind, successionKinds } from '@sauda/contract/trading/corporate-action-name'
import type { TradeAction } from '@sauda/contract/trading/trade'
import { listsOf, type Sql } from '../../platform/db.ts'

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
  /** The company bought the shares back. */
  is_buyback: boolean
  /** The ex-date of the action that took the shares, and the lot where they are of a bonus. */
  taken_on: string | null
  taken_lot: string | null
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
  kind: ActionKind
  stock: string
  other_stock: string | null
  other_isin: string | null
  ex_date: string
  held: string
  given: string
  cost_percent: string
  /** The client's purchase in an allotment, and its quantity. */
  buy_id: string | null
  allotted: string | null
}

/** What changed the shares of the client, or without one of anybody, oldest first. */
export const selectTaxActions = (sql: Sql, clientId?: string) =>
  sql.rows<TaxActionRow>(
    `select a.kind, a.stock, a.other_stock, a.other_isin, to_char(a.ex_date, 'YYYY-MM-DD') as ex_date, trim_scale(a.held)::text as held, trim_scale(a.given)::text as given,
            trim_scale(coalesce(a.cost_percent, 0))::text as cost_percent, t.id as buy_id, trim_scale(t.quantity)::text as allotted
       from corporate_action a left join trade t on t.action_id = a.id and t.client_id = $1 and t.action = 'BUY' and t.reversal_id is null
      where a.reversed_at is null and (a.kind = any ($2::text[]) or a.kind = 'allotment' and $1::uuid is not null)
        and ($1::uuid is null or a.id in (select r.action_id from replaced_lot r join lot l on l.id = r.lot_id where l.client_id = $1))
      order by a.ex_date, a.number`,
    [clientId ?? null, successionKinds],
  )

/** Shares of the client that an action took from the oldest and that the company has not paid yet. */
export const selectUnpaid = (sql: Sql, clientId: string) =>
  sql.rows<{ kind: ActionKind; stock: string; ex_date: string; quantity: string }>(
    `select a.kind, l.stock, to_char(a.ex_date, 'YYYY-MM-DD') as ex_date, trim_scale(sum(l.open_quantity))::text as quantity
       from lot l join corporate_action a on a.id = l.opened_by
      where l.client_id = $1 and l.is_fraction and l.open_quantity > 0 and a.kind not in ('bonus', 'tender') and a.reversed_at is null
      group by a.id, l.stock order by a.ex_date, a.number`,
    [clientId],
  )

/** What an action gave for nothing: bonus shares, or entitlements to a rights issue; without the fraction that the company has not paid yet. */
export type BonusRow = {
  id: string
  number: bigint
  kind: ActionKind
  stock: string
  isin: string | null
  quantity: string
  day: string
  ex_date: string
}

export const selectBonuses = (sql: Sql, clientId: string, stock: string | null = null) =>
  sql.rows<BonusRow>(
    `with recursive own (stock) as (${stocksOf})
     select l.id, a.number, a.kind, l.stock, ${sqlIsinOn('coalesce(l.isin, i.isin)', 'l.acquired_on')} as isin, trim_scale(l.quantity)::text as quantity,
            to_char(l.acquired_on, 'YYYY-MM-DD') as day, to_char(a.ex_date, 'YYYY-MM-DD') as ex_date
       from lot l join corporate_action a on a.id = l.opened_by left join instrument i on i.symbol = l.stock
      where l.client_id = $1 and a.kind in ('bonus', 'rights') and a.reversed_at is null
        and not (l.is_fraction and l.open_quantity > 0) and ($2::text is null or l.stock in (select stock from own))
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
            coalesce(o.kind = 'buyback', false) as is_buyback, case when t.action = 'SELL' then to_char(o.ex_date, 'YYYY-MM-DD') end as taken_on,
            case when o.kind = 'bonus' then t.lot_id end as taken_lot
       from trade t left join corporate_action o on o.id = t.action_id left join instrument i on i.symbol = t.stock
       ${lotOfTrade} left join contract k on k.id = t.contract_id
      where t.client_id = $1 and ($2::text is null or t.stock in (select stock from own))
      order by coalesce(t.traded_at, t.created_at), t.id`,
    [clientId, stock],
  )

export const findStockName = (sql: Sql, stock: string) =>
  sql.row<{ name: string }>('select name from instrument where symbol = $1', [stock])

type Named = { readonly stock: string; readonly isin: string }

/**
 * The highest price on 31 January 2018, over the newest list of each exchange, of stocks by their ISINs until then; none where a stock has
 * several ISINs on that day.
 */
export const selectFairPrices = (sql: Sql, named: readonly Named[]) =>
  sql.rows<{ stock: string; price: string }>(
    `with on_day as (select distinct n.stock, ${sqlIsinOn('n.isin', `'${fairValueDay}'::date`)} as isin
                       from (select distinct stock, isin from unnest($1::text[], $2::text[]) as n (stock, isin)) n)
     select d.stock, trim_scale(h.price)::text as price
       from on_day d join ${highestPrices} h on h.isin = d.isin
      where (select count(*) from on_day o where o.stock = d.stock) = 1`,
    listsOf(named, 'stock', 'isin'),
  )
