import type { LedgerAccount, LedgerEvent } from '@sauda/contract/ledger'
import type { Sql } from '../platform/db.ts'

export type EntryRow = {
  id: bigint
  journal_id: string
  at: Date
  event: LedgerEvent
  cause_id: string
  debit: LedgerAccount
  credit: LedgerAccount
  amount: bigint
  reason: string | null
}

export const selectEntries = (sql: Sql, clientId: string, before: string | null, limit: number) =>
  sql.rows<EntryRow>(
    `select e.id, e.journal_id, j.at, j.event, j.cause_id, e.debit, e.credit, e.amount, j.reason
       from entry e join journal j on j.id = e.journal_id
      where e.client_id = $1 and e.id < coalesce($2::bigint, 9223372036854775807)
      order by e.id desc limit $3`,
    [clientId, before, limit],
  )
