import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { demoClients, demoPassword } from '../../seed/people.ts'
import { seedDemo } from '../../seed/demo.ts'
import { eventually } from '../../test/events.ts'
import { startReplica, type ReplicaServer } from '../../test/replica.ts'
import { createApp } from '../app/app.ts'
import { readConfig } from '../config.ts'
import { openDb, withConnection, type Db } from './db.ts'
import { makeLog } from './log.ts'
import { migrate } from './migrate.ts'
import { startPostgres } from './postgres/postgres.ts'
import { appRole } from './role.ts'

const log = makeLog('silent')
const dataDir = mkdtempSync(join(tmpdir(), 'sauda-primary-'))
chmodSync(dataDir, 0o755)
let primary: Awaited<ReturnType<typeof startPostgres>>
let replica: ReplicaServer
/** As other servers and operators write. */
let other: Db
const opened: Db[] = []

const open = (replicaUrl: string | undefined, role?: string): Db => {
  const db = openDb(primary.url, log, { role, replicaUrl, size: 4 })
  opened.push(db)
  return db
}

beforeEach((context) => {
  if (process.platform !== 'linux') context.skip('the copy of a running database is made with tools of Linux')
})

beforeAll(async () => {
  primary = await startPostgres({ dataDir })
  await migrate(primary.url)
  replica = await startReplica(primary.url, dataDir)
  other = openDb(primary.url, log, { size: 1 })
  await other.run('create table written (n int)')
})

afterAll(async () => {
  for (const db of [...opened, other]) await db.close()
  await replica.stop()
  await primary.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const count = async (db: Db): Promise<number> =>
  Number((await db.historyReader().row<{ n: bigint }>('select count(*) as n from written'))?.n)

const written = async (): Promise<number> =>
  Number(
    (await other.row<{ n: bigint }>('insert into written values (1) returning (select count(*) + 1 from written) as n'))
      ?.n,
  )

const caughtUp = (db: Db) =>
  eventually(async () => {
    await db.replica?.look()
    return db.replica?.isUsable() === true
  })

test('a read from the replica shows every write committed before, by any process', async () => {
  const db = open(replica.url)
  for (let round = 0; round < 100; round += 1) {
    const expected = await written()
    expect(await count(db)).toBe(expected)
    await caughtUp(db)
  }
  expect(db.replica?.figures().replica).toBeGreaterThan(50)
  expect(await db.historyReader().snapshot((sql) => sql.row('select pg_is_in_recovery() as is'))).toEqual({ is: true })
  const { connection } = db.historyReader()
  expect(await withConnection(connection, (sql) => sql.row('select pg_is_in_recovery() as is'))).toEqual({ is: true })
})

test('while the replica is behind, the primary answers, until the replica has caught up', async () => {
  const db = open(replica.url)
  await replica.query('select pg_wal_replay_pause()')
  const expected = await written()
  expect(await count(db)).toBe(expected)
  expect(db.replica?.isUsable()).toBe(false)
  expect(db.historyReader().connection.replicaUrl).toBeUndefined()
  await db.replica?.look()
  expect(db.replica?.isUsable()).toBe(false)
  expect(db.replica?.figures()).toEqual({ replica: 0, primary: 1 })
  await replica.query('select pg_wal_replay_resume()')
  // PostgreSQL itself writes too, which puts the replica behind for a moment.
  await eventually(async () => {
    await caughtUp(db)
    expect(await count(db)).toBe(expected)
    return db.replica?.figures().replica === 1
  })
  expect(db.replica?.figures().replica).toBe(1)
})

test('the statements of a call do not return to the replica once one was answered by the primary', async () => {
  const db = open(replica.url)
  const reader = db.historyReader()
  await replica.query('select pg_wal_replay_pause()')
  await written()
  await reader.row('select count(*) from written')
  await replica.query('select pg_wal_replay_resume()')
  await caughtUp(db)
  expect(await reader.row('select pg_is_in_recovery() as is')).toEqual({ is: false })
  let next: object | undefined
  await eventually(async () => {
    await caughtUp(db)
    next = await db.historyReader().row('select pg_is_in_recovery() as is')
    return JSON.stringify(next) === '{"is":true}'
  })
  expect(next).toEqual({ is: true })
})

test('a replica that does not answer is replaced by the primary', async () => {
  const db = open(replica.url)
  await count(db)
  const pids = (
    await replica.query(
      'select pid from pg_stat_activity where backend_type = $$client backend$$ and pid <> pg_backend_pid()',
    )
  ).rows
  for (const { pid } of pids as { pid: number }[]) process.kill(pid, 'SIGSTOP')
  const expected = await written()
  expect(await count(db)).toBe(expected)
  for (const { pid } of pids as { pid: number }[]) process.kill(pid, 'SIGCONT')
  const away = open(replica.url.replace('5433', '5434'))
  expect(await count(away)).toBe(expected)
  expect([db, away].map((each) => each.replica?.isUsable())).toEqual([false, false])
})

test('a database that is not a replica is not read', async () => {
  const db = open(primary.url)
  expect(await count(db)).toBe(await count(open(undefined)))
  expect(db.replica?.figures()).toEqual({ replica: 0, primary: 1 })
})

test('every history and report is the same as from the primary', async () => {
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: primary.url, LOG_LEVEL: 'silent', RATE_LIMITS: 'off' })
  const [db, plain] = [open(replica.url, appRole), open(undefined, appRole)]
  const apps = [await createApp({ config, db, log }), await createApp({ config, db: plain, log })]
  try {
    await seedDemo((apps[0] as (typeof apps)[number]).context)
    const login = async (path: string, email: string) => {
      const payload = { email, password: demoPassword }
      return (await apps[0]?.http.inject({ method: 'POST', url: `/api${path}`, payload }))?.json()
    }
    const client = await login('/user/login', demoClients.trader.email)
    const auditor = await login('/desk/login', 'auditor@demo.example')
    const of = (path: string) => ({ path: `/user/${path}`, token: client.token })
    const id = client._id
    const reads = [
      ...['trade/history/', 'wallet/transactions/', 'statement/', 'worth/', 'tax/'].map((path) => of(`${path}${id}`)),
      ...['events', 'csv', 'pdf'].map((part) => of(`statement/${id}/${part}`)),
      of(`tax/${id}/exits?year=2026-27`),
      { path: `/desk/clients/${id}/entries`, token: auditor.token },
      { path: `/desk/clients/${id}/trades`, token: auditor.token },
      { path: '/desk/audit', token: auditor.token },
      { path: '/desk/mail', token: auditor.token },
    ]
    const fromPrimary = () => db.replica?.figures().primary
    for (const { path, token } of reads) {
      const ask = async () => {
        await caughtUp(db)
        const before = fromPrimary()
        const headers = { authorization: `Bearer ${token}` }
        const answers = await Promise.all(apps.map(({ http }) => http.inject({ url: `/api${path}`, headers })))
        // On a busy machine the replica may fall behind, and the primary answers; then it is asked again.
        return fromPrimary() === before ? answers : undefined
      }
      let answers = await ask()
      while (!answers) answers = await ask()
      const [ours, expected] = answers
      expect([path, ours?.statusCode]).toEqual([path, 200])
      if (path.endsWith('pdf')) expect(ours?.rawPayload.length).toBeGreaterThan(1000)
      else expect([path, ours?.body]).toEqual([path, expected?.body])
    }
  } finally {
    for (const app of apps) await app.stop()
  }
})

test('a promoted replica is not read', async () => {
  const db = open(replica.url)
  await replica.query('select pg_promote()')
  const expected = await written()
  expect(await count(db)).toBe(expected)
  expect(db.replica?.isUsable()).toBe(false)
})
