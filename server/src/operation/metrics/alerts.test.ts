import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { X509Certificate } from 'node:crypto'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { eventually } from '../../../test/events.ts'
import { moneyClient } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { evaluate, scrapeOf, type Scrape } from '../../../test/prometheus.ts'
import { atBank, newUtr } from '../../../test/reconciliation.ts'
import { atEnd, testServer } from '../../../test/server.ts'
import { createApp } from '../../app/app.ts'
import type { Config } from '../../config.ts'
import { openMetrics } from './metrics.ts'
import { openPlace } from '../../platform/backup/place.ts'
import { writeKeysOf } from '../../platform/backup/seal.ts'
import { putVerified } from '../../platform/backup/verified.ts'
import { openDb, type Db } from '../../platform/db.ts'
import { createHttp } from '../../platform/http.ts'
import { createLoad } from '../../platform/load.ts'
import { makeLog } from '../../platform/log.ts'
import { createRateLimit } from '../../platform/rate-limit.ts'
import { masterKeys } from '../../platform/secret.ts'

const fullFolder = '/full'
vi.mock('node:fs/promises', async (original) => {
  const real = await original<Record<'statfs', (path: string) => Promise<object>>>()
  const full = { bavail: 9, blocks: 100, bsize: 4096 }
  return { ...real, statfs: async (path: string) => (path.startsWith('/full') ? full : real.statfs(path)) }
})

type Rule = { readonly name: string; readonly expression: string }
const rules: Rule[] = [
  ...readFileSync(fileURLToPath(new URL('../../../../deploy/alerts.yml', import.meta.url)), 'utf8').matchAll(
    /- alert: (\w+)\n\s+expr: (.+)\n/g,
  ),
].map(([, name = '', expression = '']) => ({ name, expression }))

const server = await testServer({ RATE_LIMITS: 'off' })
const { db, app: running } = server
const { log } = running.context
const placeUrl = `${pathToFileURL(join(running.context.config.dataDir, 'backups'))}`
const healthy: Config = {
  ...running.context.config,
  metricsPort: 0,
  backupUrl: placeUrl,
  secretKeys: [...masterKeys(running.context.config)],
}
const verifiedNow = async () =>
  putVerified(await openPlace(placeUrl, { mayBeNew: true, write: () => writeKeysOf(healthy) }), {
    backup: '20991121T103219123Z-data',
    ended: new Date().toISOString(),
    at: new Date().toISOString(),
  })

/** Another process of the installation, with its metrics. */
async function processWith({
  config = {},
  appDb = running.context.db,
  ...parts
}: {
  config?: Partial<Config>
  appDb?: Db
  db?: Db
  walStoredAt?: () => number
  figures?: Partial<typeof running.figures>
  http?: Awaited<ReturnType<typeof createHttp>>
} = {}) {
  const own = { ...healthy, ...config }
  // Its folder may be one that does not exist, whose disk is full. Its jobs must not copy the files that are waiting.
  const app = await createApp({ config: { ...own, dataDir: healthy.dataDir, backupUrl: undefined }, db: appDb, log })
  const metrics = await openMetrics({
    http: parts.http ?? app.http,
    figures: { ...app.figures, ...parts.figures },
    context: app.context,
    config: own,
    db: parts.db ?? appDb,
    walStoredAt: parts.walStoredAt,
  })
  const close = async () => {
    await metrics?.close()
    await app.stop()
  }
  atEnd(close)
  const scrape = async (): Promise<Scrape> => {
    const up = '\nup{job="sauda",instance="sauda-1:9464"} '
    const response = await fetch(metrics?.address ?? '').catch(() => undefined)
    const text = response ? `${await response.text()}${up}1` : `${up}0`
    return scrapeOf(text, performance.now() / 1000)
  }
  return { app, scrape, close }
}

const firing = (...scrapes: Scrape[]): string[] =>
  rules.filter(({ expression }) => evaluate(expression, scrapes).length > 0).map(({ name }) => name)

/** A process whose books were checked, so that no alert fires without a cause. */
async function checkedProcess(parts: Parameters<typeof processWith>[0] = {}) {
  const made = await processWith(parts)
  await check(made.app)
  return made
}
const check = ({ http }: typeof running) => http.inject({ url: '/api/desk/books', headers: asAdmin })

const admin = await newOperator(server, 'admin')
const asAdmin = { authorization: `Bearer ${admin.token}` }
const client = await moneyClient(server, { rupees: 5000 })
const tested = new Set<string>()

/** A process in which nothing happens but checks of the books. */
const quiet = await processWith()

/** The alert fires in that state, and no longer once it has ended. */
function fires(name: string, state: () => Promise<{ scrapes: Scrape[]; end?: () => Promise<unknown> }>): void {
  test(`${name} fires, and only while there is a reason`, async () => {
    tested.add(name)
    const { scrapes, end } = await state()
    expect(firing(...scrapes)).toContain(name)
    await end?.()
    await check(quiet.app)
    expect(firing(await quiet.scrape(), await quiet.scrape())).not.toContain(name)
  })
}

/** The state is in the database: made by one statement and ended by another one. */
const firesAfter = (name: string, begin: () => Promise<unknown>, end: () => Promise<unknown>): void =>
  fires(name, async () => {
    await begin()
    return { scrapes: [await (await checkedProcess()).scrape()], end }
  })

const scrapedIn = async (parts: Parameters<typeof processWith>[0]) => ({
  scrapes: [await (await checkedProcess(parts)).scrape()],
})

beforeAll(async () => {
  await db.run("insert into backup values ('now', 'data', now(), now())")
  await verifiedNow()
})

test('no alert fires in a healthy installation', async () => {
  const { scrape } = await checkedProcess()
  // A request may wait for a connection for a moment, which is no alert.
  await eventually(async () => firing(await scrape(), await scrape()).length === 0)
  expect(firing(await scrape(), await scrape()).filter((name) => name !== 'PoolExhausted')).toEqual([])
})

fires('BooksUnchecked', async () => ({ scrapes: [await (await processWith()).scrape()] }))

firesAfter(
  'BooksCheckOld',
  () => db.run("update books_point set share_at = now() - interval '2 days', tried_at = now()"),
  () => db.run('update books_point set share_at = now()'),
)

fires('AuditUnsealed', async () => {
  const { scrape } = await checkedProcess()
  let end = () => {}
  let isHeld = false
  const held = db.transaction(async (tx) => {
    await tx.run("insert into throttle (key, count, resets_at) values ('holds', 1, now())")
    isHeld = true
    await new Promise<void>((resolve) => (end = resolve))
  })
  await eventually(() => isHeld)
  await db.run(`insert into audit (era, actor_kind, actor_name, action, at)
    select era, 'system', 'test', 'test.row', now() - interval '10 minutes' from audit_era`)
  const scrapes = [await scrape()]
  end()
  await held
  await eventually(async () => !firing(await scrape()).includes('AuditUnsealed'))
  return { scrapes }
})

fires('AuditHeadFailing', async () => {
  // The job that writes heads runs once a minute.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { scrape } = await checkedProcess({ config: { auditHeadUrl: 'file:///nowhere/heads.log' } })
  vi.advanceTimersByTime(60_000)
  vi.useRealTimers()
  let last = await scrape()
  await eventually(async () => firing((last = await scrape())).includes('AuditHeadFailing'))
  return { scrapes: [last] }
})

fires('ServerDown', async () => {
  const { scrape, close } = await checkedProcess()
  await close()
  return { scrapes: [await scrape()] }
})

fires('DatabaseDown', () =>
  scrapedIn({ db: openDb('postgres://nobody@127.0.0.1:1/none', makeLog('silent'), { size: 1 }) }),
)

fires('ClockDiffers', async () => {
  const { scrape } = await checkedProcess()
  const real = Date.now
  vi.spyOn(Date, 'now').mockImplementation(() => real() + 60_000)
  const scrapes = [await scrape()]
  vi.restoreAllMocks()
  return { scrapes }
})

fires('DiskFull', () => scrapedIn({ config: { dataDir: fullFolder } }))

firesAfter(
  'BackupOld',
  () => db.run("update backup set ended_at = now() - interval '37 hours'"),
  () => db.run('update backup set ended_at = now()'),
)

fires('BackupSpaceLow', () => scrapedIn({ config: { backupUrl: 'file:///full/backups' } }))

fires('BackupUnverified', () => scrapedIn({ config: { backupUrl: `${placeUrl}-other` } }))

fires('WalNotStored', () => scrapedIn({ walStoredAt: () => Date.now() - 11 * 60_000 }))

firesAfter(
  'FilesNotCopied',
  () => db.run("insert into file_to_back_up (name, since) values ('none', now() - interval '31 minutes')"),
  () => db.run('delete from file_to_back_up'),
)

fires('FilesAway', async () => {
  const { app, scrape } = await checkedProcess({ config: { filesUrl: 's3://key:secret@127.0.0.1:1/files?tls=off' } })
  await app.context.files.look().catch(() => undefined)
  return { scrapes: [await scrape()] }
})

firesAfter(
  'MailAway',
  () =>
    db.run(`insert into mail (id, recipient, subject, next_try_at, created_at)
      values (gen_random_uuid(), 'x@y.example', 'x', now() + interval '1 hour', now() - interval '11 minutes')`),
  () => db.run('delete from mail'),
)

fires('ReplicaAway', async () => {
  const { pathname } = new URL(server.databaseUrl)
  const appDb = openDb(server.databaseUrl, makeLog('silent'), {
    size: 2,
    replicaUrl: `postgres://nobody@127.0.0.1:1${pathname}`,
  })
  onTestFinished(() => appDb.close())
  const { app, scrape } = await processWith({ appDb })
  await app.context.db.replica?.look()
  return { scrapes: [await scrape()] }
})

firesAfter(
  'MailStuck',
  () =>
    db.run("insert into mail (id, recipient, subject, status) values (gen_random_uuid(), 'x@y.example', 'x', 'stuck')"),
  () => db.run('delete from mail'),
)

fires('CallsFail', async () => {
  const { app, scrape } = await checkedProcess()
  const before = await scrape()
  await db.run('alter table bank_details rename to bank_details_gone')
  const headers = { authorization: `Bearer ${client.token}` }
  await app.http.inject({ url: `/api/user/profile/${client.id}`, headers })
  await db.run('alter table bank_details_gone rename to bank_details')
  return { scrapes: [before, await scrape()] }
})

fires('CallsSlow', async () => {
  const { app, scrape } = await checkedProcess()
  const before = await scrape()
  let answered: PromiseLike<unknown> = Promise.resolve()
  await db.transaction(async (tx) => {
    await tx.run('lock table bank_details in access exclusive mode')
    const began = performance.now()
    const headers = { authorization: `Bearer ${client.token}` }
    answered = app.http.inject({ url: `/api/user/profile/${client.id}`, headers })
    await eventually(() => performance.now() - began > 1500)
  })
  await answered
  return { scrapes: [before, await scrape()] }
})

fires('Overload', async () => {
  const load = createLoad({ callsAtOnce: 1, callsOfOne: 1, turnMilliseconds: 1000 }, log, () => [])
  onTestFinished(() => load.stop())
  const { scrape } = await checkedProcess({ figures: { load: load.figures } })
  const before = await scrape()
  await load.during('one', async () => load.rejects())
  return { scrapes: [before, await scrape()] }
})

fires('PoolExhausted', async () => {
  const small = openDb(server.databaseUrl, makeLog('silent'), { size: 1 })
  onTestFinished(() => small.close())
  const { scrape } = await checkedProcess({ db: small })
  const scrapes: Scrape[] = []
  let waiting: Promise<unknown> = Promise.resolve()
  await small.transaction(async () => {
    waiting = small.row('select 1')
    scrapes.push(await scrape())
  })
  await waiting
  return { scrapes }
})

fires('JobStands', () => scrapedIn({ figures: { jobs: new Map([['audit seal', Date.now() - 61_000]]) } }))

fires('StreamsFull', async () => {
  const http = await createHttp({
    log,
    rateLimits: undefined,
    rateLimit: createRateLimit(),
    trustProxy: 0,
    https: false,
    inline: undefined,
    frames: [],
  })
  http.get('/api/user/events', async (_request, reply) => void reply.hijack())
  http.get('/api/health', async () => ({ books: 'balanced' }))
  const { scrape } = await processWith({ http })
  for (let n = 0; n < 4501; n += 1) void http.inject({ url: '/api/user/events' })
  await http.inject({ url: '/api/health' })
  return { scrapes: [await scrape()] }
})

fires('QueueOld', async () => {
  const url = '/api/user/wallet/withdraw'
  const headers = { authorization: `Bearer ${client.token}`, 'idempotency-key': crypto.randomUUID() }
  const { app, scrape } = await checkedProcess()
  await app.http.inject({ method: 'POST', url, headers, payload: { id: client.id, amount: 500 } })
  const age = (hours: number) =>
    db.run("update wallet_request set created_at = now() - make_interval(hours => $1) where status = 'pending'", [
      hours,
    ])
  await age(9)
  return { scrapes: [await scrape()], end: () => age(0) }
})

const bank = atBank(server, admin.token)

firesAfter(
  'BankImportOverdue',
  async () => {
    await bank.bring({ text: 'RENT', debit: 10 })
    await db.run('update bank_statement set first_on = first_on - 9, last_on = last_on - 9')
  },
  () => db.run('update bank_statement set first_on = first_on + 9, last_on = last_on + 9'),
)

firesAfter(
  'ExceptionsOld',
  async () => {
    await bank.bring({ text: 'UPI', reference: newUtr(), credit: 77 })
    await db.run("update bank_statement set imported_at = now() - interval '73 hours'")
  },
  () => db.run('update bank_statement set imported_at = now()'),
)

firesAfter(
  'ComplaintsOverdue',
  () =>
    db.run(`insert into complaint (id, complainant, source, category, received_at, opened_at, level_since)
      select gen_random_uuid(), 'Asha Rao', 'sebi', 'other', at, at, at from (select now() - interval '23 days' as at) x`),
  () => db.run("update complaint set status = 'closed', closed_at = now()"),
)

firesAfter(
  'LoginsFail',
  async () => {
    const payload = { email: admin.email, password: 'Wrong-Horse-99' }
    for (let n = 0; n < 11; n += 1) await running.http.inject({ method: 'POST', url: '/api/desk/login', payload })
  },
  () => db.run("set session_replication_role = replica; delete from audit where action = 'operator.login.refused'"),
)

fires('UidaiCertificatesEnd', () =>
  scrapedIn({
    config: { uidaiCertificates: [{ validToDate: new Date(Date.now() + 89 * 86_400_000) } as X509Certificate] },
  }),
)

firesAfter(
  'KeysOld',
  () => db.run("update secret_key_use set since = now() - interval '366 days'"),
  () => db.run('update secret_key_use set since = now()'),
)

firesAfter(
  'BooksDoNotBalance',
  () => db.run('update client_ledger set cash = cash + 100 where client_id = $1', [client.id]),
  () => db.run('update client_ledger set cash = cash - 100 where client_id = $1', [client.id]),
)

fires('PayoutsStopped', async () => ({
  scrapes: [await (await checkedProcess()).scrape()],
  end: () => db.run('update payout_stop set stopped_at = null, stopped_by = null, reason = null'),
}))

test('every alert was fired', () => {
  expect([...tested].toSorted()).toEqual(rules.map(({ name }) => name).toSorted())
})
