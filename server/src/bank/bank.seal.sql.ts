import type { Sql } from '../platform/db.ts'

export const sealedTables = {
  bank_details: { id: 'client_id', number: 'account_number', lookup: 'account_lookup', where: 'true' },
  wallet_request: { id: 'id', number: 'pay_to_number', lookup: 'pay_to_lookup', where: "type = 'withdrawal'" },
} as const
type Table = keyof typeof sealedTables

export type UnsealedRow = { id: string; client_id: string; number: string }

export function unsealedNumbers(sql: Sql, table: Table, limit: number) {
  const { id, number, lookup, where } = sealedTables[table]
  return sql.rows<UnsealedRow>(
    `select ${id} as id, client_id, ${number} as number from ${table} where ${where} and ${lookup} is null limit $1`,
    [limit],
  )
}

export function sealNumbers(sql: Sql, table: Table, rows: readonly { id: string; sealed: string; lookup: Buffer }[]) {
  const { id, number, lookup } = sealedTables[table]
  return sql.run(
    `update ${table} t set ${number} = u.sealed, ${lookup} = u.lookup
       from unnest($1::uuid[], $2::text[], $3::bytea[]) as u (id, sealed, lookup)
      where t.${id} = u.id and t.${lookup} is null`,
    [rows.map((row) => row.id), rows.map((row) => row.sealed), rows.map((row) => row.lookup)],
  )
}
