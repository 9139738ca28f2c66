import pg from 'pg'
import { advisoryLocks } from '../advisory-lock.sql.ts'
import { notCompiled } from '../db-limits.ts'

/** One connection for a backup: its state in PostgreSQL ends with the connection. */
export type Session = pg.Client

export async function withSession<T>(url: string, work: (session: Session) => Promise<T>): Promise<T> {
  const session = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    options: notCompiled,
    application_name: 'sauda backup',
  })
  let broken: Error | undefined
  session.on('error', (error) => (broken = error))
  await session.connect()
  try {
    return await work(session)
  } catch (error) {
    throw broken ?? error
  } finally {
    await session.end().catch(() => undefined)
  }
}

export async function selectOne<Row extends object>(session: Session, text: string, values: unknown[] = []) {
  const { rows } = await session.query<Row>(text, values)
  if (!rows[0]) throw new Error('The database returned no row')
  return rows[0]
}

export type DatabaseState = {
  readonly postgres: string
  readonly migration: number
  readonly keys: string[]
  readonly seal: { readonly position: string; readonly hash: string } | null
}

/** The first eight bytes of an encrypted key are the id of the key that encrypted it. */
export const databaseState = (session: Session) =>
  selectOne<DatabaseState>(
    session,
    `select current_setting('server_version') as postgres, (select max(version) from migration) as migration,
            array(select distinct encode(substring(wrapped from 1 for 8), 'hex') from hash_key) as keys,
            (select json_build_object('position', position::text, 'hash', encode(hash, 'hex'))
               from audit_seal order by position desc limit 1) as seal`,
  )

export const insertBackup = (session: Session, values: [id: string, kind: string, begun: Date]) =>
  session.query('insert into backup (id, kind, begun_at) values ($1, $2, $3)', values)

export const endBackup = (session: Session, id: string, ended: string) =>
  session.query('update backup set ended_at = $2 where id = $1', [id, ended])

/** The ids of backups that did not end; none while another backup may still be running. */
export async function unfinishedBackups(session: Session): Promise<string[]> {
  const { alone } = await selectOne<{ alone: boolean }>(session, 'select pg_try_advisory_lock($1) as alone', [
    advisoryLocks.backup,
  ])
  if (!alone) return []
  return (await session.query<{ id: string }>('select id from backup where ended_at is null')).rows.map(({ id }) => id)
}

export const deleteUnfinished = (session: Session, ids: readonly string[]) =>
  session.query('delete from backup where ended_at is null and id = any($1::text[])', [ids])

export const startBackup = (session: Session, label: string) =>
  selectOne<{ lsn: string; system: string; timeline: number; segment_bytes: number }>(
    session,
    `with begun as materialized (select pg_backup_start($1, true)::text as lsn)
     select lsn, (select system_identifier::text from pg_control_system()) as system,
            (select timeline_id from pg_control_checkpoint()) as timeline,
            (select setting::int from pg_settings where name = 'wal_segment_size') as segment_bytes from begun`,
    [label],
  )

/** Does not wait for an archive: the caller stores the WAL itself. */
export const stopBackup = (session: Session) =>
  selectOne<{ lsn: string; labelfile: string; spcmapfile: string }>(
    session,
    'select lsn::text, labelfile, spcmapfile from pg_backup_stop(false)',
  )

/** Keeps the WAL from now on, until the connection ends. */
export const keepWal = (session: Session) =>
  session.query(`select pg_create_physical_replication_slot('sauda_copy_' || pg_backend_pid(), true, true)`)

/** The server and a backup store WAL in turns. */
export async function withWalLock<T>(session: Session, work: () => Promise<T>): Promise<T> {
  await session.query('select pg_advisory_lock($1)', [advisoryLocks.walBackup])
  try {
    return await work()
  } finally {
    await session.query('select pg_advisory_unlock($1)', [advisoryLocks.walBackup])
  }
}

const slot = 'sauda_backup'

export const readSlot = async (session: Session) =>
  (
    await session.query<{ restart_lsn: string | null; wal_status: string | null }>(
      'select restart_lsn::text, wal_status from pg_replication_slots where slot_name = $1',
      [slot],
    )
  ).rows[0]

export const createSlot = (session: Session) =>
  session.query('select pg_create_physical_replication_slot($1, true)', [slot])

export const advanceSlot = (session: Session, lsn: string) =>
  session.query('select pg_replication_slot_advance($1, $2::pg_lsn)', [slot, lsn])

export const dropSlot = (session: Session) =>
  session.query(
    'select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1 and not active',
    [slot],
  )

export const walState = (session: Session) =>
  selectOne<{ flushed: string; system: string; timeline: number; segment_bytes: number }>(
    session,
    `select pg_current_wal_flush_lsn()::text as flushed,
            (select system_identifier::text from pg_control_system()) as system, (select timeline_id from pg_control_checkpoint()) as timeline,
            (select setting::int from pg_settings where name = 'wal_segment_size') as segment_bytes`,
  )

/** Begins a new segment, so that the current one can be stored; returns where the WAL ends then. */
export async function switchWal(session: Session): Promise<string> {
  await session.query('select pg_switch_wal()')
  return insertPosition(session)
}

export const insertPosition = async (session: Session): Promise<string> =>
  (await selectOne<{ lsn: string }>(session, 'select pg_current_wal_insert_lsn()::text as lsn')).lsn

/** When the newest transaction was committed that the recovery replayed. */
export const replayedUntil = async (session: Session): Promise<Date | null> =>
  (await selectOne<{ at: Date | null }>(session, 'select pg_last_xact_replay_timestamp() as at')).at
