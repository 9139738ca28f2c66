import { clientTextErrors } from '@sauda/contract/platform/client-text'
import { expect, test } from 'vitest'
import { kycSteps, refuse } from '../../../test/kyc.ts'
import { moneyClient } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { newUtr } from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'

const server = await testServer({ RATE_LIMITS: 'off', PUBLIC_URL: 'https://sauda.test' })
const { token } = await newOperator(server, 'admin')
const desk = (path: string, body: object, method: 'POST' | 'PUT' = 'POST') =>
  server.call(method, `/desk/${path}`, { token, body })
const upi = 'Please pay to desk.payments@okhdfc instead'
const rejected = (field: string) => ({ status: 422, body: { message: clientTextErrors.upi(`The ${field}`).message } })

test('a UPI ID is rejected in messages, templates, replies and reasons, with the name of the field', async () => {
  const client = await moneyClient(server, { rupees: 5000 })
  const as = (path: string, body: object) => server.call('POST', path, { token: client.token, body })
  const request = (await as('/user/wallet/withdraw', { id: client.id, amount: 600 })).body.transaction._id
  const about = { kind: 'withdrawal', id: request }
  expect(await desk('messages/preview', { ...about, subject: 'Payment', text: upi })).toMatchObject(rejected('text'))
  expect(await desk('messages', { ...about, subject: upi, text: 'x', seen: '0'.repeat(64) })).toMatchObject(
    rejected('subject'),
  )
  expect(await desk('message-templates', { title: 'T', kind: 'withdrawal', subject: 'S', text: upi })).toMatchObject(
    rejected('text'),
  )
  expect(await desk(`wallet/transactions/${request}/reject`, { reason: upi })).toMatchObject(rejected('reason'))
  const adjustment = { clientId: client.id, kind: 'credit', amount: 5, reason: upi }
  expect(await desk('ledger/adjustments', adjustment)).toMatchObject(rejected('reason'))
  const charge = { clientId: client.id, chargeType: 'Other', description: 'Courier', amount: 100 }
  const { _id: chargeId } = (await desk('charges', charge)).body
  await as(`/user/charges/${chargeId}/pay`, { transactionId: newUtr() })
  expect(await desk(`charges/${chargeId}/reject`, { reason: upi })).toMatchObject(rejected('reason'))
  await as(`/user/loan/request/${client.id}`, {})
  const loan = await server.db.row<{ id: string }>('select id from loan where client_id = $1', [client.id])
  expect(await desk(`loans/${loan?.id}/reject`, { reason: upi })).toMatchObject(rejected('reason'))
  const bought = await desk('trades/buy', { clientId: client.id, stockName: 'TCS', quantity: 1, price: 10 })
  expect(await desk(`trades/${bought.body._id}/reversal`, { reason: upi })).toMatchObject(rejected('reason'))
  const form = new FormData()
  form.append('category', 'payment')
  form.append('text', 'My withdrawal did not arrive')
  const { complaint } = (await as('/user/complaints', form)).body
  for (const what of ['reply', 'escalate', 'close'])
    expect(await desk(`complaints/${complaint._id}/${what}`, { text: upi })).toMatchObject(rejected('text'))
})

test('a reason for a rejected document may not ask for a password', async () => {
  const steps = await kycSteps(server)
  const client = await server.newClient()
  await steps.upload(client)
  const reviewer = await newOperator(server, 'reviewer')
  const pan = { ...refuse(), reason: 'Send us your password to continue' }
  expect(await steps.decide(reviewer, client.id, { pan, aadhaar: refuse() })).toMatchObject({
    status: 422,
    body: { message: clientTextErrors.secret('The PAN reason').message },
  })
})

test('the reference of the client’s own request may be named, another number not', async () => {
  const [client, utr] = [await moneyClient(server, { rupees: 5000 }), newUtr()]
  const body = { id: client.id, amount: 700, utr }
  const { transaction } = (await server.call('POST', '/user/wallet/add-money', { token: client.token, body })).body
  const reason = (number: string) => ({ reason: `No payment with the UTR ${number} arrived` })
  const path = `wallet/transactions/${transaction._id}/reject`
  expect((await desk(path, reason(newUtr()))).body.message).toBe(clientTextErrors.account('The reason').message)
  expect((await desk(path, reason(utr))).status).toBe(200)
})
