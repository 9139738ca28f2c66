import { otherPayerOf } from '../ledger/payer.ts'
import type { Sql } from '../platform/db.ts'
import { selectPaid } from './reconciliation.payers.sql.ts'

const recentDays = 7

/** Recent deposits of these clients that somebody else paid, by the name in the narration. */
export async function otherPayers(sql: Sql, clientIds: readonly string[]) {
  const rows = await selectPaid(sql, clientIds, recentDays)
  return rows.flatMap(({ client_id: clientId, text, names }) => {
    // Also of a confirmed account: the operator who decides shall know.
    const payer = otherPayerOf(text, { names, accounts: [] })
    return payer === undefined ? [] : [{ clientId, text: payer }]
  })
}
