import type { Sql, Tx } from '../../platform/db.ts'

/** Serialises the exports of one operator, so that parallel ones cannot pass the limit together. */
export const lockOperator = (tx: Tx, id: string) => tx.row('select from operator where id = $1 for no key update', [id])

/** When the oldest of the newest `limit` exports of these hours leaves the count; no row below the limit. */
export const freeFrom = (sql: Sql, e: { operatorId: string; limit: number; hours: number }) =>
  sql.row<{ at: Date }>(
    `select at + make_interval(hours => $3) as at from data_export
      where operator_id = $1 and at > now() - make_interval(hours => $3)
      order by at desc offset $2::int - 1 limit 1`,
    [e.operatorId, e.limit, e.hours],
  )

export const insertExport = (tx: Tx, e: { id: string; operatorId: string; what: string; clients: number | null }) =>
  tx.run('insert into data_export (id, operator_id, what, clients) values ($1, $2, $3, $4)', [
    e.id,
    e.operatorId,
    e.what,
    e.clients,
  ])

export type ExportRow = { id: string; operator: string; what: string; clients: number | null; at: Date }

/** No row while an earlier mail is not older than these minutes. */
export const takeUnmailed = (tx: Tx, minutes: number) =>
  tx.rows<ExportRow>(
    `with taken as (
       update data_export set mailed_at = now()
        where mailed_at is null
          and not exists (select from data_export where mailed_at > now() - make_interval(mins => $1))
       returning id, operator_id, what, clients, at)
     select t.id, o.name as operator, t.what, t.clients, t.at from taken t join operator o on o.id = t.operator_id order by t.at, t.id`,
    [minutes],
  )
