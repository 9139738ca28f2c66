import { rupeesOf } from '@sauda/contract/money'
import type { QueueItem } from '@sauda/contract/operator'
import type { RequestType } from '@sauda/contract/wallet'
import type { Sql } from '../platform/db.ts'
import { waitingRequests } from './wallet.desk.sql.ts'

const most = 500

/** Deposits to be found at the bank, longest waiting first. */
export const depositQueue = (sql: Sql) => waiting(sql, 'added', 'deposit')

/** Withdrawals to be paid, also those that wait for their second approval. */
export const withdrawalQueue = (sql: Sql) => waiting(sql, 'withdrawal', 'withdrawal')

async function waiting(sql: Sql, type: RequestType, kind: QueueItem['kind']): Promise<QueueItem[]> {
  const rows = await waitingRequests(sql, type, most)
  return rows.map((row) => ({
    kind,
    id: row.id,
    clientId: row.client_id,
    clientName: row.client_name,
    amount: rupeesOf(row.amount),
    since: row.created_at.toISOString(),
    ...(row.first_approval_by_name !== null && { firstApproval: row.first_approval_by_name }),
  }))
}
