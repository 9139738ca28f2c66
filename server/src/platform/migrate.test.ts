import { randomUUID } from 'node:crypto'
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { eventually } from '../../test/events.ts'
import { databaseUrl } from '../../test/global-setup.ts'
import { migrate } from './migrate.ts'
import { StartError } from './postgres/start-error.ts'

const base = inject('postgresUrl')
const admin = new pg.Client({ connectionString: base })
await admin.connect()
const names: string[] = []
const folders: string[] = []
afterAll(async () => {
  for (const name of names) await admin.query(`drop database ${name} with (force)`)
  await admin.end()
  for (const folder of folders) rmSync(folder, { recursive: true })
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
  const applied = results.flatMap((result) => result.applied)
  expect(new Set(applied).size).toBe(applied.length)
  expect((await migrate(url)).applied).toEqual([])
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

/** A copy of the migrations that a test may change. */
function copyMigrations() {
  const path = mkdtempSync(join(tmpdir(), 'migrations-'))
  folders.push(path)
  cpSync(new URL('../../migrations/', import.meta.url), path, { recursive: true })
  const add = (name: string, text: string) => writeFileSync(join(path, name), text)
  return { path, url: pathToFileURL(`${path}/`), add }
}

test('an empty database is filled in one transaction: nothing is left half done when a migration fails', async () => {
  const { url, query } = await emptyDatabase()
  await query('create table mail (in_the_way int)')
  await expect(migrate(url)).rejects.toThrow('already exists')
  expect(await query("select table_name from information_schema.tables where table_schema = 'public'")).toEqual([
    { table_name: 'mail' },
  ])
})

test('a migration that fails leaves nothing of itself, keeps the ones before it, and the next start goes on there', async () => {
  const { url, query } = await emptyDatabase()
  const folder = copyMigrations()
  await migrate(url)
  folder.add('9001-first.sql', 'create table first_one (id int);')
  folder.add('9002-second.sql', 'create table second_one (id int); select 1 / 0;')
  await expect(migrate(url, folder.url)).rejects.toThrow('The migration 9002-second.sql failed: division by zero')
  const found = "select to_regclass('first_one')::text as first, to_regclass('second_one')::text as second"
  expect(await query(found)).toEqual([{ first: 'first_one', second: null }])
  folder.add('9002-second.sql', 'create table second_one (id int);')
  expect((await migrate(url, folder.url)).applied).toEqual(['9002-second.sql'])
})

test('a migration that needs a lock lets others read and write meanwhile, and is repeated until it gets it', async () => {
  const { url, query } = await emptyDatabase()
  const folder = copyMigrations()
  await migrate(url, folder.url)
  folder.add('9001-column.sql', 'alter table client add column more int;')
  const holder = new pg.Client({ connectionString: url })
  await holder.connect()
  await holder.query('begin; select from client')
  const migrating = migrate(url, folder.url, Infinity, { lockMilliseconds: 100 })
  const waits = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  await eventually(async () => (await query(waits)).length > 0)
  // Behind a request for an exclusive lock that waits without limit, these would wait as long.
  for (let n = 0; n < 3; n++) expect(await query('update client set name = name')).toEqual([])
  await holder.query('rollback')
  expect((await migrating).applied).toEqual(['9001-column.sql'])
  await holder.end()
})

test('gives up after many tries with the name of the migration, and what is in its way', async () => {
  const { url } = await emptyDatabase()
  const folder = copyMigrations()
  await migrate(url, folder.url)
  folder.add('9001-column.sql', 'alter table client add column more int;')
  const holder = new pg.Client({ connectionString: url })
  await holder.connect()
  await holder.query('begin; select from client')
  await expect(migrate(url, folder.url, Infinity, { lockMilliseconds: 10, tries: 2 })).rejects.toThrow(
    'The migration 9001-column.sql did not get its lock in 2 tries',
  )
  await holder.end()
})

const index = `-- no transaction
-- For searches.
drop index concurrently if exists client_more;
create index concurrently client_more on client (name, number);
`

test('builds an index concurrently, while others write and another server starts', async () => {
  const { url, query } = await emptyDatabase()
  const folder = copyMigrations()
  await migrate(url, folder.url)
  folder.add('9001-index.sql', index)
  folder.add('9002-after.sql', 'create table after_it (id int);')
  const writer = new pg.Client({ connectionString: url })
  await writer.connect()
  await writer.query('begin; update client set name = name')
  const migrating = Promise.all([migrate(url, folder.url), migrate(url, folder.url)])
  const waits = "select 1 from pg_stat_activity where datname = current_database() and query like 'create index%'"
  await eventually(async () => (await query(waits)).length > 0)
  expect(await query('update client set name = name where false')).toEqual([])
  await writer.query('commit')
  await writer.end()
  expect((await migrating).flatMap(({ applied }) => applied).toSorted()).toEqual(['9001-index.sql', '9002-after.sql'])
  expect(await query("select indisvalid from pg_index where indexrelid = 'client_more'::regclass")).toEqual([
    { indisvalid: true },
  ])
})

test('a login that works as another role, as behind a pooler, builds the index in a transaction', async () => {
  const { url, query } = await emptyDatabase()
  const folder = copyMigrations()
  await migrate(url, folder.url)
  await query(`alter database "${new URL(url).pathname.slice(1)}" set role = 'sauda_app'`)
  folder.add('9001-index.sql', index)
  expect((await migrate(url, folder.url)).applied).toEqual(['9001-index.sql'])
  expect(await query("select to_regclass('client_more') is not null as found")).toEqual([{ found: true }])
})

test('a check that is not yet valid is validated; one that rows violate is named and stays for new rows', async () => {
  const { url, query } = await emptyDatabase()
  const folder = copyMigrations()
  await migrate(url)
  folder.add('9001-table.sql', 'create table figure (amount int); insert into figure values (-1);')
  folder.add(
    '9002-check.sql',
    `alter table figure add constraint whole check (amount < 100) not valid,
       add constraint above_zero check (amount > 0) not valid;`,
  )
  expect(await migrate(url, folder.url)).toMatchObject({ invalid: ['above_zero of figure'] })
  expect(
    await query("select conname, convalidated from pg_constraint where conrelid = 'figure'::regclass order by 1"),
  ).toEqual([
    { conname: 'above_zero', convalidated: false },
    { conname: 'whole', convalidated: true },
  ])
  await query('update figure set amount = 1')
  expect(await migrate(url, folder.url)).toMatchObject({ applied: [], invalid: [] })
})

test('a new table can be written by the running program before the last migration has committed', async () => {
  const { url, query } = await emptyDatabase()
  const folder = copyMigrations()
  await migrate(url, folder.url)
  folder.add('9001-table.sql', 'create table new_one (id int); create table old_id (id serial);')
  folder.add('9002-wrong.sql', 'select 1 / 0;')
  await expect(migrate(url, folder.url)).rejects.toThrow('9002-wrong.sql')
  await query("set role sauda_app; insert into new_one values (1); select nextval('old_id_id_seq')")
})

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
