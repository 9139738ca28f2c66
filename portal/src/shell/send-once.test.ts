import { idempotencyErrors } from '@sauda/contract/idempotency'
import type { walletCalls } from '@sauda/contract/wallet'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import type { SendOptions } from './api.ts'
import { release } from './intention.ts'
import { sendOnce } from './send-once.ts'

type Send = (address: string, asked: unknown, options?: SendOptions) => Promise<unknown>
const send = vi.hoisted(() => vi.fn<Send>())
vi.mock('./api.ts', () => ({ standard: { send } }))
vi.stubGlobal('window', {})

const address = 'POST /user/wallet/withdraw'
const withdraw = () =>
  sendOnce<typeof walletCalls.withdraw>(address, { body: { id: '01a1f78c-b22f-71a4-b086-7ea421676494', amount: 500 } })
const keys = (): (string | undefined)[] => send.mock.calls.map(([, , options]) => options?.idempotencyKey)

beforeEach(() => {
  release(address)
  vi.resetAllMocks()
  vi.useRealTimers()
})

test.each([
  ['a time-out', new ApiError('timeout')],
  ['no way to the server', new ApiError('network')],
  ['a server that failed', new ApiError('refused', 502)],
])('after %s the retry carries the same key', async (_, error) => {
  send.mockRejectedValueOnce(error).mockResolvedValueOnce({ message: 'done' })
  await expect(withdraw()).rejects.toBe(error)
  await withdraw()
  expect(keys()[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys()[1]).toBe(keys()[0])
})

test('after an answer, also a no, the next one has a key of its own', async () => {
  send.mockRejectedValueOnce(new ApiError('refused', 422, { message: 'Insufficient balance for withdrawal' }))
  send.mockResolvedValue({ message: 'done' })
  await expect(withdraw()).rejects.toMatchObject({ status: 422 })
  await withdraw()
  await withdraw()
  expect(new Set(keys()).size).toBe(3)
})

test('while the first request is still being worked on, it waits for that answer', async () => {
  vi.useFakeTimers()
  send.mockRejectedValueOnce(new ApiError('refused', 409, idempotencyErrors.keyRunning))
  send.mockResolvedValueOnce({ message: 'done' })
  const answer = withdraw()
  await vi.advanceTimersByTimeAsync(1500)
  expect(await answer).toEqual({ message: 'done' })
  expect(keys()[1]).toBe(keys()[0])
})
