import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followEvents } from './shared-stream.ts'

vi.stubGlobal('window', new EventTarget())
const answer = vi.fn<typeof fetch>()
vi.stubGlobal('fetch', answer)
const on = {
  onEvent: vi.fn<(event: { data: string }) => void>(),
  onPoll: vi.fn<() => void>(),
  onLive: vi.fn<(isLive: boolean) => void>(),
}
const options = { ...on, path: '/user/events', headers: {}, silentMilliseconds: 45_000, pollMilliseconds: 10_000 }
let stop: AbortController
let stream: ReadableStreamDefaultController<Uint8Array>
const follow = (mayHaveMissed = false) => followEvents(options, stop.signal, mayHaveMissed)
const openStream = async (_: unknown, { signal }: RequestInit = {}) =>
  new Response(
    new ReadableStream({
      start(controller) {
        stream = controller
        signal?.addEventListener('abort', () => controller.error(new Error('aborted')))
      },
    }),
  )
const send = (text: string) => stream.enqueue(new TextEncoder().encode(text))

beforeEach(() => {
  vi.useFakeTimers()
  stop = new AbortController()
})
afterEach(() => {
  stop.abort()
  vi.useRealTimers()
  vi.resetAllMocks()
})

test('forwards events and does not poll while the stream is open', async () => {
  answer.mockImplementation(openStream)
  void follow()
  await vi.advanceTimersByTimeAsync(0)
  send('data: one\n\nevent: price\ndata: two\n\n')
  await vi.advanceTimersByTimeAsync(30_000)
  expect(on.onEvent.mock.calls.map(([{ data }]) => data)).toEqual(['one', 'two'])
  expect(on.onLive.mock.calls).toEqual([[true]])
  expect(on.onPoll).not.toHaveBeenCalled()
})

test('polls every ten seconds while the server is busy, and reconnects at growing intervals', async () => {
  answer.mockImplementation(async () => new Response('{}', { status: 503 }))
  void follow()
  await vi.advanceTimersByTimeAsync(60_500)
  expect(on.onPoll).toHaveBeenCalledTimes(6)
  expect(answer.mock.calls.length).toBeGreaterThan(3)
  expect(answer.mock.calls.length).toBeLessThan(9)
})

test('polls once more when the stream is back, and then no longer', async () => {
  answer.mockResolvedValueOnce(new Response('{}', { status: 502 })).mockImplementation(openStream)
  void follow()
  await vi.advanceTimersByTimeAsync(2000)
  expect(on.onLive.mock.calls).toEqual([[false], [true]])
  expect(on.onPoll).toHaveBeenCalledTimes(1)
  for (let beat = 0; beat < 3; beat += 1) {
    send(': \n\n')
    await vi.advanceTimersByTimeAsync(20_000)
  }
  expect(on.onPoll).toHaveBeenCalledTimes(1)
})

test('polls at once when events may have been missed before it opened', async () => {
  answer.mockImplementation(openStream)
  void follow(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(on.onPoll).toHaveBeenCalledTimes(1)
})

test('reconnects when the stream is silent for too long', async () => {
  answer.mockImplementation(openStream)
  void follow()
  await vi.advanceTimersByTimeAsync(options.silentMilliseconds + 2000)
  expect(answer).toHaveBeenCalledTimes(2)
})

test('reconnects at once when the device is back online', async () => {
  answer.mockRejectedValueOnce(new TypeError('offline')).mockImplementation(openStream)
  void follow()
  await vi.advanceTimersByTimeAsync(0)
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(answer).toHaveBeenCalledTimes(2)
})

test('ends when the server no longer knows the session', async () => {
  answer.mockResolvedValue(new Response('{}', { status: 401 }))
  expect(await follow()).toBe('rejected')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(answer).toHaveBeenCalledTimes(1)
  expect(on.onPoll).not.toHaveBeenCalled()
})
