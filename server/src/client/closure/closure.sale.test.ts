import { closureErrors, closureTexts } from '@sauda/contract/client/closure'
import { commonErrors } from '@sauda/contract/platform/error'
import { expect, test } from 'vitest'
import { decidePending } from '../../../test/approvals.ts'
import { form } from '../../../test/form.ts'
import { moneyClient, type MoneyClient } from '../../../test/money.ts'
import { establishedOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'
import { tradeSteps } from '../../../test/trade.ts'
import { endSold } from './closure.sale.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy', STEP_UP: 'off' })
const { call, db } = server
const dealer = await establishedOperator(server, 'dealer', 'Danish')
const second = await establishedOperator(server, 'dealer', 'Deepa')
const support = await establishedOperator(server, 'support', 'Sara')
const { buy, sell, trySell } = tradeSteps(server, dealer)

const read = async ({ token }: MoneyClient) => (await call('GET', '/user/closure', { token })).body
const request = ({ token }: MoneyClient, key?: string) =>
  call('POST', '/user/closure/sale', { token, ...(key && { headers: { 'idempotency-key': key } }) })
const cancel = ({ token }: MoneyClient) => call('POST', '/user/closure/sale/cancel', { token })
const closeAtDesk = (saleId: string, reason: string, { token } = dealer) =>
  call('POST', `/desk/sale-requests/${saleId}/close`, { token, body: { reason } })
const atDesk = async ({ id }: MoneyClient) => (await call('GET', `/desk/clients/${id}`, { token: support.token })).body
const today = async ({ token }: { token: string }) => (await call('GET', '/desk/today', { token })).body.figures
const subjects = async ({ email }: MoneyClient): Promise<string[]> =>
  (
    await db.rows<{ subject: string }>('select subject from mail where recipient = $1 order by created_at', [email])
  ).map(({ subject }) => subject)
const sale = 'Requests to sell all holdings'

async function holder() {
  const client = await moneyClient(server, { rupees: 50_000 })
  const tcs = await buy(client, 'TCS', 10, 100)
  const infy = await buy(client, 'INFY', 4, 50)
  return { client, tcs, infy }
}

test('a request names the holdings, is sent once, and ends when everything is sold', async () => {
  const { client, tcs, infy } = await holder()
  const holdings = [
    { stockName: 'TCS', quantity: 10 },
    { stockName: 'INFY', quantity: 4 },
  ]
  expect((await read(client)).items).toMatchObject([{ kind: 'position', text: 'You have 2 holdings.' }])
  const key = crypto.randomUUID()
  const sent = await request(client, key)
  expect(sent).toMatchObject({
    status: 200,
    body: { message: 'Sent to the dealing desk', view: { sale: { holdings } } },
  })
  expect((await request(client, key)).body).toEqual(sent.body)
  expect((await request(client)).body).toEqual(closureErrors.saleSent)
  const [row] = await db.rows('select holdings, shown, session_id from sale_request where client_id = $1', [client.id])
  expect(row).toMatchObject({ holdings, shown: closureTexts.sale, session_id: expect.any(String) })
  expect(await subjects(client)).toContain('Request to sell your holdings sent to the dealing desk')

  expect(await today(dealer)).toContainEqual(
    expect.objectContaining({
      title: sale,
      path: '/clients?state=selling',
      rows: [expect.objectContaining({ isOpen: true })],
    }),
  )
  expect((await today(support)).map(({ title }: { title: string }) => title)).not.toContain(sale)
  const list = await call('GET', `/desk/clients?state=selling&search=${client.email}`, { token: dealer.token })
  expect(list.body.clients).toHaveLength(1)
  expect((await atDesk(client)).sale).toMatchObject({ holdings })

  await sell(infy, 4, 50)
  await endSold(server.app.context)
  expect((await read(client)).sale).toBeDefined()
  // The profit of the day exceeds what one dealer may book.
  expect((await trySell(tcs._id, 10, 1500)).body.waitsForSecond).toBe(true)
  expect((await read(client)).sale).toBeDefined()
  expect((await decidePending(server, second, { subject: client.id })).status).toBe(200)
  const after = await read(client)
  expect(after.items.map(({ kind }: { kind: string }) => kind)).not.toContain('position')
  expect(after).not.toHaveProperty('sale')
  expect(await atDesk(client)).not.toHaveProperty('sale')
  await endSold(server.app.context)
  await endSold(server.app.context)
  expect((await subjects(client)).filter((subject) => subject === 'You have no holdings left to sell')).toHaveLength(1)
  expect((await request(client)).body).toEqual(closureErrors.nothingToSell)
  const audited = await db.rows<{ action: string }>(
    "select action from audit where subject_id = $1 and action like 'closure.sale%' order by id",
    [client.id],
  )
  expect(audited.map(({ action }) => action)).toEqual(['closure.sale-request', 'closure.sale-done'])
})

test('the client cancels it and sends it again; of two at once one is stored', async () => {
  const { client } = await holder()
  expect((await cancel(client)).body).toEqual(closureErrors.saleEnded)
  await request(client)
  expect((await cancel(client)).body.view).not.toHaveProperty('sale')
  const twice = await Promise.all([request(client), request(client)])
  expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('a dealer closes it with a reason that the client reads; nobody else does', async () => {
  const { client } = await holder()
  const other = await moneyClient(server, { rupees: 100 })
  const { _id } = (await request(client)).body.view.sale
  expect((await cancel(other)).body).toEqual(closureErrors.saleEnded)
  expect((await closeAtDesk(_id, 'Keeps the shares', support)).status).toBe(403)
  expect((await closeAtDesk(crypto.randomUUID(), 'Keeps the shares')).body).toEqual(commonErrors.notFound)
  expect((await closeAtDesk(_id, ' ')).status).toBe(400)
  expect((await closeAtDesk(_id, 'You keep the shares, as you said on the phone')).status).toBe(200)
  expect((await closeAtDesk(_id, 'Again')).body).toEqual(closureErrors.saleEnded)
  expect((await read(client)).sale).toMatchObject({ reason: 'You keep the shares, as you said on the phone' })
  expect(await atDesk(client)).not.toHaveProperty('sale')
  expect(await subjects(client)).toContain('Request to sell your holdings closed')
  expect((await request(client)).body.view.sale).not.toHaveProperty('reason')
})

test('nothing is promised for a request on hold, nor to close a complaint that was raised elsewhere', async () => {
  const client = await moneyClient(server, { rupees: 1000 })
  const { token, id } = client
  const cashier = await establishedOperator(server, 'cashier', 'Kiran')
  const asked = await call('POST', '/user/wallet/withdraw', { token, body: { id, amount: 400 } })
  const request = asked.body.transaction._id
  const complaint = form({})
  complaint.append('category', 'trade')
  complaint.append('text', 'The trade was not mine')
  const raised = await call('POST', '/user/complaints', { token, body: complaint })
  const texts = async () => (await read(client)).items.map(({ text }: { text: string }) => text)
  expect(await texts()).toEqual([
    expect.stringMatching(/is not paid yet\. We aim to decide it by .+\. You can also cancel it\.$/),
    expect.stringMatching(/is open\. If it is resolved for you, close it\.$/),
  ])
  const remindAt = new Date(Date.now() + 2 * 86_400_000).toISOString()
  const hold = { kind: 'withdrawal', id: request, reason: 'Waits for the bank', remindAt }
  expect((await call('POST', '/desk/queue/hold', { token: cashier.token, body: hold })).status).toBe(200)
  await db.run("update complaint set source = 'sebi' where id = $1", [raised.body.complaint._id])
  expect(await texts()).toEqual([
    expect.stringMatching(/is not paid yet\. You can also cancel it\.$/),
    expect.stringMatching(/is open\. It is closed where it was raised\.$/),
  ])
})
