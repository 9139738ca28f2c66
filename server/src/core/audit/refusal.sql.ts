import type { Sql, Tx } from '../../platform/db.ts'

export type RefusalCount = {
  readonly kind: 'client' | 'operator'
  readonly id: string
  readonly name: string
  readonly call: string
  readonly statuses: readonly number[]
  readonly count: number
  readonly ip: string
}

/** Sorted, so that two servers cannot wait for each other. The minute is the database's, which all servers share. */
export const addRefusals = (sql: Sql, refusals: readonly RefusalCount[]) =>
  sql.run(
    `insert into refusal as r (minute, actor_kind, actor_id, call, actor_name, statuses, count, ip)
     select date_trunc('minute', clock_timestamp()), kind, id, call, name, statuses, count, ip
       from jsonb_to_recordset($1::jsonb) as t(kind text, id text, call text, name text, statuses int[], count int, ip text)
      order by kind, id, call
     on conflict (minute, actor_kind, actor_id, call) do update
       set count = r.count + excluded.count, ip = excluded.ip,
           statuses = array(select distinct unnest(r.statuses || excluded.statuses) order by 1)`,
    [JSON.stringify(refusals)],
  )

/** Removes and returns the counts of past minutes; two servers never get the same one. */
export const takeRefusals = (tx: Tx, limit: number) =>
  tx.rows<RefusalCount & { minute: Date }>(
    `delete from refusal r using (select ctid from refusal
        where minute < date_trunc('minute', clock_timestamp() - interval '10 seconds')
        order by minute limit $1 for update skip locked) due
      where r.ctid = due.ctid
      returning r.actor_kind as kind, r.actor_id as id, r.actor_name as name, r.call, r.statuses, r.count, r.ip, r.minute`,
    [limit],
  )
