import type { Sql } from './db.ts'

/** Adds to the counts of all processes and returns them. In the order of their keys, so that no two wait for each other. */
export const addUses = (sql: Sql, uses: readonly { key: string; count: number }[]) =>
  sql.rows<{ key: string; count: number }>(
    `insert into throttle as t (key, count, resets_at)
     select key, count, now() + interval '2 minutes' from unnest($1::text[], $2::int[]) as used (key, count) order by key
     on conflict (key) do update set count = t.count + excluded.count returning key, count`,
    [uses.map(({ key }) => key), uses.map(({ count }) => count)],
  )
