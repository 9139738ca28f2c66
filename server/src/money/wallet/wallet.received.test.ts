import { alreadyDecided } from '@sauda/contract/platform/error'
import { ledgerErrors } from '@sauda/contract/core/ledger'
import { otherAmount, receivedNeeded, walletErrors } from '@sauda/contract/money/wallet'
import { expect, test } from 'vitest'
import { moneyClient, type MoneyClient } from '../../../test/money.ts'
import { establishedOperator, type NewOperator } from '../../../test/operator.ts'
import { atBank, newUtr, relyOnStatements } from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { call } = server
const kiran = await establishedOperator(server, 'cashier', 'Kiran')
const omar = await establishedOperator(server, 'cashier', 'Omar')
const bank = atBank(server, kiran.token)

const ask = async ({ id, token }: MoneyClient, amount: number, utr = newUtr()) =>
  (await call('POST', '/user/wallet/add-money', { token, body: { id, amount, utr } })).body.transaction
const approve = (id: string, body: object, { token }: NewOperator = kiran) =>
  call('POST', `/desk/wallet/transactions/${id}/approve`, { token, body })
const approveLine = (lineId: string, paymentId: string) =>
  bank.send(`/lines/${lineId}/approve`, { paymentId, asReceived: true })
const balanceOf = async ({ id, token }: MoneyClient) =>
  (await call('GET', `/user/wallet/${id}`, { token })).body.balance
const books = async () => (await call('GET', '/desk/books', { token: kiran.token })).body

test('a deposit approved at the amount received keeps the requested one; the client sees both', async () => {
  const client = await moneyClient(server)
  const { _id, transactionId } = await ask(client, 1000)
  const { status, body } = await approve(_id, { reference: newUtr(), amount: 900.5 })
  expect([status, body.amount, body.creditedAmount]).toEqual([200, 1000, 900.5])
  expect(await balanceOf(client)).toBe(900.5)
  const { body: seen } = await call('GET', `/user/wallet/transaction/${_id}`, { token: client.token })
  expect(seen).toMatchObject({ amount: 1000, creditedAmount: 900.5 })
  expect(seen.steps.at(-1).detail).toContain('received ₹900.50, requested ₹1,000.00')
  const mail = await server.mailTo(client.email)
  expect(mail?.subject).toBe('₹900.50 added to your Sauda wallet')
  expect(mail?.text).toContain('You requested ₹1,000.00. We received ₹900.50. The money is now in your wallet.')
  const [audited] = await server.db.rows<{ after: object }>(
    "select after from audit where action = 'wallet.approve' and after ->> 'requestId' = $1",
    [_id],
  )
  expect(audited?.after).toMatchObject({ request: transactionId, amount: '1000.00', credited: '900.50' })
  expect(await books()).toMatchObject({ balanced: true, differences: [] })
})

test('the requested amount stated again is no other amount, and nothing is credited at ₹0 or paid at another amount', async () => {
  const client = await moneyClient(server, { rupees: 500 })
  const same = await ask(client, 300)
  expect((await approve(same._id, { reference: newUtr(), amount: 300 })).body.creditedAmount).toBeUndefined()
  const { _id } = await ask(client, 300)
  expect(await approve(_id, { reference: newUtr(), amount: 0 })).toMatchObject({
    status: 422,
    body: ledgerErrors.amountNeeded,
  })
  const out = await call('POST', '/user/wallet/withdraw', {
    token: client.token,
    body: { id: client.id, amount: 200 },
  })
  const paid = await approve(out.body.transaction._id, { reference: newUtr(), amount: 199 }, omar)
  expect(paid).toMatchObject({ status: 400, body: walletErrors.amountOfWithdrawal })
})

test('the amount received counts for the limit of one operator, and the second confirms the first’s amount', async () => {
  const client = await moneyClient(server)
  const { _id } = await ask(client, 5000)
  const first = await approve(_id, { reference: newUtr(), amount: 12_000 })
  expect(first).toMatchObject({ status: 200, body: { waitsForSecond: true, status: 'pending' } })
  expect(await balanceOf(client)).toBe(0)
  const shown = await call('GET', `/desk/wallet/transactions/${_id}`, { token: omar.token })
  expect(shown.body).toMatchObject({ amount: 5000, firstApprovalAmount: 12_000 })
  expect(await approve(_id, { reference: newUtr(), amount: 5000 }, omar)).toMatchObject({
    status: 409,
    body: otherAmount(1_200_000n),
  })
  expect((await approve(_id, { reference: newUtr() }, omar)).body).toMatchObject({ creditedAmount: 12_000 })
  expect(await balanceOf(client)).toBe(12_000)
})

test('a rejection clears the amount of the first approval', async () => {
  const client = await moneyClient(server)
  const { _id } = await ask(client, 5000)
  await approve(_id, { reference: newUtr(), amount: 12_000 })
  const path = `/desk/wallet/transactions/${_id}/reject`
  expect((await call('POST', path, { token: omar.token, body: { reason: 'Not found' } })).status).toBe(200)
  const form = new FormData()
  form.append('text', 'Please look again')
  const reply = await call('POST', `/user/wallet/transaction/${_id}/reply`, { token: client.token, body: form })
  expect(reply.status).toBe(200)
  const shown = await call('GET', `/desk/wallet/transactions/${_id}`, { token: omar.token })
  expect(shown.body.firstApprovalAmount).toBeUndefined()
})

test('from the bank line, at its amount, one operator is enough; the line is matched and the books agree', async () => {
  const client = await moneyClient(server)
  const utr = newUtr()
  const { _id } = await ask(client, 20_000, utr)
  await bank.bring({ reference: utr, text: `UPI/RAVI/${utr}/PAY`, credit: 19_500 })
  await relyOnStatements(server)
  const line = await bank.find(utr)
  expect(line).toMatchObject({ state: 'exception', exception: 'amount' })
  expect((await bank.approve(line)).status).toBe(409)
  expect((await approveLine(line._id, _id)).body).toMatchObject({ state: 'matched', waitsForSecond: false })
  expect(await balanceOf(client)).toBe(19_500)
  expect((await bank.line(line._id)).payment).toMatchObject({ amount: 19_500, status: 'approved' })
  expect(await books()).toMatchObject({ balanced: true, differences: [] })
})

test('nothing is credited without an amount if the bank entry with the reference has another one', async () => {
  const client = await moneyClient(server)
  const [large, small] = [newUtr(), newUtr()]
  const { _id } = await ask(client, 25_000, large)
  const { _id: smallId } = await ask(client, 900, small)
  const text = `UPI ${client.name}`
  await bank.bring({ reference: large, text, credit: 2500 }, { reference: small, text, credit: 90 })
  expect((await approve(_id, { reference: large })).body).toMatchObject({ waitsForSecond: true })
  const needed = { status: 409, body: receivedNeeded(250_000n, 2_500_000n) }
  expect(await approve(_id, { reference: large }, omar)).toMatchObject(needed)
  expect(await approve(smallId, { reference: small }, omar)).toMatchObject({
    status: 409,
    body: receivedNeeded(9000n, 90_000n),
  })
  expect(await balanceOf(client)).toBe(0)
  expect((await approve(smallId, { reference: small, amount: 90 }, omar)).body).toMatchObject({ creditedAmount: 90 })
})

test('the page of a bank line says that an approval is the first of two', async () => {
  const client = await moneyClient(server)
  const utr = newUtr()
  const { _id } = await ask(client, 20_000, utr)
  await bank.bring({ reference: utr, text: `UPI ${client.name}`, credit: 20_000 })
  const line = await bank.find(utr)
  expect((await bank.line(line._id)).obstacle).toMatchObject({ isFirst: true })
  expect((await bank.approve(line)).body).toMatchObject({ waitsForSecond: true })
})

test('a line whose amount fits is not approved as received, nor a withdrawal', async () => {
  const client = await moneyClient(server)
  const utr = newUtr()
  const { _id } = await ask(client, 700, utr)
  await bank.bring({ reference: utr, credit: 700 })
  expect((await approveLine((await bank.find(utr))._id, _id)).status).toBe(409)
  expect(await balanceOf(client)).toBe(0)
})

test('of 30 approvals at the amount received at once exactly one credits', async () => {
  const client = await moneyClient(server)
  const utr = newUtr()
  const { _id } = await ask(client, 400, utr)
  await bank.bring({ reference: utr, credit: 399 })
  const { _id: lineId } = await bank.find(utr)
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) =>
      n % 2 ? approveLine(lineId, _id) : approve(_id, { reference: utr, amount: 399 }, omar),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused.every(({ status, body }) => status === 409 && body.message !== '')).toBe(true)
  expect(refused.map(({ body }) => body.message)).toContain(
    alreadyDecided(answers.find(({ status }) => status === 200)?.body.approvedBy ?? 'Omar').message,
  )
  expect(await balanceOf(client)).toBe(399)
  expect(await books()).toMatchObject({ balanced: true, differences: [] })
})
