import type { Tx } from '../../platform/db.ts'

/** Requests that another operator decides. Each table has the same columns for that. */
export type RequestTable = 'adjustment' | 'proposal' | 'trade_reversal'

/** 0 if it is already decided, or the operator would approve their own request, which `isWaived` allows. */
export const updateDecided = (
  tx: Tx,
  table: RequestTable,
  d: { id: string; status: 'approved' | 'rejected' | 'lapsed'; operatorId: string; isWaived: boolean },
) =>
  tx.run(
    `update ${table} set status = $2, decided_by = $3, decided_at = statement_timestamp(), waived = $4 and requested_by = $3
      where id = $1 and status = 'pending' and ($2 <> 'approved' or $4 or requested_by <> $3)`,
    [d.id, d.status, d.operatorId, d.isWaived],
  )
