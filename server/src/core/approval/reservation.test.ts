import { utrUsed } from '@sauda/contract/money/reference'
import { expect, test } from 'vitest'
import { moneyClient } from '../../../test/money.ts'
import { establishedOperator } from '../../../test/operator.ts'
import { pendingProposal } from '../../../test/approvals.ts'
import { atBank, newAccount, newUtr, type Written } from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'
import { walletSteps } from '../../../test/wallet.ts'

// What a pending proposal would use is used by nothing else until it is decided (settled, section 15).
const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { call } = server
await establishedOperator(server, 'admin', 'Asha Admin')
await establishedOperator(server, 'admin', 'Bela Admin')
const importer = await establishedOperator(server, 'cashier', 'Kiran')
const deepa = await establishedOperator(server, 'cashier', 'Deepa')
const chitra = await establishedOperator(server, 'cashier', 'Chitra')
const today = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10)
const bank = atBank(server, deepa.token)
const { deposit, approve, balanceOf } = walletSteps(server, deepa)

/** Imported by one operator and confirmed by another. */
async function proven(...lines: Written[]) {
  const accountId = await newAccount(server)
  await atBank(server, importer.token).bringTo(accountId, lines, 100_000)
  const closing = lines.reduce((sum, { credit = 0, debit = 0 }) => sum + credit - debit, 100_000)
  const body = { day: today, closing }
  expect((await call('POST', `/desk/bank-days/${accountId}/balance`, { token: chitra.token, body })).status).toBe(200)
}
const bookLine = (lineId: string, body: object) => bank.send(`/lines/${lineId}/book`, { reason: 'Late entry', ...body })
const decide = async (lineId: string, verb: 'approve' | 'reject') =>
  call('POST', `/desk/proposals/${await pendingProposal(server, lineId)}/${verb}`, { token: chitra.token })
const refusal = (amount: string) =>
  new RegExp(
    `^Deepa requested “Match ₹${amount}.*”, which would use this and waits for a second operator\\. .*Chitra.* may decide it`,
  )

test('a bank entry that waits for a second operator credits no second request, by its page, its reference or the list', async () => {
  const client = await moneyClient(server)
  const reference = newUtr()
  const first = await deposit(client, 3999)
  expect((await approve(first, newUtr())).body).toMatchObject({ status: 'approved' })
  const second = await deposit(client, 4000)
  await proven({ reference, credit: 4000 })
  const line = await bank.find(reference)
  expect((await bookLine(line._id, { kind: 'late', paymentId: first })).body.secondReasons).toEqual([
    'A bank entry that changes a client’s balance always needs a second operator',
  ])
  const refused = { status: 409, body: { message: expect.stringMatching(refusal('4,000\\.00')) } }
  expect(await approve(second, reference)).toMatchObject(refused)
  expect(await bank.approve(await bank.line(line._id))).toMatchObject(refused)
  expect(await bookLine(line._id, { kind: 'interest' })).toMatchObject(refused)
  const shown = (await bank.page(`search=${reference}`)).lines[0]
  expect(shown).toMatchObject({ requested: { by: 'Deepa' } })
  const matches = [{ lineId: line._id, paymentId: second }]
  expect((await bank.send('/approve', { matches })).body.results).toMatchObject([{ outcome: 'refused' }])
  expect(await balanceOf(client)).toBe(3999)
  expect((await decide(line._id, 'reject')).status).toBe(200)
  expect((await approve(second, reference)).body).toMatchObject({ status: 'approved' })
  expect(await balanceOf(client)).toBe(7999)
})

test('a bank entry that waits to be returned credits no request under its reference, and is matched with none', async () => {
  const reference = newUtr()
  await proven({ reference, credit: 5100 })
  const line = await bank.find(reference)
  expect((await bookLine(line._id, { kind: 'return' })).body).toMatchObject({ waitsForSecond: true })
  const client = await moneyClient(server)
  const claim = { token: client.token, body: { id: client.id, amount: 5100, utr: reference } }
  expect(await call('POST', '/user/wallet/add-money', claim)).toMatchObject({ status: 409, body: utrUsed })
  const id = await deposit(client, 5100)
  expect((await approve(id, reference)).status).toBe(409)
  expect((await approve(id, newUtr())).body).toMatchObject({ status: 'approved' })
  await bank.page('show=approve')
  expect((await bank.line(line._id)).approvedBy).toBeUndefined()
})

test('a request that one pending entry would pay is paid by nothing else', async () => {
  const client = await moneyClient(server, { rupees: 900 })
  const { withdraw } = walletSteps(server, deepa)
  const [reference, id] = [newUtr(), await withdraw(client, 600)]
  const { transactionId } = (await call('GET', `/desk/wallet/transactions/${id}`, { token: deepa.token })).body
  await proven({ reference, debit: 590, text: `NEFT ${transactionId}` })
  const line = await bank.find(reference)
  expect((await bookLine(line._id, { kind: 'paid' })).body.secondReasons).toEqual([
    'A withdrawal paid with another amount always needs a second operator',
  ])
  const waits = { status: 409, body: { message: expect.stringContaining('Deepa requested “Approve ') } }
  expect(await approve(id, newUtr())).toMatchObject(waits)
  const reject = { token: deepa.token, body: { reason: 'Wrong account' } }
  expect(await call('POST', `/desk/wallet/transactions/${id}/reject`, reject)).toMatchObject(waits)
  expect((await decide(line._id, 'approve')).status).toBe(200)
})
