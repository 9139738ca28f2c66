import type { Sql } from '../../platform/db.ts'

/**
 * Counts one attempt; no row while blocked. After `free` attempts each further one doubles the wait, to 5 minutes. A
 * free attempt does not change `blocked_until`, since the last of several parallel ones to lock the row may have
 * begun before the others.
 */
export const countAttempt = (sql: Sql, key: string, free: number, windowSeconds: number) =>
  sql.row<{ count: number }>(
    `insert into throttle as t (key, count, resets_at) values ($1, 1, now() + make_interval(secs => $3))
     on conflict (key) do update set
       count = case when t.resets_at < now() then 1 else t.count + 1 end,
       blocked_until = case when t.resets_at < now() or t.count < $2 then t.blocked_until
                            else now() + make_interval(secs => least(300, power(2, least(t.count - $2, 20)))) end,
       resets_at = now() + make_interval(secs => $3)
     where t.blocked_until <= now()
     returning count`,
    [key, free, windowSeconds],
  )

export const secondsBlocked = (sql: Sql, key: string) =>
  sql.row<{ seconds: number }>(
    'select extract(epoch from blocked_until - now())::float8 as seconds from throttle where key = $1',
    [key],
  )

/** Counts one use in a fixed window; returns the number so far. */
export const countUse = (sql: Sql, key: string, windowSeconds: number) =>
  sql.row<{ count: number; seconds: number }>(
    `insert into throttle as t (key, count, resets_at) values ($1, 1, now() + make_interval(secs => $2))
     on conflict (key) do update set
       count = case when t.resets_at < now() then 1 else t.count + 1 end,
       resets_at = case when t.resets_at < now() then now() + make_interval(secs => $2) else t.resets_at end
     returning count, extract(epoch from resets_at - now())::float8 as seconds`,
    [key, windowSeconds],
  )

export const refundUse = (sql: Sql, key: string) =>
  sql.run('update throttle set count = greatest(count - 1, 0) where key = $1', [key])

export const forget = (sql: Sql, key: string) => sql.run('delete from throttle where key = $1', [key])

export const forgetOverdue = (sql: Sql) =>
  sql.run('delete from throttle where resets_at < now() and blocked_until < now()')
