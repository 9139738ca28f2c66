import type { Sql, Tx } from '../platform/db.ts'

/** Where a row stands in the chain. */
export type Place = { era: number; xact: string; id: bigint }
export type ChainRow = Place & { text: string }
export type SealedRow = ChainRow & { position: bigint | null; hash: Buffer | null }

/** The row as text that depends on nothing but the row: no time zone, no date style, no order of keys. */
const rowText = `jsonb_build_array(a.era, a.id, a.xact::text, (extract(epoch from a.at) * 1000000)::bigint, a.actor_kind,
  a.actor_id, a.actor_name, a.action, a.subject_id, a.before, a.after, a.ip)::text`

/** Any number, as long as every copy of the server uses the same. */
const lockKey = 7_234_002

/** False when another process is sealing just now; held until the transaction ends. */
export async function lockChain(tx: Tx): Promise<boolean> {
  const row = await tx.row<{ locked: boolean }>('select pg_try_advisory_xact_lock($1) as locked', [lockKey])
  return row?.locked === true
}

export function newestSeal(sql: Sql) {
  return sql.row<{ position: bigint; hash: Buffer }>(
    'select position, hash from audit_seal order by position desc limit 1',
  )
}

/** Place of the newest sealed row that is still there. */
export function lastSealedPlace(sql: Sql) {
  return sql.row<Place>(
    `select a.era, a.xact::text as xact, a.id from audit_seal s join audit a on a.id = s.audit_id
      order by s.position desc limit 1`,
  )
}

/**
 * Rows behind `after` that no transaction still under way can precede. Rows of an earlier era are all over:
 * their transaction ids belong to another database and say nothing here.
 */
export function sealableRows(sql: Sql, after: Place, limit: number) {
  return sql.rows<ChainRow>(
    `select a.era, a.xact::text as xact, a.id, ${rowText} as text from audit a
      where (a.era, a.xact, a.id) > ($1, $2::xid8, $3)
        and (a.era < (select era from audit_era) or a.xact < pg_snapshot_xmin(pg_current_snapshot()))
        and not exists (select from audit_seal s where s.audit_id = a.id)
      order by a.era, a.xact, a.id limit $4`,
    [after.era, after.xact, after.id, limit],
  )
}

/** Whether a row behind `after` waits for its seal. */
export async function isUnsealed(sql: Sql, after: Place): Promise<boolean> {
  const row = await sql.row<{ waits: boolean }>(
    'select exists (select from audit a where (a.era, a.xact, a.id) > ($1, $2::xid8, $3)) as waits',
    [after.era, after.xact, after.id],
  )
  return row?.waits === true
}

export function insertSeals(sql: Sql, seals: readonly { position: bigint; auditId: bigint; hash: Buffer }[]) {
  return sql.run(
    'insert into audit_seal (position, audit_id, hash) select * from unnest($1::bigint[], $2::bigint[], $3::bytea[])',
    [seals.map((seal) => seal.position), seals.map((seal) => seal.auditId), seals.map((seal) => seal.hash)],
  )
}

/** Rows behind `after` in the order of the chain, each with its seal where it has one. */
export function rowsWithSeals(sql: Sql, after: Place, limit: number) {
  return sql.rows<SealedRow>(
    `select a.era, a.xact::text as xact, a.id, ${rowText} as text, s.position, s.hash
       from audit a left join audit_seal s on s.audit_id = a.id
      where (a.era, a.xact, a.id) > ($1, $2::xid8, $3)
      order by a.era, a.xact, a.id limit $4`,
    [after.era, after.xact, after.id, limit],
  )
}

/** A seal with the row it was made for, if that is still there. */
export function sealAt(sql: Sql, position: bigint) {
  return sql.row<{ audit_id: bigint; hash: Buffer; text: string | null }>(
    `select s.audit_id, s.hash, case when a.id is not null then ${rowText} end as text
       from audit_seal s left join audit a on a.id = s.audit_id where s.position = $1`,
    [position],
  )
}

/** A row that this database cannot have written yet came with a restore: a new era begins. */
export function beginEra(sql: Sql) {
  return sql.run(
    `update audit_era e set era = e.era + 1
      where exists (select from audit a where a.era = e.era and a.xact >= pg_snapshot_xmax(pg_current_snapshot()))`,
  )
}
