import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readEvents } from './event-stream.ts'
import { follow } from './follow.ts'

const answer = vi.fn<typeof fetch>()
const ask = vi.fn<() => void>()
const stream = { path: '/user/events', token: 'token', silentMilliseconds: 45_000 }

vi.stubGlobal('window', new EventTarget())
vi.stubGlobal('fetch', answer)
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.resetAllMocks()
})

const read = (signal = new AbortController().signal, open = () => {}) =>
  readEvents(stream, signal, { open, event: () => {} })

test.each([
  [503, 'lost'],
  [502, 'lost'],
  [401, 'refused'],
] as const)('a stream answered with %d is %s', async (status, end) => {
  answer.mockResolvedValue(new Response('{}', { status }))
  expect(await read()).toBe(end)
})

test('a silent stream is lost', async () => {
  answer.mockImplementation(
    (_, { signal } = {}) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new Error('cut')))),
  )
  const ended = read()
  await vi.advanceTimersByTimeAsync(stream.silentMilliseconds)
  expect(await ended).toBe('lost')
})

test('while the server has no room for another stream, the screens ask again every ten seconds', async () => {
  answer.mockImplementation(async () => new Response('{}', { status: 503, headers: { 'retry-after': '10' } }))
  const stop = new AbortController()
  void follow(stop.signal, { read, ask, askMilliseconds: 10_000, refused: () => {} })
  await vi.advanceTimersByTimeAsync(60_500)
  expect(ask).toHaveBeenCalledTimes(6)
  // It goes on trying for a stream, ever more seldom.
  expect(answer.mock.calls.length).toBeGreaterThan(3)
  expect(answer.mock.calls.length).toBeLessThan(9)
  stop.abort()
})
