import type { Sql } from '../platform/db.ts'

export function answers(sql: Sql) {
  return sql.row('select 1 as one')
}
