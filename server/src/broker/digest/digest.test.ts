import type { Figures } from '@sauda/contract/broker/digest'
import { roles } from '@sauda/contract/broker/operator'
import { queueNames } from '@sauda/contract/core/queue'
import { expect, test } from 'vitest'
import { bookChecks } from '../../operation/books/checks.sql.ts'
import { digestSources } from '../../app/app-broker.ts'
import { createBooks } from '../../core/ledger/books.ts'
import { addDays, dateText, dayInIndia } from '../../platform/india.ts'
import { moneyClient } from '../../../test/money.ts'
import { newOperator, type NewOperator } from '../../../test/operator.ts'
import { atPayouts, payingBank } from '../../../test/payout.ts'
import { atBank, newUtr } from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'
import { dueDay, sendDue } from './digest.ts'
import { filesOf } from './digest.files.ts'
import { type DigestSources, sectionsOf } from './digest.sections.ts'

const server = await testServer({ RATE_LIMITS: 'off', DIGEST_AT: '07:30' }, { without: ['daily digest'] })
const { call, db, app } = server
const sources = digestSources(app.context, {
  books: createBooks(app.context.db, app.context.log, bookChecks),
  isSealed: () => true,
})
/** Sources that have nothing to do. */
const quiet: Partial<DigestSources> = {
  cases: async () => ({ items: [], counts: {} }),
  unsignedDays: async () => [],
  unansweredPayouts: async () => ({ batches: 0, payments: 0, amount: 0n, since: null }),
  exceptions: async () => 0,
  complaints: async () => ({ open: 0, overdue: 0, due: 0 }),
  dataRequests: async () => ({ open: 0, oldest: null }),
  daysToBook: async () => [],
  contractNotes: async () => [],
}
const desk = `${app.context.config.deskUrl}/desk`
const today = dayInIndia(new Date())
/** The day this many days from today, at the time of sending. */
const morning = (days: number, time = '07:30') => new Date(`${addDays(today, days)}T${time}:00+05:30`)
const send = (days: number, own: Partial<DigestSources> = {}) =>
  sendDue(app.context, { ...sources, ...own }, morning(days))

const save = ({ token }: NewOperator, on: boolean) => call('PUT', '/desk/digest', { token, body: { on } })
const wanting = async (role: Parameters<typeof newOperator>[1]) => {
  const operator = await newOperator(server, role)
  await save(operator, true)
  return operator
}
const digestsTo = async ({ email }: NewOperator) =>
  (
    await db.rows<{ subject: string }>(
      "select subject from mail where recipient = $1 and subject like 'Daily digest%' order by id",
      [email],
    )
  ).map(({ subject }) => subject)
const textTo = async ({ email }: NewOperator) => (await server.mailTo(email))?.text ?? ''

test('is off until the operator switches it on, which is audited once', async () => {
  const kiran = await newOperator(server, 'cashier')
  const read = async () => (await call('GET', '/desk/digest', { token: kiran.token })).body
  expect(await read()).toEqual({ on: false, at: '07:30' })
  await send(1)
  expect(await digestsTo(kiran)).toEqual([])
  expect((await Promise.all([save(kiran, true), save(kiran, true)])).map(({ body }) => body)).toEqual([
    { on: true, at: '07:30' },
    { on: true, at: '07:30' },
  ])
  expect((await save(kiran, false)).body).toEqual({ on: false, at: '07:30' })
  const rows = await db.rows<{ after: object }>(
    "select after from audit where action = 'operator.digest' and subject_id = $1 order by id",
    [kiran.id],
  )
  expect(rows.map(({ after }) => after)).toEqual([{ digest: true }, { digest: false }])
  expect((await call('PUT', '/desk/digest', { token: kiran.token, body: { on: 'yes' } })).status).toBe(400)
})

test('has the figures of the desk’s pages with their links, and no client’s data', async () => {
  const admin = await wanting('admin')
  const client = await moneyClient(server, { rupees: 9000 })
  const ask = async (verb: string, amount: number, more = {}) => {
    const body = { id: client.id, amount, ...more }
    return (await call('POST', `/user/wallet/${verb}`, { token: client.token, body })).body.transaction._id as string
  }
  const path = (id: string, verb: string) => `/desk/wallet/transactions/${id}/${verb}`
  const deposit = await ask('add-money', 2500.5, { utr: newUtr() })
  await call('POST', path(deposit, 'approve'), { token: admin.token, body: { reference: newUtr() } })
  const rejected = await ask('withdraw', 700)
  await call('POST', path(rejected, 'reject'), { token: admin.token, body: { reason: 'Please use another account' } })
  await ask('withdraw', 300)
  await send(1)
  const text = await textTo(admin)
  const read = async (page: string) => (await call('GET', page, { token: admin.token })).body
  const { total } = await read(`/desk/reports/payments?from=${today}&to=${today}`)
  expect(total.slice(2)).toEqual([2, 11_500.5, 0, 0, 1])
  expect(text).toContain(
    `Deposits and withdrawals of ${dateText(today)}: ${desk}/reports/payments?from=${today}&to=${today}\n` +
      'Deposits credited: 2, ₹11,500.50\nWithdrawals paid: 0, ₹0.00\nRequests rejected: 1',
  )
  const { counts } = await read('/desk/queue')
  expect(counts.withdrawal).toBe(1)
  expect(text).toMatch(
    new RegExp(`${queueNames.withdrawal}: 1; oldest pending for \\d+ (hours?|days) \\(target 24 hours`),
  )
  const [{ bankAccountName }] = [await read('/desk/bank-days')]
  expect(text).toContain(`Days not signed off: ${desk}/books/days\n${bankAccountName}: ${dateText(today)}`)
  expect(text).toContain('Failed: None')
  expect(text).toContain(`Complaints: ${desk}/complaints\nOpen: 0\nOverdue: 0`)
  expect(text).not.toContain('Alert')
  for (const own of [client.name, client.email, 'Please use another account']) expect(text).not.toContain(own)
})

test('has the open bank exceptions and what the bank has not answered, as their pages count them', async () => {
  const admin = await wanting('admin')
  const kiran = await newOperator(server, 'cashier', 'Kiran')
  const bankId = await payingBank(server)
  const client = await moneyClient(server, { rupees: 9000 })
  const payouts = atPayouts(server, kiran)
  const { body: batch } = await payouts.create(bankId, [await payouts.withdraw(client, 1200)])
  expect(batch.status).toBe('released')
  await atBank(server, kiran.token).bring({ text: 'NEFT WITHOUT NAME', credit: 700.5 })
  await send(1)
  const text = await textTo(admin)
  const { counts } = (await call('GET', '/desk/reconciliation/lines', { token: admin.token })).body
  expect(counts.exception).toBeGreaterThan(0)
  expect(text).toContain(`Bank exceptions: ${desk}/reconciliation?show=exception\nOpen: ${counts.exception}`)
  expect(text).toContain(
    `Released, without the bank’s answer: 1 payment in 1 batch, ₹1,200.00; oldest released on ${dateText(today)}`,
  )
})

test('has only what the operator’s rights show', async () => {
  const dealer = await wanting('dealer')
  await send(1)
  const text = await textTo(dealer)
  expect(text).toContain('Pending cases')
  expect(text).toContain('Complaints')
  for (const other of ['Withdrawals', 'Deposits', 'signed off:', 'Failed', 'exceptions', 'Released'])
    expect(text).not.toContain(other)
})

test('names payouts that failed, days that are open and complaints that are due, and alerts first', async () => {
  const admin = await wanting('admin')
  await send(1, {
    failedPayouts: async () => ({ count: 2, amount: 150_050n }),
    unansweredPayouts: async () => ({ batches: 1, payments: 12, amount: 4_500_000n, since: '2026-11-18' }),
    exceptions: async () => 7,
    unsignedDays: async () => [{ account: 'HDFC', from: '2026-11-18', days: 3 }],
    complaints: async () => ({ open: 4, overdue: 1, due: 2 }),
    dataRequests: async () => ({ open: 2, oldest: new Date('2026-09-01T06:00:00Z') }),
    daysToBook: async () => ['2026-11-26', '2026-11-27'],
    isBalanced: async () => false,
    wasBalanced: () => false,
    isSealed: () => false,
    stuckMails: async () => 3,
  })
  const text = await textTo(admin)
  expect(text).toContain('Failed: 2, ₹1,500.50 returned to the clients’ balances')
  expect(text).toContain(
    'Released, without the bank’s answer: 12 payments in 1 batch, ₹45,000.00; oldest released on 18 Nov 2026',
  )
  expect(text).toContain(`Bank exceptions: ${desk}/reconciliation?show=exception\nOpen: 7`)
  expect(text).toContain('HDFC: 3 days, from 18 Nov 2026 to 20 Nov 2026')
  expect(text).toContain('Open: 4; 2 due within 7 days\nOverdue: 1')
  const [books, seal, mails, cases] = [
    'the books do not balance',
    'the audit trail is not sealed',
    'e-mails could not be sent',
    'Pending cases',
  ].map((title) => text.indexOf(title))
  expect([books, seal, mails, cases]).toEqual([books, seal, mails, cases].toSorted((a = 0, b = 0) => a - b))
  expect(books).toBeGreaterThan(0)
})

test('is sent once over any number of rounds, and after a failed one', async () => {
  const cashier = await wanting('cashier')
  const failing = { complaints: () => Promise.reject(new Error('the database is down')) }
  await expect(send(1, failing)).rejects.toThrow('the database is down')
  expect(await digestsTo(cashier)).toEqual([])
  await Promise.all([send(1), send(1), send(1), send(1)])
  await send(1)
  expect(await digestsTo(cashier)).toEqual([`Daily digest: ${dateText(today)}`])
  await send(4)
  expect(await digestsTo(cashier)).toEqual([
    `Daily digest: ${dateText(today)}`,
    `Daily digest: ${dateText(addDays(today, 3))}`,
  ])
})

test('is not sent before its time, to a disabled operator, or after it was switched off', async () => {
  const [early, gone, off] = [await wanting('support'), await wanting('support'), await wanting('support')]
  await db.run('update operator set disabled_at = now() where id = $1', [gone.id])
  await save(off, false)
  await sendDue(app.context, sources, morning(5, '07:29'))
  const before = await digestsTo(early)
  await send(5)
  expect(await digestsTo(gone)).toEqual([])
  expect(await digestsTo(off)).toEqual([])
  expect(await digestsTo(early)).toEqual([...before, `Daily digest: ${dateText(addDays(today, 4))}`])
  expect(dueDay(new Date('2026-11-21T02:00:00Z'), '07:30')).toBe('2026-11-20')
  expect(dueDay(new Date('2026-11-21T01:59:59Z'), '07:30')).toBe('2026-11-19')
  expect(dueDay(new Date('2026-11-20T18:30:00Z'), '00:00')).toBe('2026-11-20')
})

test('the first page of the desk has the same figures of today, each with the page of its next step', async () => {
  const [cashier, dealer] = [await newOperator(server, 'cashier'), await newOperator(server, 'dealer')]
  const client = await moneyClient(server, { rupees: 9000 })
  const body = { id: client.id, amount: 300 }
  const { transaction } = (await call('POST', '/user/wallet/withdraw', { token: client.token, body })).body
  const read = async ({ token }: NewOperator) => (await call('GET', '/desk/today', { token })).body
  const partOf = async (operator: NewOperator, title: string) =>
    (await read(operator)).figures.find((part: Figures) => part.title.startsWith(title)) as Figures | undefined

  const withdrawals = async () => (await partOf(cashier, 'Pending'))?.rows.find(({ label }) => label === 'Withdrawals')
  expect(await withdrawals()).toEqual({
    label: 'Withdrawals',
    value: expect.stringMatching(/^\d+; oldest pending for /),
    count: expect.any(Number),
    note: expect.stringMatching(/^oldest pending for /),
    used: expect.any(Number),
    path: '/queue?kind=withdrawal',
    isOpen: true,
  })
  await db.run("update wallet_request set created_at = now() - interval '3 days' where id = $1", [transaction._id])
  expect(await withdrawals()).toMatchObject({ value: expect.stringContaining('overdue'), isLate: true })
  expect((await partOf(cashier, `Deposits and withdrawals of ${dateText(today)}`))?.rows[0]?.label).toBe(
    'Deposits credited',
  )

  // A dealer imports the files of the exchanges, and sees no money.
  const day = (await read(dealer)).figures.find(({ path }: Figures) => path === '/files')
  expect(day?.title).toMatch(/^Files of /)
  expect(day?.rows.map(({ label, value, path }: Figures['rows'][number]) => [label, value, path])).toEqual(
    [
      ['Trade file of an exchange', '/trade/files'],
      ['Price file', '/trade/prices'],
    ].flatMap(([name, path]) => ['NSE', 'BSE'].map((exchange) => [`${name} (${exchange})`, 'Not received', path])),
  )
  expect(await partOf(dealer, 'Deposits and withdrawals')).toBeUndefined()
  expect(await partOf(cashier, 'Files of')).toBeUndefined()
  expect((await call('GET', '/desk/today', {})).status).toBe(401)
})

test('a file of the evening waits, counts or is missing as the pages of the files say', async () => {
  const day = '2026-11-27'
  const [part] = await filesOf(
    {
      ...sources,
      files: async () => ({
        day,
        files: [
          { kind: 'exchange', about: `NSE, ${dateText(day)}`, status: 'counted' },
          { kind: 'exchange', about: `NSE, ${dateText(day)}`, status: 'replaced' },
          { kind: 'price', about: `Closing prices of NSE for ${dateText(day)}`, status: 'waiting', proposalId: 'one' },
          { kind: 'price', about: `BSE, ${dateText('2026-11-26')}`, status: 'counted' },
        ],
        missing: [
          { exchange: 'BSE', day },
          { exchange: 'BSE', day: '2026-11-26' },
        ],
      }),
    },
    ['exchange.import', 'price.import'],
  )
  expect(part?.title).toBe(`Files of ${dateText(day)}`)
  expect(part?.rows).toEqual([
    { label: 'Trade file of an exchange (NSE)', value: 'Imported', path: '/trade/files' },
    { label: 'Trade file of an exchange (BSE)', value: 'Not received', path: '/trade/files' },
    { label: 'Price file (NSE)', value: 'Waiting', path: '/proposal/one', isOpen: true },
    { label: 'Price file (BSE)', value: 'Missing', path: '/trade/prices', isLate: true, isOpen: true },
    { label: 'Price files of earlier days', value: '1 missing', path: '/trade/prices', isLate: true, isOpen: true },
  ])
})

test('what an operator has to do is marked, and nothing where there is nothing', async () => {
  const query = { rights: roles.admin, day: '2026-11-30', now: new Date('2026-11-30T06:00:00Z') }
  const open = async (own: Partial<DigestSources>) =>
    (await sectionsOf({ ...sources, ...quiet, ...own }, query)).flatMap(({ title, rows }) =>
      rows.flatMap(({ label, isOpen, isLate }) => (isOpen || isLate ? [[title, label, isLate ?? false]] : [])),
    )
  expect(await open({})).toEqual([])
  expect(
    await open({
      unansweredPayouts: async () => ({ batches: 1, payments: 1, amount: 100n, since: '2026-11-28' }),
      exceptions: async () => 1,
      unsignedDays: async () => [{ account: 'HDFC', from: '2026-11-29', days: 2 }],
      complaints: async () => ({ open: 2, overdue: 1, due: 0 }),
      dataRequests: async () => ({ open: 1, oldest: new Date('2026-08-01T06:00:00Z') }),
    }),
  ).toEqual([
    ['Days not signed off', 'HDFC', false],
    ['Bank exceptions', 'Open', false],
    ['Payouts of 30 Nov 2026', 'Released, without the bank’s answer', false],
    ['Complaints', 'Open', false],
    ['Complaints', 'Overdue', true],
    ['Data requests', 'Open', true],
  ])
  const dealer = { ...query, rights: roles.dealer }
  const days = await sectionsOf({ ...sources, ...quiet, daysToBook: async () => ['2026-11-27'] }, dealer)
  expect(days.at(-1)).toEqual({
    title: 'Trade days',
    path: '/trade/files',
    rows: [{ label: 'To book', value: '27 Nov 2026', isOpen: true }],
  })
})

test('contract notes to issue are counted down, late ones are marked, and those to be sent on paper are counted', async () => {
  const now = new Date('2026-11-28T03:30:00Z')
  const counts = { issued: 0, accepted: 0, late: 0, faults: 0, isIssuing: false }
  const day = (of: string, dueAt: string, given: { drafts: number; onPaper?: number; differences?: number }) => ({
    ...counts,
    day: of,
    dueAt,
    onPaper: 0,
    differences: 0,
    ...given,
  })
  const sectionOf = async (days: readonly ReturnType<typeof day>[]) =>
    (
      await sectionsOf(
        { ...sources, ...quiet, contractNotes: async () => days },
        { rights: roles.dealer, day: '2026-11-28', now },
      )
    ).find(({ title }) => title === 'Contract notes')
  expect(await sectionOf([])).toBeUndefined()
  const [first, second, third] = ['2026-11-25', '2026-11-26', '2026-11-27'] as const
  expect(
    await sectionOf([
      day(third, '2026-11-28T04:00:00Z', { drafts: 40 }),
      day(second, '2026-11-27T04:00:00Z', { drafts: 2, differences: 1 }),
      day(first, '2026-11-26T04:00:00Z', { drafts: 0, onPaper: 3 }),
    ]),
  ).toEqual({
    title: 'Contract notes',
    path: '/trade/notes',
    rows: [
      {
        label: 'To issue for 26 Nov 2026',
        value: '2; late, were due 27 Nov 2026, 9:30 am',
        isOpen: true,
        isLate: true,
      },
      {
        label: 'To issue for 27 Nov 2026',
        value: '40; less than an hour left, due 28 Nov 2026, 9:30 am',
        isOpen: true,
      },
      { label: 'To be sent on paper', value: '3', isOpen: true },
      { label: 'Contradicted by newer files', value: '1', isOpen: true },
    ],
  })
  expect((await sectionOf([day(first, '2026-11-26T04:00:00Z', { drafts: 0 })]))?.rows).toEqual([
    { label: 'To issue', value: 'None', count: 0 },
  ])
})
