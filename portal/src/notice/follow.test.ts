import { noticeRules } from '@sauda/contract/notice'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { follow } from './follow.ts'
import { readStream, type StreamEnd } from './stream.ts'

vi.mock('./stream.ts', () => ({ readStream: vi.fn<typeof readStream>() }))
vi.stubGlobal('window', new EventTarget())

type On = Parameters<typeof readStream>[2]
let end: (how: StreamEnd) => void
let on: On

beforeEach(() => {
  vi.useFakeTimers()
  vi.mocked(readStream).mockImplementation((_token, _signal, handlers) => {
    on = handlers
    return new Promise((resolve) => (end = resolve))
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.resetAllMocks()
})

function start() {
  const stop = new AbortController()
  const follower = { changed: vi.fn<(topic: string | null) => void>(), refused: vi.fn<() => void>() }
  const done = follow('token', stop.signal, follower)
  return { stop, ...follower, done }
}

test('a notice tells what changed', () => {
  const { changed, stop } = start()
  on.open()
  on.topic('kyc')
  expect(changed.mock.calls).toEqual([['kyc']])
  stop.abort()
})

test('while the stream is down the screens ask again by themselves, and once more when it is back', async () => {
  const { changed, stop } = start()
  on.open()
  vi.mocked(readStream).mockResolvedValue('lost')
  end('lost')
  await vi.advanceTimersByTimeAsync(noticeRules.fallbackSeconds * 1000)
  expect(changed.mock.calls).toEqual([[null]])
  vi.mocked(readStream).mockImplementation((_token, _signal, handlers) => {
    handlers.open()
    return new Promise(() => undefined)
  })
  await vi.advanceTimersByTimeAsync(40_000)
  const calls = changed.mock.calls.length
  await vi.advanceTimersByTimeAsync(60_000)
  expect(changed).toHaveBeenCalledTimes(calls)
  stop.abort()
})

test('a refused token ends the session and asks no more', async () => {
  const { refused, done } = start()
  end('refused')
  await done
  expect(refused).toHaveBeenCalledTimes(1)
  expect(readStream).toHaveBeenCalledTimes(1)
})

test('nothing is asked after the end', async () => {
  const { changed, stop, done } = start()
  stop.abort()
  end('lost')
  await done
  await vi.advanceTimersByTimeAsync(60_000)
  expect(changed).not.toHaveBeenCalled()
})
