import { spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { machine, startProgram } from '../../../test/program.ts'
import { readConfig } from '../../config.ts'
import { openDb, type Db } from '../../platform/db.ts'
import { makeLog } from '../../platform/log.ts'
import { runningPostgres, withDatabase } from '../../platform/postgres/postgres.ts'
import { rotateKeys } from '../keys/rotate.ts'
import { makeBackup } from './backup.ts'
import { restore } from './restore.ts'

const folder = mkdtempSync(join(tmpdir(), 'sauda-faults-'))
const place = join(folder, 'place')
const settings = {
  DATA_DIR: join(folder, 'original'),
  BACKUP_URL: `file://${place}`,
  BACKUP_WAL_SECONDS: '1',
  SECRET_KEY: 'k3y-of-the-backup-Qz7Vx1Lm9Tr5Wb2N',
}
const config = readConfig(settings)
const photo = 'photo/of-nobody'
const runner = fileURLToPath(new URL('../../../../scripts/run.mjs', import.meta.url))

type Options = { at?: Date; id?: string; acceptUnsigned?: boolean; key?: string; from?: string }

async function restoreTo(name: string, { key = settings.SECRET_KEY, from = place, ...options }: Options = {}) {
  const lines: string[] = []
  const target = readConfig({
    ...settings,
    DATA_DIR: join(folder, name),
    BACKUP_URL: `file://${from}`,
    SECRET_KEY: key,
  })
  const askKey = () => Promise.reject(new Error('the key is set'))
  const isWhole = await restore(target, { ...options, askKey, say: (line) => lines.push(line) })
  return { isWhole, lines: lines.filter((line) => !line.startsWith('… ')), target }
}

const filesIn = (root: string): string[] =>
  existsSync(root)
    ? readdirSync(root, { recursive: true, withFileTypes: true })
        // A file that is just being written has another name, and is gone in a moment.
        .filter((entry) => entry.isFile() && !entry.name.endsWith('.part'))
        .map(({ name, parentPath }) => relative(root, join(parentPath, name)))
        .toSorted()
    : []
const segments = () => filesIn(place).filter((name) => /wal\/\d+\/[\dA-F]{24}\.gz$/.test(name))

/** Flips one bit in the middle; returns the function that flips it back. */
function damage(name: string): () => void {
  const flip = () => {
    const bytes = readFileSync(join(place, name))
    const middle = Math.floor(bytes.length / 2)
    bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle)
    writeFileSync(join(place, name), bytes)
  }
  flip()
  return flip
}

/** Commits one row after the other until this many more segments of the WAL are stored. */
async function writeWal(db: Db, prefix: string, more: number): Promise<void> {
  const { length } = segments()
  for (let n = 0; segments().length < length + more; n += 1)
    await db.run('insert into loose_file (name) values ($1)', [`${prefix}-${n}`])
}
const rowsOf = (db: Db, prefix: string) => db.rows('select from loose_file where name like $1', [`${prefix}-%`])

let moment: Date
/** How many segments were stored at the moment. */
let storedThen = 0
let id = ''

beforeAll(async () => {
  const program = await startProgram(settings)
  const db = openDb((await runningPostgres(settings.DATA_DIR)) ?? '', makeLog('silent'), { size: 2 })
  const file = join(settings.DATA_DIR, 'files', photo)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, 'the bytes of a photo')
  id = /^Backup ([^:]+):/.exec(await makeBackup(config, { portable: false }))?.[1] ?? ''
  await writeWal(db, 'before', 2)
  storedThen = segments().length
  moment = (await db.row<{ now: Date }>('select clock_timestamp() as now'))?.now ?? new Date()
  await writeWal(db, 'after', 3)
  await db.close()
  const ended = new Promise((resolve) => program.child.once('close', resolve))
  program.child.kill('SIGTERM')
  await ended
})
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

test('a segment of the WAL with one flipped bit is named; a moment before it can be restored, one after it cannot', async () => {
  const last = segments().at(-1) ?? ''
  const repair = damage(last)
  const gap = new RegExp(`The stored WAL is incomplete: 0/[\\da-f]+ cannot be used\\. .*${last}`)
  await expect(restoreTo('damaged')).rejects.toThrow(gap)
  await expect(restoreTo('damaged')).rejects.toThrow('A moment before that can be recovered with --at.')
  expect(filesIn(join(folder, 'damaged'))).toEqual([])
  const { isWhole, lines, target } = await restoreTo('damaged', { at: moment })
  expect([isWhole, lines.some((line) => gap.test(line))]).toEqual([true, true])
  await withDatabase(target, async (db) => {
    expect(await rowsOf(db, 'before')).not.toEqual([])
    expect(await rowsOf(db, 'after')).toEqual([])
  })
  repair()

  const repairEarlier = damage(segments()[storedThen - 1] ?? '')
  await expect(restoreTo('later', { at: moment })).rejects.toThrow(
    /^Nothing was restored\. The stored WAL is incomplete: .* is not before that: choose/,
  )
  repairEarlier()
  expect(filesIn(join(folder, 'later'))).toEqual([])
})

test('a restore that fails in the middle leaves nothing, photos included', async () => {
  const pieces = filesIn(place).filter((name) => name.startsWith('data/'))
  const repair = damage(pieces.at(-1) ?? '')
  await expect(restoreTo('half')).rejects.toThrow(/^Nothing was restored\. The backup (?:was changed|is damaged)/)
  expect(filesIn(join(folder, 'half'))).toEqual([])
  repair()
})

test('a killed restore is recognised by the next start, which says what to do', async () => {
  const DATA_DIR = join(folder, 'killed')
  const env = { ...machine(), ...settings, DATA_DIR }
  const child = spawn(process.execPath, [runner, 'restore'], { env, cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise((resolve) => child.once('close', resolve))
  child.stdout.on('data', (chunk: Buffer) => {
    if (chunk.includes('files restored')) child.kill('SIGKILL')
  })
  await ended
  expect(filesIn(DATA_DIR)).toContain(join('files', photo))
  await expect(startProgram({ DATA_DIR })).rejects.toThrow(
    `A restore of backup ${id} into ${DATA_DIR} is still running, or was interrupted, and the data there is incomplete. If it no longer runs, delete ${join(DATA_DIR, 'postgres')}, then run npm run restore again.`,
  )
  rmSync(join(DATA_DIR, 'postgres'), { recursive: true, force: true })
  expect((await restoreTo('killed')).isWhole).toBe(true)
  await (await startProgram({ ...settings, DATA_DIR, BACKUP_URL: '' })).kill()
})

test('what a failed backup left is removed by the next one', async () => {
  // Its list of files cannot be stored.
  const lists = join(place, 'file-list')
  renameSync(lists, `${lists}-away`)
  writeFileSync(lists, '')
  const before = filesIn(place)
  await expect(makeBackup(config, { portable: true })).rejects.toThrow('The place of backups at BACKUP_URL')
  const [left = ''] = filesIn(place).filter((name) => !before.includes(name))
  expect(left).toMatch(/^portable\//)
  rmSync(lists)
  renameSync(`${lists}-away`, lists)
  const failed = left.split('/')[1] ?? ''
  expect(await makeBackup(config, { portable: true })).toContain(
    `Removed what backup ${failed} left, which did not finish.`,
  )
  expect(filesIn(place).filter((name) => name.includes(failed))).toEqual([])
  expect(readdirSync(join(place, 'portable'))).not.toContain(failed)
  // The whole ones are still there.
  expect((await restoreTo('whole', { id })).isWhole).toBe(true)
})

test('nothing is written where 1.0.0 reads, and what 1.0.0 wrote is restored with what was written after it', async () => {
  expect(readdirSync(place)).not.toContain('wal')
  expect(readdirSync(place)).not.toContain('manifest')
  const older = join(folder, 'older')
  cpSync(place, older, { recursive: true })
  rmSync(join(older, 'signed/manifest'), { recursive: true })
  const signed = readFileSync(join(place, `signed/manifest/${id}.json`), 'utf8')
  mkdirSync(join(older, 'manifest'))
  writeFileSync(join(older, `manifest/${id}.json`), JSON.parse(signed).manifest)
  // As if the upgrade had been after the first two segments.
  for (const name of segments().slice(0, 2)) {
    const unsigned = join(older, name.replace('signed/', ''))
    mkdirSync(dirname(unsigned), { recursive: true })
    const bytes = readFileSync(join(place, name))
    writeFileSync(unsigned, bytes.subarray(bytes.indexOf(Buffer.from([0x1f, 0x8b, 0x08]))))
    rmSync(join(older, name))
  }
  await expect(restoreTo('upgraded', { from: older })).rejects.toThrow('is not signed')
  const { isWhole, target } = await restoreTo('upgraded', { from: older, acceptUnsigned: true })
  expect(isWhole).toBe(true)
  await withDatabase(target, async (db) => expect(await rowsOf(db, 'after')).not.toEqual([]))
})

test('after a rotation of the key, a restore with the new key alone takes the newest backup and leaves older ones aside', async () => {
  const next = 'another-key-of-the-backup-Kd83Lq0Zr'
  const rotated = { ...config, secretKeys: [next, settings.SECRET_KEY] }
  await rotateKeys(rotated)
  await makeBackup(rotated, { portable: false })
  const { isWhole, lines } = await restoreTo('rotated', { key: next })
  expect(isWhole).toBe(true)
  expect(lines.join('\n')).not.toContain('Nothing was restored')
  expect(lines.join('\n')).not.toContain('This is not the secret key')
  expect(lines[0]).toBe(
    `The older backup ${id} is left aside. signed/manifest/${id}.json was signed with another secret key.`,
  )
  expect(lines.at(-1)).toMatch(/^Next: start Sauda/)
})
