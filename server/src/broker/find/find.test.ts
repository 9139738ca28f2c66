import type { Found } from '@sauda/contract/broker/find'
import { expect, test } from 'vitest'
import { moneyClient } from '../../../test/money.ts'
import { newOperator, type NewOperator } from '../../../test/operator.ts'
import { atBank, newUtr } from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'
import { walletSteps } from '../../../test/wallet.ts'
import type { Sql } from '../../platform/db.ts'
import { cases } from './find.sql.ts'

const server = await testServer({ RATE_LIMITS: 'off' })
const { db, call } = server
const { accounts, secret } = server.app.context
const cashier = await newOperator(server, 'cashier')
const reviewer = await newOperator(server, 'reviewer')
const client = await moneyClient(server, { rupees: 9000 })

const find = async (text: string, { token }: NewOperator = cashier): Promise<Found[]> =>
  (await call('POST', '/desk/find', { token, body: { text } })).body.found
const namesOf = async (text: string, operator?: NewOperator) =>
  (await find(text, operator)).map(({ kind, _id }) => `${kind} ${_id}`)
const numberOf = async (id: string) =>
  (await db.row<{ number: bigint }>('select number from wallet_request where id = $1', [id]))?.number
const { ask, deposit, withdraw } = walletSteps(server, cashier)

test('finds a client by name, client ID, PAN and account number, each once', async () => {
  const pan = 'ABCPD1234E'
  await db.run("insert into kyc_identity (client_id, pan_number, pan_lookup) values ($1, '', $2)", [
    client.id,
    secret.hmac('lookup', 'pan', pan),
  ])
  await db.run('update bank_details set account_lookup = $2 where client_id = $1', [
    client.id,
    accounts.lookup('50100012345678'),
  ])
  const row = await db.row<{ number: bigint; email: string }>('select number, email from client where id = $1', [
    client.id,
  ])
  for (const text of [`sd${row?.number}`, row?.email ?? '', pan, 'abcpd 1234e', '5010 0012 345678'])
    expect([text, (await namesOf(text)).filter((each) => each.startsWith('client'))]).toEqual([
      text,
      [`client ${client.id}`],
    ])
  expect((await find(pan)).slice(0, 1)).toMatchObject([{ name: `SD${row?.number}`, clientName: client.name }])
  expect(await find('ABCPD1234')).toEqual([])
})

test('finds a deposit and its bank line by UTR, number and amount', async () => {
  const utr = newUtr()
  const _id = await deposit(client, 4321.5, utr)
  const number = await numberOf(_id)
  const bank = atBank(server, cashier.token)
  await bank.bring({ reference: utr, credit: 4321.5 })
  const line = await bank.find(utr)
  const both = [`deposit ${_id}`, `line ${line._id}`]
  expect(await namesOf(`UTR ${utr}`)).toEqual(both)
  expect(await namesOf('₹4,321.50')).toEqual(both)
  expect(await namesOf('4321.5')).toEqual(both)
  expect(await find(`add${number}`)).toMatchObject([{ kind: 'deposit', name: `ADD${number}`, amount: 4321.5 }])
  expect(await namesOf(`wdr${number}`)).toEqual([])
  // A reviewer may not read the books.
  expect(await namesOf(utr, reviewer)).toEqual([`deposit ${_id}`])
})

test('finds a withdrawal by its number, a charge by its number and by the payment that awaits approval', async () => {
  const withdrawal = await withdraw(client, 1500)
  const charge = (
    await call('POST', '/desk/charges', {
      token: cashier.token,
      body: { clientId: client.id, chargeType: 'Brokerage', description: 'Brokerage', amount: 10, gst: 1.8 },
    })
  ).body
  const transactionId = newUtr()
  await call('POST', `/user/charges/${charge._id}/pay`, {
    token: client.token,
    body: { paymentMethod: 'UPI', transactionId },
  })
  const number = await numberOf(withdrawal)
  expect(await namesOf(`WDR${number}`)).toEqual([`withdrawal ${withdrawal}`])
  expect(await find(charge.reference)).toMatchObject([{ kind: 'charge', _id: charge._id, amount: 11.8 }])
  expect(await namesOf(transactionId)).toEqual([`charge ${charge._id}`])
})

test('of each kind the newest eight are shown', async () => {
  const other = await moneyClient(server)
  const ids: string[] = []
  for (let index = 0; index < 10; index += 1) ids.push(await deposit(other, 777, newUtr()))
  expect(await namesOf('777')).toEqual(
    ids
      .toReversed()
      .slice(0, 8)
      .map((id) => `deposit ${id}`),
  )
})

test('looks up references and numbers by their indexes', async () => {
  const plan = await db.transaction(async (tx) => {
    await tx.run('set local enable_seqscan = off')
    const explaining: Sql = { ...tx, rows: (text, values) => tx.rows(`explain ${text}`, values) }
    return JSON.stringify(await cases(explaining, { reference: 'TRD100001', number: 100_001n, paise: 100n }, 8))
  })
  expect(plan).not.toContain('Seq Scan')
  for (const index of ['payment_reference_once', 'trade_reference_key', 'trade_number_key'])
    expect(plan).toContain(index)
})

test('lists a client’s cases under the client, open ones first', async () => {
  const one = await moneyClient(server, { rupees: 50_000 })
  const { number } = (await db.row<{ number: bigint }>('select number from client where id = $1', [one.id]))!
  const open = await ask(one, 'add-money', { amount: 120, utr: newUtr() })
  const loan = (await call('POST', `/user/loan/request/${one.id}`, { token: one.token, body: { userId: one.id } })).body
    .loan
  await db.run("update loan set status = 'rejected', reason = 'x', decided_at = now(), decided_by = $2 where id = $1", [
    loan._id,
    cashier.id,
  ])
  const seen = await find(`SD${number}`, reviewer)
  expect(seen.map(({ kind, under, isOpen }) => [kind, under, isOpen])).toEqual([
    ['client', undefined, undefined],
    ['deposit', one.id, true],
    ['loan', one.id, false],
    ['deposit', one.id, false],
  ])
  expect(seen[1]).toMatchObject({ _id: open._id, amount: 120, clientName: one.name })
  // A shared name shows the cases of the first few clients, each with at most five.
  const many = await find('Ravi')
  expect(new Set(many.map(({ under }) => under).filter(Boolean)).size).toBeLessThanOrEqual(3)
  for (let index = 0; index < 6; index += 1) await deposit(one, 121 + index, newUtr())
  expect((await find(`SD${number}`)).filter(({ under }) => under === one.id)).toHaveLength(5)
})
