import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { eventually } from '../server/test/events.ts'
import { proxyArguments } from './proxy.ts'

const folder = mkdtempSync(join(tmpdir(), 'sauda-proxy-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Requests that reached the two servers. */
let received: { readonly server: string; readonly request: IncomingMessage }[] = []
beforeEach(() => void (received = []))

const portOf = (server: Server) => (server.address() as AddressInfo).port
const listening = (server: Server) =>
  new Promise<Server>((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))

/** The first of the two servers resets each connection with a POST, and lacks the files of the other version. */
const upstream = (name: 'first' | 'second') =>
  listening(
    createServer((asked, response) => {
      if (asked.url === '/api/health/ready') return response.end('{}')
      received.push({ server: name, request: asked })
      if (asked.method === 'POST' && name === 'first') return asked.socket.destroy()
      if (asked.url?.startsWith('/assets/') && name === 'first') return response.writeHead(404).end()
      if (asked.url === '/api/user/events')
        return response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n')
      return asked.resume().on('end', () => response.end('{"ok":true}'))
    }),
  )
const [first, second] = await Promise.all([upstream('first'), upstream('second')])
afterAll(() => {
  for (const server of [first, second]) {
    server.closeAllConnections()
    server.close()
  }
})

async function freePort(): Promise<number> {
  const probe = await listening(createServer())
  const port = portOf(probe)
  await new Promise((resolve) => probe.close(resolve))
  return port
}

const proxies = [
  { name: 'nginx', version: ['-v'] },
  { name: 'caddy', version: ['version'] },
] as const

type CallOptions = { readonly method?: string; readonly headers?: Record<string, string>; readonly body?: string }

for (const { name, version } of proxies)
  describe.skipIf(spawnSync(name, version).error !== undefined)(`behind ${name}, as in deploy/`, () => {
    let port = 0
    let proxy: ChildProcess | undefined
    // In a hook, because the body runs also where the suite is skipped.
    beforeAll(async () => {
      port = await freePort()
      const args = proxyArguments[name]({ port, servers: [portOf(first), portOf(second)], folder })
      proxy = spawn(name, args, { env: { ...process.env, HOME: folder }, stdio: 'ignore' })
      await eventually(async () => (await ask('/').catch(() => undefined))?.ok === true)
    })
    afterAll(() => void proxy?.kill('SIGTERM'))
    const ask = (path: string, { method = 'GET', headers = {}, body }: CallOptions = {}) =>
      fetch(`http://127.0.0.1:${port}${path}`, { method, headers, ...(body !== undefined && { body }) })

    test('the servers see the caller’s real address, not a forwarded one', async () => {
      expect((await ask('/api/brand', { headers: { 'x-forwarded-for': '203.0.113.9' } })).status).toBe(200)
      expect(received.map((each) => each.request.headers['x-forwarded-for'])).toEqual(['127.0.0.1'])
    })

    const post = (headers: Record<string, string>) => ask('/api/x', { method: 'POST', body: '{}', headers })

    // Caddy cannot send a body again; browsers repeat such a request themselves.
    test.skipIf(name === 'caddy')('a request with a key goes to the other server when one breaks', async () => {
      for (let n = 0; n < 6; n += 1) expect((await post({ 'idempotency-key': `k${n}` })).status).toBe(200)
    })

    test('a request without a key that was sent is never repeated', async () => {
      const statuses: number[] = []
      for (let n = 0; n < 6; n += 1) statuses.push((await post({})).status)
      const arrived = received.filter(({ request: { method } }) => method === 'POST')
      expect(arrived.length).toBeLessThanOrEqual(statuses.length)
      expect(statuses.filter((status) => status === 200)).toHaveLength(
        arrived.filter((each) => each.server === 'second').length,
      )
    })

    test('a file that one server does not have comes from the other', async () => {
      for (let n = 0; n < 6; n += 1) expect((await ask('/assets/page-1.js')).status).toBe(200)
    })

    test('an event stream is passed on while it is open', async () => {
      const text = await new Promise<string>((resolve, reject) => {
        const asked = request({ host: '127.0.0.1', port, path: '/api/user/events' }, (response) =>
          response.once('data', (part) => resolve(String(part))),
        )
        asked.on('error', reject).end()
        onTestFinished(() => void asked.destroy())
      })
      expect(text).toBe('data: 1\n\n')
    })

    test('a body above 70 MB is rejected', async () => {
      const response = await ask('/api/x', { method: 'PUT', body: 'x'.repeat(71 * 1024 * 1024) }).catch(() => undefined)
      // Caddy answers 502 for it.
      expect([413, 502, undefined]).toContain(response?.status)
    })
  })
