import { timingSafeEqual } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Gauge } from 'prom-client'
import type { Reply } from '@sauda/contract/platform/call'
import type { healthCalls } from '@sauda/contract/broker/health'
import type { Config } from '../../config.ts'
import { clockDifference, databaseFigures, queueFigures } from './metrics.sql.ts'
import { overdueOf } from './overdue.ts'
import { openPlace } from '../../platform/backup/place.ts'
import { readKeysOf } from '../../platform/backup/seal.ts'
import { newestVerified } from '../../platform/backup/verified.ts'
import { withTimeout } from '../../platform/concurrency.ts'
import type { Db } from '../../platform/db.ts'
import { rejectedEvent } from '../../platform/http-server.ts'
import type { Load } from '../../platform/load.ts'
import { StartError } from '../../platform/postgres/start-error.ts'
import { masterKeys, sha256 } from '../../platform/secret.ts'
import type { QueueSources } from '../../core/queue/queue.sql.ts'

/** Figures that the parts of the server report. */
export type Figures = {
  readonly load: Load['figures']
  /** When each background job last succeeded. */
  readonly jobs: ReadonlyMap<string, number>
  readonly queues: QueueSources
}

type Parts = {
  readonly http: FastifyInstance
  readonly figures: Figures
  readonly config: Config
  readonly db: Db
  readonly context: { readonly secret: { readonly newestId: Buffer } }
  /** When the WAL was last stored; undefined without an archive. */
  readonly walStoredAt?: (() => number | undefined) | undefined
}
type Metrics = { readonly address: string; readonly close: () => Promise<void> }

const databaseMilliseconds = 3000
const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** Buckets for a rejected call, which takes no work. */
const rejectedSeconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1]
const isStream = /^\/api\/(?:user|desk)\/(?:events|prices)$/

/** Serves Prometheus metrics on a port of their own; undefined unless METRICS_PORT is set. */
export async function openMetrics(parts: Parts): Promise<Metrics | undefined> {
  const { metricsPort, metricsHost, metricsToken } = parts.config
  if (metricsPort === undefined) return undefined
  const page = await createPage(parts)
  const server = createServer((request, response) => void answer(request, response, { page, token: metricsToken }))
  server.requestTimeout = 10_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', ({ message }) =>
      reject(new StartError(`The metrics cannot be served (${message}). Check METRICS_PORT and METRICS_HOST.`)),
    )
    server.listen(metricsPort, metricsHost, resolve)
  })
  const address = server.address()
  return {
    address: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/metrics`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

type Access = { readonly page: Page; readonly token: string | undefined }

async function answer(request: IncomingMessage, response: ServerResponse, { page, token }: Access): Promise<void> {
  const given = request.headers.authorization ?? ''
  if (token !== undefined && !timingSafeEqual(sha256(given), sha256(`Bearer ${token}`))) {
    response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
    return
  }
  if (request.method !== 'GET' || request.url !== '/metrics') {
    response.writeHead(404).end()
    return
  }
  try {
    const text = await page.text()
    response.writeHead(200, { 'content-type': page.type }).end(text)
  } catch {
    response.writeHead(500).end()
  }
}

type Page = { readonly type: string; readonly text: () => Promise<string> }

async function createPage(parts: Parts): Promise<Page> {
  const { config, db, http, figures } = parts
  const { Registry, Gauge, Histogram, collectDefaultMetrics } = await import('prom-client')
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `sauda_${name}`, help, labelNames, registers })

  const requests = new Histogram({
    name: 'sauda_request_seconds',
    help: 'Time to answer, by call and status.',
    labelNames: ['call', 'status'],
    buckets: seconds,
    registers,
  })
  const streams = gauge('streams', 'Open event streams, by call.', ['call'])
  observeRequests(http, { requests, streams })
  const rejections = new Histogram({
    name: 'sauda_rejection_seconds',
    help: 'Time to answer a call that was rejected because of overload before any work; not in sauda_request_seconds.',
    buckets: rejectedSeconds,
    registers,
  })
  http.server.on(rejectedEvent, (taken: number) => rejections.observe(taken))
  const collect = [
    processFigures(parts, gauge),
    healthFigures(http, gauge),
    diskFigures(
      config.dataDir,
      gauge('disk_free_bytes', 'Free space on the disk of DATA_DIR.'),
      gauge('disk_bytes', 'Size of the disk of DATA_DIR.'),
    ),
    diskFigures(
      config.backupUrl?.startsWith('file:') ? fileURLToPath(config.backupUrl) : undefined,
      gauge('backup_free_bytes', 'Free space on the disk of BACKUP_URL, if that is a folder.'),
      gauge('backup_disk_bytes', 'Size of the disk of BACKUP_URL, if that is a folder.'),
    ),
    verifiedFigure(config, gauge),
    databaseFiguresOf(
      db,
      figures.queues,
      gauge,
      overdueOf(db, config, parts.context.secret.newestId.toString('hex'), gauge),
    ),
  ]
  gauge('info', 'Version and mode.', ['version', 'mode']).set({ version: config.version, mode: config.mode }, 1)
  return {
    type: registry.contentType,
    async text() {
      await Promise.all(collect.map((each) => each()))
      return registry.metrics()
    },
  }
}

type Observed = {
  readonly requests: { observe(labels: { call: string; status: string }, value: number): void }
  readonly streams: Gauge
}

function observeRequests(http: FastifyInstance, { requests, streams }: Observed): void {
  http.addHook('onRequest', async ({ method, routeOptions: { url = '' } }, reply) => {
    if (!isStream.test(url)) return
    const labels = { call: `${method} ${url}` }
    streams.inc(labels)
    reply.raw.once('close', () => streams.dec(labels))
  })
  http.addHook('onResponse', async ({ method, routeOptions: { url = '' } }, reply) => {
    if (isStream.test(url)) return
    const call = url.startsWith('/api/') ? `${method} ${url}` : 'page'
    requests.observe({ call, status: String(reply.statusCode) }, reply.elapsedTime / 1000)
  })
}

type MakeGauge = (name: string, help: string, labelNames?: string[]) => Gauge
type Collect = () => Promise<void>

function processFigures({ figures: { load, jobs }, walStoredAt }: Parts, gauge: MakeGauge): Collect {
  const calls = gauge('calls_under_way', 'Calls being worked on.')
  const rejected = gauge('calls_rejected', 'Calls rejected because of overload since the start.')
  const delay = gauge('event_loop_delay_seconds', "Mean delay of the server's thread in the last half second.")
  const ages = gauge('job_age_seconds', 'Time since a background job last succeeded.', ['job'])
  const wal = gauge('wal_age_seconds', 'Time since all written data was last stored at the place of backups.')
  const startedAt = Date.now()
  return async () => {
    const { atOnce, rejected: count, delayMilliseconds } = load()
    calls.set(atOnce)
    rejected.set(count)
    delay.set(delayMilliseconds / 1000)
    for (const [job, at] of jobs) ages.set({ job }, (Date.now() - at) / 1000)
    wal.set(walStoredAt ? (Date.now() - (walStoredAt() ?? startedAt)) / 1000 : 0)
  }
}

/** The same as /api/health says. */
function healthFigures(http: FastifyInstance, gauge: MakeGauge): Collect {
  const unbalanced = gauge('books_unbalanced', 'Whether the last check of the books found a difference.')
  const checked = gauge('books_checked', 'Whether the books were checked since the start.')
  const head = gauge('audit_head_failing', 'Whether the head of the audit log cannot be written outside the database.')
  const degraded = gauge('degraded', 'Parts that do not work while everything else does.', ['part'])
  return async () => {
    const response = await http.inject({ url: '/api/health' })
    const health = response.json<Reply<typeof healthCalls.health> & { degraded?: string[] }>()
    unbalanced.set(health.books === 'unbalanced' ? 1 : 0)
    checked.set(health.books === 'unchecked' ? 0 : 1)
    head.set(health.auditHead === 'failing' ? 1 : 0)
    degraded.reset()
    for (const part of ['files', 'mail', 'replica']) degraded.set({ part }, 0)
    for (const part of health.degraded ?? []) degraded.set({ part }, 1)
  }
}

/** `folder`: undefined for a bucket, which does not say how much room it has. */
function diskFigures(folder: string | undefined, free: Gauge, size: Gauge): Collect {
  return async () => {
    free.remove()
    size.remove()
    if (folder === undefined) return
    // A place that is away or hangs has alerts of its own.
    const reading = statfs(folder).then(({ bavail, blocks, bsize }) => {
      free.set(bavail * bsize)
      size.set(blocks * bsize)
    })
    await withTimeout(databaseMilliseconds, reading).catch(() => undefined)
  }
}

const verifiedMilliseconds = 10 * 60_000

/** Read from the place of backups now and then; missing while no backup was ever tried. */
function verifiedFigure(config: Config, gauge: MakeGauge): Collect {
  const age = gauge('backup_verified_age_seconds', 'Age of the newest backup that npm run drill restored and checked.')
  age.remove()
  let ended: number | undefined
  let readAt = 0
  async function read(): Promise<void> {
    if (config.backupUrl === undefined) return
    const keys = readKeysOf(masterKeys(config), { backupIdentityFile: undefined }, false)
    const found = await newestVerified(await openPlace(config.backupUrl, { mayBeNew: true, read: keys }))
    ended = found && Date.parse(found.ended)
  }
  return async () => {
    if (Date.now() - readAt > verifiedMilliseconds) {
      readAt = Date.now()
      // An unavailable place of backups has alerts of its own.
      await withTimeout(databaseMilliseconds, read()).catch(() => undefined)
    }
    if (ended !== undefined) age.set((Date.now() - ended) / 1000)
  }
}

function databaseFiguresOf(db: Db, queues: QueueSources, gauge: MakeGauge, overdue: Collect): Collect {
  const up = gauge('database_up', 'Whether the database answers.')
  const pool = gauge('pool_connections', 'Connections of the pool, by state.', ['state'])
  const waiting = gauge('pool_waiting', 'Requests that wait for a connection.')
  const reads = gauge(
    'history_reads',
    'Reads of histories and reports since the start, by the database that answered.',
    ['from'],
  )
  const one = {
    mails_queued: gauge('mails_queued', 'Mails that wait to be sent.'),
    mails_stuck: gauge('mails_stuck', 'Mails that were given up.'),
    oldest_mail: gauge('oldest_mail_seconds', 'Age of the oldest mail that waits.'),
    oldest_unsealed: gauge('audit_unsealed_seconds', 'Age of the oldest audit row that is not sealed.'),
    oldest_file_to_back_up: gauge('file_backup_seconds', 'Age of the oldest file that is not copied to BACKUP_URL.'),
    last_backup: gauge('backup_age_seconds', 'Time since the last backup ended.'),
    payouts_stopped: gauge('payouts_stopped', 'Whether all payouts and approvals of withdrawals are stopped.'),
    database_bytes: gauge('database_bytes', 'Size of the database.'),
    connections: gauge('database_connections', 'Connections to the database, of every server.'),
  }
  const clock = gauge('database_clock_seconds', 'Difference between the clocks of this process and of the database.')
  const items = gauge('queue_items', 'Pending items of a queue.', ['kind'])
  const oldest = gauge('queue_oldest_seconds', 'Age of the oldest pending item of a queue.', ['kind'])

  async function read(): Promise<void> {
    clock.set(await clockDifference(db))
    const [figures, kinds] = await Promise.all([databaseFigures(db), queueFigures(db, queues), overdue()])
    for (const [name, value] of Object.entries(figures ?? {})) {
      const metric = one[name as keyof typeof one]
      // Without any backup there is no age; with nothing waiting the age is zero.
      if (value === null && name === 'last_backup') metric.remove()
      else metric.set(Number(value ?? 0))
    }
    for (const { kind, count, oldest: age } of kinds) {
      items.set({ kind }, Number(count))
      oldest.set({ kind }, age ?? 0)
    }
  }

  let reading: Promise<void> | undefined
  return async () => {
    const { total, idle, waiting: count } = db.usage()
    pool.set({ state: 'busy' }, total - idle)
    pool.set({ state: 'idle' }, idle)
    waiting.set(count)
    for (const [from, answered] of Object.entries(db.replica?.figures() ?? {})) reads.set({ from }, answered)
    // One at a time, because each would occupy a connection while the database hangs.
    reading ??= read().finally(() => (reading = undefined))
    const isRead = await withTimeout(databaseMilliseconds, reading).catch(() => false)
    up.set(isRead ? 1 : 0)
  }
}
