import { bankCalls } from '@sauda/contract/money/bank'
import { walletCalls } from '@sauda/contract/money/wallet'
import { ApiError } from '@sauda/web/api-error'
import { sendRequest } from '@sauda/web/http'
import { beforeEach, expect, test, vi } from 'vitest'
import { standard } from './api.ts'
import { currentConfirmation, notConfirmed } from './confirmation.ts'
import { sendIdempotent, unconfirmedRequest } from './idempotent.ts'
import { currentSession, startSession } from './session.ts'
import { appToast } from './toast.ts'

vi.mock('./toast.ts', () => ({ appToast: { error: vi.fn<(message: string) => void>() } }))
vi.mock('@sauda/web/http', () => ({ sendRequest: vi.fn<typeof sendRequest>() }))
vi.spyOn(console, 'error').mockImplementation(() => undefined)
const stored = new Map<string, string>()
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
}
vi.stubGlobal('window', {
  localStorage: storage,
  sessionStorage: storage,
  location: { pathname: '/account/wallet/add-fund', search: '' },
})

const body = { id: '01a1f78c-b22f-71a4-b086-7ea421676494', amount: 500 }
const withdraw = () => sendIdempotent(walletCalls.withdraw, { body })
const send = vi.mocked(sendRequest)
const bodies = () => send.mock.calls.map(([, input]) => input.body)
const keys = () => send.mock.calls.map(([, , options]) => options.idempotencyKey)
const asks = (message: string) => new ApiError('response', 409, { message, status: 409, need: 'confirm' })

/** A request whose confirmation dialog is open. */
async function opened<Reply>(request: Promise<Reply>) {
  const reply = request.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  await vi.waitFor(() => expect(currentConfirmation()).toBeDefined(), 60_000)
  const confirmation = currentConfirmation()
  if (!confirmation) throw new Error('no confirmation is open')
  return { reply, confirmation }
}

beforeEach(() => {
  stored.clear()
  send.mockReset()
  vi.mocked(appToast.error).mockClear()
  startSession({ token: 't', userId: 'asha', isDocsVerified: 'VERIFIED' })
})

test('a withdrawal waits for its code and is sent again with it under the same key, without a toast', async () => {
  send.mockRejectedValueOnce(asks('Enter the code')).mockRejectedValueOnce(asks('That code isn’t correct'))
  send.mockResolvedValueOnce({ body: { message: 'Withdrawal request successful!' } })
  const { reply, confirmation } = await opened(withdraw())
  expect(confirmation.message).toBe('Enter the code')
  await expect(confirmation.send('111111')).rejects.toMatchObject({ need: 'confirm' })
  expect(unconfirmedRequest(walletCalls.withdraw)).toBeUndefined()
  confirmation.succeed(await confirmation.send('123456'))
  expect(await reply).toMatchObject({ value: { message: 'Withdrawal request successful!' } })
  expect(bodies()).toEqual([body, { ...body, confirmation: '111111' }, { ...body, confirmation: '123456' }])
  expect(new Set(keys()).size).toBe(1)
  expect(currentConfirmation()).toBeUndefined()
  expect(appToast.error).not.toHaveBeenCalled()
})

test('closing the dialog ends the request: it is not unconfirmed, and the next one has a new key', async () => {
  send.mockRejectedValue(asks('Enter the code'))
  const first = await opened(withdraw())
  first.confirmation.fail(notConfirmed())
  expect(await first.reply).toMatchObject({ error: { status: 409 } })
  expect(unconfirmedRequest(walletCalls.withdraw)).toBeUndefined()
  const second = await opened(withdraw())
  second.confirmation.fail(notConfirmed())
  await second.reply
  expect(new Set(keys()).size).toBe(2)
})

test('after a time-out of the confirmed request, the same request without a code has the same key', async () => {
  send.mockRejectedValueOnce(asks('Enter the code')).mockRejectedValueOnce(new ApiError('timeout'))
  send.mockResolvedValueOnce({ body: { message: 'Withdrawal request successful!' } })
  const { reply, confirmation } = await opened(withdraw())
  await confirmation.send('123456').catch(confirmation.fail)
  expect(await reply).toMatchObject({ error: { kind: 'timeout' } })
  expect(unconfirmedRequest(walletCalls.withdraw)).toBe(JSON.stringify({ body }))
  await withdraw()
  expect(new Set(keys()).size).toBe(1)
  expect(bodies().at(-1)).toEqual(body)
})

test('a session that ends while the code is entered ends as for every request, and keeps the key', async () => {
  send.mockRejectedValueOnce(asks('Enter the code'))
  send.mockRejectedValueOnce(new ApiError('response', 401, { message: 'Please log in to continue' }))
  const { reply, confirmation } = await opened(withdraw())
  await confirmation.send('123456').catch(confirmation.fail)
  expect(await reply).toMatchObject({ error: { status: 401 } })
  expect(currentSession().token).toBeNull()
  startSession({ token: 't2', userId: 'asha', isDocsVerified: 'VERIFIED' })
  expect(unconfirmedRequest(walletCalls.withdraw)).toBe(JSON.stringify({ body }))
})

test('a call without a key is confirmed in the same way', async () => {
  send
    .mockRejectedValueOnce(asks('Enter the code'))
    .mockResolvedValueOnce({ body: { message: 'Bank Details Updated' } })
  const bankDetails = { accountHolderName: 'Asha Rao', accountNumber: '123456789012', ifsc: 'HDFC0001234' }
  const request = standard.send(bankCalls.update, {
    params: { userId: 'asha' },
    body: { bankDetails },
  })
  const { reply, confirmation } = await opened(request)
  confirmation.succeed(await confirmation.send('123456'))
  expect(await reply).toEqual({ value: { message: 'Bank Details Updated' } })
  expect(bodies()).toEqual([{ bankDetails }, { bankDetails, confirmation: '123456' }])
})
