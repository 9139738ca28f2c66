import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepOpen } from './live.ts'
import { refreshAll } from './query-client.ts'

vi.mock('./query-client.ts', () => ({ queryClient: {}, refreshAll: vi.fn<() => void>() }))
vi.mock('./session.ts', () => ({ session: {}, endSession: vi.fn<() => void>() }))
const answer = vi.fn<typeof fetch>()
vi.stubGlobal('fetch', answer)

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.resetAllMocks()
})

test('while the server has no room for another stream, the desk asks again every ten seconds at most', async () => {
  answer.mockImplementation(async () => new Response('{}', { status: 503 }))
  const stop = new AbortController()
  void keepOpen('token', stop.signal)
  await vi.advanceTimersByTimeAsync(14_000)
  expect(refreshAll).toHaveBeenCalledTimes(3)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(refreshAll).toHaveBeenCalledTimes(9)
  stop.abort()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(refreshAll).toHaveBeenCalledTimes(9)
})
