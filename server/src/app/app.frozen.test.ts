import { clientErrors } from '@sauda/contract/client/client'
import { commonErrors } from '@sauda/contract/platform/error'
import { expect, test } from 'vitest'
import { loanSteps, exampleOffer } from '../../test/loan.ts'
import { moneyClient } from '../../test/money.ts'
import { newOperator } from '../../test/operator.ts'
import { testServer } from '../../test/server.ts'
import { tradeSteps } from '../../test/trade.ts'

// docs/decisions/0102-closing-an-account.md
const server = await testServer({ RATE_LIMITS: 'off' })
const { call } = server
const admin = await newOperator(server, 'admin', 'Nisha')
const { desk, buy, tryBuy, trySell, ask, approve, books } = tradeSteps(server, admin)
const second = await newOperator(server, 'admin', 'Omar')

const refused = { status: 409, body: commonErrors.loginFrozen }
const freeze = async ({ id }: { id: string }) =>
  expect((await desk(`clients/${id}/freeze`, { reason: 'Reported a stolen phone' })).status).toBe(200)
const saudaId = async (id: string) =>
  (await server.db.row<{ name: string }>("select 'SD' || number as name from client where id = $1", [id]))?.name ?? ''

test('no position is opened for a frozen login, by hand or by file; existing ones can be closed', async () => {
  const client = await moneyClient(server, { rupees: 1000 })
  const held = await buy(client, 'TCS', 2, 100)
  await freeze(client)
  expect(await tryBuy(client, 'TCS', 1, 100)).toMatchObject(refused)
  const wanted = { clientId: client.id, stockName: 'TCS', quantity: 1, price: 100 }
  expect(await desk('trades/buy/preview', wanted)).toMatchObject(refused)
  const sd = await saudaId(client.id)
  const file = (line: string) => ({ csv: `reference,client,action,stock,quantity,price,position\n${line}` })
  expect(await desk('trades/import', file(`F1,${sd},BUY,TCS,1,100,`))).toMatchObject({
    status: 422,
    body: { message: `Line 2: ${commonErrors.loginFrozen.message.replace(/\.$/, '')}. Nothing was booked.` },
  })
  expect((await trySell(held._id, 1, 110)).status).toBe(200)
  expect((await desk('trades/import', file(`F2,${sd},SELL,TCS,1,110,${held.tradeId}`))).status).toBe(200)
  const undone = await buy(await moneyClient(server, { rupees: 100 }), 'TCS', 1, 100)
  await freeze({ id: undone.clientId })
  expect((await approve(await ask(undone), second)).status).toBe(200)
})

test('no loan is offered and no charge raised for a frozen login; a request can be rejected and a payment confirmed', async () => {
  const [asking, paying] = [await moneyClient(server), await moneyClient(server)]
  const { _id: loanId } = await loanSteps(server, admin).request(asking)
  const owed = { clientId: paying.id, chargeType: 'Other', description: 'Courier', amount: 100 }
  const { body: charge } = await desk('charges', owed)
  const payment = { paymentMethod: 'UPI', transactionId: 'T0123456789', remarks: '' }
  expect((await call('POST', `/user/charges/${charge._id}/pay`, { token: paying.token, body: payment })).status).toBe(
    200,
  )
  await freeze(asking)
  await freeze(paying)
  expect(await desk(`loans/${loanId}/offer`, exampleOffer)).toMatchObject(refused)
  expect(await desk('charges', owed)).toMatchObject(refused)
  expect((await desk(`loans/${loanId}/reject`, { reason: 'The login is frozen' })).status).toBe(200)
  expect((await desk(`charges/${charge._id}/approve`, {})).status).toBe(200)
})

test('what is opened for a closed account is rejected because it is closed', async () => {
  const [client, asking] = [await moneyClient(server, { rupees: 1000 }), await moneyClient(server)]
  const { _id: loanId } = await loanSteps(server, admin).request(asking)
  const close = "update client set closure = 'closed', frozen_at = now() where id = any ($1::uuid[])"
  await server.db.run(close, [[client.id, asking.id]])
  const closed = { status: 409, body: commonErrors.accountClosed }
  const wanted = { clientId: client.id, stockName: 'TCS', quantity: 1, price: 100 }
  expect(await tryBuy(client, 'TCS', 1, 100)).toMatchObject(closed)
  expect(await desk('trades/buy/preview', wanted)).toMatchObject(closed)
  const line = `F9,${await saudaId(client.id)},BUY,TCS,1,100,`
  const file = { csv: `reference,client,action,stock,quantity,price,position\n${line}` }
  expect((await desk('trades/import', file)).body.message).toContain('This account is closed')
  expect(await desk(`loans/${loanId}/offer`, exampleOffer)).toMatchObject(closed)
  const reason = 'Reported a stolen phone'
  for (const verb of ['freeze', 'unfreeze'])
    expect(await desk(`clients/${client.id}/${verb}`, { reason })).toMatchObject({ body: clientErrors.closed })
})

test('earlier requests of a frozen client are still decided, with a warning', async () => {
  const client = await moneyClient(server, { rupees: 1000 })
  const asked = (path: string, amount: number) =>
    call('POST', `/user/wallet/${path}`, { token: client.token, body: { id: client.id, amount } })
  expect([(await asked('add-money', 500)).status, (await asked('withdraw', 400)).status]).toEqual([200, 200])
  await freeze(client)
  const waiting = await server.db.rows<{ id: string; type: string }>(
    "select id, type from wallet_request where client_id = $1 and status = 'pending'",
    [client.id],
  )
  expect(waiting).toHaveLength(2)
  for (const { id, type } of waiting) {
    const { body } = await call('GET', `/desk/wallet/transactions/${id}`, { token: admin.token })
    expect(body.warnings).toContainEqual({
      code: 'frozen',
      severity: 'high',
      blocks: false,
      sentence: 'The login of this client is frozen',
    })
    const reference = type === 'added' ? '520000000001' : 'N520000000000002'
    expect((await desk(`wallet/transactions/${id}/approve`, { reference })).status).toBe(200)
  }
  expect(await books()).toMatchObject({ balanced: true })
})
