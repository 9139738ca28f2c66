import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { follow, type Follower } from './follow.ts'
import type { StreamEnd } from './event-stream.ts'

vi.stubGlobal('window', new EventTarget())

const read = vi.fn<Follower['read']>()
const ask = vi.fn<() => void>()
const refused = vi.fn<() => void>()
let open: () => void
let end: (how: StreamEnd) => void

beforeEach(() => {
  vi.useFakeTimers()
  read.mockImplementation((_signal, opened) => {
    open = opened
    return new Promise((resolve) => (end = resolve))
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.resetAllMocks()
})

function start() {
  const stop = new AbortController()
  return { stop, done: follow(stop.signal, { read, ask, askMilliseconds: 10_000, refused }) }
}

test('while the stream is down the screens ask again by themselves, and once more when it is back', async () => {
  const { stop } = start()
  open()
  read.mockResolvedValue('lost')
  end('lost')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(ask).toHaveBeenCalledTimes(1)
  read.mockImplementation((_signal, opened) => {
    opened()
    return new Promise(() => undefined)
  })
  await vi.advanceTimersByTimeAsync(40_000)
  const calls = ask.mock.calls.length
  expect(calls).toBeGreaterThan(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ask).toHaveBeenCalledTimes(calls)
  stop.abort()
})

test('a stream that stands only after some tries was missed as well', async () => {
  const { stop } = start()
  end('lost')
  await vi.advanceTimersByTimeAsync(2000)
  expect(ask).not.toHaveBeenCalled()
  open()
  expect(ask).toHaveBeenCalledTimes(1)
  stop.abort()
})

test('a refused token ends the session and asks no more', async () => {
  const { done } = start()
  end('refused')
  await done
  expect(refused).toHaveBeenCalledTimes(1)
  expect(read).toHaveBeenCalledTimes(1)
})

test('nothing is asked after the end', async () => {
  const { stop, done } = start()
  stop.abort()
  end('lost')
  await done
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ask).not.toHaveBeenCalled()
})
