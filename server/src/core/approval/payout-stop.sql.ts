import type { Sql, Tx } from '../../platform/db.ts'

export const findStop = (sql: Sql) =>
  sql.row<{ at: Date; reason: string; by: string | null }>(
    `select s.stopped_at as at, s.reason, o.name as by from payout_stop s left join operator o on o.id = s.stopped_by
      where s.stopped_at is not null`,
  )

/** A stop waits until the transaction ends, which then pays nothing after it. */
export const lockStop = (tx: Tx) =>
  tx.row<{ stopped: boolean }>('select stopped_at is not null as stopped from payout_stop for share')

/** 0 if payouts are stopped already. */
export const setStop = (tx: Tx, reason: string, operatorId: string | null) =>
  tx.run(
    `update payout_stop set stopped_at = date_trunc('milliseconds', clock_timestamp()), reason = $1, stopped_by = $2
      where stopped_at is null`,
    [reason, operatorId],
  )

/** 0 unless it is this stop. */
export const clearStop = (tx: Tx, at: string) =>
  tx.run('update payout_stop set stopped_at = null, reason = null, stopped_by = null where stopped_at = $1', [at])
