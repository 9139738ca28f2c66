import { idempotencyErrors } from '@sauda/contract/core/idempotency'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { replayText, sendIdempotent, type PendingRequest } from './idempotent.ts'

type Send = (key: string) => Promise<{ body: unknown; replayedAt?: string }>
let pending: PendingRequest | undefined
const slot = {
  read: () => pending,
  save: (next: PendingRequest) => void (pending = next),
  clear: () => void (pending = undefined),
}
const send = vi.fn<Send>()
const withdraw = (amount = 500) => sendIdempotent<{ message: string }>(slot, { amount }, send)
const keys = () => send.mock.calls.map(([key]) => key)

beforeEach(() => {
  pending = undefined
  send.mockReset()
})
afterEach(() => void vi.useRealTimers())

test.each([
  ['a time-out', new ApiError('timeout')],
  ['a lost connection', new ApiError('network')],
  ['a gateway error', new ApiError('response', 502)],
  ['an expired login', new ApiError('response', 401, { message: 'Please log in to continue' })],
  ['a missing right', new ApiError('response', 403)],
  ['a rate limit', new ApiError('response', 429)],
  ['a request for a second factor', new ApiError('response', 409, { message: 'Confirm it', need: 'confirm' })],
])('after %s the same request has the same key', async (_, error) => {
  send.mockRejectedValueOnce(error).mockResolvedValueOnce({ body: { message: 'done' } })
  await expect(withdraw()).rejects.toBe(error)
  await withdraw()
  expect(keys()[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys()[1]).toBe(keys()[0])
})

test('an edited request has another key, and so has the original sent after it', async () => {
  send.mockRejectedValue(new ApiError('timeout'))
  for (const amount of [500, 600, 500]) await expect(withdraw(amount)).rejects.toThrow()
  expect(new Set(keys()).size).toBe(3)
})

test('after a final response, also a rejection, the next request has a new key', async () => {
  send.mockRejectedValueOnce(new ApiError('response', 422, { message: 'Insufficient balance for withdrawal' }))
  send.mockResolvedValue({ body: { message: 'done' } })
  await expect(withdraw()).rejects.toMatchObject({ status: 422 })
  await withdraw()
  await withdraw()
  expect(new Set(keys()).size).toBe(3)
})

test('waits while the first request with the key is still being processed', async () => {
  vi.useFakeTimers()
  send.mockRejectedValueOnce(new ApiError('response', 409, idempotencyErrors.keyRunning))
  send.mockResolvedValueOnce({ body: { message: 'done' } })
  const reply = withdraw()
  await vi.advanceTimersByTimeAsync(1500)
  expect(await reply).toEqual({ message: 'done' })
  expect(keys()[1]).toBe(keys()[0])
})

test('a long request is sent again under its key after a time-out, until the server has its response', async () => {
  vi.useFakeTimers()
  send.mockRejectedValueOnce(new ApiError('timeout'))
  for (let times = 0; times < 20; times += 1)
    send.mockRejectedValueOnce(new ApiError('response', 409, idempotencyErrors.keyRunning))
  send.mockResolvedValueOnce({ body: { message: 'done' }, replayedAt: '2026-11-20T05:12:00.000Z' })
  const reply = sendIdempotent(slot, { amount: 1 }, send, 600_000)
  await vi.advanceTimersByTimeAsync(70_000)
  expect(await reply).toMatchObject({ message: 'done' })
  expect(new Set(keys()).size).toBe(1)

  send.mockRejectedValue(new ApiError('timeout'))
  const never = sendIdempotent(slot, { amount: 2 }, send, 10_000)
  await Promise.all([expect(never).rejects.toMatchObject({ kind: 'timeout' }), vi.advanceTimersByTimeAsync(20_000)])
  expect(pending).toBeDefined()
})

test('a replayed response is shown as what it is', async () => {
  send.mockResolvedValueOnce({ body: { message: 'done' }, replayedAt: '2026-11-20T05:12:00.000Z' })
  expect(replayText('booked', await withdraw())).toBe('Already booked at 10:42 am')
  send.mockResolvedValueOnce({ body: { message: 'done' } })
  expect(replayText('booked', await withdraw())).toBeUndefined()
})
