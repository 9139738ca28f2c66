import { ledgerEvents } from '@sauda/contract/core/ledger'
import type { TradeAction } from '@sauda/contract/trading/trade'
import type { Sql } from '../../platform/db.ts'
import { selectByCause, selectEntries } from './statement.sql.ts'

export type TradeOfDay = {
  id: string
  number: bigint
  action: TradeAction
  stock: string
  isin: string
  /** Exactly 8 decimal places, as the price. */
  quantity: string
  price: string
  amount: bigint
  traded_at: Date | null
  created_at: Date
  exchange: string | null
  order_number: string | null
  exchange_trade_number: string | null
  reversed_reason: string | null
  reversed_at: Date | null
}

/** In the order of trading, without positions that were imported. */
const selectTradesOfDay = (sql: Sql, clientId: string, day: string) =>
  sql.rows<TradeOfDay>(
    `select t.id, t.number, t.action, t.stock, coalesce(i.isin, '') as isin, t.quantity, t.price, t.amount, t.traded_at,
            t.created_at, t.exchange, t.order_number, t.exchange_trade_number, x.reason as reversed_reason,
            x.decided_at as reversed_at
       from trade t left join trade_reversal x on x.id = t.reversal_id left join instrument i on i.symbol = t.stock
      where t.client_id = $1 and t.traded_on = $2 and t.import_id is null
      order by coalesce(t.traded_at, t.created_at), t.id`,
    [clientId, day],
  )

export const countTradesOfDay = (sql: Sql, clientId: string, day: string) =>
  sql.row<{ count: bigint }>(
    'select count(*) as count from trade where client_id = $1 and traded_on = $2 and import_id is null',
    [clientId, day],
  )

/** The trades of a day with the ledger entries of them, of their charges and of their reversals, oldest first. */
export async function loadConfirmation(sql: Sql, clientId: string, day: string) {
  const trades = await selectTradesOfDay(sql, clientId, day)
  const contracts = await sql.rows<{ id: string }>(
    'select id from contract where client_id = $1 and day = $2 order by id',
    [clientId, day],
  )
  const events = await selectByCause(sql, clientId, {
    events: ledgerEvents.filter((event) => event.startsWith('trade.') || event.startsWith('contract.')),
    causeIds: [...trades, ...contracts].map(({ id }) => id),
  })
  const entries = await selectEntries(
    sql,
    clientId,
    events.map(({ id }) => id),
  )
  return { trades, events: events.toReversed(), entries }
}
