import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { databaseUrl } from '../../../test/global-setup.ts'
import { migrate } from '../../platform/migrate.ts'
import { oldestRelease } from '../../platform/oldest-release.ts'
import { describeSchema, functionsInFiles } from './schema.sql.ts'

const admin = new pg.Client({ connectionString: inject('postgresUrl') })
await admin.connect()
const empty = `schema_${randomUUID().replaceAll('-', '')}`
afterAll(async () => {
  await admin.query(`drop database if exists ${empty} with (force)`)
  await admin.end()
})

async function connected<T>(
  name: string,
  work: (query: (text: string) => Promise<Record<string, unknown>[]>) => Promise<T>,
) {
  const client = new pg.Client({ connectionString: databaseUrl(inject('postgresUrl'), name) })
  await client.connect()
  try {
    return await work(async (text) => (await client.query<Record<string, unknown>>(text)).rows)
  } finally {
    await client.end()
  }
}
const migrations = new URL('../../../migrations/', import.meta.url)
const schema = readFileSync(new URL('../../../schema.sql', import.meta.url), 'utf8')

test('server/schema.sql is what the migrations since the oldest release come to', async () => {
  await admin.query(`create database ${empty}`)
  const url = databaseUrl(inject('postgresUrl'), empty)
  await migrate(url, undefined, oldestRelease.version)
  await migrate(url)
  // npm run schema writes it again.
  expect(await connected(empty, describeSchema)).toBe(schema)
})

test('a new installation, which starts from server/schema.sql, comes to it as well', async () => {
  expect(await connected('template_sauda', describeSchema)).toBe(schema)
})

/** Amounts, days and structures, and what takes one of several values. */
const needsComment = `
  format_type(atttypid, null) in ('bigint', 'numeric', 'jsonb', 'json', 'bytea', 'smallint', 'date', 'text[]')
  and attname !~ '(^|_)id$' or attname in ('status', 'kind', 'type', 'action', 'direction', 'source', 'mode')`

test('every table, and every column whose meaning its name and type do not say, has a comment', async () => {
  const missing = await connected('template_sauda', (query) =>
    query(`
      select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') and obj_description(oid, 'pg_class') is null
      union all
      select relname || '.' || attname from pg_attribute join pg_class c on c.oid = attrelid
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped
         and col_description(attrelid, attnum) is null and (${needsComment})`),
  )
  expect(missing).toEqual([])
})

test('every function has one definition, in migrations/functions or lists.sql', async () => {
  const stored = await connected('template_sauda', (query) =>
    query(`
      select proname as name, trim(both e'\\n' from prosrc) as body from pg_proc
       where pronamespace = 'public'::regnamespace
         and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')`),
  )
  const inFiles = functionsInFiles()
  expect(inFiles.map(({ name }) => name).toSorted()).toEqual(stored.map(({ name }) => name).toSorted())
  // A body that is one expression is stored in another form, and has no text.
  const others = stored.filter(
    ({ name, body }) => !inFiles.find((each) => each.name === name)?.text.includes(String(body)),
  )
  expect(others).toEqual([])
})

test('no migration after the functions got their files defines one of them again', () => {
  const again = readdirSync(migrations).filter(
    (file) =>
      /^\d/.test(file) &&
      file >= '0230' &&
      /create or replace function/i.test(readFileSync(new URL(file, migrations), 'utf8')),
  )
  expect(again).toEqual([])
})

/** Columns that need no check, with the reason. */
const unchecked: Readonly<Record<string, RegExp>> = {
  'a name made at the desk': /^operator\.role$/,
  'the contract has the list, and a row with another value is shown nowhere':
    /^(notice|notification)\.topic$|^(queue_claim|queue_hold|message|message_template)\.kind$|^complaint\.category$/,
  'of the feed': /^candle\.(source|open|high|low|close)$/,
  'of a bank, which may be below zero':
    /^(bank_line|bank_balance|bank_statement)\.(balance|opening|closing)$|^bank_day\.statement_closing$/,
  'copies of client_ledger, written by book_journal only':
    /^journal\.(cash|invested|loan|cashback|withheld|unsettled|dues)$/,
  'amounts of a settlement or a file, which may be below zero':
    /^obligation\.net$|^clearing_settlement\.accepted_difference$|^contract(_note)?\.(stt|stamp)_difference$/,
  'counters and positions that only grow':
    /\.(wrong_tries|other_tries|tries|attempts|count|counter|last_step|era|position|line|audit_id|entry_id|version)$/,
  'an HTTP status': /^idempotency\.status$/,
  'checked at the end of a transaction, by client_ledger_invested_kept': /^client_ledger\.invested$/,
}

test('every figure and every column of states has a check, except those named here', async () => {
  const found = await connected('template_sauda', (query) =>
    query(`
      select relname || '.' || attname as name from pg_attribute join pg_class c on c.oid = attrelid
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped and attidentity = '' and attgenerated = ''
         and (atttypid in ('int8'::regtype, 'int4'::regtype, 'int2'::regtype, 'numeric'::regtype)
           or attname in ('status', 'kind', 'type', 'direction', 'source', 'mode', 'topic', 'category', 'role', 'flow', 'channel'))
         and not exists (select from pg_constraint where conrelid = c.oid and contype = 'c' and attnum = any (conkey))`),
  )
  const allowed = Object.values(unchecked)
  expect(found.filter(({ name }) => !allowed.some((each) => each.test(String(name))))).toEqual([])
})
