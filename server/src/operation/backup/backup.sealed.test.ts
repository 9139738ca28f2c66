import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { databaseUrl } from '../../../test/global-setup.ts'
import { moneyClients } from '../../../test/money.ts'
import { testServer } from '../../../test/server.ts'
import { audit } from '../../core/audit/audit.ts'
import { createHeadWriter } from '../../core/audit/head.ts'
import { sealAudit, sealLag } from '../../core/audit/seal.ts'
import { makeBackup } from './backup.ts'
import type { Config } from '../../config.ts'
import { putFileList } from '../../platform/backup/files.ts'
import { drill } from './drill.ts'
import { putManifest, readManifest, type Manifest } from '../../platform/backup/manifest.ts'
import { openPlace } from '../../platform/backup/place.ts'
import { encryptFor, makeSigner, readKeysOf, withSignature, writeKeysOf } from '../../platform/backup/seal.ts'
import { newestVerified } from '../../platform/backup/verified.ts'
import { makeLog } from '../../platform/log.ts'
import { withDatabase } from '../../platform/postgres/postgres.ts'
import { listBackups } from './restore.choice.ts'
import { restore } from './restore.ts'

const folder = mkdtempSync(join(tmpdir(), 'sauda-sealed-'))
const place = join(folder, 'place')
const identity = await generateX25519Identity()
const identityFile = join(folder, 'identity.txt')
writeFileSync(identityFile, `# created: today\n${identity}\n`)
const server = await testServer(
  {
    BACKUP_URL: `file://${place}`,
    BACKUP_RECIPIENT: await identityToRecipient(identity),
    SECRET_KEY: 'k3y-of-the-backup-Qz7Vx1Lm9Tr5Wb2N',
    AUDIT_HEAD_URL: `file://${join(folder, 'head.log')}`,
    RATE_LIMITS: 'off',
  },
  { without: ['file backup'] },
)
const { config } = server.app.context
const admin = new pg.Client({ connectionString: inject('postgresUrl') })
await admin.connect()
const databases: string[] = []
afterAll(async () => {
  for (const name of databases) await admin.query(`drop database if exists ${name} with (force)`)
  await admin.end()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

async function emptyDatabase(): Promise<string> {
  const name = `sealed_${randomUUID().replaceAll('-', '')}`
  await admin.query(`create database ${name}`)
  databases.push(name)
  return databaseUrl(inject('postgresUrl'), name)
}

type Options = { id?: string; acceptMissing?: boolean; acceptUnsigned?: boolean }

/** With the identity, into an empty database, unless overridden. */
async function restoreInto(target: Partial<Config> = {}, options: Options = {}) {
  const lines: string[] = []
  const empty = { dataDir: join(folder, randomUUID()), databaseUrl: await emptyDatabase() }
  const into = { ...config, backupIdentityFile: identityFile, ...empty, ...target }
  const askKey = () => Promise.reject(new Error('the key is set'))
  const isWhole = await restore(into, { ...options, askKey, say: (line) => lines.push(line) })
  // A slow restore also reports its progress.
  return { isWhole, lines: lines.filter((line) => !line.startsWith('… ')).join('\n'), into }
}

const tablesAt = async (url: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query("select relname from pg_class where relnamespace = 'public'::regnamespace")
  await client.end()
  return rows
}

const idOf = (sentence: string) => /^Backup ([^:]+):/.exec(sentence)?.[1] ?? ''
const signedPlace = () => openPlace(config.backupUrl ?? '', { mayBeNew: false, write: () => writeKeysOf(config) })
const photo = (name: string) =>
  server.app.context.files.add([{ name: `photo/${name}`, bytes: Buffer.from(name) }], (tx) =>
    tx.run('update client set photo_key = $1 where number = (select min(number) from client where photo_key is null)', [
      name,
    ]),
  )

await moneyClients(server, 3, { rupees: 5000 })
await photo('one')
await photo('two')
await server.app.context.files.backUp()
await server.db.transaction((tx) => audit(tx, { by: 'system', action: 'backup.restore' }))
// Rows are sealed only behind every older transaction of the whole PostgreSQL, which other tests use too.
do {
  await sealAudit(server.db, makeLog('silent'))
} while ((await sealLag(server.db)) > 0)
const sentence = await makeBackup(config, { portable: true })
const id = idOf(sentence)

test('a backup is encrypted for its recipient, and restores with the identity alone', async () => {
  expect(sentence).toContain('It is encrypted; a restore needs the identity of BACKUP_RECIPIENT.')
  for (const name of readdirSync(join(place, 'portable', id)))
    expect(
      readFileSync(join(place, 'portable', id, name))
        .subarray(0, 21)
        .toString(),
    ).toBe('age-encryption.org/v1')
  const { isWhole, lines: said } = await restoreInto()
  expect(isWhole).toBe(true)
  expect(said).toMatch(/2 files restored\.\nThe books balance.*\nThe audit log is whole/)
  const other = join(folder, 'other.txt')
  writeFileSync(other, await generateX25519Identity())
  for (const [backupIdentityFile, refusal] of [
    [undefined, 'The backup is encrypted. Set BACKUP_IDENTITY_FILE'],
    [other, 'The identity in BACKUP_IDENTITY_FILE is not the one'],
    ['/no/such/file', 'BACKUP_IDENTITY_FILE: /no/such/file has no line'],
  ] as const) {
    const url = await emptyDatabase()
    await expect(restoreInto({ backupIdentityFile, databaseUrl: url })).rejects.toThrow(refusal)
    expect(await tablesAt(url)).toEqual([])
  }
})

test('a table that somebody edited, with its checksum and for the right recipient, is not restored', async () => {
  const path = join(place, 'portable', id, readdirSync(join(place, 'portable', id))[0] ?? '')
  const name = path.slice(place.length + 1)
  const before = readFileSync(path)
  const edited = Buffer.from('somebody else’s rows')
  const recipient = config.backupRecipient ?? ''
  writeFileSync(path, await encryptFor(recipient, edited))
  await expect(restoreInto()).rejects.toThrow(`The backup is not signed: ${name}`)
  writeFileSync(path, await encryptFor(recipient, withSignature(makeSigner('a key of their own'), name, edited)))
  await expect(restoreInto()).rejects.toThrow(`${name} was signed with another secret key.`)
  // Another object of ours, in its place.
  writeFileSync(path, await encryptFor(recipient, withSignature(writeKeysOf(config).signer, 'wal/other', edited)))
  await expect(restoreInto()).rejects.toThrow(`The backup was changed: the signature of ${name} does not fit it.`)
  writeFileSync(path, before)
})

test('an edited manifest is reported, also without its signature; an unsigned one needs the operator’s consent', async () => {
  const path = join(place, 'signed/manifest', `${id}.json`)
  const before = readFileSync(path, 'utf8')
  const outer = JSON.parse(before)
  writeFileSync(path, JSON.stringify({ ...outer, manifest: outer.manifest.replace('"rows":3', '"rows":2') }))
  await expect(restoreInto()).rejects.toThrow(
    `The backup was changed: the signature of signed/manifest/${id}.json does not fit it.`,
  )
  writeFileSync(path, outer.manifest)
  await expect(restoreInto()).rejects.toThrow(`The backup is not signed: signed/manifest/${id}.json`)
  expect((await restoreInto({}, { acceptUnsigned: true })).isWhole).toBe(true)
  writeFileSync(path, before)
})

test('a missing photo stops a restore before it writes anything, and can be accepted', async () => {
  const path = join(place, 'files/photo/two')
  const before = readFileSync(path)
  rmSync(path)
  const target = { databaseUrl: await emptyDatabase(), dataDir: join(folder, 'missing') }
  await expect(restoreInto(target)).rejects.toThrow(
    `Nothing was restored. 1 files of backup ${id} are not at BACKUP_URL:\n  - photo/two\nTo restore without them: npm run restore -- --accept-missing`,
  )
  expect(existsSync(join(target.dataDir, 'files'))).toBe(false)
  // The same target.
  const { isWhole, lines: said, into } = await restoreInto(target, { acceptMissing: true })
  expect(isWhole).toBe(true)
  expect(said).toContain('photo/two\nThey stay missing')
  await withDatabase(into, async (db) =>
    expect(
      await db.row(
        "select after->'missing' as missing from audit where action = 'backup.restore' and after is not null",
      ),
    ).toEqual({
      missing: ['photo/two'],
    }),
  )
  writeFileSync(path, before)
})

test.each([
  ['cut off', () => Buffer.alloc(0)],
  ['replaced by another one', () => readFileSync(join(place, 'files/photo/one'))],
])('a photo that was %s is named by the restore', async (_what, damaged) => {
  const path = join(place, 'files/photo/two')
  const before = readFileSync(path)
  writeFileSync(path, damaged())
  const { isWhole, lines: said } = await restoreInto()
  writeFileSync(path, before)
  expect([isWhole, said.includes('1 files cannot be decrypted, such as photo/two.')]).toEqual([false, true])
})

/** A signed manifest of the same backup that says something else. */
async function lie(change: (manifest: Manifest) => Partial<Manifest>): Promise<string> {
  const stored = await signedPlace()
  const manifest = await readManifest(stored, id)
  const other = { ...manifest, ...change(manifest), id: `20200101T000000000Z-${randomUUID().slice(0, 8)}` }
  await putManifest(stored, other)
  await putFileList(stored, other.id, new Set(['photo/one', 'photo/two']), new Date())
  return other.id
}

test('a restore that fails in the middle leaves an empty database for the next try', async () => {
  const wrong = await lie(({ tables }) => ({ tables: tables.map((table) => ({ ...table, rows: table.rows + 1 })) }))
  const target = { databaseUrl: await emptyDatabase(), dataDir: join(folder, 'again') }
  await expect(restoreInto(target, { id: wrong })).rejects.toThrow('Nothing was restored. The backup is damaged')
  expect(existsSync(join(target.dataDir, 'files/photo/one'))).toBe(false)
  rmSync(join(place, 'signed/manifest', `${wrong}.json`))
  expect((await restoreInto(target)).isWhole).toBe(true)
})

test('the restored audit log must have the seal of the signed manifest', async () => {
  expect((await readManifest(await signedPlace(), id)).seal).toEqual({
    position: expect.stringMatching(/^\d+$/),
    hash: expect.stringMatching(/^[\da-f]{64}$/),
  })
  const wrong = await lie(({ seal }) => ({ seal: { position: seal?.position ?? '1', hash: 'ab'.repeat(32) } }))
  const { isWhole, lines: said } = await restoreInto({}, { id: wrong })
  expect(isWhole).toBe(false)
  expect(said).toContain('differs from the signed manifest')
  rmSync(join(place, 'signed/manifest', `${wrong}.json`))
})

test('the heads outside the database are compared with the restored log', async () => {
  const { write } = createHeadWriter(config, { db: server.db, secret: server.app.context.secret })
  await write()
  expect((await restoreInto()).lines).toContain('1 heads of the audit log match; 0 are of rows written after')
  const path = join(folder, 'head.log')
  const before = readFileSync(path, 'utf8')
  writeFileSync(path, before.replace(/"hash":"../, '"hash":"zz'))
  const { isWhole, lines: said } = await restoreInto()
  // The backup is from before this head log began, so it cannot miss the line.
  expect([isWhole, said.includes('The head log also has 1 line not signed by this database, from line 1 on.')]).toEqual(
    [true, true],
  )
  writeFileSync(path, before)
})

test('a truncated manifest stops no later backup, and a restore names it and offers the newest good one', async () => {
  const next = idOf(await makeBackup(config, { portable: true }))
  truncateSync(join(place, 'signed/manifest', `${next}.json`), 200)
  const reason = `The backup ${next} cannot be read: its manifest is damaged or of a newer version.`
  await expect(restoreInto()).rejects.toThrow(
    `${reason} The newest good one is ${id}: npm run restore -- --backup ${id}`,
  )
  await expect(restoreInto({}, { id: next })).rejects.toThrow(`npm run restore -- --backup ${id}`)
  expect((await restoreInto({}, { id })).isWhole).toBe(true)
  expect(await listBackups(config)).toEqual([expect.stringContaining(id), `${next}  ${reason}`])
  const third = await makeBackup(config, { portable: true })
  expect(third).toContain(`Backup ${next} cannot be restored. ${reason}`)
  const { isWhole, lines: said } = await restoreInto()
  expect([isWhole, said.includes(reason)]).toEqual([true, true])
})

test('a backup without any of the files fails, and one without some reports how many are missing', async () => {
  const manifests = readdirSync(join(place, 'signed/manifest'))
  await expect(makeBackup({ ...config, dataDir: join(folder, 'elsewhere') }, { portable: true })).rejects.toThrow(
    'The database refers to 2 files, and none of them is stored. Check FILES_URL and DATA_DIR; no backup was made.',
  )
  expect(readdirSync(join(place, 'signed/manifest'))).toEqual(manifests)
  rmSync(join(config.dataDir, 'files/photo/two'))
  expect(await makeBackup(config, { portable: true })).toContain(
    '1 files that the database refers to are gone, such as photo/two.',
  )
})

test('a drill restores the newest backup elsewhere, decrypts every file, notes it and removes it', async () => {
  const said: string[] = []
  const options = { askKey: () => Promise.reject(new Error('the key is set')), say: (line: string) => said.push(line) }
  const trial = { ...config, backupIdentityFile: identityFile }
  const before = new Set(readdirSync(tmpdir()))
  expect(await drill(trial, { ...options, id })).toBe(true)
  expect(said.join('\n')).toMatch(
    /Every file is there and can be decrypted\.\n[^]*The drill succeeded: backup \S+ of \S+ was restored/,
  )
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith('sauda-drill-') && !before.has(name))).toEqual([])
  const read = readKeysOf(config.secretKeys ?? [], config, false)
  const ended = (await readManifest(await signedPlace(), id)).ended
  expect(await newestVerified(await openPlace(config.backupUrl ?? '', { mayBeNew: false, read }))).toMatchObject({
    backup: id,
    ended,
  })
  // A copy of a photo that was changed: its own encryption finds it.
  const path = join(place, 'files/photo/one')
  const bytes = readFileSync(path)
  writeFileSync(path, Buffer.concat([bytes.subarray(0, -1), Buffer.from('x')]))
  expect(await drill(trial, { ...options, id })).toBe(false)
  expect(said).toContain('1 files cannot be decrypted, such as photo/one.')
  expect(said.at(-1)).toContain('The drill failed')
  writeFileSync(path, bytes)
})
