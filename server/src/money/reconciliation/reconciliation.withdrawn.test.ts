import { expect, test } from 'vitest'
import { moneyClient } from '../../../test/money.ts'
import { establishedOperator } from '../../../test/operator.ts'
import { atBank, newAccount, newUtr, type Written } from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'
import { walletSteps } from '../../../test/wallet.ts'
import { decidePending } from '../../../test/approvals.ts'

// Bank entries that were booked to a client and that a later statement lacks.
const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { db, call } = server
const importer = await establishedOperator(server, 'cashier', 'Kiran')
const other = await establishedOperator(server, 'cashier', 'Deepa')
const third = await establishedOperator(server, 'cashier', 'Chitra')
const bank = atBank(server, other.token)

async function bring(accountId: string, opening: number, ...lines: Written[]): Promise<string> {
  await atBank(server, importer.token).bringTo(accountId, lines, opening)
  const row = await db.row<{ id: string }>('select id from bank_statement order by imported_at desc limit 1')
  return row?.id ?? ''
}
const approve = async () => {
  const { status, body } = await decidePending(server, third)
  expect([status, body.message]).toEqual([200, undefined])
}
const book = async (lineId: string) => {
  const booking = { kind: 'client', reason: 'As the bank’s advice says' }
  expect((await bank.send(`/lines/${lineId}/book`, booking)).body).toMatchObject({ waitsForSecond: true })
  await approve()
}
const withdrawStatement = (statementId: string) =>
  bank.send(`/statements/${statementId}/withdraw`, { reason: 'The file of another bank' })
const { deposit, withdraw, balanceOf } = walletSteps(server, other)

test('a statement is not withdrawn while a failed withdrawal that it shows as paid is booked to its client', async () => {
  const accountId = await newAccount(server)
  const client = await moneyClient(server, { rupees: 1000 })
  const id = await withdraw(client, 400)
  const reason = 'The bank rejected the payment'
  await call('POST', `/desk/wallet/transactions/${id}/reject`, { token: other.token, body: { reason } })
  const name = (await call('GET', `/desk/wallet/transactions/${id}`, { token: other.token })).body.transactionId
  const reference = newUtr()
  const statementId = await bring(accountId, 5000, { text: `NEFT ${name}`, reference, debit: 400 })
  const line = await bank.find(reference)
  await book(line._id)
  expect(await balanceOf(client)).toBe(600)
  expect(await withdrawStatement(statementId)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Reverse the bookings of these entries first') },
  })
  await bank.send(`/lines/${line._id}/reverse`, { reason: 'Wrong file' })
  await approve()
  expect(await balanceOf(client)).toBe(1000)
  expect((await withdrawStatement(statementId)).body).toMatchObject({ waitsForSecond: true })
  await approve()
  expect((await call('GET', '/desk/books', { token: other.token })).body).toMatchObject({ balanced: true })
})

test('a later statement without an entry that was credited to a client holds the payouts of this client', async () => {
  const accountId = await newAccount(server)
  const client = await moneyClient(server, { rupees: 100 })
  const utr = newUtr()
  await deposit(client, 300, utr)
  const first = { text: 'UPI', reference: utr, credit: 300, ago: 4 }
  await bring(accountId, 1000, first)
  expect((await bank.approve(await bank.find(utr))).status).toBe(200)
  const again = `UPI AGAIN ${utr}`
  await bring(accountId, 1300, { text: again, reference: utr, credit: 300, ago: 3 })
  const line = (await bank.show('exception')).find(({ text }) => text === again)
  await book(line?._id ?? '')
  expect(await balanceOf(client)).toBe(700)
  await bring(accountId, 1000, first, { text: 'LATER', credit: 7, ago: 1 })
  const { body: found } = await call('GET', '/desk/reconciliation/contradictions', { token: other.token })
  expect(found.contradictions[0].entries).toMatchObject([
    { text: again, approved: { clientName: client.name, by: 'Chitra' } },
  ])
  const withdrawal = await withdraw(client, 200)
  const approval = { token: third.token, body: { reference: newUtr() } }
  expect(await call('POST', `/desk/wallet/transactions/${withdrawal}/approve`, approval)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('A later bank statement contradicts a payment of this client') },
  })
})
