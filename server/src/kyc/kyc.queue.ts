import type { QueueItem } from '@sauda/contract/operator'
import type { Sql } from '../platform/db.ts'
import { waitingClients } from './kyc.sql.ts'

const most = 500

/** Clients whose photos wait for a decision, longest first; an item's id is the client's. */
export async function kycQueue(sql: Sql): Promise<QueueItem[]> {
  const rows = await waitingClients(sql, most)
  return rows.map((row) => ({
    kind: 'kyc',
    id: row.client_id,
    clientId: row.client_id,
    clientName: row.client_name,
    since: row.since.toISOString(),
    ...(row.taken_by !== null && { takenBy: row.taken_by }),
  }))
}
