import { balanceDiffers, type BankDay, bankDayErrors, type ListedBankDay } from '@sauda/contract/money/bank-day'
import { approvalErrors } from '@sauda/contract/core/approval'
import { lineBookingErrors } from '@sauda/contract/money/line-booking'
import { describe, expect, test } from 'vitest'
import { moneyClient } from '../../../test/money.ts'
import { establishedOperator, type NewOperator } from '../../../test/operator.ts'
import { atBank, newUtr, relyOnStatements, type Written, receivingAccount } from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'
import { walletSteps } from '../../../test/wallet.ts'
import { decidePending } from '../../../test/approvals.ts'
import { balancedBooks } from '../../../test/books.ts'
import { addDays, dateText, dayInIndia } from '../../platform/india.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { db, call } = server
const kiran = await establishedOperator(server, 'cashier', 'Kiran')
const omar = await establishedOperator(server, 'cashier', 'Omar')
const auditor = await establishedOperator(server, 'auditor', 'Anil')
const bank = atBank(server, kiran.token)

const today = dayInIndia(new Date())
const day = (ago: number): string => addDays(today, -ago)
let accounts = 0
async function newAccount(): Promise<string> {
  accounts += 1
  const row = await db.row<{ id: string }>(
    `insert into broker_bank (name, account_number, ifsc, upi_id, upi_name, receives)
     values ($1, $2, 'HDFC0001234', 'a@okbank', 'A', false) returning id`,
    [`Account ${accounts}`, String(777_000_000_000 + accounts)],
  )
  return row?.id ?? ''
}
async function bring(account: string, opening: number | undefined, ...lines: Written[]): Promise<void> {
  await bank.bringTo(account, lines, opening)
  await relyOnStatements(server)
}
const read = async (account: string, on: string, by = kiran): Promise<BankDay> =>
  (await call('GET', `/desk/bank-days/${account}?day=${on}`, { token: by.token })).body
const request = (account: string, shown: Pick<BankDay, 'day' | 'version'>, by = kiran) =>
  call('POST', `/desk/bank-days/${account}/close`, {
    token: by.token,
    body: { day: shown.day, version: shown.version },
  })
const decide = (proposalId: string | undefined, by: NewOperator, verb = 'approve') =>
  call('POST', `/desk/proposals/${proposalId}/${verb}`, { token: by.token })
async function close(account: string, on: string): Promise<void> {
  const { body } = await request(account, await read(account, on))
  expect((await decide(body.proposalId, omar)).status).toBe(200)
}
const book = (lineId: string, kind: string) =>
  bank.send(`/lines/${lineId}/book`, { kind, reason: 'As the bank advised' })
/** Approves what waits for the line. */
const second = (lineId: string, by: NewOperator) => decidePending(server, by, { subject: lineId })
const { ask, deposit, withdraw, approve } = walletSteps(server, kiran)
const balanceOf = async (ledgerAccount: string): Promise<number> => {
  const books = await balancedBooks(server, kiran)
  return books.accounts.find(({ account }: { account: string }) => account === ledgerAccount).balance
}

/** A deposit and a withdrawal approved from their bank lines, a bank charge and interest. */
async function movement(account: string, ago: number, opening: number) {
  const client = await moneyClient(server, { rupees: 10_000 })
  const [utr, paid, fee, interest] = [newUtr(), newUtr(), newUtr(), newUtr()]
  await deposit(client, 700, utr)
  const withdrawal = await withdraw(client, 250)
  await bring(
    account,
    opening,
    { ago, reference: utr, credit: 700 },
    { ago, reference: paid, debit: 250 },
    { ago, reference: fee, text: 'CHARGES', debit: 17.7 },
    { ago, reference: interest, text: 'INTEREST', credit: 4.5 },
  )
  expect((await bank.approve(await bank.find(utr))).status).toBe(200)
  expect((await approve(withdrawal, paid, omar)).status).toBe(200)
  expect((await book((await bank.find(fee))._id, 'charge')).status).toBe(200)
  expect((await book((await bank.find(interest))._id, 'interest')).status).toBe(200)
  return opening + 700 - 250 - 17.7 + 4.5
}

/** Rupees that the entries moved in the account up to a day, by their events. */
async function entries(account: string, on: string, ...events: string[]): Promise<number> {
  const row = await db.row<{ sum: number }>(
    `select coalesce(sum(case when e.debit = 'bank' then e.amount else -e.amount end), 0)::float / 100 as sum
       from journal j join entry e on e.journal_id = j.id and e.client_id = j.client_id
      where j.bank_id = $1 and j.value_date <= $2 and 'bank' in (e.debit, e.credit)
        and (cardinality($3::text[]) = 0 or j.event = any ($3))`,
    [account, on, events],
  )
  return row?.sum ?? 0
}

describe('a day of a bank account', () => {
  test('has the figures of its entries, and is closed by two operators', async () => {
    const account = await newAccount()
    const ends = await movement(account, 3, 1000)
    const unknown = newUtr()
    await bring(account, ends, { ago: 2, reference: unknown, text: 'NEFT FROM NOBODY', credit: 90 })
    const shown = await read(account, day(2))
    expect(shown).toMatchObject({
      state: 'open',
      from: day(3),
      opening: 0,
      receipts: await entries(account, day(2), 'deposit.approved'),
      payouts: -(await entries(account, day(2), 'withdrawal.paid')),
      exceptions: await entries(account, day(2), 'bank.charge', 'bank.interest'),
      closing: await entries(account, day(2)),
      bankClosing: ends + 90,
      items: [
        { kind: 'before', amount: 1000 },
        {
          kind: 'bankReceipt',
          amount: 90,
          day: day(2),
          text: 'NEFT FROM NOBODY',
          lineId: (await bank.find(unknown))._id,
        },
      ],
    })
    expect(shown).toMatchObject({ receipts: 700, payouts: 250, exceptions: -13.2, closing: 436.8 })

    expect((await call('POST', `/desk/bank-days/${account}/close`, { token: auditor.token, body: shown })).status).toBe(
      403,
    )
    const { status, body } = await request(account, shown)
    expect([status, body.waitsForSecond, body.state, body.requestedBy]).toEqual([200, true, 'requested', 'Kiran'])
    expect((await request(account, shown, omar)).body).toEqual(bankDayErrors.requested)
    expect((await decide(body.proposalId, kiran)).body).toEqual(approvalErrors.ownRequest)
    expect((await decide(body.proposalId, auditor)).status).toBe(403)
    expect((await decide(body.proposalId, omar)).status).toBe(200)

    const { version: _, ...figures } = shown
    expect(await read(account, day(2))).toMatchObject({
      ...figures,
      state: 'closed',
      requestedBy: 'Kiran',
      closedBy: 'Omar',
    })
    expect(await read(account, day(3))).toMatchObject({ state: 'closed', closedWith: day(2) })
    expect((await request(account, shown)).body).toEqual(bankDayErrors.closed)
    const audited = await db.row("select after from audit where action = 'bank-day.close' and subject_id = $1", [
      account,
    ])
    expect(audited).toMatchObject({
      after: { from: day(3), day: day(2), exceptions: '-13.20', closing: '436.80', open: 2 },
    })
  })

  test('that is closed takes no entry, and the next one continues from it', async () => {
    const account = await newAccount()
    const utr = newUtr()
    const ends = await movement(account, 4, 0)
    await bring(account, ends, { ago: 4, reference: utr, credit: 60 })
    await close(account, day(4))
    expect((await book((await bank.find(utr))._id, 'interest')).status).toBe(200)
    const booked = await db.row(
      "select to_char(value_date, 'YYYY-MM-DD') as day from journal where event = 'bank.interest' and bank_id = $1 order by at desc",
      [account],
    )
    expect(booked).toEqual({ day: today })
    await bring(account, ends + 60, { ago: 1, reference: newUtr(), text: 'FEE', debit: 10 })
    expect(await read(account, day(1))).toMatchObject({
      from: day(3),
      opening: 436.8,
      receipts: 0,
      closing: 436.8,
      bankClosing: ends + 50,
      items: [
        { kind: 'bankReceipt', amount: 60, day: day(4) },
        { kind: 'bankPayment', amount: -10, day: day(1) },
      ],
    })
    await close(account, day(1))
    await bring(account, ends + 50, { text: 'FEE', reference: newUtr(), debit: 5 })
    // Today's booking settles the receipt of the closed day.
    expect(await read(account, today)).toMatchObject({
      from: today,
      opening: 436.8,
      exceptions: 60,
      closing: await entries(account, today),
      bankClosing: ends + 45,
      items: [
        { kind: 'bankPayment', amount: -10 },
        { kind: 'bankPayment', amount: -5 },
      ],
    })
  })

  test('whose figures change after the request is not closed, and can be requested again', async () => {
    const account = await newAccount()
    const ends = await movement(account, 2, 0)
    const utr = newUtr()
    await bring(account, ends, { ago: 1, reference: utr, credit: 40 })
    const shown = await read(account, day(1))
    const { body } = await request(account, shown)
    const other = await read(account, day(2))
    expect(other.points).toContainEqual({ text: bankDayErrors.requested.message, blocks: true })
    expect((await request(account, other)).body).toEqual(bankDayErrors.requested)
    expect((await book((await bank.find(utr))._id, 'interest')).status).toBe(200)
    const review = (await call('GET', `/desk/proposals/${body.proposalId}`, { token: omar.token })).body
    expect(review.obstacle).toBe(bankDayErrors.changedSince.message)
    expect(await decide(body.proposalId, omar)).toMatchObject({ status: 409, body: bankDayErrors.changedSince })
    expect((await read(account, day(1))).state).toBe('requested')
    expect((await decide(body.proposalId, omar, 'reject')).status).toBe(200)
    expect(await request(account, shown)).toMatchObject({ status: 409, body: bankDayErrors.changed })
    await close(account, day(1))
    expect(await read(account, day(1))).toMatchObject({
      state: 'closed',
      closing: 476.8,
      bankClosing: ends + 40,
      items: [],
    })
  })

  test('explains each difference after a reversal, an older statement or a late line', async () => {
    const account = await newAccount()
    const ends = await movement(account, 5, 300)
    await close(account, day(5))
    const explained = async (on: string) => {
      const { items, points, closing, bankClosing = 0 } = await read(account, on)
      expect(points.filter(({ blocks }) => blocks)).toEqual([])
      const sum = items.reduce((paise, { amount }) => paise + Math.round(100 * amount), Math.round(100 * closing))
      expect(sum).toBe(Math.round(100 * bankClosing))
      return items.map(({ kind, amount }) => [kind, amount])
    }
    await bring(account, ends, { ago: 4, text: 'LATER', reference: newUtr(), credit: 1 })
    expect(await explained(day(4))).toEqual([
      ['before', 300],
      ['bankReceipt', 1],
    ])
    // The reversal counts for today, so only then is the charge of the closed day open again.
    const charge = await db.row<{ id: string }>(
      "select id from bank_line where broker_bank_id = $1 and text = 'CHARGES'",
      [account],
    )
    expect((await bank.send(`/lines/${charge?.id}/reverse`, { reason: 'Not a charge' })).status).toBe(200)
    await bring(account, ends + 1, { text: 'TODAY', reference: newUtr(), credit: 2 })
    expect(await explained(today)).toEqual([
      ['before', 300],
      ['bankReceipt', 1],
      ['bankReceipt', 2],
      ['bankPayment', -17.7],
    ])
    // Entries from before the first line: its lines are open, and less was there before them.
    await bring(account, 260, { ago: 9, text: 'OLDER', reference: newUtr(), credit: 40 })
    expect(await explained(today)).toEqual([
      ['before', 260],
      ['bankReceipt', 40],
      ['bankReceipt', 1],
      ['bankReceipt', 2],
      ['bankPayment', -17.7],
    ])
    await bring(account, ends, { ago: 5, text: 'LATE', reference: newUtr(), credit: 7 })
    const late = (await read(account, today)).points.find(({ blocks }) => blocks)?.text
    expect(late).toMatch('Bank entries are missing')
  })

  test('lists entries that only the books have, pending deposits and payouts the bank has not confirmed', async () => {
    const receiving = await receivingAccount(server)
    const client = await moneyClient(server, { rupees: 500 })
    const payment = { _id: await deposit(client, 300), kind: 'deposit' }
    await bring(receiving, 0, { credit: 20, reference: newUtr(), text: 'CASH' })
    const before = await read(receiving, today)
    expect(before.points).toContainEqual(expect.objectContaining({ blocks: false, payment }))
    const approved = await approve(payment._id, newUtr(), kiran, { bankAccountId: receiving })
    expect(approved.status).toBe(200)
    const { items, points, closing, bankClosing } = await read(receiving, today)
    expect(items).toContainEqual(
      expect.objectContaining({
        kind: 'bookReceipt',
        amount: -300,
        payment,
      }),
    )
    expect(points.map((each) => each.payment?._id)).not.toContain(payment._id)
    expect(Math.round(100 * items.reduce((sum, { amount }) => sum + amount, closing))).toBe(100 * (bankClosing ?? 0))
  })
})

test('a transfer between two bank accounts is booked from both statements, and each day agrees with its statement', async () => {
  const [from, to] = [await newAccount(), await newAccount()]
  const [sent, received] = [newUtr(), newUtr()]
  await bring(from, 900, { ago: 2, reference: sent, text: 'SWEEP', debit: 400 })
  await bring(to, 0, { ago: 1, reference: received, text: 'SWEEP', credit: 400 })
  const transfer = async (reference: string) => {
    const { _id } = await bank.find(reference)
    expect((await book(_id, 'transfer')).body).toMatchObject({ waitsForSecond: true })
    expect((await second(_id, kiran)).body).toMatchObject(approvalErrors.ownRequest)
    expect((await second(_id, omar)).status).toBe(200)
    return _id
  }
  await transfer(sent)
  const awaited = '₹400.00 transferred between bank accounts is not booked as received.'
  expect(await read(from, day(2))).toMatchObject({
    exceptions: -400,
    closing: -400,
    bankClosing: 500,
    items: [{ kind: 'before', amount: 900 }],
    points: [{ text: expect.stringContaining('No later bank entry') }, { text: awaited, blocks: false }],
  })
  const lineId = await transfer(received)
  expect(await read(to, day(1))).toMatchObject({ exceptions: 400, closing: 400, bankClosing: 400, items: [] })
  const texts = async () => (await read(to, day(1))).points.map(({ text }) => text).join()
  expect(await texts()).not.toContain('transferred')
  expect(await balanceOf('transit')).toBe(0)

  const reversal = await bank.send(`/lines/${lineId}/reverse`, { reason: 'Another payment' })
  expect(reversal.body).toMatchObject({ waitsForSecond: true })
  expect((await second(lineId, omar)).status).toBe(200)
  expect(await texts()).toContain(awaited)
})

test('a deposit found in the statement of another account moves there with two operators, and is open in neither', async () => {
  const [booked, other] = [await newAccount(), await newAccount()]
  const client = await moneyClient(server, { rupees: 100 })
  const utr = newUtr()
  await bring(booked, 50, { ago: 2, text: 'INTEREST', reference: newUtr(), credit: 1 })
  const { _id, transactionId } = await ask(client, 'add-money', { amount: 640, utr })
  const approved = await approve(_id, utr, kiran, { bankAccountId: booked })
  expect(approved.status).toBe(200)
  // Today in the books of the one account, yesterday in the statement of the other.
  await bring(booked, 51, { text: 'FEE', reference: newUtr(), debit: 1 })
  await bring(other, 10, { ago: 1, reference: utr, credit: 640 })
  await bring(other, 650, { reference: newUtr(), text: 'LATER', credit: 1 })
  const line = await bank.find(utr)
  expect(line.state).toBe('matched')
  const itemsOf = async (account: string) =>
    (await read(account, today)).items.filter(({ amount }) => Math.abs(amount) === 640).map(({ kind }) => kind)
  expect([await itemsOf(booked), await itemsOf(other)]).toEqual([['bookReceipt'], ['bankReceipt']])
  expect((await bank.line(line._id)).bookedTo).toMatch('Account')

  const before = [await balanceOf('bank'), await balanceOf('transit')]
  expect((await book(line._id, 'charge')).status).toBe(409)
  expect((await book(line._id, 'moved')).body).toMatchObject({ waitsForSecond: true })
  expect([await itemsOf(booked), await itemsOf(other)]).toEqual([['bookReceipt'], ['bankReceipt']])
  expect((await second(line._id, kiran)).body).toMatchObject(approvalErrors.ownRequest)
  expect((await second(line._id, omar)).status).toBe(200)

  expect([await itemsOf(booked), await itemsOf(other)]).toEqual([[], []])
  expect([await entries(booked, today), await entries(other, today)]).toEqual([0, 640])
  expect(await entries(other, day(1), 'bank.transfer')).toBe(640)
  expect([await balanceOf('bank'), await balanceOf('transit')]).toEqual(before)
  expect(await db.row('select broker_bank_id as id from wallet_request where id = $1', [_id])).toEqual({
    id: other,
  })
  const moved = await bank.line(line._id)
  expect(moved.bookedTo).toBeUndefined()
  expect(moved).toMatchObject({
    state: 'matched',
    payment: { _id },
    bookings: [{ kind: 'moved', requestedBy: 'Kiran', bookedBy: 'Omar' }],
  })
  const audited =
    "select actor_name as who, after from audit where action = 'reconciliation.book' and after ->> 'lineId' = $1"
  expect(await db.rows(audited, [line._id])).toMatchObject([
    { who: 'Omar', after: { kind: 'moved', amount: '640.00', requests: [transactionId] } },
  ])
  expect((await book(line._id, 'moved')).body).toMatchObject(lineBookingErrors.notElsewhere)

  // A closed day of the first account is not changed by the way back.
  const reversal = await bank.send(`/lines/${line._id}/reverse`, { reason: 'Wrong statement' })
  expect(reversal.body).toMatchObject({ waitsForSecond: true })
  expect((await second(line._id, omar)).status).toBe(200)
  expect([await itemsOf(booked), await itemsOf(other)]).toEqual([['bookReceipt'], ['bankReceipt']])
  expect([await entries(booked, today), await balanceOf('transit')]).toEqual([640, before[1]])
  await book(line._id, 'moved')
  expect((await second(line._id, omar)).status).toBe(200)
  expect([await itemsOf(booked), await itemsOf(other)]).toEqual([[], []])
})

describe('a day is not closed', () => {
  const blocking = async (account: string, on: string) =>
    (await read(account, on)).points.find(({ blocks }) => blocks)?.text

  test('without a statement up to it', async () => {
    const account = await newAccount()
    expect(await blocking(account, day(1))).toBe('No statement of this account was imported yet.')
    await bring(account, 0, { ago: 3, credit: 5, reference: newUtr() })
    expect(await blocking(account, day(1))).toMatch(`The imported statements end on ${dateText(day(3))}.`)
    expect(await blocking(account, day(4))).toMatch('The imported statements begin on')
    const refused = await request(account, await read(account, day(1)))
    expect(refused).toMatchObject({ status: 409, body: { message: expect.stringMatching('cannot be closed yet') } })
    expect((await call('GET', `/desk/bank-days/${account}?day=${day(-1)}`, { token: kiran.token })).body).toEqual(
      bankDayErrors.future,
    )
    expect((await call('GET', `/desk/bank-days/${kiran.id}?day=${day(1)}`, { token: kiran.token })).status).toBe(404)
  })

  test('if its running balance does not lead to the end of the day, or on to the next one', async () => {
    const account = await newAccount()
    await bring(account, 100, { ago: 5, credit: 5, reference: newUtr() })
    await bring(account, 205, { ago: 4, credit: 1, reference: newUtr() })
    expect(await blocking(account, day(4))).toMatch('begin with ₹205.00')
    expect(await blocking(account, day(5))).toBe(
      `Bank entries are missing: this day ends with ₹105.00, but no entry of ${dateText(day(4))} continues from that balance.`,
    )
    // Imported later and in another order, the missing lines complete it.
    await bring(account, 155, { ago: 4, credit: 50, reference: newUtr() })
    await bring(account, 105, { ago: 4, credit: 50, reference: newUtr() })
    expect(await blocking(account, day(4))).toBeUndefined()
    expect((await read(account, day(4))).bankClosing).toBe(206)
    await bring(account, undefined, { ago: 3, credit: 1, reference: newUtr() })
    expect(await blocking(account, day(3))).toMatch('One bank entry has no running balance')
  })
})

test('without running balances an operator enters what the statement prints, if its entries lead to it', async () => {
  const account = await newAccount()
  const enter = (ago: number, body: { opening?: number; closing: number }, by = kiran) =>
    call('POST', `/desk/bank-days/${account}/balance`, { token: by.token, body: { day: day(ago), ...body } })
  const [fee, late] = [newUtr(), newUtr()]
  await bring(account, undefined, { ago: 5, reference: newUtr(), credit: 300 }, { ago: 4, reference: fee, debit: 20 })
  expect((await book((await bank.find(fee))._id, 'charge')).status).toBe(200)
  expect(await read(account, day(4))).toMatchObject({ balanceEntry: 'both', points: [{ blocks: true }] })
  expect((await enter(4, { opening: 1000, closing: 1280 }, auditor)).status).toBe(403)
  expect((await enter(4, { closing: 1280 })).body).toEqual(bankDayErrors.openingNeeded)
  expect((await enter(4, { opening: 1000, closing: 1300 })).body).toEqual(balanceDiffers(100_000n, 128_000n))
  expect((await enter(4, { opening: 1000, closing: 1280 })).status).toBe(200)
  const shown = await read(account, day(4))
  expect(shown).toMatchObject({
    closing: -20,
    bankClosing: 1280,
    entered: { by: 'Kiran' },
    items: [
      { kind: 'before', amount: 1000 },
      { kind: 'bankReceipt', amount: 300 },
    ],
  })
  expect(shown.points.filter(({ blocks }) => blocks)).toEqual([])
  const audited = await db.row("select after from audit where action = 'bank-day.balance' and subject_id = $1", [
    account,
  ])
  expect(audited).toMatchObject({ after: { from: day(5), day: day(4), opening: '1000.00', closing: '1280.00' } })

  // A line imported later contradicts it.
  await bring(account, undefined, { ago: 4, reference: late, credit: 5 })
  const [point] = (await read(account, day(4))).points
  expect(point).toMatchObject({ blocks: true, text: expect.stringContaining('the entries now lead to ₹1,285.00') })
  expect((await enter(4, { opening: 1000, closing: 1285 })).status).toBe(200)
  await close(account, day(4))
  expect(await read(account, day(4))).toMatchObject({ state: 'closed', bankClosing: 1285, entered: { by: 'Kiran' } })
  expect((await enter(4, { closing: 1285 })).body).toEqual(bankDayErrors.closed)

  // From the sign-off on its closing balance is the opening balance; a statement with balances continues from it.
  await bring(account, undefined, { ago: 3, reference: newUtr(), credit: 15 })
  expect(await read(account, day(3))).toMatchObject({ balanceEntry: 'closing' })
  expect((await enter(3, { opening: 7, closing: 1285 })).body).toEqual(balanceDiffers(128_500n, 130_000n))
  expect((await enter(3, { closing: 1300 })).status).toBe(200)
  await close(account, day(3))
  await bring(account, 1300, { ago: 1, reference: newUtr(), credit: 1 })
  const next = await read(account, day(1))
  expect(next).toMatchObject({
    bankClosing: 1301,
    items: expect.arrayContaining([{ kind: 'before', amount: 1000 }].map((each) => expect.objectContaining(each))),
  })
  expect(next.points.filter(({ blocks }) => blocks)).toEqual([])
  expect((await enter(1, { closing: 1301 })).body).toEqual(bankDayErrors.balanceKnown)
  // On a day without entries the bank has what it had.
  expect(await read(account, day(2))).toMatchObject({ bankClosing: 1300 })
})

test('the days of a month are listed with their state, and the day is a PDF', async () => {
  const account = await newAccount()
  const ends = await movement(account, 2, 0)
  await close(account, day(2))
  const list = async (month: string): Promise<ListedBankDay[]> =>
    (await call('GET', `/desk/bank-days?bankAccountId=${account}&month=${month}`, { token: auditor.token })).body.days
  const days = [...new Set([today, day(2)].map((each) => each.slice(0, 7)))]
  const all = (await Promise.all(days.map(list))).flat()
  expect(all[0]).toMatchObject({ day: today, state: 'open', lines: 0 })
  expect(all[0]).not.toHaveProperty('unbooked')
  await bring(account, ends, { ago: 0, reference: newUtr(), credit: 60 }, { ago: 0, text: 'CHARGES', debit: 17.7 })
  expect((await list(today.slice(0, 7)))[0]?.unbooked).toEqual({ lines: 2, received: 60, paid: 17.7 })
  const closed = { state: 'closed', lines: 4, receipts: 700, payouts: 250, exceptions: -13.2, bankClosing: ends }
  expect(all.find((each) => each.day === day(2))).toMatchObject(closed)
  expect((await call('GET', '/desk/bank-days?month=2026-13', { token: auditor.token })).status).toBe(400)
  expect(await list('2199-01')).toEqual([])
  const file = await call('GET', `/desk/bank-days/${account}/file?day=${day(2)}`, { token: auditor.token })
  expect(file.headers.get('content-disposition')).toContain(`bank-reconciliation-${day(2)}.pdf`)
  expect(file.body.subarray(0, 5).toString()).toBe('%PDF-')
})
