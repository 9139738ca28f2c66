import { requireRow, type Sql } from './db.ts'

/** Fails where the database takes no writes. With parameters, so that it is a prepared statement. */
export const writeReadiness = (sql: Sql, process: string) =>
  sql.run(`insert into readiness (process, at) values ($1, now()) on conflict (process) do update set at = now()`, [
    process,
  ])

/** Deletes the rows of processes that ended long ago. */
export const sweepReadiness = (sql: Sql) => sql.run(`delete from readiness where at < now() - interval '1 day'`)

export const databaseTime = (sql: Sql) => requireRow(sql.row<{ now: Date }>('select clock_timestamp() as now'))

/** Whether another process has written since then, and a moment ago. */
export const othersWrite = async (sql: Sql, process: string, since: Date): Promise<boolean> =>
  (await sql.row(
    "select from readiness where process <> $1 and at > greatest($2, now() - interval '15 seconds') limit 1",
    [process, since],
  )) !== undefined
