import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../test/events.ts'
import { moneyClients, type MoneyClient } from '../../../test/money.ts'
import { startProgram, type Program } from '../../../test/program.ts'
import { makeBackup } from './backup.ts'
import { readConfig } from '../../config.ts'
import { putManifest, readManifest } from '../../platform/backup/manifest.ts'
import { openPlace } from '../../platform/backup/place.ts'
import { withoutSignature, writeKeysOf } from '../../platform/backup/seal.ts'
import { startWalArchive } from '../../platform/backup/wal.ts'
import { openDb, type Db } from '../../platform/db.ts'
import { makeLog } from '../../platform/log.ts'
import { runningPostgres, withDatabase } from '../../platform/postgres/postgres.ts'
import { listBackups } from './restore.choice.ts'
import { restore } from './restore.ts'

const folder = mkdtempSync(join(tmpdir(), 'sauda-backup-'))
const place = join(folder, 'place')
const key = 'k3y-of-the-backup-Qz7Vx1Lm9Tr5Wb2N'
const settings = {
  DATA_DIR: join(folder, 'original'),
  BACKUP_URL: `file://${place}`,
  BACKUP_WAL_SECONDS: '1',
  SECRET_KEY: key,
}
const config = readConfig(settings)

/** Restores with the key typed by a person; returns the lines that were printed. */
async function restoreTo(name: string, options: { at?: Date; id?: string; typed?: string } = {}) {
  const lines: string[] = []
  const { SECRET_KEY: _, ...others } = settings
  const target = readConfig({ ...others, DATA_DIR: join(folder, name) })
  const askKey = async () => options.typed ?? key
  const isWhole = await restore(target, { ...options, askKey, say: (line) => lines.push(line) })
  // A slow restore also reports its progress.
  return { isWhole, lines: lines.filter((line) => !line.startsWith('… ')).join('\n'), target }
}

type Figures = { figures: object[]; requests: Set<string>; journals: number }
const figuresOf = async (db: Db): Promise<Figures> => ({
  figures: await db.rows('select * from client_ledger order by client_id'),
  requests: new Set((await db.rows<{ id: string }>('select id from wallet_request')).map(({ id }) => id)),
  journals: (await db.rows('select from journal')).length,
})

/** Requests withdrawals until stopped; `acknowledged` are the ids that the server confirmed. */
function withdrawAlways(program: Program, clients: readonly MoneyClient[]) {
  const acknowledged: string[] = []
  let isStopping = false
  const work = async ({ id, token }: MoneyClient) => {
    while (!isStopping) {
      const body = { id, amount: 100 }
      const answer = await program.call('POST', '/user/wallet/withdraw', { token, body, key: randomUUID() })
      if (answer.status === 200) acknowledged.push(answer.body.transaction._id)
    }
  }
  const running = Promise.all(clients.map(work))
  return {
    acknowledged,
    async stop() {
      isStopping = true
      await running
    },
  }
}

async function stopProgram({ child }: Program): Promise<void> {
  const ended = new Promise((resolve) => child.once('close', resolve))
  child.kill('SIGTERM')
  await ended
}

let original: Figures
let beforeMoment: string[] = []
let afterMoment: string[] = []
let moment: Date
let printed = ''

beforeAll(async () => {
  const program = await startProgram(settings)
  const db = openDb((await runningPostgres(settings.DATA_DIR)) ?? '', makeLog('silent'), { size: 2 })
  const clients = await moneyClients({ db }, 4, { rupees: 10_000_000 })
  const writers = withdrawAlways(program, clients)
  await eventually(async () => writers.acknowledged.length > 20)
  printed = await makeBackup(config, { portable: false })
  const { length } = writers.acknowledged
  await eventually(async () => writers.acknowledged.length > length + 20)
  beforeMoment = [...writers.acknowledged]
  moment = (await db.row<{ now: Date }>('select clock_timestamp() as now'))?.now ?? new Date()
  // Requests confirmed by now may have been committed before the moment.
  const { length: atMoment } = writers.acknowledged
  await eventually(async () => writers.acknowledged.length > atMoment + 20)
  await writers.stop()
  afterMoment = writers.acknowledged.slice(atMoment + clients.length)
  original = await figuresOf(db)
  await db.close()
  await stopProgram(program)
})
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

test('a restore has every acknowledged request, books that balance and an intact audit log', async () => {
  const { isWhole, lines, target } = await restoreTo('newest')
  expect(isWhole).toBe(true)
  expect(lines).toMatch(
    /The books balance: \d+ entries\.\nThe audit log is whole: \d+ rows.*\nEvery file is there and can be decrypted\./,
  )
  await withDatabase(target, async (db) => {
    expect(await figuresOf(db)).toEqual(original)
    expect(await db.rows('select from session')).toEqual([])
    expect(await db.rows("select after->>'backup' as id from audit where action = 'backup.restore'")).toEqual([
      { id: expect.stringMatching(/-data$/) },
    ])
  })
  // The next start needs no setting.
  expect(readFileSync(join(target.dataDir, 'secret.key'), 'utf8').trim()).toBe(key)
  const again = await startProgram({ DATA_DIR: target.dataDir })
  await stopProgram(again)
})

test('a restore to a moment has what was acknowledged before it, and nothing requested after it', async () => {
  const { isWhole, target } = await restoreTo('moment', { at: moment })
  expect(isWhole).toBe(true)
  await withDatabase(target, async (db) => {
    const { requests, journals } = await figuresOf(db)
    expect(beforeMoment.filter((id) => !requests.has(id))).toEqual([])
    expect(afterMoment.filter((id) => requests.has(id))).toEqual([])
    expect(afterMoment.length).toBeGreaterThan(5)
    expect(journals).toBeLessThan(original.journals)
  })
})

test('a backup prints its place, and creates at most the last folder of the address', async () => {
  expect(printed).toContain(`Stored at ${place}, the first backup there.`)
  const mistyped = { ...config, backupUrl: `file://${folder}/plaec/sauda` }
  const sentence = `The place of backups at BACKUP_URL cannot be used (there is no folder ${folder}/plaec).`
  await expect(makeBackup(mistyped, { portable: false })).rejects.toThrow(sentence)
  const startWal = { url: '', dataDir: '', milliseconds: 1000, log: makeLog('silent'), backupUrl: mistyped.backupUrl }
  await expect(startWalArchive(startWal)).rejects.toThrow(sentence)
  const missing = { ...config, backupUrl: `file://${folder}/plaec` }
  await expect(listBackups(missing)).rejects.toThrow(sentence)
  expect(existsSync(join(folder, 'plaec'))).toBe(false)
})

test('a backup does not contain the secret key', () => {
  expect(printed).toContain('It does not contain the secret key')
  const files = readdirSync(place, { recursive: true, encoding: 'utf8' }).map((name) => join(place, name))
  const contents = files.filter((file) => statSync(file).isFile()).map((file) => readFileSync(file))
  const plain = contents.map((bytes) => {
    const packed = withoutSignature(undefined, '', bytes)
    return packed.subarray(0, 2).equals(Buffer.from([0x1f, 0x8b])) ? gunzipSync(packed) : bytes
  })
  expect(plain.length).toBeGreaterThan(5)
  expect(plain.some((bytes) => bytes.includes('client_ledger'))).toBe(true)
  expect(plain.filter((bytes) => bytes.includes(key))).toEqual([])
})

describe('a restore is rejected, and writes nothing,', () => {
  test.each([
    ['with another key', { typed: 'another-key-that-is-long-enough-for-it' }, 'was signed with another secret key.'],
    ['to a moment before the backups', { at: new Date('2020-01-01') }, 'There is no backup from before 2020-01-01'],
    ['to a moment that is still to come', { at: new Date('2099-01-01') }, '2099-01-01T00:00:00.000Z is in the future.'],
    ['of an unknown backup', { id: 'none' }, 'There is no backup none.'],
  ])('%s', async (_, options, sentence) => {
    await expect(restoreTo('refused', options)).rejects.toThrow(sentence)
    expect(existsSync(join(folder, 'refused', 'postgres'))).toBe(false)
  })

  test('to a moment after the stored WAL', async () => {
    await expect(restoreTo('refused', { at: new Date() })).rejects.toThrow('The stored WAL ends before ')
    expect(existsSync(join(folder, 'refused', 'postgres'))).toBe(false)
  })

  test('of a backup that ended after the moment', async () => {
    const id = readdirSync(join(place, 'signed/manifest'))[0]?.replace('.json', '') ?? ''
    await expect(restoreTo('refused', { id, at: new Date('2020-01-01') })).rejects.toThrow(
      `Backup ${id} cannot be recovered to 2020-01-01T00:00:00.000Z.`,
    )
  })

  test('from a backup after which a part of the WAL is missing', async () => {
    const stored = join(place, 'signed/wal', readdirSync(join(place, 'signed/wal'))[0] ?? '')
    const file = join(stored, readdirSync(stored).toSorted().at(-2) ?? '')
    const bytes = readFileSync(file)
    rmSync(file)
    await expect(restoreTo('refused')).rejects.toThrow(
      /^Nothing was restored. The stored WAL is incomplete: 0\/[\da-f]+ is missing\./,
    )
    expect(existsSync(join(folder, 'refused', 'postgres'))).toBe(false)
    writeFileSync(file, bytes)
  })

  test('into a folder with a database', async () => {
    await expect(restoreTo('original')).rejects.toThrow(`${settings.DATA_DIR}/postgres is not empty.`)
  })

  test('from a backup with a changed or missing piece', async () => {
    const pieces = join(place, 'data', readdirSync(join(place, 'data'))[0] ?? '')
    const file = join(pieces, readdirSync(pieces)[0] ?? '')
    const bytes = readFileSync(file)
    writeFileSync(file, Buffer.concat([bytes.subarray(0, 1000), bytes.subarray(1001)]))
    await expect(restoreTo('refused')).rejects.toThrow('The backup was changed: the signature of ')
    rmSync(file)
    await expect(restoreTo('refused')).rejects.toThrow('The backup is incomplete')
    expect(existsSync(join(folder, 'refused', 'postgres'))).toBe(false)
    writeFileSync(file, bytes)
  })
})

test('backups older than BACKUP_DAYS are removed, except the newest of them', async () => {
  const manifests = join(place, 'signed/manifest')
  const [first = ''] = readdirSync(manifests)
  const stored = await openPlace(settings.BACKUP_URL, { mayBeNew: false, write: () => writeKeysOf(config) })
  const age = async (name: string, days: number) => {
    const ended = new Date(Date.now() - days * 86_400_000).toISOString()
    await putManifest(stored, { ...(await readManifest(stored, name.replace('.json', ''))), ended })
  }
  await makeBackup(config, { portable: false })
  await age(first, 60)
  await age(readdirSync(manifests).toSorted()[1] ?? '', 40)
  expect(await makeBackup(config, { portable: false })).toContain('Removed 1 backups older than 35 days.')
  expect(readdirSync(manifests)).toHaveLength(2)
  const pieces = readdirSync(join(place, 'data'), { recursive: true, encoding: 'utf8' })
  expect(new Set(pieces.flatMap((name) => (name.split('/').length === 2 ? name.split('/')[0] : []))).size).toBe(2)
  expect(await listBackups(config)).toHaveLength(2)
  expect((await restoreTo('after')).isWhole).toBe(true)
})

test('a restore into the lost DATA_DIR itself does not ask for the head log that was in it', async () => {
  rmSync(settings.DATA_DIR, { recursive: true })
  expect(await restoreTo('original')).toMatchObject({
    isWhole: true,
    lines: expect.stringContaining('are lost with it: only the backup’s seal was compared.'),
  })
})
