import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { commonErrors } from '@sauda/contract/platform/error'
import { afterAll, expect, test } from 'vitest'
import { eventually } from '../../../test/events.ts'
import { moneyClient } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'
import { createApp } from '../../app/app.ts'
import { openMetrics } from './metrics.ts'
import { createHttp } from '../../platform/http.ts'
import { makeLog } from '../../platform/log.ts'
import { createRateLimit } from '../../platform/rate-limit.ts'

const token = 'a-token-of-prometheus'
const server = await testServer({ RATE_LIMITS: 'off' })
const { db } = server
// Observing requests begins before a server listens.
const app = await createApp(server.app.context)
const config = { ...server.app.context.config, metricsPort: 0, metricsToken: token }
const deploy = (name: string) => fileURLToPath(new URL(`../../../../deploy/${name}`, import.meta.url))
const rules = readFileSync(deploy('alerts.yml'), 'utf8')

async function read(address: string, authorization = `Bearer ${token}`): Promise<{ status: number; text: string }> {
  const response = await fetch(address, { headers: { authorization } })
  return { status: response.status, text: await response.text() }
}
const valueOf = (text: string, metric: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${metric} `))
      ?.split(' ')
      .at(-1),
  )

const opened = await openMetrics({ ...app, config, db })
if (!opened) throw new Error('no metrics')
afterAll(async () => {
  await opened.close()
  await app.stop()
})

test('metrics are not served without a port, at the portal, or without the token', async () => {
  expect(await openMetrics({ ...app, config: { ...config, metricsPort: undefined }, db })).toBeUndefined()
  expect((await read(opened.address, '')).status).toBe(401)
  expect((await read(opened.address, 'Bearer another-token-of-it')).status).toBe(401)
  expect((await read(`${opened.address}/x`)).status).toBe(404)
  expect((await read(`${server.url}/metrics`)).text).not.toContain('sauda_')
  expect((await read(`${server.url}/api/metrics`)).status).toBe(404)
  const used = { ...config, metricsPort: Number(new URL(opened.address).port) }
  await expect(openMetrics({ ...app, config: used, db })).rejects.toThrow(
    /^The metrics cannot be served \(listen EADDRINUSE.*\)\. Check METRICS_PORT and METRICS_HOST\.$/,
  )
})

test('figures follow events, and name no client', async () => {
  const client = await moneyClient(server, { rupees: 5000 })
  await app.http.inject({
    method: 'POST',
    url: '/api/user/wallet/withdraw',
    headers: { authorization: `Bearer ${client.token}`, 'idempotency-key': crypto.randomUUID() },
    payload: { id: client.id, amount: 500 },
  })
  await db.run(
    "insert into mail (id, recipient, subject, status, created_at) values (gen_random_uuid(), 'x@y.example', 'x', 'stuck', now())",
  )
  await db.run("insert into backup values ('one', 'data', now(), now() - interval '1 hour')")
  const { status, text } = await read(opened.address)
  expect(status).toBe(200)
  expect(text).toMatch(/^sauda_request_seconds_count\{call="POST \/api\/user\/wallet\/withdraw",status="200"\} 1$/m)
  expect(text).toMatch(/^sauda_queue_items\{kind="withdrawal"\} 1$/m)
  expect(valueOf(text, 'sauda_mails_stuck')).toBe(1)
  expect(valueOf(text, 'sauda_database_up')).toBe(1)
  expect(valueOf(text, 'sauda_backup_age_seconds')).toBeGreaterThan(3500)
  expect(valueOf(text, 'sauda_disk_free_bytes')).toBeGreaterThan(1)
  expect(text).toMatch(/^sauda_job_age_seconds\{job="notices"\} /m)
  expect(text).not.toContain(client.id)
})

test('a call rejected because of overload is answered with 503, counted and timed apart from the others', async () => {
  const http = await createHttp({
    log: makeLog('silent'),
    rateLimits: undefined,
    rateLimit: createRateLimit(),
    trustProxy: 0,
    https: false,
    inline: undefined,
    frames: [],
    rejects: () => true,
    retrySeconds: () => 7,
  })
  const metrics = await openMetrics({ ...app, http, config, db })
  try {
    const url = await http.listen({ port: 0, host: '127.0.0.1' })
    const response = await fetch(`${url}/api/user/content`)
    expect({ status: response.status, retryAfter: response.headers.get('retry-after') }).toEqual({
      status: 503,
      retryAfter: '7',
    })
    expect(await response.json()).toEqual(commonErrors.busy)
    const timed = async () => (await read(metrics?.address ?? '')).text
    await eventually(async () => valueOf(await timed(), 'sauda_rejection_seconds_count') === 1)
    expect(valueOf(await timed(), 'sauda_rejection_seconds_sum')).toBeGreaterThan(0)
    expect(await timed()).not.toContain('status="503"')
  } finally {
    await metrics?.close()
    await http.close()
  }
})

test('books that do not balance are reported', async () => {
  const client = await moneyClient(server)
  expect(valueOf((await read(opened.address)).text, 'sauda_books_unbalanced')).toBe(0)
  await db.run('update client_ledger set cash = 100 where client_id = $1', [client.id])
  const auditor = await newOperator(server, 'auditor')
  const headers = { authorization: `Bearer ${auditor.token}` }
  expect((await app.http.inject({ url: '/api/desk/books', headers })).json().balanced).toBe(false)
  expect(valueOf((await read(opened.address)).text, 'sauda_books_unbalanced')).toBe(1)
})

test('connections of the server have its name', async () => {
  const rows = await db.rows(
    "select from pg_stat_activity where datname = current_database() and application_name = 'sauda'",
  )
  expect(rows.length).toBeGreaterThan(0)
})

test('each alert has a runbook, and its metrics exist', async () => {
  const runbooks = readFileSync(fileURLToPath(new URL('../../../../docs/runbooks.md', import.meta.url)), 'utf8')
  const names = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  expect(names.length).toBe(32)
  expect([...runbooks.matchAll(/^## (\w+)$/gm)].map(([, name]) => name)).toEqual(names)
  const { text } = await read(opened.address)
  const metrics = new Set([...rules.matchAll(/\bsauda_\w+/g)].map(([name]) => name))
  expect([...metrics].filter((name) => !text.includes(`# TYPE ${name.replace(/_(?:count|bucket)$/, '')} `))).toEqual([])
})

test.runIf(spawnSync('promtool', ['--version']).status === 0)(
  'Prometheus accepts the rules and the metrics',
  async () => {
    expect(spawnSync('promtool', ['check', 'rules', deploy('alerts.yml')]).status).toBe(0)
    expect(spawnSync('promtool', ['check', 'config', deploy('prometheus.yml')]).status).toBe(0)
    const { text } = await read(opened.address)
    expect(spawnSync('promtool', ['check', 'metrics'], { input: text }).stderr.toString()).not.toMatch(/error/)
  },
)
