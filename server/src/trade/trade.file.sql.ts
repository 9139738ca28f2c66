import type { Sql, Tx } from '../platform/db.ts'
import { clientColumns, columns, joins } from './trade.sql.ts'
import type { ClientRow, TradeRow } from './trade.sql.ts'

/** Must be the same in every process. */
const lockKey = 7_234_006

/** Serialises bulk uploads, which may share references. */
export function lockFiles(tx: Tx) {
  return tx.run('select pg_advisory_xact_lock($1)', [lockKey])
}

/** Numbers without the SD prefix. */
export function findClients(sql: Sql, numbers: readonly string[]) {
  return sql.rows<ClientRow>(`select ${clientColumns} from client where number = any($1::bigint[])`, [numbers])
}

export type NamedRow = TradeRow & { reference_key: string | null }

/** By the dealer's reference in capitals, or by our number without the TRD prefix. */
export function findNamed(sql: Sql, references: readonly string[], numbers: readonly string[]) {
  return sql.rows<NamedRow>(
    `select ${columns}, t.reference_key from trade t ${joins} where t.reference_key = any($1::text[])
     union
     select ${columns}, t.reference_key from trade t ${joins} where t.number = any($2::bigint[])`,
    [references, numbers],
  )
}
