import { commonErrors, AppError } from '@sauda/contract/platform/error'
import { text } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type * as functions from '../../test/thread-functions.ts'
import { inThread, threadFile } from './thread.ts'

const limits = { seconds: 60, idleSeconds: 60, megabytes: 64 }
const tooMuch = { status: 422, message: 'Too much' }
const open = (changed: Partial<typeof limits> & { queue?: number } = {}) =>
  inThread<typeof functions>(new URL('../../test/thread-functions.ts', import.meta.url), tooMuch, {
    ...limits,
    ...changed,
  })

test('bytes arrive unchanged, also of a small buffer that shares its memory', async () => {
  const thread = open()
  expect(
    await Promise.all([thread('length', Buffer.from('a')), thread('length', Buffer.alloc(5_000_000, 'b'))]),
  ).toEqual(['true 1 97', 'true 5000000 98'])
})

test('an expected error arrives with its status, any other with its name and message', async () => {
  const refusal = await open()('reject', undefined).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(AppError)
  expect(refusal).toMatchObject(commonErrors.tooLarge)
  await expect(open()('fail', undefined)).rejects.toThrow(new TypeError('cells is undefined'))
})

test('a call that never ends is terminated, and the next ones run meanwhile and afterwards', async () => {
  const thread = open({ seconds: 1 })
  let turns = 0
  let isRunning = true
  const calls = Promise.allSettled([thread('never', undefined), thread('never', undefined)]).finally(
    () => (isRunning = false),
  )
  for (; isRunning; turns++) await turn()
  expect((await calls).map((call) => call.status === 'rejected' && call.reason.message)).toEqual([
    'Too much',
    'Too much',
  ])
  expect(turns).toBeGreaterThan(100)
})

test('a call that takes too much memory ends its thread alone', async () => {
  const thread = open()
  await expect(thread('fillMemory', undefined)).rejects.toMatchObject(tooMuch)
  await expect(thread('fillMemory', undefined)).rejects.toMatchObject(tooMuch)
})

test('an idle thread ends, and the next call opens another', async () => {
  const thread = open({ idleSeconds: 0 })
  for (const letter of ['a', 'b']) {
    expect(await thread('length', Buffer.from(letter))).toMatch(/^true 1/)
    await turn()
  }
})

test('one call runs and one waits; a third is rejected at once as busy', async () => {
  // Long enough for the second call to start its thread on a busy machine.
  const thread = open({ seconds: 3, queue: 1 })
  const calls = Promise.allSettled([thread('never', undefined), thread('length', Buffer.from('a'))])
  await expect(thread('length', Buffer.from('b'))).rejects.toMatchObject({
    ...commonErrors.busy,
    extra: { retryAfter: 2 },
  })
  expect((await calls).map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
})

test('a file arrives in parts, and one that fails after its first part breaks off', async () => {
  const thread = open()
  const whole = await threadFile((send) => thread('letters', 3, send))
  expect(await text(whole)).toBe('abc')
  const broken = await threadFile((send) => thread('letters', -1, send))
  await expect(text(broken)).rejects.toThrow('no letters left')
})

test('a file that fails before its first part is an error with its status, not a file', async () => {
  const thread = open()
  await expect(threadFile((send) => thread('reject', undefined, send))).rejects.toMatchObject(commonErrors.tooLarge)
})
