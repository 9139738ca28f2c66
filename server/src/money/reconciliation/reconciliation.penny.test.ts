import { lineBookingErrors } from '@sauda/contract/money/line-booking'
import { expect, test } from 'vitest'
import { moneyClient } from '../../../test/money.ts'
import { establishedOperator } from '../../../test/operator.ts'
import { atBank, newUtr } from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'
import { balancedBooks } from '../../../test/books.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { db, call } = server
const kiran = await establishedOperator(server, 'cashier', 'Kiran')
const bank = atBank(server, kiran.token)

const payment = async (debit = 1, holder = 'ASHA RAO') => {
  const reference = newUtr()
  await bank.bring({ text: `IMPS ${reference} PENNY DROP ${holder}`, reference, debit })
  return { ...(await bank.find(reference)), reference }
}
const clientWithId = async () => {
  const client = await moneyClient(server, { rupees: 500 })
  await db.run("update bank_details set holder_name = 'Asha Rao' where client_id = $1", [client.id])
  const row = await db.row<{ sd: string }>("select 'SD' || number as sd from client where id = $1", [client.id])
  return { ...client, saudaId: row?.sd ?? '' }
}
const book = (lineId: string, body: object) =>
  bank.send(`/lines/${lineId}/book`, { kind: 'penny_drop', reason: 'Account check', ...body })
const pageOf = async (id: string) => (await call('GET', `/desk/clients/${id}`, { token: kiran.token })).body
const verifiedOn = async ({ id, token }: { id: string; token: string }) =>
  (await call('GET', `/user/profile/${id}`, { token })).body.data.bankVerifiedOn
const balances = async () => {
  const body = await balancedBooks(server, kiran)
  return Object.fromEntries(
    body.accounts.map((each: { account: string; balance: number }) => [each.account, each.balance]),
  ) as Record<string, number>
}

test('a penny-drop is the broker’s expense, and its name is shown until it is reversed', async () => {
  const client = await clientWithId()
  const line = await payment()
  const before = await balances()
  expect(await book(line._id, { saudaId: client.saudaId.toLowerCase(), nameAtBank: 'ASHA RAO' })).toMatchObject({
    status: 200,
  })
  const after = await balances()
  expect(after['bank_charges']! - (before['bank_charges'] ?? 0)).toBe(-1)
  expect(after['cash']).toBe(before['cash'])
  const page = await pageOf(client.id)
  expect(page.pennyDrop).toEqual({
    nameAtBank: 'ASHA RAO',
    paidOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    reference: line.reference,
    isCurrent: true,
  })
  expect(await verifiedOn(client)).toBe(page.pennyDrop.paidOn)
  expect(page.wallet.balance).toBe(500)
  const audit = await db.rows("select 1 from audit where action = 'reconciliation.book' and subject_id = $1", [
    client.id,
  ])
  expect(audit).toHaveLength(1)

  const bankDetails = { accountHolderName: 'Asha Rao', accountNumber: '998877665544', ifsc: 'HDFC0001234' }
  await call('PUT', `/user/profile/update/${client.id}`, { token: client.token, body: { bankDetails } })
  expect((await pageOf(client.id)).pennyDrop.isCurrent).toBe(false)
  expect(await verifiedOn(client)).toBeUndefined()

  expect((await bank.send(`/lines/${line._id}/reverse`, { reason: 'Another client' })).status).toBe(200)
  expect(await pageOf(client.id)).not.toHaveProperty('pennyDrop')
  expect((await balances())['bank_charges']).toBe(before['bank_charges'])
})

test('the client’s account is not verified by a penny-drop that returned another name', async () => {
  const client = await clientWithId()
  const { _id } = await payment(1, 'VIKRAM SHARMA')
  expect((await book(_id, { saudaId: client.saudaId, nameAtBank: 'VIKRAM SHARMA' })).status).toBe(200)
  expect((await pageOf(client.id)).pennyDrop).toMatchObject({ nameAtBank: 'VIKRAM SHARMA', isCurrent: true })
  expect(await verifiedOn(client)).toBeUndefined()
})

test('a name that is not in the entry, or only within its words, needs a second operator', async () => {
  const { saudaId } = await clientWithId()
  for (const nameAtBank of ['Vikram Sharma', 'Sha Rao', 'Asha Ra', 'Rop Asha']) {
    const { _id } = await payment()
    expect((await book(_id, { saudaId, nameAtBank })).body).toMatchObject({ waitsForSecond: true })
  }
  for (const nameAtBank of ['Asha Rao', 'ASHARAO', 'A. S. H. A. Rao', 'Rao']) {
    const { _id } = await payment()
    expect((await book(_id, { saudaId, nameAtBank })).body).not.toHaveProperty('waitsForSecond')
  }
})

test('rejected: another amount, a receipt, missing details, a client without bank details', async () => {
  const { saudaId } = await clientWithId()
  const details = { saudaId, nameAtBank: 'ASHA RAO' }
  expect(await book((await payment(2))._id, details)).toMatchObject({ status: 409, body: lineBookingErrors.notPenny })
  const line = await payment()
  expect(await book(line._id, { saudaId })).toMatchObject({ status: 422, body: lineBookingErrors.pennyDetails })
  expect(await book(line._id, { ...details, saudaId: 'SD999999' })).toMatchObject({
    status: 409,
    body: lineBookingErrors.noBankDetails,
  })
  expect((await book(line._id, { ...details, saudaId: '1; drop' })).status).toBe(400)
})

test('of thirty bookings of one line at once one is booked', async () => {
  const { id, saudaId } = await clientWithId()
  const line = await payment()
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => book(line._id, { saudaId, nameAtBank: 'ASHA RAO' })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await db.rows('select 1 from penny_drop where client_id = $1', [id])).toHaveLength(1)
})
