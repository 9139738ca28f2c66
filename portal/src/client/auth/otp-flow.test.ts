import { expect, test } from 'vitest'
import { isFresh, pendingRegistration } from './otp-flow.ts'

const now = Date.parse('2026-11-20T10:00:00Z')
const started = (secondsAgo: number) => JSON.stringify({ startedAt: now - secondsAgo * 1000 })

test('the standalone OTP screen opens up to 60 seconds after registering', () => {
  expect(isFresh(started(0), now)).toBe(true)
  expect(isFresh(started(60), now)).toBe(true)
  expect(isFresh(started(61), now)).toBe(false)
})

test('startedAt may be a date as text', () => {
  expect(isFresh(JSON.stringify({ startedAt: '2026-11-20T09:59:30.000Z' }), now)).toBe(true)
})

test.each([null, '', '{}', 'null', 'not json', '{"startedAt":"soon"}'])('%s is not a flow', (stored) => {
  expect(isFresh(stored, now)).toBe(false)
})

test('a refresh returns to the code while it is valid', () => {
  const stored = (minutesAgo: number) => JSON.stringify({ email: 'asha@example.in', sentAt: now - minutesAgo * 60_000 })
  expect(pendingRegistration(stored(9), now)).toMatchObject({ email: 'asha@example.in' })
  expect(pendingRegistration(stored(10), now)).toBeUndefined()
  for (const other of [null, '{}', 'not json']) expect(pendingRegistration(other, now)).toBeUndefined()
})
