import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { selectOne, type Session } from './session.sql.ts'

export type TableColumns = { readonly name: string; readonly columns: string[] }

/** `migration` is written by the migrations themselves. */
export const listTables = async (session: Session): Promise<TableColumns[]> =>
  (
    await session.query<TableColumns>(
      `select c.relname::text as name,
              array(select a.attname::text from pg_attribute a
                     where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
                     order by a.attnum) as columns
         from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
          and c.relname <> 'migration'
        order by c.relname`,
    )
  ).rows

export const beginSnapshot = (session: Session) => session.query('begin isolation level repeatable read, read only')

const listed = (columns: readonly string[]) => columns.map((column) => `"${column}"`).join(', ')

/** The rows of a table as PostgreSQL's text format, which every version reads; returns their number. */
export async function copyOut(
  session: Session,
  { name, columns }: TableColumns,
  write: (chunk: Buffer) => Promise<void>,
): Promise<number> {
  const stream = session.query(copyTo(`copy (select ${listed(columns)} from "${name}") to stdout`))
  for await (const chunk of stream) await write(chunk as Buffer)
  return stream.rowCount ?? 0
}

export async function copyIn(
  session: Session,
  { name, columns }: TableColumns,
  chunks: AsyncIterable<Buffer>,
): Promise<number> {
  const stream = session.query(copyFrom(`copy "${name}" (${listed(columns)}) from stdin`))
  await pipeline(Readable.from(chunks), stream)
  return stream.rowCount ?? 0
}

export const listSequences = async (session: Session) =>
  (
    await session.query<{ name: string; last: string }>(
      `select sequencename::text as name, last_value::text as last from pg_sequences
        where schemaname = 'public' and last_value is not null order by 1`,
    )
  ).rows

export const setSequence = (session: Session, { name, last }: { name: string; last: string }) =>
  session.query(`select setval(format('public.%I', $1::text)::regclass, $2)`, [name, last])

export const hasTables = async (session: Session): Promise<boolean> =>
  (
    await selectOne<{ found: boolean }>(
      session,
      `select exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')) as found`,
    )
  ).found

/** The schema was empty before our migrations; its owner, and its grants, as in a new database. */
export const dropEverything = (session: Session) =>
  session.query(
    `begin; set local role none; drop schema public cascade; create schema public;
     alter schema public owner to pg_database_owner; grant usage on schema public to public; commit`,
  )

type ForeignKey = { readonly table: string; readonly name: string; readonly definition: string }

/**
 * As the owner, without our triggers, which would reject emptying tables and add rows of their own, and without foreign keys,
 * because some tables refer to each other. Returns the function that puts both back, checks the keys and commits.
 */
export async function beginImport(session: Session, tables: readonly TableColumns[]): Promise<() => Promise<void>> {
  await session.query('begin')
  await session.query('set local role none')
  const { rows: keys } = await session.query<ForeignKey>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
       from pg_constraint
      where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace`,
  )
  for (const { table, name } of keys) await session.query(`alter table ${table} drop constraint ${name}`)
  for (const { name } of tables) await session.query(`alter table "${name}" disable trigger user`)
  // The rows that migrations add are in the backup as well.
  await session.query(`truncate ${tables.map(({ name }) => `"${name}"`).join(', ')}`)
  return async () => {
    for (const { table, name, definition } of keys)
      await session.query(`alter table ${table} add constraint ${name} ${definition}`)
    for (const { name } of tables) await session.query(`alter table "${name}" enable trigger user`)
    await session.query('commit')
    await session.query('analyze')
  }
}
