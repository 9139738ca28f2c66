import { randomUUID } from 'node:crypto'
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { databaseUrl } from '../../test/global-setup.ts'
import { migrate } from './migrate.ts'
import { StartError } from './postgres/start-error.ts'

const base = inject('postgresUrl')
const admin = new pg.Client({ connectionString: base })
await admin.connect()
const names: string[] = []
afterAll(async () => {
  for (const name of names) await admin.query(`drop database ${name} with (force)`)
  await admin.end()
})

async function emptyDatabase() {
  const name = `migrate_${randomUUID().replaceAll('-', '')}`
  await admin.query(`create database ${name}`)
  names.push(name)
  const url = databaseUrl(base, name)
  const query = async (text: string) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      return (await client.query<Record<string, unknown>>(text)).rows
    } finally {
      await client.end()
    }
  }
  return { url, query }
}

test('applies every migration to an empty database and none to a current one', async () => {
  const { url, query } = await emptyDatabase()
  const { applied } = await migrate(url)
  expect(applied.length).toBeGreaterThan(7)
  expect(applied).toEqual(applied.toSorted())
  expect(await migrate(url)).toMatchObject({ applied: [] })
  expect(await query('select name from migration order by version')).toEqual(applied.map((name) => ({ name })))
})

test('applies each migration once when several servers start together', async () => {
  const { url } = await emptyDatabase()
  const results = await Promise.all([migrate(url), migrate(url), migrate(url)])
  expect(results.filter(({ applied }) => applied.length > 0)).toHaveLength(1)
})

test('rejects a database newer than the program and leaves it unchanged', async () => {
  const { url, query } = await emptyDatabase()
  await migrate(url)
  await query("insert into migration (version, name) values (9999, 'from-the-future')")
  await expect(migrate(url)).rejects.toThrow(StartError)
  await expect(migrate(url)).rejects.toThrow(/version 9999, newer than this program/)
})

test('of two trades whose references differ in capitals only, the first keeps its reference', async () => {
  const { url, query } = await emptyDatabase()
  await migrate(url)
  const step = readFileSync(new URL('../../migrations/0027-trade-reference.sql', import.meta.url), 'utf8')
  // As it was before the step, but for the trigger, which knows the new column.
  await query(`alter table trade drop column reference_key, add constraint trade_reference unique (reference),
    disable trigger trade_kept`)
  // Past the foreign keys: no client and no operator is needed for it.
  await query(`set session_replication_role = replica;
    insert into trade (id, client_id, action, stock, quantity, price, amount, cost, loan_part, open_quantity, open_cost,
      open_loan_part, booked_by, reference)
    select gen_random_uuid(), gen_random_uuid(), 'BUY', 'TCS', 1, 1, 100, 100, 0, 1, 100, 0, gen_random_uuid(), reference
      from unnest(array['a1', 'A1', 'b2', null]) reference`)
  await query(step)
  expect(await query('select reference, reference_key from trade order by number')).toEqual([
    { reference: 'a1', reference_key: 'A1' },
    { reference: 'A1', reference_key: null },
    { reference: 'b2', reference_key: 'B2' },
    { reference: null, reference_key: null },
  ])
  await query('alter table trade enable trigger trade_kept')
  await expect(query("update trade set reference_key = 'C3'")).rejects.toThrow('never changed')
})

test('leaves nothing half done when a migration fails', async () => {
  const { url, query } = await emptyDatabase()
  await query('create table mail (in_the_way int)')
  await expect(migrate(url)).rejects.toThrow('already exists')
  expect(await query("select table_name from information_schema.tables where table_schema = 'public'")).toEqual([
    { table_name: 'mail' },
  ])
})

/** A copy of the migrations that a test may change. */
function copyMigrations(): { path: string; url: URL } {
  const path = mkdtempSync(join(tmpdir(), 'migrations-'))
  cpSync(new URL('../../migrations/', import.meta.url), path, { recursive: true })
  return { path, url: pathToFileURL(`${path}/`) }
}

test('rejects a migration file that was changed after it was applied, and names it', async () => {
  const { url, query } = await emptyDatabase()
  const folder = copyMigrations()
  await migrate(url, folder.url)
  appendFileSync(join(folder.path, '0002-session.sql'), '\n-- One more comment.\n')
  await expect(migrate(url, folder.url)).rejects.toThrow(
    'The migration 0002-session.sql was changed after it was applied to this database.',
  )
  // The original files still pass.
  expect(await migrate(url)).toMatchObject({ applied: [] })
  expect(await query('select count(*)::int as without from migration where checksum is null')).toEqual([{ without: 0 }])
  rmSync(folder.path, { recursive: true })
})

test('records the checksums of a database that has none, once', async () => {
  const { url, query } = await emptyDatabase()
  await migrate(url)
  const before = await query('select version, checksum from migration order by version')
  await query('alter table migration drop column checksum')
  await migrate(url)
  expect(await query('select version, checksum from migration order by version')).toEqual(before)
  await query("update migration set checksum = 'other' where version = 3")
  await expect(migrate(url)).rejects.toThrow('The migration 0003-')
})
