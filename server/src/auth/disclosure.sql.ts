import type { Sql, Tx } from '../platform/db.ts'

export async function wasTold(tx: Tx, key: string) {
  return (await tx.row('select from throttle where key = $1 and resets_at > now()', [key])) !== undefined
}

/** Creates the row if missing, resets it after a day, and locks it until the transaction ends. */
export function holdBudget(tx: Tx, key: string) {
  return tx.row<{ count: number }>(
    `insert into throttle as t (key, count, resets_at) values ($1, 0, now() + interval '1 day')
     on conflict (key) do update set
       count = case when t.resets_at < now() then 0 else t.count end,
       resets_at = case when t.resets_at < now() then excluded.resets_at else t.resets_at end
     returning count`,
    [key],
  )
}

export function spendBudget(tx: Tx, key: string) {
  return tx.run('update throttle set count = count + 1 where key = $1', [key])
}

export function rememberTold(sql: Sql, key: string) {
  return sql.run(
    `insert into throttle (key, count, resets_at) values ($1, 1, now() + interval '1 day')
     on conflict (key) do update set resets_at = excluded.resets_at`,
    [key],
  )
}
