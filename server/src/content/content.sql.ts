import type { Sql, Tx } from '../platform/db.ts'

export type ContentRow = { file_name: string; version: number }

export const findContent = (sql: Sql, part: string) =>
  sql.row<ContentRow>('select file_name, version from content where part = $1', [part])

type Turn = { readonly part: string; readonly fileName: string; readonly after: number }

/** 0 if another change came first. */
export const turnContent = (tx: Tx, { part, fileName, after }: Turn) =>
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
