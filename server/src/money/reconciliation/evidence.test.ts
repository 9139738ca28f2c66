import { clientTextErrors } from '@sauda/contract/platform/client-text'
import { lineBookingErrors } from '@sauda/contract/money/line-booking'
import { walletErrors } from '@sauda/contract/money/wallet'
import { beforeEach, describe, expect, test } from 'vitest'
import { moneyClient, type MoneyClient } from '../../../test/money.ts'
import { establishedOperator } from '../../../test/operator.ts'
import { atPayouts, hdfcLine, payingBank } from '../../../test/payout.ts'
import {
  atBank,
  newAccount,
  newUtr,
  statementForm,
  statementText,
  type Written,
  receivingAccount,
} from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'
import { walletSteps } from '../../../test/wallet.ts'
import { decidePending } from '../../../test/approvals.ts'
import { journalsWithoutAudit } from '../../../test/audited.ts'
import { balancedBooks } from '../../../test/books.ts'

// Sequences in which one payment could count twice (settled, section 14).
const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { db, call } = server
const kiran = await establishedOperator(server, 'cashier', 'Kiran')
const omar = await establishedOperator(server, 'cashier', 'Omar')
const desk = atPayouts(server, kiran)
const bank = atBank(server, kiran.token)
const paying = await payingBank(server)

let rupees = 7000
beforeEach(() => (rupees += 11))

const deposit = async ({ id, token }: MoneyClient, utr = '', amount = rupees) =>
  call('POST', '/user/wallet/add-money', { token, body: { id, amount, ...(utr !== '' && { utr }) } })
const asked = async (client: MoneyClient, utr = '', amount = rupees) =>
  (await deposit(client, utr, amount)).body.transaction as { _id: string; reference: string; transactionId: string }
const bankAccountId = await receivingAccount(server)
const { approve: approveTo, balanceOf } = walletSteps(server, kiran)
const approve = (id: string, reference: string, by = kiran) => approveTo(id, reference, by, { bankAccountId })
/** Approved by two operators where one is not enough. */
const credit = async (id: string, reference: string) => {
  const { body } = await approve(id, reference)
  if (body.waitsForSecond) await approve(id, reference, omar)
}
const bring = async (line: Written, reference = newUtr()) => {
  await bank.bring({ ...line, reference })
  return bank.find(reference)
}
/** Into the account that pays withdrawals. */
const bringPaid = (...lines: Written[]) => bank.bringTo(paying, lines)
const book = (lineId: string, kind: string, rest = {}) =>
  bank.send(`/lines/${lineId}/book`, { kind, reason: 'As the bank’s advice says', ...rest })
const second = (lineId: string) => decidePending(server, omar, { subject: lineId })
const bothBook = async (lineId: string, kind: string, rest = {}) => {
  const first = await book(lineId, kind, rest)
  return first.body.waitsForSecond ? second(lineId) : first
}
const booksBalance = () => balancedBooks(server, kiran)

describe('a receipt is credited once', () => {
  test('approved under a mistyped UTR and matched by our reference, its own UTR cannot be claimed', async () => {
    const client = await moneyClient(server)
    const { _id, reference } = await asked(client)
    await credit(_id, newUtr())
    const utr = newUtr()
    const line = await bring({ text: `UPI ADD FUND ${reference}`, credit: rupees }, utr)
    expect(line).toMatchObject({ state: 'matched', payment: { _id } })
    expect((await deposit(client, utr)).body).toEqual(walletErrors.utrUsed)
    const other = await asked(await moneyClient(server))
    expect((await approve(other._id, utr)).body.message).toContain(`${walletErrors.utrUsed.message}: `)
    expect(await balanceOf(client)).toBe(rupees)
    await booksBalance()
  })

  test('claimed before the statement is imported, the claim gives way to the QR that was paid', async () => {
    const client = await moneyClient(server)
    const { _id, reference } = await asked(client)
    await credit(_id, newUtr())
    const utr = newUtr()
    const claim = await asked(client, utr)
    const line = await bring({ text: `UPI ADD FUND ${reference}`, credit: rupees }, utr)
    expect(line).toMatchObject({ state: 'matched', payment: { _id } })
    expect((await approve(claim._id, utr)).body.message).toContain(`${walletErrors.utrUsed.message}: `)
    expect(await balanceOf(client)).toBe(rupees)
    await booksBalance()
  })

  test('another number of the explained line cannot be claimed either', async () => {
    const client = await moneyClient(server)
    const { _id, reference } = await asked(client)
    await credit(_id, newUtr())
    const [utr, rrn] = [newUtr(), newUtr()]
    await bring({ text: `UPI ${rrn} ADD FUND ${reference}`, credit: rupees }, utr)
    expect((await deposit(client, rrn)).body).toEqual(walletErrors.utrUsed)
  })

  test.each(['late', 'return', 'client'] as const)('booked as %s, its UTR cannot be claimed', async (kind) => {
    const client = await moneyClient(server)
    const [first, utr] = [await asked(client), newUtr()]
    await credit(first._id, newUtr())
    let line = await bring({ text: 'CASH', credit: rupees }, utr)
    if (kind === 'client') {
      // A second payment under the number of a request that is explained already.
      const { transactionId } = first
      await bring({ text: transactionId, credit: rupees })
      const again = newUtr()
      line = await bring({ text: transactionId, credit: rupees }, again)
      expect((await bothBook(line._id, 'client')).status).toBe(200)
      expect((await deposit(client, again)).body).toEqual(walletErrors.utrUsed)
      return
    }
    expect((await bothBook(line._id, kind, { paymentId: first._id })).status).toBe(200)
    expect((await deposit(client, utr)).body).toEqual(walletErrors.utrUsed)
    await booksBalance()
  })

  test('a removed link frees the UTR', async () => {
    const client = await moneyClient(server)
    const utr = newUtr()
    const line = await bring({ text: 'NEFT', credit: rupees }, utr)
    await bothBook(line._id, 'return')
    expect((await deposit(client, utr)).status).toBe(409)
    await bank.send(`/lines/${line._id}/reverse`, { reason: 'The client called' })
    await second(line._id)
    expect((await deposit(client, utr)).status).toBe(200)
  })

  test('a reference given up by the second approval is free again', async () => {
    const client = await moneyClient(server)
    const { _id } = await asked(client, '', 60_000)
    const [typed, right] = [newUtr(), newUtr()]
    expect((await approve(_id, typed)).body.waitsForSecond).toBe(true)
    expect((await approve(_id, right, omar)).body.status).toBe('approved')
    expect((await deposit(await moneyClient(server), typed)).status).toBe(200)
    expect((await deposit(await moneyClient(server), right)).body).toEqual(walletErrors.utrUsed)
  })
})

describe('a payout is paid or returned once', () => {
  /** A released batch of one withdrawal, which the answer of the bank reports as failed. */
  const failed = async () => {
    const client = await moneyClient(server, { rupees: 20_000 })
    const id = await desk.withdraw(client, rupees)
    const { body } = await desk.create(paying, [id])
    expect((await desk.decide(body.proposalId, omar)).status).toBe(200)
    const name = (await desk.batch(body._id)).payouts[0]?.transactionId ?? ''
    const answer = await desk.answer(body._id, hdfcLine(name, `${rupees}.00`, '', 'R', 'CLOSED'))
    return { client, id, name, batchId: body._id as string, answer }
  }

  test('an answer file alone cannot fail a payment', async () => {
    const { client, batchId, answer } = await failed()
    expect(answer.body).toMatchObject({ failed: { count: 1 }, waitsForSecond: true })
    expect(await balanceOf(client)).toBe(20_000 - rupees)
    const { proposalId } = await desk.batch(batchId)
    expect((await desk.decide(proposalId, kiran)).status).toBe(409)
    expect((await desk.decide(proposalId, omar)).status).toBe(200)
    expect(await balanceOf(client)).toBe(20_000)
  })

  test('the debit and the return of a failed payment change no balance', async () => {
    const { client, id, name, batchId } = await failed()
    await desk.decide((await desk.batch(batchId)).proposalId, omar)
    const [out, back] = [newUtr(), newUtr()]
    await bringPaid(
      { text: `NEFT DR ${name}`, reference: out, debit: rupees, ago: 1 },
      { text: `NEFT RETURN ${name}`, reference: back, credit: rupees },
    )
    const [debit, credited] = [await bank.find(out), await bank.find(back)]
    expect((await book(credited._id, 'client')).body).toEqual(lineBookingErrors.debitFirst)
    expect((await book(debit._id, 'charge')).body).toEqual(lineBookingErrors.namesPayment)
    expect((await bothBook(debit._id, 'late', { paymentId: id })).status).toBe(200)
    expect((await bothBook(credited._id, 'client')).status).toBe(200)
    expect(await balanceOf(client)).toBe(20_000)
    expect((await bank.line(credited._id)).state).toBe('matched')
    await booksBalance()
  })

  test('a payment reported as failed but made is debited from the client once', async () => {
    const { client, name, batchId } = await failed()
    await desk.decide((await desk.batch(batchId)).proposalId, omar)
    const out = newUtr()
    await bringPaid({ text: `NEFT DR ${name}`, reference: out, debit: rupees })
    const debit = await bank.find(out)
    expect((await bothBook(debit._id, 'client')).status).toBe(200)
    expect(await balanceOf(client)).toBe(20_000 - rupees)
    const again = newUtr()
    await bringPaid({ text: `NEFT DR ${name} AGAIN`, reference: again, debit: rupees })
    const other = await bank.find(again)
    expect((await bothBook(other._id, 'client')).status).toBe(409)
    expect(await balanceOf(client)).toBe(20_000 - rupees)
    await booksBalance()
  })

  test('a debit of another amount is booked in one step', async () => {
    const client = await moneyClient(server, { rupees: 20_000 })
    const id = await desk.withdraw(client, rupees)
    const { body } = await desk.create(paying, [id])
    await desk.decide(body.proposalId, omar)
    const name = (await desk.batch(body._id)).payouts[0]?.transactionId ?? ''
    const utr = newUtr()
    await bringPaid({ text: `NEFT DR ${name}`, reference: utr, debit: rupees + 10 })
    const line = await bank.find(utr)
    expect(line.exception).toBe('amount')
    expect((await bothBook(line._id, 'paid')).status).toBe(200)
    expect(await balanceOf(client)).toBe(20_000 - rupees)
    expect(await desk.batch(body._id)).toMatchObject({ paid: { count: 1 }, open: { count: 0 } })
    expect((await bank.line(line._id)).bookings?.map(({ kind, amount }) => [kind, amount]).toSorted()).toEqual([
      ['charge', 10],
      ['payment', rupees],
    ])
    await booksBalance()
  })
})

describe('“Returned” takes back only what was credited', () => {
  test('a reversed payment of a charge never touches the wallet', async () => {
    const client = await moneyClient(server, { rupees: 5000 })
    const chargeOf = { clientId: client.id, chargeType: 'Brokerage', description: 'Brokerage', amount: 100, gst: 18 }
    const { body: charge } = await call('POST', '/desk/charges', { token: kiran.token, body: chargeOf })
    const utr = newUtr()
    await call('POST', `/user/charges/${charge._id}/pay`, { token: client.token, body: { transactionId: utr } })
    const line = await bring({ text: 'UPI', credit: 118 }, utr)
    expect((await atBank(server, omar.token).approve(line)).status).toBe(200)
    await bank.bring({ text: `REVERSAL ${charge.reference}`, reference: utr, debit: 118 })
    const back = (await bank.show('exception')).find(({ text }) => text === `REVERSAL ${charge.reference}`)!
    expect(back.exception).toBe('reversed')
    expect((await bothBook(back._id, 'client')).status).toBe(200)
    expect(await balanceOf(client)).toBe(5000)
    await booksBalance()
    expect(await journalsWithoutAudit(server)).toEqual([])
  })

  test('a deposit that was never credited is not debited', async () => {
    const client = await moneyClient(server, { rupees: 50_000 })
    const pending = await asked(client, newUtr())
    const line = await bring({ text: `REVERSED ${pending.reference}`, debit: rupees })
    expect((await bothBook(line._id, 'client')).body).toEqual(lineBookingErrors.nothingToReturn)
    expect(await balanceOf(client)).toBe(50_000)
  })

  test('a credited deposit is debited once', async () => {
    const client = await moneyClient(server, { rupees: 50_000 })
    const utr = newUtr()
    const { _id } = await asked(client, utr)
    await credit(_id, utr)
    await bank.bring(
      { text: 'RECALL A', reference: utr, debit: rupees },
      { text: 'RECALL B', reference: utr, debit: rupees },
    )
    const lines = (await bank.show('exception')).filter(({ reference }) => reference === utr)
    expect(lines).toHaveLength(2)
    const results = []
    for (const { _id: lineId } of lines) results.push((await bothBook(lineId, 'client')).status)
    expect(results).toEqual([200, 409])
    expect(await balanceOf(client)).toBe(50_000)
    await booksBalance()
  })
})

describe('one operator alone', () => {
  test('books bank charges, interest and notes up to ₹10,000 in 24 hours', async () => {
    const cashier = await establishedOperator(server, 'cashier', 'Lata')
    const own = atBank(server, cashier.token)
    const lines = [
      await bring({ text: 'BULK CHARGES', debit: 6000.5 }),
      await bring({ text: 'INTEREST CAPITALISED', credit: 3999.5 }),
      await bring({ text: 'SOMETHING', credit: 1.25 }),
      await bring({ text: 'LARGE CHARGES', debit: 9_000_000 }),
      await bring({ text: 'LARGE INTEREST', credit: 7_500_000 }),
    ]
    const reason = 'Monthly'
    const [charge, interest, note, large, most] = lines.map(({ _id }) => _id)
    const bookOwn = async (id: string | undefined, kind: string) =>
      (await own.send(`/lines/${id}/book`, { kind, reason })).body.waitsForSecond ?? false
    expect(await bookOwn(charge, 'charge')).toBe(false)
    expect(await bookOwn(interest, 'interest')).toBe(false)
    const closed = await own.send(`/lines/${note}/settle`, { note: 'Unclear' })
    expect(closed.body).toMatchObject({ state: 'exception', waitsForSecond: true })
    expect(closed.body.secondReasons[0]).toContain('up to ₹10,000.00 in 24 hours')
    expect(await bookOwn(large, 'charge')).toBe(true)
    expect(await bookOwn(most, 'interest')).toBe(true)
    expect((await own.send(`/lines/${charge}/reverse`, { reason })).body.waitsForSecond ?? false).toBe(false)
    await booksBalance()
  })

  test('does not credit unidentified receipts beyond the limits by matching them with deposits approved before', async () => {
    const cashier = await establishedOperator(server, 'cashier', 'Nalin')
    const client = await moneyClient(server)
    const approveOwn = async (amount: number) => {
      const { _id } = await asked(client, '', amount)
      return { id: _id, ...(await approve(_id, newUtr(), cashier)).body }
    }
    const first = await approveOwn(10_000)
    expect(first.waitsForSecond).toBe(false)
    const line = await bring({ text: 'NEFT OF SOMEBODY', credit: 10_000 })
    const late = { kind: 'late', reason: 'Found later', paymentId: first.id }
    const booked = await atBank(server, cashier.token).send(`/lines/${line._id}/book`, late)
    expect(booked.body).not.toHaveProperty('waitsForSecond')
    expect((await approveOwn(100)).waitsForSecond).toBe(true)
  })

  test('closes missing payments with a note up to the same ₹10,000', async () => {
    const cashier = await establishedOperator(server, 'cashier', 'Mala')
    const own = atBank(server, cashier.token)
    const accountId = await newAccount(server)
    const missing = async (amount: number) => {
      const { _id } = await asked(await moneyClient(server), '', amount)
      const body = { reference: newUtr(), bankAccountId: accountId }
      const { waitsForSecond } = (
        await call('POST', `/desk/wallet/transactions/${_id}/approve`, { token: kiran.token, body })
      ).body
      if (waitsForSecond) await call('POST', `/desk/wallet/transactions/${_id}/approve`, { token: omar.token, body })
      await db.run(
        "update wallet_request set created_at = now() - interval '4 days', decided_at = now() - interval '4 days' where id = $1",
        [_id],
      )
      return _id
    }
    const [most, beyond, large] = [await missing(10_000), await missing(100), await missing(250_000)]
    const days = [
      { text: 'FIRST', credit: 1, ago: 6 },
      { text: 'LAST', credit: 1, ago: 1 },
    ]
    const form = statementForm(statementText(days), 'missing.csv')
    expect((await bank.send(`/statements?bankAccountId=${accountId}`, form)).status).toBe(200)
    const close = async (id: string, by = own) => {
      const [line] = await bank.ofPayment(id)
      expect(line).toMatchObject({ exception: 'missing', state: 'exception' })
      return (await by.settle(line!)).body
    }
    expect(await close(large)).toMatchObject({ waitsForSecond: true })
    // As the second operator, who has still closed nothing alone.
    expect((await decidePending(server, omar)).status).toBe(200)
    expect(await close(most, atBank(server, omar.token))).not.toHaveProperty('waitsForSecond')
    expect(await close(beyond, atBank(server, omar.token))).toMatchObject({ waitsForSecond: true })
  })
})

test('a line with the QR of a client is no bank charge or interest', async () => {
  const client = await moneyClient(server)
  const amount = 321
  const { body } = await call('POST', '/user/wallet/intent', { token: client.token, body: { amount } })
  const line = await bring({ text: `UPI ${body.reference}`, credit: amount })
  expect((await book(line._id, 'interest')).body).toEqual(lineBookingErrors.namesPayment)
})

test('the reason of a booking that a client reads may not ask for a payment', async () => {
  const client = await moneyClient(server)
  const utr = newUtr()
  const { _id } = await asked(client, utr)
  await credit(_id, utr)
  const line = await bring({ text: 'RECALL', debit: rupees }, utr)
  const reason = 'Pay it to broker.desk@okhdfc'
  expect((await bank.send(`/lines/${line._id}/book`, { kind: 'client', reason })).body).toEqual(
    clientTextErrors.upi('The reason'),
  )
})
