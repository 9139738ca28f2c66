import { ledgerRules } from '@sauda/contract/ledger'
import { rupeesOf } from '@sauda/contract/money'
import type { Sql } from '../platform/db.ts'
import { selectEntries } from './entries.sql.ts'
import { figuresOf } from './ledger.ts'

/** Latest first; `before` is the id of the last entry already returned. Throws `Not found`. */
export async function entriesOf(sql: Sql, clientId: string, before?: string) {
  const rows = await selectEntries(sql, clientId, before ?? null, ledgerRules.pageRows)
  if (rows.length === 0) await figuresOf(sql, clientId)
  return {
    entries: rows.map((row) => ({
      id: String(row.id),
      journalId: row.journal_id,
      at: row.at.toISOString(),
      event: row.event,
      causeId: row.cause_id,
      debit: row.debit,
      credit: row.credit,
      amount: rupeesOf(row.amount),
      ...(row.reason !== null && { reason: row.reason }),
    })),
  }
}
