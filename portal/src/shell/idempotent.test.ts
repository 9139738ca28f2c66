import { ApiError } from '@sauda/web/api-error'
import { walletCalls } from '@sauda/contract/money/wallet'
import type { Call } from '@sauda/contract/platform/call'
import { beforeEach, expect, test, vi } from 'vitest'
import type { SendOptions } from './api.ts'
import { dismissRequest, sendIdempotent, unconfirmedRequest } from './idempotent.ts'
import { clearSession, startSession } from './session.ts'

type Send = (call: Call, input: object, options: SendOptions) => Promise<{ body: unknown }>
const send = vi.hoisted(() => vi.fn<Send>())
vi.mock('./api.ts', () => ({ sendStandard: send }))
const stored = new Map<string, string>()
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
}
vi.stubGlobal('window', { localStorage: storage, sessionStorage: storage })

const input = { body: { id: '01a1f78c-b22f-71a4-b086-7ea421676494', amount: 500 } }
const withdraw = () => sendIdempotent(walletCalls.withdraw, input)
const keys = () => send.mock.calls.map(([, , options]) => options.idempotencyKey)
const logIn = (userId: string) => startSession({ token: 't', userId, isDocsVerified: 'VERIFIED' })
const expired = new ApiError('response', 401, { message: 'Please log in to continue' })

beforeEach(() => {
  stored.clear()
  send.mockReset()
  logIn('asha')
})

test('a withdrawal without a response has the same key after the login expired and the client logged in again', async () => {
  send.mockRejectedValueOnce(new ApiError('timeout')).mockRejectedValueOnce(expired)
  send.mockResolvedValueOnce({ body: { message: 'Request received.' } })
  await expect(withdraw()).rejects.toThrow()
  await expect(withdraw()).rejects.toBe(expired)
  clearSession()
  logIn('asha')
  await withdraw()
  expect(new Set(keys()).size).toBe(1)
})

test('another client in the same tab never gets the key, and the first one still has it', async () => {
  send.mockRejectedValue(new ApiError('timeout'))
  for (const userId of ['asha', 'vikram', 'asha']) {
    clearSession()
    logIn(userId)
    await expect(withdraw()).rejects.toThrow()
  }
  const [first, other, again] = keys()
  expect(other).not.toBe(first)
  expect(again).toBe(first)
})

test('a request is unconfirmed when it ended without a final response, also after a reload, until it is dismissed', async () => {
  send.mockImplementationOnce(async () => {
    expect(unconfirmedRequest(walletCalls.withdraw)).toBeUndefined()
    throw new ApiError('network')
  })
  await expect(withdraw()).rejects.toThrow()
  expect(unconfirmedRequest(walletCalls.withdraw)).toBe(JSON.stringify(input))
  dismissRequest(walletCalls.withdraw)
  expect(unconfirmedRequest(walletCalls.withdraw)).toBeUndefined()
})

test('a request that is settled is not unconfirmed', async () => {
  send.mockRejectedValueOnce(new ApiError('response', 422, { message: 'Insufficient balance for withdrawal' }))
  await expect(withdraw()).rejects.toThrow()
  expect(unconfirmedRequest(walletCalls.withdraw)).toBeUndefined()
})
