import { migrate } from '../migrate.ts'
import { StartError } from '../postgres/start-error.ts'
import { isOurs } from '../role.ts'
import type { Manifest } from './manifest.ts'
import { readPieces, writePieces, type Place } from './place.ts'
import { withSession, type Session, selectOne } from './session.sql.ts'
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'

type Export = Pick<Manifest, 'contents' | 'pieces' | 'tables' | 'sequences'>

/** Every table as it was at one moment, in text that any version of PostgreSQL reads. */
export async function exportTables(session: Session, place: Place, id: string): Promise<Export> {
  await beginSnapshot(session)
  const output = writePieces(place, `portable/${id}/`)
  const contents: Manifest['contents'] = []
  const tables: Manifest['tables'] = []
  for (const table of await listTables(session)) {
    let bytes = 0
    const rows = await copyOut(session, table, async (chunk) => {
      bytes += chunk.length
      await output.write(chunk)
    })
    tables.push({ ...table, rows })
    contents.push({ path: table.name, bytes })
  }
  // After the rows: a sequence may be ahead of them, never behind.
  const sequences = await listSequences(session)
  await session.query('commit')
  return { contents, pieces: await output.end(), tables, sequences }
}

export const requireEmptyDatabase = (url: string): Promise<void> =>
  withSession(url, async (session) => {
    if (await hasTables(session))
      throw new StartError('The database has tables already. Restore into an empty database.')
  })

/** After a restore that failed, so that it can be tried again. */
export const emptyDatabase = (url: string): Promise<unknown> => withSession(url, dropEverything)

/** Into an empty database: the schema of the export's version, its rows, then the newer migrations. */
export async function importTables(url: string, place: Place, manifest: Manifest): Promise<void> {
  await requireEmptyDatabase(url)
  await migrate(url, undefined, manifest.migration)
  await withSession(url, async (session) => {
    const present = await listTables(session)
    const missing = manifest.tables.filter(({ name }) => !present.some((table) => table.name === name))
    if (missing.length > 0)
      throw new StartError(`This version has no table ${missing[0]?.name}. Restore with version ${manifest.program}.`)
    const finishImport = await beginImport(session, present)
    const take = readPieces(place, manifest.pieces)
    for (const [n, table] of manifest.tables.entries()) {
      const rows = await copyIn(session, table, take(manifest.contents[n]?.bytes ?? 0))
      if (rows !== table.rows)
        throw new StartError(`The backup is damaged: ${table.name} has ${rows} rows instead of ${table.rows}.`)
    }
    for (const sequence of manifest.sequences) await setSequence(session, sequence)
    await finishImport()
  })
  await migrate(url)
}

type TableColumns = { readonly name: string; readonly columns: string[] }

/** `migration` is written by the migrations themselves. */
const listTables = async (session: Session): Promise<TableColumns[]> =>
  (
    await session.query<TableColumns>(
      `select c.relname::text as name,
              array(select a.attname::text from pg_attribute a
                     where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
                     order by a.attnum) as columns
         from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
          and c.relname <> 'migration' and ${isOurs('pg_class', 'c')}
        order by c.relname`,
    )
  ).rows

const beginSnapshot = (session: Session) => session.query('begin isolation level repeatable read, read only')

const listed = (columns: readonly string[]) => columns.map((column) => `"${column}"`).join(', ')

/** The rows of a table as PostgreSQL's text format, which every version reads; returns their number. */
async function copyOut(session: Session, { name, columns }: TableColumns, write: (chunk: Buffer) => Promise<void>) {
  const stream = session.query(copyTo(`copy (select ${listed(columns)} from "${name}") to stdout`))
  for await (const chunk of stream) await write(chunk as Buffer)
  return stream.rowCount ?? 0
}

async function copyIn(session: Session, { name, columns }: TableColumns, chunks: AsyncIterable<Buffer>) {
  const stream = session.query(copyFrom(`copy "${name}" (${listed(columns)}) from stdin`))
  await pipeline(Readable.from(chunks), stream)
  return stream.rowCount ?? 0
}

const listSequences = async (session: Session) =>
  (
    await session.query<{ name: string; last: string }>(
      `select sequencename::text as name, last_value::text as last
         from pg_sequences join pg_class c on c.relname = sequencename and c.relnamespace = 'public'::regnamespace
        where schemaname = 'public' and last_value is not null and ${isOurs('pg_class', 'c')} order by 1`,
    )
  ).rows

const setSequence = (session: Session, { name, last }: { name: string; last: string }) =>
  session.query(`select setval(format('public.%I', $1::text)::regclass, $2)`, [name, last])

const hasTables = async (session: Session): Promise<boolean> =>
  (
    await selectOne<{ found: boolean }>(
      session,
      `select exists (select from pg_class c
                       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and ${isOurs('pg_class', 'c')}) as found`,
    )
  ).found

/** The schema was empty before our migrations; its owner, and its grants, as in a new database. */
const dropEverything = (session: Session) =>
  session.query(
    `begin; set local role none; drop schema public cascade; create schema public;
     alter schema public owner to pg_database_owner; grant usage on schema public to public; commit`,
  )

type ForeignKey = { readonly table: string; readonly name: string; readonly definition: string }

/**
 * As the owner, without our triggers, which would reject emptying tables and add rows of their own, and without foreign keys,
 * because some tables refer to each other. Returns the function that puts both back, checks the keys and commits.
 */
async function beginImport(session: Session, tables: readonly TableColumns[]): Promise<() => Promise<void>> {
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
