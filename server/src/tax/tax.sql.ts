import type { TradeAction } from '@sauda/contract/trade'
import type { Sql } from '../platform/db.ts'

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
}

/** In the order of trading; the order of booking decides where times are equal. */
export const selectTaxTrades = (sql: Sql, clientId: string) =>
  sql.rows<TaxTradeRow>(
    `select t.id, t.number, t.action, t.stock, t.quantity, t.amount, t.cost, to_char(t.day, 'YYYY-MM-DD') as day,
            to_char(t.traded_on, 'YYYY-MM-DD') as traded_day,
            t.reversal_id is not null as is_reversed, i.kind, i.isin
       from trade t left join instrument i on i.symbol = t.stock
      where t.client_id = $1
      order by coalesce(t.traded_at, t.created_at), t.id`,
    [clientId],
  )
