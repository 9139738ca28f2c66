import type { Sql } from '../platform/db.ts'

export type UnsealedRow = { id: string; client_id: string; number: string }
export type SealedRow = { id: string; sealed: string; lookup: Buffer }

export const unsealedBankDetails = (sql: Sql, limit: number) =>
  sql.rows<UnsealedRow>(
    'select client_id as id, client_id, account_number as number from bank_details where account_lookup is null limit $1',
    [limit],
  )

export const unsealedRequests = (sql: Sql, limit: number) =>
  sql.rows<UnsealedRow>(
    `select id, client_id, pay_to_number as number from wallet_request
      where type = 'withdrawal' and pay_to_lookup is null limit $1`,
    [limit],
  )

const given = 'unnest($1::uuid[], $2::text[], $3::bytea[]) as u (id, sealed, lookup)'
const columns = (rows: readonly SealedRow[]) => [
  rows.map(({ id }) => id),
  rows.map(({ sealed }) => sealed),
  rows.map(({ lookup }) => lookup),
]

export const sealBankDetails = (sql: Sql, rows: readonly SealedRow[]) =>
  sql.run(
    `update bank_details b set account_number = u.sealed, account_lookup = u.lookup from ${given}
      where b.client_id = u.id and b.account_lookup is null`,
    columns(rows),
  )

export const sealRequests = (sql: Sql, rows: readonly SealedRow[]) =>
  sql.run(
    `update wallet_request r set pay_to_number = u.sealed, pay_to_lookup = u.lookup from ${given}
      where r.id = u.id and r.pay_to_lookup is null`,
    columns(rows),
  )
