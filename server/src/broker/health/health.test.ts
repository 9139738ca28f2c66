import { commonErrors } from '@sauda/contract/platform/error'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../../test/events.ts'
import { moneyClient } from '../../../test/money.ts'
import { testServer } from '../../../test/server.ts'
import { createDisk, createReadiness, type DiskState } from '../../platform/readiness.ts'

const lines: string[] = []
const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
const server = await testServer({ SMTP_URL: 'smtp://127.0.0.1:9' })
const { db } = server.app.context
const disk = (state: DiskState = 'ok') => ({ state: () => state, look: async () => {} })

test('a server is live and ready, and lists what does not work', async () => {
  expect(await server.call('GET', '/health/live')).toMatchObject({ status: 200, body: { status: 'ok' } })
  let ready = await server.call('GET', '/health/ready')
  // A database of a loaded machine may need more than the second after which it counts as hanging.
  await eventually(async () => (ready = await server.call('GET', '/health/ready')).status === 200)
  expect(ready).toMatchObject({ status: 200, body: { status: 'ready' } })
  await server.call('POST', '/user/forgot-password', { body: { email: (await server.newClient()).email } })
  const degraded = async (): Promise<string[]> => (await server.call('GET', '/health/ready')).body.degraded
  await eventually(async () => (await degraded()).includes('mail'))
  expect(await degraded()).toContain('mail')
  expect((await server.call('GET', '/health')).body.degraded).toContain('mail')
})

describe('a process is not ready', () => {
  const readinessOf = (options: Partial<Parameters<typeof createReadiness>[0 | 1]>) =>
    createReadiness(
      { db, disk: disk(), log, ...options },
      { hasRole: true, keepsStatements: async () => true, ...options },
    )
  const obstacleOf = async (options: Parameters<typeof readinessOf>[0]) => {
    const readiness = readinessOf(options)
    let { obstacle } = await readiness.look()
    await eventually(async () => ({ obstacle } = await readiness.look()).obstacle !== 'database')
    return obstacle
  }

  test('while it works without the application’s role', async () => {
    expect(await obstacleOf({})).toBeUndefined()
    expect(await obstacleOf({ db: server.db })).toBe('role')
  })

  test('behind a pooler that mixes up prepared statements', async () => {
    expect(await obstacleOf({ keepsStatements: async () => false })).toBe('prepared-statements')
  })

  test('while it stops', async () => {
    const readiness = readinessOf({})
    readiness.stop()
    expect((await readiness.look()).obstacle).toBe('stopping')
  })

  test('with an almost full disk, which also stops writes', async () => {
    const readiness = readinessOf({ disk: disk('full') })
    expect((await readiness.look()).obstacle).toBe('disk')
    expect(readiness.takesWrites()).toBe(false)
  })

  test('while the database hangs, without waiting for it', async () => {
    const hanging = { ...db, run: () => new Promise<number>(() => {}) }
    expect((await readinessOf({ db: hanging }).look()).obstacle).toBe('database')
  })
})

test('with a read-only database every process reads, and rejects writes before they begin', async () => {
  const client = await moneyClient(server, { rupees: 5000, bank: true })
  const { name } = (await server.db.row<{ name: string }>('select current_database() as name'))!
  const reconnect = () =>
    server.db.run(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
      [name],
    )
  const ready = async () => {
    const { status, body } = await server.call('GET', '/health/ready')
    return { code: status, ...body }
  }
  const stored = () => server.db.row('select count(*) from wallet_request where client_id = $1', [client.id])
  const before = await stored()
  const asked = { token: client.token, body: { id: client.id, amount: 100 } }
  await server.db.run(`alter database ${name} set default_transaction_read_only = on`)
  await reconnect()
  await eventually(async () => (await ready()).obstacle === 'read-only')
  // No process can write, so each goes on with reads.
  expect(await ready()).toMatchObject({ code: 200, status: 'ready', obstacle: 'read-only' })
  expect(await server.call('POST', '/user/wallet/withdraw', asked)).toMatchObject({
    status: 503,
    body: commonErrors.notWritable,
  })
  expect((await server.call('GET', `/user/profile/${client.id}`, { token: client.token })).status).toBe(200)
  await server.db.transaction(async (tx) => {
    await tx.run('set transaction read write')
    await tx.run(`alter database ${name} reset default_transaction_read_only`)
  })
  await reconnect()
  await eventually(async () => (await ready()).obstacle === undefined)
  expect(await stored()).toEqual(before)
  expect((await server.call('POST', '/user/wallet/withdraw', asked)).status).toBe(200)
})

test('the disk is reported early and again when it has space', async () => {
  let megabytes = 5000
  const limits = { diskWarningBytes: 2000 * 2 ** 20, diskStopBytes: 500 * 2 ** 20 }
  const watched = createDisk('/', limits, log, async () => megabytes * 2 ** 20)
  const seen: DiskState[] = []
  lines.length = 0
  for (megabytes of [5000, 1000, 400, 1000, 5000]) {
    await watched.look()
    seen.push(watched.state())
  }
  expect(seen).toEqual(['ok', 'low', 'full', 'low', 'ok'])
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
    'the disk has little space left',
    'the disk is almost full; nothing more is written',
    'the disk has little space left',
    'the disk has enough space again',
  ])
})
