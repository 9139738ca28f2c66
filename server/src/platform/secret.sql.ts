import type { Sql } from './db.ts'

/** Keeps the mark where there is none yet; answers the one that stands. */
export function keepMark(sql: Sql, mark: Buffer) {
  return sql.row<{ mark: Buffer }>(
    'insert into secret_mark as s (mark) values ($1) on conflict (one) do update set mark = s.mark returning mark',
    [mark],
  )
}
