import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { collectUnlessSilent } from './silence.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Sends a byte after each of these milliseconds, then ends. */
async function* sends(...pauses: number[]): AsyncGenerator<Uint8Array> {
  for (const pause of pauses) {
    await new Promise((resolve) => setTimeout(resolve, pause))
    yield Buffer.from('.')
  }
}

/** Its outcome, and whether it was aborted. */
async function outcomeOf(open: () => Promise<AsyncIterable<Uint8Array> | undefined>) {
  let signal: AbortSignal | undefined
  const collected = collectUnlessSilent(2500, (given) => {
    signal = given
    return open()
  }).then(String, (error: Error) => error.message)
  await vi.runAllTimersAsync()
  return [await collected, signal?.aborted]
}

test('a slow store that goes on sending is read to its end, however long it takes', async () => {
  expect(await outcomeOf(async () => sends(2000, 2400, 2400, 2400, 2400))).toEqual(['.....', false])
})

test.each([
  ['before its answer', () => new Promise<never>(() => undefined)],
  ['before the first byte', async () => sends(60_000)],
  ['in the middle', async () => sends(100, 2600, 100)],
])('a store that is silent %s is given up', async (_when, open) => {
  expect(await outcomeOf(open)).toEqual(['nothing was sent for 2.5 s', true])
})

test('what fails by itself keeps its error, and what is not there is undefined', async () => {
  expect(await outcomeOf(() => Promise.reject(new Error('403')))).toEqual(['403', false])
  expect(await outcomeOf(async () => undefined)).toEqual(['undefined', false])
})
