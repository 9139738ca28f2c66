import { ledgerEvents } from '@sauda/contract/core/ledger'
import type { TradeAction } from '@sauda/contract/trading/trade'
import type { Sql } from '../../platform/db.ts'
import { isinTraded, lotOfTrade } from '../tax/tax.sql.ts'
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
  cost: bigint
  /** Null for a trade that no exchange file has. */
  contract_id: string | null
  /** The contract of the purchase that a sale took from. */
  bought_with: string | null
}

/** In the order of trading, without positions that were imported. */
const selectTradesOfDay = (sql: Sql, clientId: string, day: string) =>
  sql.rows<TradeOfDay>(
    `select t.id, t.number, t.action, t.stock, coalesce(${isinTraded}, '') as isin, t.quantity, t.price, t.amount, t.traded_at,
            t.created_at, t.exchange, t.order_number, t.exchange_trade_number, x.reason as reversed_reason,
            x.decided_at as reversed_at, t.cost, t.contract_id, b.contract_id as bought_with
       from trade t left join trade_reversal x on x.id = t.reversal_id left join instrument i on i.symbol = t.stock
       ${lotOfTrade}
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
  const contracts = await sql.rows<{ id: string; charges: bigint; counts: boolean }>(
    `select id, charges, reversed_at is null and shortage_id is null as counts
       from contract where client_id = $1 and day = $2 order by id`,
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
  const counted = contracts.filter(({ counts }) => counts)
  const charges = counted.length === 0 ? undefined : counted.reduce((sum, each) => sum + each.charges, 0n)
  return { trades, charges, events: events.toReversed(), entries }
}
