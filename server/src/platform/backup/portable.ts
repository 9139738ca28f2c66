import { migrate } from '../migrate.ts'
import { StartError } from '../postgres/start-error.ts'
import { readPieces, writePieces, type Manifest, type Place } from './place.ts'
import {
  beginImport,
  beginSnapshot,
  copyIn,
  copyOut,
  dropEverything,
  hasTables,
  listSequences,
  listTables,
  setSequence,
} from './portable.sql.ts'
import { withSession, type Session } from './session.sql.ts'

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
