import type { Sql, Tx } from '../platform/db.ts'
import { clientColumns, columns, joins } from './trade.sql.ts'
import type { ClientRow, TradeRow } from './trade.sql.ts'

/** Any number, as long as every copy of the server uses the same. */
const lockKey = 7_234_006

/** Files of trades take turns: a reference that two of them hold is booked by one. */
export function lockFiles(tx: Tx) {
  return tx.run('select pg_advisory_xact_lock($1)', [lockKey])
}

/** By the number a client is known by, without its SD. */
export function findClients(sql: Sql, numbers: readonly string[]) {
  return sql.rows<ClientRow>(`select ${clientColumns} from client where number = any($1::bigint[])`, [numbers])
}

export type NamedRow = TradeRow & { reference_key: string | null }

/** Trades by the dealer's own name for them in capitals, or by ours without its TRD. */
export function findNamed(sql: Sql, references: readonly string[], numbers: readonly string[]) {
  return sql.rows<NamedRow>(
    `select ${columns}, t.reference_key from trade t ${joins} where t.reference_key = any($1::text[])
     union
     select ${columns}, t.reference_key from trade t ${joins} where t.number = any($2::bigint[])`,
    [references, numbers],
  )
}
