import { readFileSync } from 'node:fs'
import pg from 'pg'
import { PlainError } from '../../scripts/child.ts'
import { readSettingsFile } from '../../scripts/settings-file.ts'

/** Citus distributes no table that the same message has changed. A semicolon in a comment or a quoted text ends no statement. */
const statements = () =>
  readFileSync(new URL('tables.sql', import.meta.url), 'utf8').match(/(?:--.*|\$(\w*)\$[^]*?\$\1\$|'[^']*'|[^;])+;/g) ??
  []

/** Distributes a migrated database on the coordinator, whose workers are known to it. Returns false if it is distributed already. */
export async function distribute(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ citus: boolean; migrated: boolean; done: boolean }>(
      `select exists (select from pg_extension where extname = 'citus') as citus, to_regclass('entry') is not null as migrated,
              to_regclass('two_phases') is not null as done`,
    )
    if (rows[0]?.citus !== true)
      throw new PlainError('The extension citus is missing. Run on the coordinator: create extension citus')
    if (!rows[0].migrated) throw new PlainError('The database is empty. Start Sauda once, then try again.')
    if (rows[0].done) return false
    const workers = await client.query('select from pg_dist_node where shouldhaveshards and isactive')
    if (workers.rowCount === 0) throw new PlainError('The coordinator knows no worker. Run citus_add_node for each.')
    for (const statement of statements()) await client.query(statement)
    return true
  } finally {
    // Also rolls back what an error has ended.
    await client.end()
  }
}

/** `npm run distribute`: distributes the ledger in `DATABASE_URL` (README.md). */
export async function main(): Promise<void> {
  readSettingsFile()
  const url = process.env['DATABASE_URL']
  if (url === undefined) throw new PlainError('DATABASE_URL must name the database on the coordinator.')
  console.log((await distribute(url)) ? 'The ledger is distributed.' : 'The ledger was distributed before.')
}
