import { beforeEach, expect, test, vi } from 'vitest'
import { sendRequest } from './http.ts'
import { serverReachable } from './reachability.ts'

/** Records the request; the test decides how it ends. */
class FakeRequest extends EventTarget {
  upload = new EventTarget()
  responseType = ''
  status = 0
  responseText = ''
  responseHeaders: Record<string, string> = {}
  headers: Record<string, string> = {}
  address = ''
  body: unknown
  open(method: string, url: string): void {
    this.address = `${method} ${url}`
  }
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value
  }
  getResponseHeader(name: string): string | null {
    return this.responseHeaders[name] ?? null
  }
  send(body: unknown): void {
    this.body = body
  }
  abort(): void {
    this.dispatchEvent(new Event('loadend'))
  }
  respond(status: number, body: unknown, headers: Record<string, string> = {}): void {
    Object.assign(this, { status, responseText: typeof body === 'string' ? body : JSON.stringify(body) })
    this.responseHeaders = headers
    this.dispatchEvent(new Event('load'))
    this.dispatchEvent(new Event('loadend'))
  }
}
let last: FakeRequest
function createFake(): FakeRequest {
  last = new FakeRequest()
  return last
}

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', createFake)
  vi.useRealTimers()
  serverReachable.set(true)
})

const call = { method: 'POST', path: '/user/charges/:chargeId/pay' }
const input = { params: { chargeId: 'a b' }, query: { limit: 50, before: undefined }, body: { amount: 5 } }

test('sends the call with its token and key, and returns the body', async () => {
  const response = sendRequest(call, input, { timeoutMs: 1000, token: 't', idempotencyKey: 'k' })
  last.respond(200, { message: 'done' })
  expect(await response).toEqual({ body: { message: 'done' }, replayedAt: undefined })
  expect(last).toMatchObject({
    address: 'POST /api/user/charges/a%20b/pay?limit=50',
    headers: { authorization: 'Bearer t', 'idempotency-key': 'k', 'content-type': 'application/json' },
    body: '{"amount":5}',
  })
})

test('reports when a replayed response was first sent', async () => {
  const response = sendRequest(call, input, { timeoutMs: 1000 })
  last.respond(200, {}, { 'idempotency-replayed': 'true', 'idempotency-created': '2026-11-20T05:12:00.000Z' })
  expect(await response).toMatchObject({ replayedAt: '2026-11-20T05:12:00.000Z' })
})

test('throws the message of the server', async () => {
  const response = sendRequest(call, input, { timeoutMs: 1000 })
  last.respond(409, { message: 'Not now', need: 'totp' })
  await expect(response).rejects.toMatchObject({
    kind: 'response',
    status: 409,
    serverMessage: 'Not now',
    need: 'totp',
  })
  expect(serverReachable.get()).toBe(true)
})

test('a gateway error without our message means that the server is not reachable', async () => {
  const response = sendRequest(call, input, { timeoutMs: 1000 })
  last.respond(502, '<html>')
  await expect(response).rejects.toMatchObject({ kind: 'response', status: 502 })
  expect(serverReachable.get()).toBe(false)
})

test('a lost connection, a time-out and a cancelled request are distinguished', async () => {
  const lost = sendRequest(call, input, { timeoutMs: 1000 })
  last.dispatchEvent(new Event('error'))
  await expect(lost).rejects.toMatchObject({ kind: 'network', status: 0 })
  expect(serverReachable.get()).toBe(false)
  await expect(sendRequest(call, input, { timeoutMs: 5 })).rejects.toMatchObject({ kind: 'timeout' })
  const stop = new AbortController()
  const cancelled = sendRequest(call, input, { timeoutMs: 1000, signal: stop.signal })
  stop.abort()
  await expect(cancelled).rejects.toMatchObject({ kind: 'aborted' })
})

test('a slow upload that makes progress does not time out', async () => {
  vi.useFakeTimers()
  const onProgress = vi.fn<(percent: number) => void>()
  const response = sendRequest(call, { body: new FormData() }, { timeoutMs: 1000, onProgress })
  for (const loaded of [10, 20, 30]) {
    vi.advanceTimersByTime(900)
    last.upload.dispatchEvent(Object.assign(new Event('progress'), { lengthComputable: true, loaded, total: 40 }))
  }
  last.respond(200, {})
  await response
  expect(onProgress.mock.calls).toEqual([[25], [50], [75]])
})
