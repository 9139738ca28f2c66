import { lineBookingErrors, type LineBookingKind } from '@sauda/contract/money/line-booking'
import { bankReversalText } from '@sauda/contract/money/bank-reversal'
import { beforeEach, expect, test } from 'vitest'
import { moneyClient, type MoneyClient } from '../../../test/money.ts'
import { establishedOperator } from '../../../test/operator.ts'
import { atBank, newUtr, type Written } from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'
import { walletSteps } from '../../../test/wallet.ts'
import { decidePending, pendingProposal } from '../../../test/approvals.ts'
import { balancedBooks } from '../../../test/books.ts'
import { commonErrors } from '@sauda/contract/platform/error'
import { post } from '../../core/ledger/ledger.ts'
import { newId } from '../../platform/id.ts'
import { dateText } from '../../platform/india.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { db, call } = server
const kiran = await establishedOperator(server, 'cashier', 'Kiran')
const omar = await establishedOperator(server, 'cashier', 'Omar')
const bank = atBank(server, kiran.token)

let amount = 1000
beforeEach(() => (amount += 13))

const bring = async (written: Written, reference = newUtr()) => {
  await bank.bring({ ...written, reference })
  return bank.find(reference)
}
type Booking = { kind: LineBookingKind; paymentId?: string; returnId?: string; parts?: object[] }
const book = (lineId: string, booking: Booking, reason = 'As the bank’s advice says') =>
  bank.send(`/lines/${lineId}/book`, { ...booking, reason })
const reverse = (lineId: string) => bank.send(`/lines/${lineId}/reverse`, { reason: 'Booked by mistake' })
const second = (lineId: string, by = omar) => decidePending(server, by, { subject: lineId })
const { deposit: report, withdraw, approve, balanceOf } = walletSteps(server, kiran)
const deposit = (client: MoneyClient, rupees = amount, utr = newUtr()) => report(client, rupees, utr)
/** The books agree; the balance of each account of the broker. */
const books = async () => {
  const body = await balancedBooks(server, kiran)
  return Object.fromEntries(
    body.accounts.map((each: { account: string; balance: number }) => [each.account, each.balance]),
  ) as Record<string, number>
}
const audited = async (lineId: string) =>
  (
    await db.rows<{ action: string }>("select action from audit where after ->> 'lineId' = $1 order by id", [lineId])
  ).map(({ action }) => action)

test('a bank charge and interest are booked by one operator, in the bank account and on the day of the line', async () => {
  const before = await books()
  const charge = await bring({ ago: 2, text: 'SMS CHARGES', debit: amount })
  const interest = await bring({ text: 'INTEREST', credit: amount + 5 })
  expect(await book(charge._id, { kind: 'interest' })).toMatchObject({
    status: 409,
    body: lineBookingErrors.notBookable,
  })
  expect(await book(charge._id, { kind: 'charge' })).toMatchObject({ status: 200, body: {} })
  expect((await book(interest._id, { kind: 'interest' })).status).toBe(200)
  const after = await books()
  expect(after['bank_charges']! - (before['bank_charges'] ?? 0)).toBe(-amount)
  expect(after['bank_interest']! - (before['bank_interest'] ?? 0)).toBe(amount + 5)
  const line = await bank.line(charge._id)
  expect(line).toMatchObject({ state: 'matched', approvedBy: 'Kiran', reason: 'Booked by an operator.' })
  expect(line.bookings).toMatchObject([{ kind: 'charge', bookedBy: 'Kiran', reason: 'As the bank’s advice says' }])
  const [journal] = await db.rows<{ day: string; client_id: string | null }>(
    "select to_char(value_date, 'YYYY-MM-DD') as day, client_id from journal where cause_id = $1",
    [line.bookings?.[0]?._id],
  )
  expect(journal).toEqual({ day: line.bookedOn, client_id: '00000000-0000-0000-0000-000000000000' })
  expect(await audited(charge._id)).toEqual(['reconciliation.book'])
  expect((await book(charge._id, { kind: 'charge' })).status).toBe(409)
})

test('a booking is reversed by contra entries only, and the entry is an exception again', async () => {
  const line = await bring({ text: 'CHARGES', debit: amount })
  const before = await books()
  await book(line._id, { kind: 'charge' })
  expect((await reverse(line._id)).status).toBe(200)
  expect(await books()).toEqual(before)
  expect(await bank.line(line._id)).toMatchObject({
    state: 'exception',
    bookings: [{ kind: 'charge', reversed: { by: 'Kiran', reason: 'Booked by mistake' } }],
  })
  expect(await reverse(line._id)).toMatchObject({ status: 409, body: lineBookingErrors.notBooked })
  expect((await book(line._id, { kind: 'charge' })).status).toBe(200)
  expect(await audited(line._id)).toEqual(['reconciliation.book', 'reconciliation.reverse', 'reconciliation.book'])
  await expect(db.run('update bank_link set amount = 1 where line_id = $1', [line._id])).rejects.toThrow(
    'A link of a bank line is never changed, only removed once',
  )
  await books()
})

test('an unidentified receipt is returned to its payer by two operators, and its payment completes the return', async () => {
  const line = await bring({ text: 'NEFT UNKNOWN', credit: amount })
  expect((await book(line._id, { kind: 'return' })).body).toMatchObject({ waitsForSecond: true })
  const requested = { proposalId: await pendingProposal(server, line._id), by: 'Kiran' }
  expect(await bank.line(line._id)).toMatchObject({ state: 'exception', account: expect.any(String), requested })
  expect(await book(line._id, { kind: 'interest' })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('waits for a second operator') },
  })
  expect((await second(line._id, kiran)).status).toBe(409)
  expect((await second(line._id)).status).toBe(200)
  expect((await bank.line(line._id)).requested).toBeUndefined()
  expect((await books())['unidentified']).toBe(amount)

  const other = await bring({ text: 'NEFT DR', debit: amount + 1 })
  const returnId = (await bank.line(line._id)).bookings?.[0]?._id as string
  expect(await book(other._id, { kind: 'returned' })).toMatchObject({
    status: 422,
    body: lineBookingErrors.chooseReturn,
  })
  expect(await book(other._id, { kind: 'returned', returnId })).toMatchObject({
    status: 409,
    body: lineBookingErrors.notReturn,
  })
  const paid = await bring({ text: 'NEFT DR RETURN', debit: amount })
  const { body } = await call('GET', `/desk/reconciliation/lines/${paid._id}/candidates`, { token: kiran.token })
  expect(body.returns).toEqual([{ _id: returnId, name: 'NEFT UNKNOWN', amount }])
  expect((await book(paid._id, { kind: 'returned', returnId })).status).toBe(200)
  expect((await books())['unidentified']).toBe(0)
  expect(await reverse(line._id)).toMatchObject({ status: 409, body: lineBookingErrors.isReturned })
})

test('a second payment of a deposit goes to the client, and back, each with two operators', async () => {
  const client = await moneyClient(server)
  const utr = newUtr()
  const id = await deposit(client, amount, utr)
  expect((await bank.approve(await bring({ credit: amount }, utr))).status).toBe(200)
  await bank.bring({ text: `UPI AGAIN ${utr}`, reference: utr, credit: amount })
  const line = (await bank.show('exception')).find(({ text }) => text === `UPI AGAIN ${utr}`)!
  expect(line).toMatchObject({ exception: 'duplicate', payment: { _id: id } })
  expect((await book(line._id, { kind: 'client' })).body.waitsForSecond).toBe(true)
  expect(await balanceOf(client)).toBe(amount)
  expect((await second(line._id)).status).toBe(200)
  expect(await balanceOf(client)).toBe(2 * amount)
  expect((await server.mailTo(client.email))?.text).toContain('Reason: As the bank’s advice says')
  await books()

  expect((await reverse(line._id)).body.waitsForSecond).toBe(true)
  expect((await second(line._id)).status).toBe(200)
  expect(await balanceOf(client)).toBe(amount)
  await books()
})

test('a payout that the bank returned goes back to the client; a recalled deposit needs the balance', async () => {
  const client = await moneyClient(server, { rupees: 500 })
  const [id, reference] = [await withdraw(client, 200), newUtr()]
  expect((await approve(id, reference)).status).toBe(200)
  const line = await bring({ text: 'RETURN', credit: 200 }, reference)
  expect(line.exception).toBe('reversed')
  await book(line._id, { kind: 'client' })
  expect((await second(line._id)).status).toBe(200)
  expect(await balanceOf(client)).toBe(500)
  const day = line.bookedOn
  const reversed = { on: day, bookedAt: expect.any(String), amount: 200, reason: 'As the bank’s advice says' }
  const views = async () => {
    const own = (path: string) => call('GET', `/user/wallet/${path}`, { token: client.token })
    const timeline = (await own(`transaction/${id}`)).body
    const [row] = (await own(`transactions/${client.id}`)).body.transactions
    const desk = (await call('GET', `/desk/wallet/transactions/${id}`, { token: kiran.token })).body
    return { timeline, row, desk }
  }
  const shown = await views()
  for (const view of [shown.timeline, shown.row, shown.desk])
    expect(view).toMatchObject({ status: 'approved', reversed })
  expect(shown.timeline.steps.at(-1)).toEqual({
    what: bankReversalText('withdrawal', dateText(day), { amount: 200 }),
    at: expect.any(String),
    who: 'bank',
    detail: 'As the bank’s advice says',
    failed: true,
  })
  await reverse(line._id)
  expect((await second(line._id)).status).toBe(200)
  expect(await balanceOf(client)).toBe(300)
  for (const view of Object.values(await views())) expect(view).not.toHaveProperty('reversed')

  await db.transaction(async (tx) => {
    const causeId = newId()
    await tx.run(
      `insert into contract (id, client_id, day, bought, sold, brokerage, exchange_charges, sebi_fee, stt, stamp_duty, gst)
       values ($1, $2, current_date, 0, 0, 35000, 0, 0, 0, 0, 0)`,
      [causeId, client.id],
    )
    await post(
      tx,
      {
        event: 'contract.booked',
        clientId: client.id,
        causeId,
        postings: [
          { from: 'cash', to: 'brokerage', paise: 30_000n },
          { from: 'client_dues', to: 'brokerage', paise: 5000n },
        ],
      },
      commonErrors.fault,
    )
  })
  await book(line._id, { kind: 'client' })
  expect((await second(line._id)).status).toBe(200)
  const parts = '₹50.00 paid your dues for executed trades, ₹150.00 is in your balance.'
  expect((await server.mailTo(client.email))?.text).toMatch(parts)
  const again = await views()
  expect(again.row.reversed).toMatchObject({ amount: 200, paidDues: 50 })
  expect(again.timeline.steps.at(-1).what).toBe(`The bank returned ₹200.00 on ${dateText(day)}; ${parts}`)
  await reverse(line._id)
  expect((await second(line._id)).status).toBe(200)
  expect((await server.mailTo(client.email))?.text).toMatch('You owe ₹50.00 of it for executed trades again.')

  const utr = newUtr()
  const poor = await moneyClient(server)
  expect((await approve(await deposit(poor, amount, utr), utr)).status).toBe(200)
  await withdraw(poor, 900)
  const recalled = await bring({ text: 'RECALLED', debit: amount }, utr)
  expect(recalled.exception).toBe('reversed')
  const refused = await book(recalled._id, { kind: 'client' })
  expect([refused.status, refused.body.message]).toEqual([
    409,
    `Insufficient balance: the client has ₹${amount - 900}.00`,
  ])
  await books()
})

test('a late line is matched with its approved request; a difference is credited by two operators', async () => {
  const client = await moneyClient(server)
  const [same, less] = [await deposit(client), await deposit(client, amount + 100)]
  await approve(same)
  await approve(less)
  const first = await bring({ text: 'CASH DEPOSIT', credit: amount })
  const { body } = await call('GET', `/desk/reconciliation/lines/${first._id}/candidates`, { token: kiran.token })
  expect(body.approved[0]).toMatchObject({ _id: same, amount })
  expect((await book(first._id, { kind: 'late', paymentId: same })).body).toEqual({})
  expect(await bank.line(first._id)).toMatchObject({ state: 'matched', payment: { _id: same } })

  const other = await bring({ text: 'CASH DEPOSIT', credit: amount + 150 })
  expect(await book(other._id, { kind: 'late', paymentId: same })).toMatchObject({
    status: 409,
    body: lineBookingErrors.notLate,
  })
  expect((await book(other._id, { kind: 'late', paymentId: less })).body.waitsForSecond).toBe(true)
  expect((await second(other._id)).status).toBe(200)
  expect(await balanceOf(client)).toBe(2 * amount + 150)
  await books()
  expect((await reverse(other._id)).body.waitsForSecond).toBe(true)
  await second(other._id)
  expect(await balanceOf(client)).toBe(2 * amount + 100)
  expect((await bank.line(other._id)).state).toBe('exception')
  await books()
})

test('one line pays several deposits, each at its part; the parts add up and every request is chosen once', async () => {
  const [one, other] = [await moneyClient(server), await moneyClient(server)]
  const [first, next] = [await deposit(one, 400), await deposit(other, 500)]
  const line = await bring({ text: 'NEFT FAMILY', credit: 1000 })
  const part = (paymentId: string, rupees: number) => ({ paymentId, amount: rupees })
  const refusals: [object[], object][] = [
    [[], lineBookingErrors.choosePayment],
    [[part(first, 400), part(next, 500)], lineBookingErrors.partsDiffer],
    [[part(first, 400), part(first, 600)], lineBookingErrors.partTwice],
  ]
  for (const [parts, error] of refusals)
    expect((await book(line._id, { kind: 'split', parts })).body).toMatchObject(error)
  expect(
    (await book(line._id, { kind: 'split', parts: [part(first, 400), part(next, 600)] })).body.waitsForSecond,
  ).toBe(true)
  expect([await balanceOf(one), await balanceOf(other)]).toEqual([0, 0])
  expect((await second(line._id)).status).toBe(200)
  expect([await balanceOf(one), await balanceOf(other)]).toEqual([400, 600])
  const { body } = await call('GET', `/user/wallet/transaction/${next}`, { token: other.token })
  expect(body).toMatchObject({ amount: 500, creditedAmount: 600, bankReference: line.reference })
  expect(await bank.line(line._id)).toMatchObject({
    state: 'matched',
    bookings: [
      { kind: 'payment', amount: 600 },
      { kind: 'payment', amount: 400 },
    ],
  })
  expect(await reverse(line._id)).toMatchObject({ status: 409, body: lineBookingErrors.splitStays })
  await books()
})
