import type { Sql, Tx } from '../../platform/db.ts'

export type HeadLog = {
  readonly log: string
  readonly line: bigint
  readonly mac: string
  readonly position: bigint
  readonly recent: boolean
}

/** Other servers that write to the same place wait until this transaction ends. */
export async function lockHeadLog(tx: Tx, place: string): Promise<HeadLog> {
  await tx.run('insert into audit_head (place) values ($1) on conflict do nothing', [place])
  const row = await tx.row<HeadLog>(
    `select log, line, mac, position, coalesce(written_at > now() - interval '1 hour', false) as recent
       from audit_head where place = $1 for update`,
    [place],
  )
  if (!row) throw new Error('The head log has no row')
  return row
}

export const updateHeadLog = (tx: Tx, place: string, head: { line: bigint; mac: string; position: bigint }) =>
  tx.run('update audit_head set line = $2, mac = $3, position = $4, written_at = now() where place = $1', [
    place,
    head.line,
    head.mac,
    head.position,
  ])

export const headLogs = (sql: Sql) =>
  sql.rows<{ place: string; log: string; line: bigint }>('select place, log, line from audit_head')

export type SealAt = { readonly position: bigint; readonly audit_id: bigint; readonly hash: Buffer }

export const newestSealedRow = (sql: Sql) =>
  sql.row<SealAt>('select position, audit_id, hash from audit_seal order by position desc limit 1')

export const sealsAt = (sql: Sql, positions: readonly string[]) =>
  sql.rows<SealAt>('select position, audit_id, hash from audit_seal where position = any($1::bigint[])', [positions])
