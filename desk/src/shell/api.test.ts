import { tradeCalls } from '@sauda/contract/trading/trade'
import { ApiError } from '@sauda/web/api-error'
import { sendRequest } from '@sauda/web/http'
import { beforeEach, expect, test, vi } from 'vitest'
import { operatorCalls } from '@sauda/contract/broker/operator'
import { ledgerCalls } from '@sauda/contract/core/ledger'
import { callApi, callQuery, discardPendingRequests, queryClient, sendIdempotent } from './api.ts'

vi.mock('@sauda/web/http', async (original) => ({
  ...(await original<object>()),
  sendRequest: vi.fn<typeof sendRequest>(),
}))
const request = vi.mocked(sendRequest)
const keys = () => request.mock.calls.map(([, , options]) => options.idempotencyKey)
const buy = (quantity: string) =>
  sendIdempotent(tradeCalls.buy, { body: { clientId: 'a', stockName: 'ITC', quantity, price: '400' } })

beforeEach(() => {
  discardPendingRequests()
  request.mockReset()
  request.mockRejectedValue(new ApiError('timeout'))
})

test('an unanswered booking sent again from the same form has the same key', async () => {
  for (const quantity of ['10', '10']) await expect(buy(quantity)).rejects.toThrow()
  expect(new Set(keys()).size).toBe(1)
})

test('an edited form and a form opened again are new requests', async () => {
  for (const quantity of ['10', '20', '10']) await expect(buy(quantity)).rejects.toThrow()
  discardPendingRequests()
  await expect(buy('10')).rejects.toThrow()
  expect(new Set(keys()).size).toBe(4)
})

test('a replayed booking shows when it was first booked', async () => {
  request.mockResolvedValueOnce({ body: { tradeId: 'TRD1' }, replayedAt: '2026-11-20T05:12:00.000Z' })
  expect(await buy('10')).toMatchObject({ tradeId: 'TRD1', replayedAt: '2026-11-20T05:12:00.000Z' })
})

test('a read that the role does not include is refused without a request', async () => {
  const me = {
    _id: 'a',
    name: 'Asha',
    role: 'support',
    rights: ['client.read' as const],
    twoStep: false,
    handedOut: false,
  }
  queryClient.setQueryData(callQuery(operatorCalls.me, {}).queryKey, me)
  const refused = { status: 403, message: 'Your role does not include this. Ask an administrator.' }
  await expect(callApi(ledgerCalls.adjustments, {})).rejects.toMatchObject(refused)
  expect(request).not.toHaveBeenCalled()
  queryClient.setQueryData(callQuery(operatorCalls.me, {}).queryKey, { ...me, rights: ['ledger.adjust'] })
  await expect(callApi(ledgerCalls.adjustments, {})).rejects.toThrow('timeout')
  expect(request).toHaveBeenCalledOnce()
})
