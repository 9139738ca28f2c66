import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { databaseUrl } from '../../test/global-setup.ts'
import { migrate, MigrationFault } from './migrate.ts'

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
    const { rows } = await client.query<Record<string, unknown>>(text)
    await client.end()
    return rows
  }
  return { url, query }
}

test('an empty database gets every step, a current one none', async () => {
  const { url, query } = await emptyDatabase()
  const { applied } = await migrate(url)
  expect(applied.length).toBeGreaterThan(7)
  expect(applied).toEqual(applied.toSorted())
  expect(await migrate(url)).toMatchObject({ applied: [] })
  expect(await query('select name from migration order by version')).toEqual(applied.map((name) => ({ name })))
})

test('started several times at once, each step is taken once', async () => {
  const { url } = await emptyDatabase()
  const results = await Promise.all([migrate(url), migrate(url), migrate(url)])
  expect(results.filter(({ applied }) => applied.length > 0)).toHaveLength(1)
})

test('a database newer than the program is refused and left as it is', async () => {
  const { url, query } = await emptyDatabase()
  await migrate(url)
  await query("insert into migration (version, name) values (9999, 'from-the-future')")
  await expect(migrate(url)).rejects.toThrow(MigrationFault)
  await expect(migrate(url)).rejects.toThrow(/version 9999, newer than this program/)
})

test('a step that fails leaves nothing half done', async () => {
  const { url, query } = await emptyDatabase()
  await query('create table mail (in_the_way int)')
  await expect(migrate(url)).rejects.toThrow('already exists')
  expect(await query("select table_name from information_schema.tables where table_schema = 'public'")).toEqual([
    { table_name: 'mail' },
  ])
})
