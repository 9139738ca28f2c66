import { bankAccountErrors } from '@sauda/contract/money/broker-bank'
import { commonErrors } from '@sauda/contract/platform/error'
import { expect, test } from 'vitest'
import { moneyClient, type MoneyClient } from '../../../test/money.ts'
import { establishedOperator, type NewOperator } from '../../../test/operator.ts'
import { atBank, newAccount, newUtr, statementForm, statementText } from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { call, db } = server
const kiran = await establishedOperator(server, 'cashier', 'Kiran')
const omar = await establishedOperator(server, 'cashier', 'Omar')
const bank = atBank(server, kiran.token)

const ask = async ({ id, token }: MoneyClient, amount: number, utr = newUtr()): Promise<string> =>
  (await call('POST', '/user/wallet/add-money', { token, body: { id, amount, utr } })).body.transaction._id
const approve = (id: string, body: object, { token }: NewOperator = kiran) =>
  call('POST', `/desk/wallet/transactions/${id}/approve`, { token, body: { reference: newUtr(), ...body } })
const show = async (id: string, { token }: NewOperator = kiran) =>
  (await call('GET', `/desk/wallet/transactions/${id}`, { token })).body
const bookedIn = (id: string) =>
  db.row(
    'select j.bank_id as journal, r.broker_bank_id as request from journal j join wallet_request r on r.id = j.cause_id where r.id = $1',
    [id],
  )
const receiving = async () => (await db.row<{ id: string }>('select id from broker_bank where receives'))?.id

test('with one bank account a deposit without a bank line is credited there', async () => {
  const id = await ask(await moneyClient(server), 500)
  expect((await show(id)).bankAccounts).toBeUndefined()
  expect((await approve(id, {})).status).toBe(200)
  expect(await bookedIn(id)).toEqual({ journal: await receiving(), request: await receiving() })
})

test('with several it is credited to the account that receives deposits, as the request with a reference alone says', async () => {
  const [receives, other] = [await receiving(), await newAccount(server)]
  const id = await ask(await moneyClient(server), 500)
  expect((await show(id)).bankAccounts.map(({ _id }: { _id: string }) => _id)).toContain(other)
  expect((await approve(id, {})).status).toBe(200)
  expect(await bookedIn(id)).toEqual({ journal: receives, request: receives })
})

test('the operator may name another account that received the money; audit and day close have it there', async () => {
  const second = await newAccount(server)
  const id = await ask(await moneyClient(server), 500)
  expect(await approve(id, { bankAccountId: crypto.randomUUID() })).toMatchObject({
    status: 404,
    body: commonErrors.notFound,
  })
  expect((await approve(id, { bankAccountId: second })).status).toBe(200)
  expect(await bookedIn(id)).toEqual({ journal: second, request: second })
  const audited = await db.row(
    "select after ->> 'bankAccount' as name from audit where action = 'wallet.approve' and after ->> 'requestId' = $1",
    [id],
  )
  expect(audited).toEqual(await db.row('select name from broker_bank where id = $1', [second]))
  const day = (await call('GET', `/desk/bank-days/${second}`, { token: kiran.token })).body
  expect(day).toMatchObject({ receipts: 500, closing: 500 })
})

test('a bank line determines the account, and no other is accepted', async () => {
  const [second, utr] = [await newAccount(server), newUtr()]
  const id = await ask(await moneyClient(server), 600, utr)
  const text = statementText([{ reference: utr, credit: 600 }])
  expect((await bank.send(`/statements?bankAccountId=${second}`, statementForm(text))).status).toBe(200)
  expect(await approve(id, { reference: utr, bankAccountId: await receiving() })).toMatchObject({
    status: 409,
    body: bankAccountErrors.ofLine,
  })
  expect((await approve(id, { reference: utr })).status).toBe(200)
  expect(await bookedIn(id)).toEqual({ journal: second, request: second })
})

test('the second of two approvals sees the account of the first and confirms it', async () => {
  const second = await newAccount(server)
  const id = await ask(await moneyClient(server), 20_000)
  expect((await approve(id, { bankAccountId: second })).body.waitsForSecond).toBe(true)
  const shown = await show(id, omar)
  expect(shown.bankAccounts).toBeUndefined()
  expect(shown.firstApprovalBankAccount).toMatch(/^Account /)
  expect(await approve(id, { bankAccountId: await receiving() }, omar)).toMatchObject({
    status: 409,
    body: bankAccountErrors.ofFirst,
  })
  expect((await approve(id, {}, omar)).status).toBe(200)
  expect(await bookedIn(id)).toEqual({ journal: second, request: second })
})
