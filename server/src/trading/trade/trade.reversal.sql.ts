import type { ReversalStatus } from '@sauda/contract/trading/reversal'
import type { Sql, Tx } from '../../platform/db.ts'
import { deskColumns, deskJoins, type DeskRow } from './trade.sql.ts'

/** Prefixed, to distinguish them from the trade's columns. */
export type ReversalRow = DeskRow & {
  reversal_id: string
  reversal_reason: string
  reversal_status: ReversalStatus
  requested_by: string
  requested_by_name: string
  decided_by: string | null
  decided_by_name: string | null
  reversal_created_at: Date
  decided_at: Date | null
}

const select = `select v.id as reversal_id, v.reason as reversal_reason, v.status as reversal_status, v.requested_by,
    q.name as requested_by_name, v.decided_by, d.name as decided_by_name, v.created_at as reversal_created_at, v.decided_at, ${deskColumns}
  from trade_reversal v
  join operator q on q.id = v.requested_by
  left join operator d on d.id = v.decided_by
  join trade t on t.id = v.trade_id ${deskJoins}`

export const findReversal = (sql: Sql, id: string) => sql.row<ReversalRow>(`${select} where v.id = $1`, [id])

/** Oldest first. */
export const selectWaiting = (sql: Sql, limit: number) =>
  sql.rows<ReversalRow>(`${select} where v.status = 'pending' order by v.created_at, v.id limit $1`, [limit])

export const selectDecided = (sql: Sql, limit: number) =>
  sql.rows<ReversalRow>(`${select} where v.status <> 'pending' order by v.decided_at desc, v.id limit $1`, [limit])

/** Returns 0 if one is pending or approved. */
export const insertReversal = (tx: Tx, v: { id: string; tradeId: string; reason: string; operatorId: string }) =>
  tx.run(
    `insert into trade_reversal (id, trade_id, reason, requested_by) values ($1, $2, $3, $4)
     on conflict (trade_id) where status <> 'rejected' do nothing`,
    [v.id, v.tradeId, v.reason, v.operatorId],
  )

/** Returns 0 if a contract books the trade. A recorded trade that confirmed it no longer does: it holds the client's money again. */
export const markReversed = (tx: Tx, tradeId: string, reversalId: string) =>
  tx.run(
    `with unconfirmed as (update exchange_trade set trade_id = null where trade_id = $1)
     update trade set reversal_id = $2 where id = $1 and contract_id is null`,
    [tradeId, reversalId],
  )

export const reversalItems = `select v.id, t.client_id, t.amount, v.created_at as since,
    v.requested_by as first_approval_by, null as type
  from trade_reversal v join trade t on t.id = v.trade_id where v.status = 'pending'`
