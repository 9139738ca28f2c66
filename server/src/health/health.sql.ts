import type { Sql } from '../platform/db.ts'

export const answers = (sql: Sql) => sql.row('select 1 as one')
