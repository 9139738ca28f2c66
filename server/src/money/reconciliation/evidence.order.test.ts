import { beforeEach, expect, test } from 'vitest'
import { moneyClient, type MoneyClient } from '../../../test/money.ts'
import { establishedOperator } from '../../../test/operator.ts'
import { atPayouts, hdfcLine, payingBank } from '../../../test/payout.ts'
import { atBank, newUtr, receivingAccount, type Written } from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'
import { walletSteps } from '../../../test/wallet.ts'
import { balancedBooks } from '../../../test/books.ts'

// Two operators act on the same money in an unusual order: what one requested is pending while the other decides elsewhere.
const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { db, call } = server
const kiran = await establishedOperator(server, 'cashier', 'Kiran')
const omar = await establishedOperator(server, 'cashier', 'Omar')
const desk = atPayouts(server, kiran)
const bank = atBank(server, kiran.token)
const paying = await payingBank(server)
const bankAccountId = await receivingAccount(server)

let rupees = 4000
beforeEach(() => (rupees += 13))

const reason = 'As the bank’s advice says'
const receipt = async (text = 'NEFT') => {
  const utr = newUtr()
  await bank.bring({ text, credit: rupees, reference: utr })
  return { utr, lineId: (await bank.find(utr))._id }
}
const claim = async ({ id, token }: MoneyClient, utr?: string) => {
  const { body } = await call('POST', '/user/wallet/add-money', { token, body: { id, amount: rupees, utr } })
  return body.transaction?._id as string | undefined
}
const approve = (id: string | undefined, reference: string, by: typeof kiran) =>
  call('POST', `/desk/wallet/transactions/${id}/approve`, { token: by.token, body: { reference, bankAccountId } })
const { balanceOf } = walletSteps(server, kiran)
const waiting = async (lineId: string) =>
  (
    await db.row<{ id: string }>(
      "select id from proposal where payload ->> 'lineId' = $1 and status = 'pending' order by id desc limit 1",
      [lineId],
    )
  )?.id
const booksBalance = () => balancedBooks(server, kiran)
/** None is a server error, and each rejected one gives its reason. */
const areAnswers = (...answers: { status: number; body: { message?: string } }[]) => {
  for (const { status, body } of answers) {
    expect(status).toBeLessThan(500)
    if (status !== 200) expect(body.message).toMatch(/^[A-Z].{10}/)
  }
}

test('a receipt whose credit to one client is pending is claimed by another: it is credited once', async () => {
  const [ravi, meera] = [await moneyClient(server), await moneyClient(server)]
  const { utr, lineId } = await receipt()
  const proposed = await bank.send(`/lines/${lineId}/credit`, { clientId: ravi.id, reason })
  expect(await claim(meera, utr)).toBeUndefined()
  const id = await claim(meera)
  const first = await approve(id, utr, omar)
  const second = await approve(id, utr, kiran)
  const decided = await desk.decide(await waiting(lineId), omar)
  areAnswers(proposed, first, second, decided)
  expect((await balanceOf(ravi)) + (await balanceOf(meera))).toBe(rupees)
  expect((await bank.line(lineId)).state).toBe('matched')
  await booksBalance()
})

test('a receipt whose return is pending is claimed and credited: it is not returned as well', async () => {
  const ravi = await moneyClient(server)
  const { utr, lineId } = await receipt()
  const requested = await bank.send(`/lines/${lineId}/book`, { kind: 'return', reason })
  expect(await claim(ravi, utr)).toBeUndefined()
  const id = await claim(ravi)
  const first = await approve(id, utr, omar)
  const second = await approve(id, utr, kiran)
  const decided = await desk.decide(await waiting(lineId), omar)
  areAnswers(requested, first, second, decided)
  expect((await bank.line(lineId)).state).toBe('matched')
  const returned = await db.row(
    "select from bank_link where line_id = $1 and kind = 'return' and unlinked_at is null",
    [lineId],
  )
  expect(await balanceOf(ravi)).toBe(returned ? 0 : rupees)
  await booksBalance()
})

test('two operators request different bookings of one entry: the second one is told of the first', async () => {
  const ravi = await moneyClient(server)
  const { lineId } = await receipt()
  const credit = await bank.send(`/lines/${lineId}/credit`, { clientId: ravi.id, reason })
  const other = await call('POST', `/desk/reconciliation/lines/${lineId}/book`, {
    token: omar.token,
    body: { kind: 'return', reason },
  })
  expect(credit.body.waitsForSecond).toBe(true)
  expect(other.status).toBe(409)
  areAnswers(other)
  expect((await desk.decide(await waiting(lineId), omar)).status).toBe(200)
  expect(await balanceOf(ravi)).toBe(rupees)
  await booksBalance()
})

test('a payment that failed by the answer file, but is in the statement, is paid once', async () => {
  const client = await moneyClient(server, { rupees: 20_000 })
  const id = await desk.withdraw(client, rupees)
  const { body } = await desk.create(paying, [id])
  await desk.decide(body.proposalId, omar)
  const name = (await desk.batch(body._id)).payouts[0]?.transactionId ?? ''
  const answered = await desk.answer(body._id, hdfcLine(name, `${rupees}.00`, '', 'R', 'CLOSED'))
  const { proposalId } = await desk.batch(body._id)
  const utr = newUtr()
  const debit: Written = { text: `NEFT DR ${name}`, reference: utr, debit: rupees }
  await bank.bringTo(paying, [debit])
  const line = await bank.find(utr)
  const paid = await bank.send(`/lines/${line._id}/approve`, { paymentId: id })
  const failed = await desk.decide(proposalId, omar)
  areAnswers(answered, paid, failed)
  // Where the debit was approved first, the failure is rejected; else the debit waits as an exception of a failed payment.
  const isPaid = paid.status === 200
  expect(failed.status).toBe(isPaid ? 409 : 200)
  expect(await balanceOf(client)).toBe(isPaid ? 20_000 - rupees : 20_000)
  await booksBalance()
})

test('an account stays open while a credit to it is pending; once it is closed, the receipt can only be returned', async () => {
  const client = await moneyClient(server)
  const { lineId } = await receipt()
  const credit = () => bank.send(`/lines/${lineId}/credit`, { clientId: client.id, reason })
  const close = () => call('POST', '/user/closure', { token: client.token, body: {} })
  expect((await credit()).body.waitsForSecond).toBe(true)
  const early = await close()
  expect(early.status).toBe(409)
  expect(early.body.message).toContain('A change to your account awaits approval')
  expect((await desk.decide(await waiting(lineId), omar, 'reject')).status).toBe(200)
  expect((await close()).status).toBe(200)
  const late = await credit()
  expect(late.status).toBe(409)
  areAnswers(late)
  const requested = await bank.send(`/lines/${lineId}/book`, { kind: 'return', reason })
  expect(requested.status).toBe(200)
  expect((await desk.decide(await waiting(lineId), omar)).status).toBe(200)
  expect((await bank.line(lineId)).state).toBe('matched')
  await booksBalance()
})
