import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import S3rver from 's3rver'
import { afterAll, expect, inject, test } from 'vitest'
import { databaseUrl } from '../../../test/global-setup.ts'
import { moneyClients, fund } from '../../../test/money.ts'
import { testServer } from '../../../test/server.ts'
import { checkAudit } from '../../core/audit/verify.ts'
import { makeBackup } from './backup.ts'
import { createApp } from '../../app/app.ts'
import type { Config } from '../../config.ts'
import { filesOf, restoreFiles } from '../../platform/backup/files.ts'
import { openPlace } from '../../platform/backup/place.ts'
import { openDb, type Db } from '../../platform/db.ts'
import { openStore } from '../../platform/file-store.ts'
import { makeLog } from '../../platform/log.ts'
import { withDatabase } from '../../platform/postgres/postgres.ts'
import { appRole } from '../../platform/role.ts'
import { checkRestored } from './restore.check.ts'
import { restore } from './restore.ts'

const folder = mkdtempSync(join(tmpdir(), 'sauda-portable-'))
const bucket = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: join(folder, 'bucket'),
  configureBuckets: [{ name: 'backups', configs: [] }],
})
const { port } = await bucket.run()
const server = await testServer(
  {
    BACKUP_URL: `s3://S3RVER:S3RVER@127.0.0.1:${port}/backups?tls=off`,
    SECRET_KEY: 'k3y-of-the-backup-Qz7Vx1Lm9Tr5Wb2N',
    RATE_LIMITS: 'off',
  },
  { without: ['file backup'] },
)
const { config } = server.app.context
const admin = new pg.Client({ connectionString: inject('postgresUrl') })
await admin.connect()
const databases: string[] = []
afterAll(async () => {
  await bucket.close()
  for (const name of databases) await admin.query(`drop database if exists ${name} with (force)`)
  await admin.end()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** With a table, which a database has before our tables, and a backup leaves out. */
async function addExtension(db: Db): Promise<void> {
  await db.run('create extension hstore')
  await db.run('create table of_extension (n serial)')
  await db.run('insert into of_extension default values')
  await db.run('alter extension hstore add table of_extension')
  await db.run('alter extension hstore add sequence of_extension_n_seq')
}

async function emptyDatabase(): Promise<string> {
  const name = `portable_${randomUUID().replaceAll('-', '')}`
  await admin.query(`create database ${name}`)
  databases.push(name)
  const database = openDb(databaseUrl(inject('postgresUrl'), name), makeLog('silent'), { size: 1 })
  await addExtension(database)
  await database.close()
  return databaseUrl(inject('postgresUrl'), name)
}

const changedByRestore = ['session', 'audit', 'audit_seal', 'audit_head', 'audit_era', 'backup', 'file_to_back_up']
/** The server deletes from or writes to these at any time; migrations are applied again. */
const changing = [
  'notice',
  'readiness',
  'rate_limit',
  'throttle',
  'migration',
  'books_point',
  'ledger_day',
  'ledger_day_point',
  'of_extension',
]

/** A hash of every row of every table that a restore does not change itself. */
async function hashesOf(db: Db): Promise<Record<string, unknown>> {
  const tables = await db.rows<{ name: string }>(
    `select relname::text as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all($1::text[])`,
    [[...changedByRestore, ...changing]],
  )
  const hashes: Record<string, unknown> = {}
  for (const { name } of tables)
    hashes[name] = await db.row(
      `select count(*)::int as count, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash from "${name}" t`,
    )
  return hashes
}

async function restoreInto(target: Partial<Config>): Promise<{ isWhole: boolean; lines: string[]; target: Config }> {
  const lines: string[] = []
  const into = { ...config, dataDir: join(folder, randomUUID()), ...target }
  const askKey = () => Promise.reject(new Error('the key is set'))
  return { isWhole: await restore(into, { askKey, say: (line) => lines.push(line) }), lines, target: into }
}

await moneyClients(server, 3, { rupees: 5000 })
await server.db.run('update client set name = $1 where number = (select max(number) from client)', [
  'Tab\tand "quotes" \\ \nनमस्ते',
])
await server.app.context.files.add([{ name: 'photo/one', bytes: Buffer.from('a photo') }], (tx) =>
  tx.run("update client set photo_key = 'one' where number = (select min(number) from client)"),
)
await addExtension(server.db)
await makeBackup(config, { portable: true })
const before = await hashesOf(server.db)

test('a portable backup restores every row, into another database and into the built-in one', async () => {
  for (const target of [{ databaseUrl: await emptyDatabase() }, { databaseUrl: undefined }]) {
    const restored = await restoreInto(target)
    // A slow restore also reports its progress.
    expect(restored.lines.filter((line) => !line.startsWith('… ')).join('\n')).toMatch(
      /1 files restored\.\nThe books balance.*\nThe audit log is whole.*\nEvery file is there and can be decrypted/,
    )
    expect(restored.isWhole).toBe(true)
    expect(readFileSync(join(restored.target.dataDir, 'files/photo/one'))).toHaveLength(
      readFileSync(join(config.dataDir, 'files/photo/one')).length,
    )
    await withDatabase(restored.target, async (db) => expect(await hashesOf(db)).toEqual(before))
  }
})

test('a restored database protects its books, numbers on and continues the audit log', async () => {
  const { target } = await restoreInto({ databaseUrl: await emptyDatabase() })
  const log = makeLog('silent')
  const db = openDb(target.databaseUrl ?? '', log, { role: appRole })
  const app = await createApp({ config: target, db, log })
  const next = 'select last_value from pg_sequences where sequencename = $1'
  const number = await db.row(next, ['client_number_seq'])
  expect(number).toEqual(await server.db.row(next, ['client_number_seq']))
  const [client] = await moneyClients({ db, app }, 1)
  await fund({ db }, client?.id ?? '', 100)
  await expect(db.run('update client_ledger set cash = cash + 1')).rejects.toThrow('permission denied')
  await app.stop()
  await db.close()
  const owner = openDb(target.databaseUrl ?? '', log, { size: 1 })
  await expect(owner.run('delete from entry')).rejects.toThrow('Rows of entry are never changed or deleted')
  await expect(owner.run('delete from client')).rejects.toThrow('foreign key')
  await owner.close()
  expect((await checkAudit(target)).sentence).toContain('The audit log is whole')
})

test('checks a database restored by another tool, and names foreign lines in the head log', async () => {
  const name = `portable_${randomUUID().replaceAll('-', '')}`
  const { target } = await restoreInto({ databaseUrl: await emptyDatabase() })
  await admin.query(`create database ${name} template ${databases.at(-1)}`)
  databases.push(name)
  const other = { ...target, databaseUrl: databaseUrl(inject('postgresUrl'), name) }
  writeFileSync(join(target.dataDir, 'audit-head.log'), '{}\n')
  const lines: string[] = []
  expect(await checkRestored(other, { backup: 'pg_restore', say: (line) => lines.push(line) })).toBe(true)
  expect(lines.join('\n')).toMatch(
    /The books balance.*\nThe audit log is whole.*\nThe head log also has 1 line that cannot be read, from line 1 on\.\nEvery file is there and can be decrypted\.$/,
  )
})

test.each(['file:///dev/null/place', 's3://key:secret@127.0.0.1:1/backups?tls=off'])(
  'an error at the place of backups names BACKUP_URL: %s',
  async (backupUrl) => {
    await expect(makeBackup({ ...config, backupUrl }, { portable: true })).rejects.toThrow(
      /^The place of backups at BACKUP_URL cannot be used \((?:ENOTDIR|EEXIST|connect ECONNREFUSED)[^()]*\)\./,
    )
  },
)

test('a damaged portable backup writes nothing', async () => {
  const place = await openPlace(config.backupUrl ?? '', { mayBeNew: false })
  const [damaged] = (await place.list('portable/').next()).value ?? []
  const name = damaged?.name ?? ''
  const bytes = (await place.get(name)) ?? Buffer.alloc(0)
  await place.put(name, bytes.subarray(1))
  const url = await emptyDatabase()
  await expect(restoreInto({ databaseUrl: url })).rejects.toThrow(`The backup is not signed: ${name}`)
  await place.put(name, bytes)
  const db = openDb(url, makeLog('silent'), { size: 1 })
  expect(await db.row("select to_regclass('client') as table")).toEqual({ table: null })
  await db.close()
})

test('is rejected in a database with tables, and names a missing file', async () => {
  await expect(restoreInto({})).rejects.toThrow('The database has tables already.')
  await server.db.run("update client set photo_key = 'lost' where number = (select max(number) from client)")
  await makeBackup(config, { portable: true })
  const { isWhole, lines } = await restoreInto({ databaseUrl: await emptyDatabase() })
  expect(isWhole).toBe(false)
  expect(lines).toContain('1 files are missing, such as photo/lost.')
  expect(lines.at(-1)).toMatch(/^The backup was restored, and differs as named above\. Do not start Sauda/)
  expect(lines.join('\n')).not.toContain('Next: start Sauda')
})

test('files uploaded after a backup are copied at once, and are part of its restore', async () => {
  const { files } = server.app.context
  await files.add([{ name: 'photo/two', bytes: Buffer.from('a second photo') }], (tx) =>
    tx.run("update client set photo_key = 'two' where number = (select max(number) from client)"),
  )
  expect(await server.db.rows('select name from file_to_back_up')).toContainEqual({ name: 'photo/two' })
  await files.backUp()
  expect(await server.db.rows('select name from file_to_back_up')).toEqual([])
  const { target } = await restoreInto({ databaseUrl: await emptyDatabase() })
  expect(readFileSync(join(target.dataDir, 'files/photo/two')).length).toBeGreaterThan(10)
})

test('files are restored from a bucket whose clock is a minute behind', async () => {
  const id = await makeBackup(config, { portable: true }).then(
    (sentence) => /Backup ([^:]+):/.exec(sentence)?.[1] ?? '',
  )
  const place = await openPlace(config.backupUrl ?? '', { mayBeNew: false })
  await place.put('files/photo/three', Buffer.from('a third photo'))
  const target = await openStore({ filesUrl: undefined, dataDir: join(folder, 'behind') })
  const { names } = await filesOf(place, { id, begun: new Date(Date.now() + 60_000).toISOString() })
  await restoreFiles(place, target, names)
  expect(await target.get('photo/three')).toEqual(Buffer.from('a third photo'))
})
