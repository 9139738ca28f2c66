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
import { oldestRelease } from './oldest-release.ts'
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

const emptyDatabase = () => newDatabase('template1')
/** Filled by `migrate` with the present files (test/global-setup.ts), in a tenth of the time. */
const migratedDatabase = () => newDatabase('template_sauda strategy file_copy')

async function newDatabase(template: string) {
  const name = `migrate_${randomUUID().replaceAll('-', '')}`
  await admin.query(`create database ${name} template ${template}`)
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

test('an empty database gets schema.sql, and a current one nothing', async () => {
  const { url } = await emptyDatabase()
  expect(await migrate(url)).toMatchObject({ applied: ['schema.sql'] })
  expect(await migrate(url)).toMatchObject({ applied: [] })
})

test('a migration that schema.sql does not have yet is applied after it', async () => {
  const { url, query } = await emptyDatabase()
  const folder = copyMigrations()
  folder.add('9001-first.sql', 'create table first_one (id int);')
  expect(await migrate(url, folder.url)).toMatchObject({ applied: ['schema.sql', '9001-first.sql'] })
  expect(await query('select from first_one')).toEqual([])
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

test('rejects a database of an unreleased version, whose migrations were merged since, and leaves it unchanged', async () => {
  const { url, query } = await emptyDatabase()
  await migrate(url)
  await query("insert into migration (version, name) values (120, '0120-merged-since.sql')")
  await query('delete from migration where version >= 601')
  await expect(migrate(url)).rejects.toThrow(
    'This database was made by an unreleased version after 1.0.0, and nothing was changed.',
  )
  expect(await query('select from migration where version >= 601')).toEqual([])
})

test('a database of 1.0.0 is not changed while a process of that release works on it', async () => {
  const { url, query } = await emptyDatabase()
  await migrate(url, undefined, oldestRelease.version)
  const old = new pg.Client({ connectionString: url, application_name: 'sauda' })
  await old.connect()
  const count = async () => (await query('select from migration')).length
  const before = await count()
  await expect(migrate(url)).rejects.toThrow(
    'A process of the release before still uses this database (1 connection), and nothing was changed. Stop every process of it, then start again',
  )
  expect(await count()).toBe(before)
  await old.end()
  // PostgreSQL ends the session a moment after its client.
  await eventually(
    async () =>
      (await query("select from pg_stat_activity where application_name = 'sauda' and datname = current_database()"))
        .length === 0,
  )
  expect((await migrate(url)).applied.length).toBeGreaterThan(10)
  // A process of the same version is no obstacle.
  const same = new pg.Client({ connectionString: url, application_name: 'sauda' })
  await same.connect()
  expect((await migrate(url)).applied).toEqual([])
  await same.end()
})

/** A copy of the migrations that a test may change. */
function copyMigrations() {
  const path = mkdtempSync(join(tmpdir(), 'migrations-'))
  folders.push(path)
  cpSync(new URL('../../migrations/', import.meta.url), path, { recursive: true })
  const add = (name: string, text: string) => writeFileSync(join(path, name), text)
  return { path, url: pathToFileURL(`${path}/`), add }
}

test('an empty database is filled in one transaction: a statement that fails leaves nothing', async () => {
  const { url, query } = await emptyDatabase()
  await query('create table mail (in_the_way int)')
  await expect(migrate(url)).rejects.toThrow('already exists')
  expect(await query("select table_name from information_schema.tables where table_schema = 'public'")).toEqual([
    { table_name: 'mail' },
  ])
})

test('a failed migration is rolled back, those before it stay, and the next start continues there', async () => {
  const { url, query } = await migratedDatabase()
  const folder = copyMigrations()
  folder.add('9001-first.sql', 'create table first_one (id int);')
  folder.add('9002-second.sql', 'create table second_one (id int); select 1 / 0;')
  await expect(migrate(url, folder.url)).rejects.toThrow('The migration 9002-second.sql failed: division by zero')
  const found = "select to_regclass('first_one')::text as first, to_regclass('second_one')::text as second"
  expect(await query(found)).toEqual([{ first: 'first_one', second: null }])
  folder.add('9002-second.sql', 'create table second_one (id int);')
  expect((await migrate(url, folder.url)).applied).toEqual(['9002-second.sql'])
})

test('a migration that needs a lock lets others read and write meanwhile, and is repeated until it gets it', async () => {
  const { url, query } = await migratedDatabase()
  const folder = copyMigrations()
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

test('gives up after many tries with the name of the migration and of what blocks it', async () => {
  const { url } = await migratedDatabase()
  const folder = copyMigrations()
  folder.add('9001-column.sql', 'alter table client add column more int;')
  const holder = new pg.Client({ connectionString: url })
  await holder.connect()
  await holder.query('begin; select from client')
  await expect(migrate(url, folder.url, Infinity, { lockMilliseconds: 10, tries: 2 })).rejects.toThrow(
    'The migration 9001-column.sql did not get its lock in 2 tries',
  )
  await holder.end()
})

test('defines the functions again when one of their files changed, and otherwise leaves them as they are', async () => {
  const { url, query } = await migratedDatabase()
  const folder = copyMigrations()
  const change =
    "create or replace function raise_closure(p_client uuid, p_closure text) returns void language sql as 'select'"
  const isChanged = "select proname from pg_proc where proname = 'raise_closure' and prosrc = 'select'"
  await query(change)
  await migrate(url, folder.url)
  expect(await query(isChanged)).toHaveLength(1)
  appendFileSync(join(folder.path, 'functions/closure.sql'), '\n-- One more comment.\n')
  await migrate(url, folder.url)
  expect(await query(isChanged)).toEqual([])
})

test('a function that cannot be defined leaves all functions as they were', async () => {
  const { url, query } = await migratedDatabase()
  const folder = copyMigrations()
  const body =
    "select md5(string_agg(prosrc, '' order by oid)) from pg_proc where pronamespace = 'public'::regnamespace"
  const before = await query(body)
  const closure = readFileSync(join(folder.path, 'functions/closure.sql'), 'utf8')
  folder.add('functions/closure.sql', closure.replace('begin', 'begin perform 1;'))
  folder.add('functions/wrong.sql', 'create or replace function one() returns int language sql as $$ select none $$;')
  await expect(migrate(url, folder.url)).rejects.toThrow('column "none" does not exist')
  expect(await query(body)).toEqual(before)
})

const index = `-- no transaction
-- For searches.
drop index concurrently if exists client_more;
create index concurrently client_more on client (name, number);
`

test('builds an index concurrently, while others write and another server starts', async () => {
  const { url, query } = await migratedDatabase()
  const folder = copyMigrations()
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
  const { url, query } = await migratedDatabase()
  const folder = copyMigrations()
  await query(`alter database "${new URL(url).pathname.slice(1)}" set role = 'sauda_app'`)
  folder.add('9001-index.sql', index)
  expect((await migrate(url, folder.url)).applied).toEqual(['9001-index.sql'])
  expect(await query("select to_regclass('client_more') is not null as found")).toEqual([{ found: true }])
})

test('a check that is not yet valid is validated; one that rows violate is named and stays for new rows', async () => {
  const { url, query } = await migratedDatabase()
  const folder = copyMigrations()
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
  const { url, query } = await migratedDatabase()
  const folder = copyMigrations()
  folder.add('9001-table.sql', 'create table new_one (id int); create table old_id (id serial);')
  folder.add('9002-wrong.sql', 'select 1 / 0;')
  await expect(migrate(url, folder.url)).rejects.toThrow('9002-wrong.sql')
  await query("set role sauda_app; insert into new_one values (1); select nextval('old_id_id_seq')")
})

test('rejects a migration file that was changed after it was applied, and names it', async () => {
  const { url } = await migratedDatabase()
  const folder = copyMigrations()
  appendFileSync(join(folder.path, '0601-bank-lines.sql'), '\n-- One more comment.\n')
  await expect(migrate(url, folder.url)).rejects.toThrow(
    'The migration 0601-bank-lines.sql was changed after it was applied to this database.',
  )
  // The original files still pass.
  expect(await migrate(url)).toMatchObject({ applied: [] })
})
