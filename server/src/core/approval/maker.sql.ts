import type { Right } from '@sauda/contract/platform/call'
import type { Sql, Tx } from '../../platform/db.ts'

/** What decides whether the operators may still request something. */
export const selectMakers = (sql: Sql, ids: readonly string[]) =>
  sql.rows<{ id: string; role: string; rights: Right[] | null; disabled: boolean }>(
    `select o.id, o.role, x.rights, o.disabled_at is not null as disabled
       from operator o left join role_rights x on x.role = o.role where o.id = any ($1::uuid[])`,
    [ids],
  )

const requests = {
  deposit: { from: "wallet_request where type = 'added' and status = 'pending'", maker: 'first_approval_by' },
  // A release of the payout batch is both approvals.
  withdrawal: {
    from: `wallet_request where type = 'withdrawal' and status = 'pending'
      and not exists (select from payout_batch b where b.id = payout_batch_id and b.status = 'released')`,
    maker: 'first_approval_by',
  },
  adjustment: { from: "adjustment where status = 'pending'", maker: 'requested_by' },
  reversal: { from: "trade_reversal where status = 'pending'", maker: 'requested_by' },
} as const
export type TwoStepQueue = keyof typeof requests

/** Operators with a pending request, or the first approval of one. */
export const selectWaitingMakers = (sql: Sql, queue: TwoStepQueue) =>
  sql.rows<{ id: string }>(
    `select distinct ${requests[queue].maker} as id from ${requests[queue].from} and ${requests[queue].maker} is not null`,
  )

/** Their pending requests, locked. */
export const lockWaitingOf = (tx: Tx, queue: TwoStepQueue, operatorIds: readonly string[]) =>
  tx.rows<{ id: string }>(
    `select id from ${requests[queue].from} and ${requests[queue].maker} = any ($1::uuid[]) order by id for no key update`,
    [operatorIds],
  )
