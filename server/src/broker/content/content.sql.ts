import type { Sql, Tx } from '../../platform/db.ts'

export const findContent = (sql: Sql, part: string) =>
  sql.row<{ file_name: string; version: number }>('select file_name, version from content where part = $1', [part])

/** 0 if another change was saved first. */
export const replaceContent = (
  tx: Tx,
  { part, fileName, after }: { readonly part: string; readonly fileName: string; readonly after: number },
) =>
  after === 0
    ? tx.run('insert into content (part, file_name, version) values ($1, $2, 1) on conflict (part) do nothing', [
        part,
        fileName,
      ])
    : tx.run('update content set file_name = $2, version = version + 1 where part = $1 and version = $3', [
        part,
        fileName,
        after,
      ])
