import { tryLock } from '../../platform/advisory-lock.sql.ts'
import { type Sql, type Tx, listsOf, selectColumn, selectValue } from '../../platform/db.ts'

export type ChainPosition = { era: number; xact: string; id: bigint }
export type ChainRow = ChainPosition & { text: string }
export type SealedRow = ChainRow & { position: bigint | null; hash: Buffer | null }

/** A text form that does not depend on time zone, date style or key order. */
const rowText = `jsonb_build_array(a.era, a.id, a.xact::text, (extract(epoch from a.at) * 1000000)::bigint, a.actor_kind,
  a.actor_id, a.actor_name, a.action, a.subject_id, a.before, a.after, a.ip)::text`

/** Returns false while another process seals. */
export const lockChain = (tx: Tx) => tryLock(tx, 'auditSeals')

/** The position in the chain of the newest sealed row that still exists. */
export const lastSealedPosition = (sql: Sql) =>
  sql.row<ChainPosition>(
    `select a.era, a.xact::text as xact, a.id from audit_seal s join audit a on a.id = s.audit_id
      order by s.position desc limit 1`,
  )

/**
 * Rows after `after` that no running transaction can precede. Transaction ids of an earlier era belong to another database and are complete.
 */
export const sealableRows = (sql: Sql, after: ChainPosition, limit: number) =>
  sql.rows<ChainRow>(
    `select a.era, a.xact::text as xact, a.id, ${rowText} as text from audit a
      where (a.era, a.xact, a.id) > ($1, $2::xid8, $3)
        and (a.era < (select era from audit_era) or a.xact < pg_snapshot_xmin(pg_current_snapshot()))
        and not exists (select from audit_seal s where s.audit_id = a.id)
      order by a.era, a.xact, a.id limit $4`,
    [after.era, after.xact, after.id, limit],
  )

export const isUnsealed = (sql: Sql, after: ChainPosition) =>
  selectValue<boolean>(sql, 'select exists (select from audit a where (a.era, a.xact, a.id) > ($1, $2::xid8, $3))', [
    after.era,
    after.xact,
    after.id,
  ])

/** Age of the first row after `after`; undefined if all are sealed. */
export const unsealedSeconds = (sql: Sql, after: ChainPosition) =>
  selectValue<number | undefined>(
    sql,
    `select extract(epoch from now() - a.at)::float8 as seconds from audit a
      where (a.era, a.xact, a.id) > ($1, $2::xid8, $3) order by a.era, a.xact, a.id limit 1`,
    [after.era, after.xact, after.id],
  )

export const insertSeals = (sql: Sql, seals: readonly { position: bigint; auditId: bigint; hash: Buffer }[]) =>
  sql.run(
    'insert into audit_seal (position, audit_id, hash) select * from unnest($1::bigint[], $2::bigint[], $3::bytea[])',
    listsOf(seals, 'position', 'auditId', 'hash'),
  )

export const rowsWithSeals = (sql: Sql, after: ChainPosition, limit: number) =>
  sql.rows<SealedRow>(
    `select a.era, a.xact::text as xact, a.id, ${rowText} as text, s.position, s.hash
       from audit a left join audit_seal s on s.audit_id = a.id
      where (a.era, a.xact, a.id) > ($1, $2::xid8, $3)
      order by a.era, a.xact, a.id limit $4`,
    [after.era, after.xact, after.id, limit],
  )

/** A seal and its row, if the row still exists. */
export const sealAt = (sql: Sql, position: bigint) =>
  sql.row<{ audit_id: bigint; hash: Buffer; text: string | null }>(
    `select s.audit_id, s.hash, case when a.id is not null then ${rowText} end as text
       from audit_seal s left join audit a on a.id = s.audit_id where s.position = $1`,
    [position],
  )

/** A row that this database cannot have written came from a restore: a new era begins. */
export const beginEra = (sql: Sql) =>
  sql.run(
    `update audit_era e set era = e.era + 1
      where exists (select from audit a where a.era = e.era and a.xact >= pg_snapshot_xmax(pg_current_snapshot()))`,
  )

/** Rows of one action about a subject, each with its seal, null until it is sealed, and the seal before that. */
export const rowsAbout = <After>(sql: Sql, subjectId: string, action: string) =>
  sql.rows<{ after: After; text: string; hash: Buffer | null; previous: Buffer | null }>(
    `select a.after, ${rowText} as text, s.hash, p.hash as previous
       from audit a left join audit_seal s on s.audit_id = a.id left join audit_seal p on p.position = s.position - 1
      where a.subject_id = $1 and a.action = $2`,
    [subjectId, action],
  )

type HeadLog = {
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

/** The head logs of this database before it was restored, or of a copy that wrote to the same place then. */
export const formerHeadLogs = (sql: Sql) =>
  selectColumn<string>(
    sql,
    `select jsonb_array_elements_text(after->'headLogs') from audit where action = 'backup.restore' and after ? 'headLogs'`,
  )

export type SealAt = { readonly position: bigint; readonly audit_id: bigint; readonly hash: Buffer }

export const newestSeal = (sql: Sql) =>
  sql.row<SealAt>('select position, audit_id, hash from audit_seal order by position desc limit 1')

export const sealsAt = (sql: Sql, positions: readonly string[]) =>
  sql.rows<SealAt>('select position, audit_id, hash from audit_seal where position = any($1::bigint[])', [positions])
