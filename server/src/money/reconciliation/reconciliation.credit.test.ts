import { reconciliationErrors } from '@sauda/contract/money/reconciliation'
import { utrUsed } from '@sauda/contract/money/reference'
import { commonErrors } from '@sauda/contract/platform/error'
import { beforeEach, expect, test } from 'vitest'
import { moneyClient } from '../../../test/money.ts'
import { establishedOperator, type NewOperator } from '../../../test/operator.ts'
import { atBank, newUtr } from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'
import { walletSteps } from '../../../test/wallet.ts'
import { balancedBooks } from '../../../test/books.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { db, call } = server
const kiran = await establishedOperator(server, 'cashier', 'Kiran')
const omar = await establishedOperator(server, 'cashier', 'Omar')
const lender = await establishedOperator(server, 'lender', 'Lata')
const bank = atBank(server, kiran.token)

let amount = 500
beforeEach(() => (amount += 7))

/** A credit without a request. */
const receipt = async (reference = newUtr()) => {
  await bank.bring({ text: `NEFT ${reference} R SHARMA`, reference, credit: amount })
  return bank.find(reference)
}
const credit = (lineId: string, clientId: string, by = kiran) =>
  call('POST', `/desk/reconciliation/lines/${lineId}/credit`, {
    token: by.token,
    body: { clientId, reason: 'Rang from the number on file, sent the receipt' },
  })
const proposals = (clientId: string) =>
  db.rows<{ id: string; summary: string; status: string }>(
    'select id, summary, status from proposal where client_id = $1 order by id',
    [clientId],
  )
const decide = (id: string | undefined, by: NewOperator, verb = 'approve') =>
  call('POST', `/desk/proposals/${id}/${verb}`, { token: by.token })
const { balanceOf } = walletSteps(server, kiran)

test('a second operator credits an unidentified receipt: a deposit of the client, matched with its line', async () => {
  const client = await moneyClient(server)
  const { _id: lineId, reference } = await receipt()
  expect(await credit(lineId, client.id)).toMatchObject({ status: 200, body: { waitsForSecond: true } })
  expect(await balanceOf(client)).toBe(0)
  expect(await credit(lineId, client.id)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('waits for a second operator') },
  })

  const [proposal] = await proposals(client.id)
  expect(proposal?.summary).toContain(`Credit ₹${amount}.00, received under ${reference}, to ${client.name}: Rang`)
  const { body: queue } = await call('GET', '/desk/queue', { token: omar.token })
  expect(queue.items.filter(({ id }: { id: string }) => id === proposal?.id)).toHaveLength(1)
  expect((await decide(proposal?.id, kiran)).status).toBe(409)
  expect((await decide(proposal?.id, lender)).status).toBe(403)
  expect(await balanceOf(client)).toBe(0)

  const decisions = await Promise.all(Array.from({ length: 5 }, () => decide(proposal?.id, omar)))
  expect(decisions.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await balanceOf(client)).toBe(amount)
  const { body: line } = await call('GET', `/desk/reconciliation/lines/${lineId}`, { token: kiran.token })
  expect(line).toMatchObject({ state: 'matched', approvedBy: 'Omar', payment: { kind: 'deposit', status: 'approved' } })
  const { body: history } = await call('GET', `/user/wallet/transactions/${client.id}`, { token: client.token })
  expect(history.transactions).toMatchObject([{ amount, status: 'approved', bankReference: reference }])
  await balancedBooks(server, kiran)
})

test('a receipt whose credit waits for a second operator is claimed by nobody else until that is rejected', async () => {
  const [right, wrong] = [await moneyClient(server), await moneyClient(server)]
  const utr = newUtr()
  const { _id: lineId } = await receipt(utr)
  await credit(lineId, wrong.id)
  const claim = () =>
    call('POST', '/user/wallet/add-money', { token: right.token, body: { id: right.id, amount, utr } })
  expect(await claim()).toMatchObject({ status: 409, body: utrUsed })
  const [proposal] = await proposals(wrong.id)
  expect((await decide(proposal?.id, omar, 'reject')).status).toBe(200)
  const payment = { _id: (await claim()).body.transaction._id }
  expect((await bank.approve({ _id: lineId, payment } as never)).status).toBe(200)
  expect([await balanceOf(right), await balanceOf(wrong)]).toEqual([amount, 0])
})

test('nothing is proposed for a matched line, a debit, an unknown or an unverified client', async () => {
  const client = await moneyClient(server)
  const stranger = await moneyClient(server, { verified: false })
  const { _id: lineId } = await receipt()
  expect(await credit(lineId, stranger.id)).toMatchObject({ status: 409, body: commonErrors.notVerified })
  expect((await credit(lineId, lineId)).status).toBe(404)
  expect((await credit(client.id, client.id)).status).toBe(404)
  expect((await credit(lineId, client.id, lender)).status).toBe(403)
  const reference = newUtr()
  await bank.bring({ text: 'CHARGES', reference, debit: amount })
  const debit = await bank.find(reference)
  expect(await credit(debit._id, client.id)).toMatchObject({ status: 409, body: reconciliationErrors.notUnidentified })
  expect(await proposals(client.id)).toEqual([])
})
