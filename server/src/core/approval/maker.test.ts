import { approvalErrors } from '@sauda/contract/core/approval'
import { alreadyDecided } from '@sauda/contract/platform/error'
import { expect, test } from 'vitest'
import { moneyClient } from '../../../test/money.ts'
import { establishedOperator } from '../../../test/operator.ts'
import { newUtr } from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'
import { tradeSteps } from '../../../test/trade.ts'
import { walletSteps } from '../../../test/wallet.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const admin = await establishedOperator(server, 'admin', 'Asha')
await establishedOperator(server, 'admin', 'Bela')

type Login = { readonly token: string }
const as = (by: Login, path: string, body: object = {}) =>
  server.call('POST', `/desk/${path}`, { token: by.token, body })
const pair = async () =>
  [await establishedOperator(server, 'cashier', 'Nisha'), await establishedOperator(server, 'cashier', 'Omar')] as const
const disable = (id: string) => as(admin, `operators/${id}/disable`)
const look = async (by: Login, id: string) =>
  (await server.call('GET', `/desk/wallet/transactions/${id}`, { token: by.token })).body
const approve = async (by: Login, id: string, reference: string) =>
  as(by, `wallet/transactions/${id}/approve`, { reference, version: (await look(by, id)).version })

async function deposit(utr?: string) {
  const client = await moneyClient(server)
  return { client, id: await walletSteps(server, admin).deposit(client, 90_000, utr) }
}

test('the first approval of an operator who is disabled no longer counts, and its reference is free', async () => {
  const [nisha, omar] = await pair()
  const utr = newUtr()
  const { id } = await deposit(utr)
  const other = newUtr()
  expect((await approve(nisha, id, other)).body.waitsForSecond).toBe(true)
  await disable(nisha.id)
  expect(await look(omar, id)).toMatchObject({ status: 'pending' })
  expect((await look(omar, id)).firstApproval).toBeUndefined()
  expect(
    await server.db.rows(
      "select actor_name from audit where action = 'wallet.lapse-first' and after ->> 'requestId' = $1",
      [id],
    ),
  ).toEqual([{ actor_name: 'Asha' }])
  const second = await deposit()
  expect((await approve(omar, second.id, other)).status).toBe(200)
  const third = await deposit()
  expect((await approve(omar, third.id, utr)).status).toBe(409)

  expect((await approve(omar, id, utr)).body).toMatchObject({ status: 'pending', waitsForSecond: true })
  const [priya] = await pair()
  expect((await approve(priya, id, utr)).body).toMatchObject({ status: 'approved', waitsForSecond: false })
})

test('a first approval of an operator who was disabled before approvals lapsed does not count: the next one is the first', async () => {
  const [nisha, omar] = await pair()
  const { id } = await deposit()
  expect((await approve(nisha, id, newUtr())).body.waitsForSecond).toBe(true)
  await server.db.run('update operator set disabled_at = now() where id = $1', [nisha.id])
  expect((await approve(omar, id, newUtr())).body).toMatchObject({ status: 'pending', waitsForSecond: true })
  expect(await look(omar, id)).toMatchObject({ firstApproval: 'Omar' })
})

test('an adjustment lapses with the right of the operator who requested it', async () => {
  const [nisha, omar] = await pair()
  const client = await moneyClient(server)
  const ask = async () =>
    (await as(nisha, 'ledger/adjustments', { clientId: client.id, kind: 'credit', amount: 500, reason: 'Correction' }))
      .body._id as string
  const first = await ask()
  await server.db.run("update operator set role = 'auditor' where id = $1", [nisha.id])
  expect(await as(omar, `ledger/adjustments/${first}/approve`)).toMatchObject({
    status: 409,
    body: approvalErrors.makerGone,
  })
  await disable(nisha.id)
  const { body } = await server.call('GET', `/desk/ledger/adjustments/${first}`, { token: omar.token })
  expect(body).toMatchObject({ status: 'rejected', decidedBy: 'Asha' })
})

test('the reversal of a trade lapses, and can be requested again', async () => {
  const [maker, other] = [
    await establishedOperator(server, 'dealer', 'Danish'),
    await establishedOperator(server, 'dealer', 'Esha'),
  ]
  const client = await moneyClient(server, { rupees: 5000 })
  const { buy } = tradeSteps(server, other)
  const trade = await buy(client, 'TCS', 1, 1000)
  const ask = (by: Login) => as(by, `trades/${trade._id}/reversal`, { reason: 'Booked twice' })
  const { _id } = (await ask(maker)).body
  await server.db.run('update operator set disabled_at = now() where id = $1', [maker.id])
  expect(await as(other, `reversals/${_id}/approve`)).toMatchObject({ status: 409, body: approvalErrors.makerGone })
  await server.db.run('update operator set disabled_at = null where id = $1', [maker.id])
  await disable(maker.id)
  const { body } = await server.call('GET', `/desk/reversals/${_id}`, { token: other.token })
  expect(body).toMatchObject({ status: 'rejected', decidedBy: 'Asha' })
  expect((await as(other, `reversals/${_id}/approve`)).body).toEqual(alreadyDecided('Asha'))
  expect((await ask(other)).status).toBe(200)
})
