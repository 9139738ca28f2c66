import { brokerBankErrors } from '@sauda/contract/money/broker-bank'
import { expect, test } from 'vitest'
import { moneyClient } from '../../../test/money.ts'
import { establishedOperator, type NewOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'
import { openBrokerBank } from './broker-bank.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy', UPI_ID: 'first@okbank', UPI_NAME: 'First' })
const { db, call, mailTo } = server
const asha = await establishedOperator(server, 'admin', 'Asha')
const cashier = await establishedOperator(server, 'cashier', 'Chandra')
const client = await moneyClient(server)

const values = {
  name: 'HDFC client account',
  accountNumber: '50100123456789',
  ifsc: 'hdfc0001234',
  upiId: 'sauda@okhdfc',
  upiName: 'Sauda Broking',
  receives: false,
}
const list = async () => (await call('GET', '/desk/bank-accounts', { token: cashier.token })).body
const add = (by: NewOperator, more: object = {}) =>
  call('POST', '/desk/bank-accounts', { token: by.token, body: { ...values, ...more } })
const edit = (by: NewOperator, id: string, more: object) =>
  call('PUT', `/desk/bank-accounts/${id}`, { token: by.token, body: { ...values, ...more } })
const paysTo = async () => {
  const { token } = client
  const { body } = await call('POST', '/user/wallet/intent', { token, body: { amount: 500 } })
  const charges = await call('GET', '/user/charges', { token })
  expect([charges.body.upiId, charges.body.upiName]).toEqual([body.upiId, body.upiName])
  expect(body.upiLink).toContain(`pa=${body.upiId}&`)
  return body.upiId
}
const pending = () =>
  db.rows<{ id: string; summary: string }>("select id, summary from proposal where status = 'pending' order by id")
const approve = (id: string | undefined, by: NewOperator) =>
  call('POST', `/desk/proposals/${id}/approve`, { token: by.token })

test('the first account has the UPI ID of the settings, and follows it until it is changed at the desk', async () => {
  expect(await list()).toEqual([
    { _id: expect.any(String), name: 'Client bank account', upiId: 'first@okbank', upiName: 'First', receives: true },
  ])
  expect(await paysTo()).toBe('first@okbank')
  const { context } = server.app
  const other = { ...context, config: { ...context.config, upiId: 'other@okbank' } }
  await openBrokerBank(other)
  await openBrokerBank(other)
  expect(await paysTo()).toBe('other@okbank')
  const audited = await db.rows("select before, after from audit where action = 'broker-bank.settings'")
  expect(audited).toEqual([{ before: { upiId: 'first@okbank' }, after: { upiId: 'other@okbank' } }])
})

test('with one administrator a change applies at once, and is mailed', async () => {
  const [first] = await list()
  expect((await edit(asha, first._id, { receives: true })).body).toMatchObject({ ifsc: 'HDFC0001234', receives: true })
  const mail = await mailTo(asha.email)
  expect(mail?.subject).toBe('Change the bank account “Client bank account”')
  expect(mail?.text).toMatch(/Change the bank account “Client bank account”: .*sauda@okhdfc/)
  expect(await paysTo()).toBe('sauda@okhdfc')
  await openBrokerBank(server.app.context)
  expect(await paysTo()).toBe('sauda@okhdfc')
})

test('with two administrators nothing changes until the other one approves', async () => {
  const bela = await establishedOperator(server, 'admin', 'Bela')
  const kotak = { name: 'Kotak', accountNumber: '123456789', upiId: 'sauda@kotak', receives: true }
  expect((await add(asha, kotak)).body.waitsForSecond).toBe(true)
  expect(await list()).toHaveLength(1)
  const [addition] = await pending()
  expect(addition?.summary).toBe(
    'Add the bank account “Kotak”: number 123456789, IFSC HDFC0001234, UPI ID sauda@kotak, UPI name Sauda Broking, clients pay to this account',
  )
  expect((await approve(addition?.id, asha)).status).toBe(409)
  expect((await approve(addition?.id, cashier)).status).toBe(403)
  expect(await paysTo()).toBe('sauda@okhdfc')
  expect((await approve(addition?.id, bela)).status).toBe(200)
  expect(await paysTo()).toBe('sauda@kotak')

  const [hdfc, now] = await list()
  expect((await edit(bela, hdfc._id, { upiId: 'thief@okbank', receives: true })).body).toMatchObject({
    upiId: 'sauda@okhdfc',
    waitsForSecond: true,
  })
  expect(await paysTo()).toBe('sauda@kotak')
  expect(await edit(bela, now._id, { ...kotak, receives: false })).toMatchObject({
    status: 409,
    body: brokerBankErrors.noReceiver,
  })
  expect(await add(bela)).toMatchObject({ status: 409, body: brokerBankErrors.taken })
})

test('a cashier cannot change where clients pay', async () => {
  expect((await add(cashier)).status).toBe(403)
})

test('of several accounts that start to receive at once, exactly one does', async () => {
  const numbers = Array.from({ length: 6 }, (_, n) => String(900_000_000 + n))
  await Promise.all(numbers.map((accountNumber) => add(asha, { accountNumber, receives: true })))
  const { token } = await establishedOperator(server, 'admin', 'Champa')
  const added = await Promise.all(
    (await pending()).map(({ id }) => call('POST', `/desk/proposals/${id}/approve`, { token })),
  )
  expect(added.map(({ status }) => status)).not.toContain(500)
  const rows = await db.rows('select from broker_bank where receives')
  expect(rows).toHaveLength(1)
})
