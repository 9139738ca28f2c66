import type { Sql } from './db.ts'

export const insertLoose = (sql: Sql, names: readonly string[]) =>
  sql.run('insert into loose_file (name) select unnest($1::text[])', [names])

/** Waits for concurrent decisions about these files; returns those that were still unreferenced. */
export const deleteLoose = (sql: Sql, names: readonly string[]) =>
  sql.rows<{ name: string }>('delete from loose_file where name = any($1::text[]) returning name', [names])

/** The oldest that have been unreferenced for more than a day: no request is still about to use them. */
export const deleteForgotten = (sql: Sql, most: number) =>
  sql.rows<{ name: string }>(
    `delete from loose_file where name in (
       select name from loose_file where since < now() - interval '1 day'
        order by since limit $1 for update skip locked)
     returning name`,
    [most],
  )

/** Notes files for the next copy to the place of backups. */
export const insertFilesToBackUp = (sql: Sql, names: readonly string[]) =>
  sql.run(
    `insert into file_to_back_up (name) select unnest($1::text[])
     on conflict (name) do update set since = excluded.since`,
    [names],
  )

export const filesToBackUp = (sql: Sql, most: number) =>
  sql.rows<{ name: string }>('select name from file_to_back_up order by since limit $1 for update skip locked', [most])

export const deleteFilesToBackUp = (sql: Sql, names: readonly string[]) =>
  sql.run('delete from file_to_back_up where name = any($1::text[])', [names])
