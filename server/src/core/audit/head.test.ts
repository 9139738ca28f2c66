import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { beforeEach, describe, expect, test } from 'vitest'
import { eventually } from '../../../test/events.ts'
import { atEnd, testServer } from '../../../test/server.ts'
import { makeLog } from '../../platform/log.ts'
import { createHeadWriter, openHeadStore, type HeadLine } from './head.ts'
import { genesis, link, sealLag, sealLast } from './seal.ts'
import { rowsWithSeals } from './seal.sql.ts'
import { checkAudit, verifyAudit, verifyWithHeads } from './verify.ts'

const server = await testServer({}, { without: ['audit seal', 'audit head'] })
const { db, app } = server
const { config, secret } = app.context
const log = makeLog('silent')
const file = join(config.dataDir, 'audit-head.log')

async function addHead(writer = createHeadWriter(config, { db, secret })): Promise<void> {
  await db.transaction((tx) => app.context.audit(tx, { by: 'system', action: 'test.row' }))
  // A transaction of another test in the same PostgreSQL can hold the sealing up.
  await eventually(async () => {
    await sealLast(db, log)
    return (await sealLag(db)) === 0
  })
  await writer.write()
}
const readLines = () => readFileSync(file, 'utf8').split('\n').filter(Boolean)
const writeLines = (lines: readonly string[]) => writeFileSync(file, lines.map((line) => `${line}\n`).join(''))
const sentence = async () => (await checkAudit(config)).sentence

/** Rewrites the chain as a superuser could: every seal is valid again afterwards. */
async function rewriteChain(change: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.run('set local session_replication_role = replica')
    await tx.run(change)
    await tx.run('delete from audit_seal')
    let { position, hash } = genesis
    for (const row of await rowsWithSeals(tx, genesis.place, 10_000)) {
      position += 1n
      hash = link(hash, row.text)
      await tx.run('insert into audit_seal values ($1, $2, $3)', [position, row.id, hash])
    }
  })
}

beforeEach(async () => {
  rmSync(file, { force: true })
  await db.run('delete from audit_head')
  for (let n = 0; n < 4; n++) await addHead()
})

test('a place that cannot be read is named, and the log is not called changed', async () => {
  const compared = verifyWithHeads(db, { ...config, auditHeadUrl: 'file:///tmp' }, secret)
  await expect(compared).rejects.toThrow(/\/tmp cannot be read, so the audit log was not compared with it: EISDIR/)
})

test('heads are signed lines outside the database, and the command compares them', async () => {
  expect(readLines()).toHaveLength(4)
  expect(await checkAudit(config)).toEqual({
    ok: true,
    sentence: expect.stringMatching(/; 4 heads match, newest 20\d\d-/),
  })
})

test.each([
  [
    'a changed row',
    "update audit set actor_name = 'Somebody Else' where id = (select max(id) - 1 from audit)",
    /had another hash at/,
  ],
  ['rows cut off at the end', 'delete from audit where id > (select max(id) - 2 from audit)', /the log was cut off/],
])('a superuser rewrites the whole chain consistently: %s is found by the head alone', async (_what, change, fault) => {
  await rewriteChain(change)
  expect(await verifyAudit(db)).toMatchObject({ ok: true })
  expect(await checkAudit(config)).toEqual({ ok: false, sentence: expect.stringMatching(fault) })
  // The desk’s check compares them too.
  expect(await verifyWithHeads(db, config, secret)).toMatchObject({
    ok: false,
    brokenAt: 'head log',
    fault: expect.stringMatching(fault),
  })
  await rewriteChain("delete from audit where action = 'none'")
})

describe('the head log', () => {
  test.each([
    [
      'a changed line',
      (lines: string[]) => lines.with(1, lines[1]!.replace(/"position":"\d+"/, '"position":"1"')),
      /^The audit log does not match its head log. Line 2 of head log \S+ is missing, or was moved or changed/,
    ],
    ['a line missing in the middle', (lines: string[]) => lines.toSpliced(1, 1), /Line 2 of head log \S+ is missing/],
    [
      'two lines in another order',
      (lines: string[]) => [lines[1]!, lines[0]!, lines[2]!],
      /Line 1 of head log \S+ is missing/,
    ],
    ['a line that is no longer one', (lines: string[]) => lines.with(1, 'x'), /Line 2 of head log \S+ is missing/],
    [
      'a changed line at the end',
      (lines: string[]) => lines.with(3, lines[3]!.replace(/"hash":"../, '"hash":"zz')),
      /ends at line 3, but 4 were written/,
    ],
    ['a line missing at the end', (lines: string[]) => lines.slice(0, -1), /ends at line 3, but 4 were written/],
    ['every line', () => [], /ends at line 0, but 4 were written/],
  ])('%s is found', async (_what, change, fault) => {
    writeLines(change(readLines()))
    expect(await checkAudit(config)).toEqual({ ok: false, sentence: expect.stringMatching(fault) })
  })

  test('lines of others are named, and the own lines are compared as before', async () => {
    const lines = readLines()
    const foreign = JSON.stringify({ ...JSON.parse(lines[0]!), log: 'another', mac: 'ab'.repeat(32) })
    // Anybody who may append to the place can also repeat a number of ours.
    const forged = lines[2]!.replace(/"hash":"../, '"hash":"zz')
    writeLines([foreign, ...lines.slice(0, 3), 'half a li', forged, ...lines.slice(3)])
    expect(await checkAudit(config)).toEqual({
      ok: true,
      sentence: expect.stringMatching(
        /; 4 heads match, newest \S+\. The head log also has 2 lines not signed by this database, from line 1 on; 1 line that cannot be read, from line 5 on$/,
      ),
    })
    writeLines([foreign, ...lines.slice(0, 2), ...lines.slice(3), forged])
    expect(await sentence()).toContain('Line 3 of head log ')
  })

  test('a restored copy that writes to the same place is named by the original', async () => {
    const before = await db.rows('select * from audit_head')
    // The copy begins a log of its own, and then has rows that the original does not have.
    await db.run('delete from audit_head')
    await addHead()
    await db.run('delete from audit_head')
    await db.run('insert into audit_head select * from json_populate_recordset(null::audit_head, $1)', [
      JSON.stringify(before, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
    ])
    await addHead()
    expect(await checkAudit(config)).toEqual({
      ok: true,
      sentence: expect.stringMatching(
        /; 5 heads match.* also has 1 line of another copy of this database, from line 5 on$/,
      ),
    })
  })

  test('the log from before a restore, which the restore has noted, is named', async () => {
    const [former] = await db.rows<{ log: string }>('select log from audit_head')
    await db.run('delete from audit_head')
    await addHead()
    expect(await sentence()).toContain('its tables were replaced')
    await db.transaction((tx) =>
      app.context.audit(tx, { by: 'system', action: 'backup.restore', after: { headLogs: [former?.log] } }),
    )
    await addHead()
    expect(await checkAudit(config)).toEqual({
      ok: true,
      sentence: expect.stringMatching(
        /; 2 heads match.* also has 4 lines of another copy of this database, from line 1 on$/,
      ),
    })
  })

  test('tables replaced together with their record of the lines are found', async () => {
    await db.run('delete from audit_head')
    expect(await sentence()).toContain('its tables were replaced')
  })

  test('a server killed in the middle of a line, or before its commit, leaves valid lines', async () => {
    writeFileSync(file, `${readFileSync(file, 'utf8')}\n{"log":"half`)
    await addHead()
    await db.run('alter table audit_head add constraint shut check (line < 6) not valid')
    await expect(addHead()).rejects.toThrow('shut')
    await db.run('alter table audit_head drop constraint shut')
    await addHead()
    expect(await checkAudit(config)).toMatchObject({ ok: true })
  })

  test('several servers write one sequence of lines, and none for an unchanged head', async () => {
    const writers = Array.from({ length: 5 }, () => createHeadWriter(config, { db, secret }))
    for (let n = 0; n < 4; n++) await Promise.all(writers.map(addHead))
    await Promise.all(writers.map(({ write }) => write()))
    const lines = readLines().map((line) => BigInt((JSON.parse(line) as HeadLine).line))
    expect(lines).toEqual(lines.map((_, n) => BigInt(n + 1)))
    expect(await checkAudit(config)).toMatchObject({ ok: true })
  })
})

test('a head that cannot be written fails the job and is reported by the health address', async () => {
  const auditHeadUrl = `file://${config.dataDir}/no/such/folder/head.log`
  const heads = createHeadWriter({ ...config, auditHeadUrl }, { db, secret })
  expect(heads.state()).toBe('waiting')
  await expect(addHead(heads)).rejects.toThrow('ENOENT')
  expect(heads.state()).toBe('failing')
  expect((await server.call('GET', '/health')).body).toMatchObject({ status: 'ok', auditHead: 'waiting' })
})

test('heads go to a bucket as one object each, and are compared there', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'sauda-heads-'))
  const bucket = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'heads', configs: [] }],
  })
  const { port } = await bucket.run()
  atEnd(async () => {
    await bucket.close()
    rmSync(directory, { recursive: true, force: true })
  })
  const inBucket = { ...config, auditHeadUrl: `s3://S3RVER:S3RVER@127.0.0.1:${port}/heads?tls=off` }
  for (let n = 0; n < 3; n++) await addHead(createHeadWriter(inBucket, { db, secret }))
  await db.run("delete from audit_head where place not like 's3:%'")
  expect(await checkAudit(inBucket)).toMatchObject({ ok: true, sentence: expect.stringContaining('3 heads match') })
  const { place } = await openHeadStore(inBucket)
  expect(place).not.toContain('S3RVER')
  await rewriteChain("update audit set actor_name = 'Somebody Else' where id = (select max(id) - 1 from audit)")
  expect(await checkAudit(inBucket)).toMatchObject({ ok: false })
})
