import { type Report, reportErrors, reportKeys, type ReportName } from '@sauda/contract/books/report'
import { expect, test } from 'vitest'
import { fund, moneyClient, type MoneyClient } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { newUtr } from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'
import { tradeSteps } from '../../../test/trade.ts'
import { walletSteps } from '../../../test/wallet.ts'
import { type Posting, postHouse } from '../../core/ledger/ledger.ts'
import { newId } from '../../platform/id.ts'
import { dayInIndia } from '../../platform/india.ts'

const server = await testServer({ RATE_LIMITS: 'off' })
const { db, call } = server
const admin = await newOperator(server, 'admin', 'Nisha')
const steps = tradeSteps(server, admin)
const today = dayInIndia(new Date())
const yesterday = dayInIndia(new Date(Date.now() - 86_400_000))

const read = async (name: ReportName, from = today, to = today): Promise<Report> =>
  (await call('GET', `/desk/reports/${name}?from=${from}&to=${to}`, { token: admin.token })).body
/** Rows by the names of their columns. */
const rowsOf = async (name: ReportName, from?: string, to?: string) => {
  const { columns, rows } = await read(name, from, to)
  return rows.map(({ cells }) => Object.fromEntries(columns.map(({ name: title }, index) => [title, cells[index]])))
}
const wallet = walletSteps(server, admin)
const deposit = async (client: MoneyClient, amount: number, by = admin) =>
  wallet.approve(await wallet.deposit(client, amount, newUtr()), newUtr(), by)

test('cash: what came in and went out of the bank, beside what the clients have', async () => {
  const before = (await rowsOf('cash')).at(-1)
  const client = await moneyClient(server)
  await deposit(client, 5000.5)
  const id = await wallet.withdraw(client, 1000)
  const onHold = (await rowsOf('cash')).at(-1)
  await wallet.approve(id)
  const [first, last] = await rowsOf('cash', yesterday)
  const grown = (column: string, by: number) => Math.round((Number(before?.[column]) + by) * 100) / 100
  expect(onHold).toMatchObject({ 'Client money': grown('Client money', 5000.5) })
  expect(last).toEqual({
    Day: today,
    Received: grown('Received', 5000.5),
    'Paid out': grown('Paid out', 1000),
    'Own transfers, net': 0,
    'Opening balances': 0,
    'Bank balance': grown('Bank balance', 4000.5),
    'Client money': grown('Client money', 4000.5),
    'Bank less client money': before?.['Bank less client money'],
  })
  expect(first).toMatchObject({ Day: yesterday, Received: 0, 'Bank balance': 0, 'Client money': 0 })
  const { body: books } = await call('GET', '/desk/books', { token: admin.token })
  const bank = books.accounts.find(({ account }: { account: string }) => account === 'bank')
  expect(last?.['Bank balance']).toBe(Math.abs(bank.balance))

  // Sent from one bank account to another, of which less has arrived.
  const transfer = (posting: Posting, valueDate: string) =>
    db.transaction(async (tx) => {
      const row = await tx.row<{ id: string }>('select id from broker_bank where receives')
      const journal = {
        event: 'bank.transfer',
        causeId: newId(),
        bank: { accountId: row?.id ?? '', valueDate },
      } as const
      await postHouse(tx, { ...journal, postings: [posting] })
    })
  await transfer({ from: 'transit', to: 'bank', paise: 70_000n }, yesterday)
  await transfer({ from: 'bank', to: 'transit', paise: 50_025n }, today)
  const [earlier, later] = await rowsOf('cash', yesterday)
  expect(earlier).toMatchObject({ Received: 0, 'Paid out': 0, 'Own transfers, net': -700, 'Bank balance': -700 })
  expect(later).toEqual({
    ...last,
    'Own transfers, net': 500.25,
    'Bank balance': Math.round(100 * Number(last?.['Bank balance']) - 19_975) / 100,
    'Bank less client money': Math.round(100 * Number(last?.['Bank less client money']) - 19_975) / 100,
  })
  expect((await rowsOf('cash')).at(-1)).toEqual(later)
})

test('deposits and withdrawals of a day by operator, with totals in whole paise', async () => {
  const other = await newOperator(server, 'cashier', 'Omar')
  const client = await moneyClient(server)
  for (const amount of [0.1, 0.2]) await deposit(client, 1000 + amount, other)
  const report = await read('payments')
  expect(report.rows.find(({ cells }) => cells[1] === 'Omar')?.cells).toEqual([today, 'Omar', 2, 2000.3, 0, 0, 0])
  const sum = report.rows.reduce((all, { cells }) => all + Math.round(Number(cells[3]) * 100), 0)
  expect(report.total[3]).toBe(sum / 100)
})

test('ageing: the time to decision, and what is pending now', async () => {
  await db.run(
    `insert into adjustment (id, client_id, kind, amount, reason, status, requested_by, decided_by, created_at, decided_at)
     select gen_random_uuid(), $1, 'credit', 100, 'x', 'rejected', $2, $2, now() - interval '3 hours', now()`,
    [(await moneyClient(server)).id, admin.id],
  )
  await db.run(
    `insert into adjustment (id, client_id, kind, amount, reason, requested_by, created_at)
     select gen_random_uuid(), $1, 'credit', 100, 'x', $2, now() - interval '26 hours'`,
    [(await moneyClient(server)).id, admin.id],
  )
  expect((await rowsOf('decisions')).find(({ Kind }) => Kind === 'Adjustment')).toEqual({
    Kind: 'Adjustment',
    Decided: 1,
    'Target (hours)': 24,
    'Decided late': 0,
    'Median hours': 3,
    '90th percentile (hours)': 3,
    'Pending now': 1,
    'Overdue now': 1,
    'Oldest pending (hours)': 26,
  })
  const alerts = (await read('decisions')).columns.filter(({ isAlert }) => isAlert)
  expect(alerts.map(({ name }) => name)).toEqual(['Overdue now'])
})

test('ageing counts the two documents of a client as one case, as the queue does', async () => {
  const pending = async () =>
    Number((await rowsOf('decisions')).find(({ Kind }) => Kind === 'KYC')?.['Pending now'] ?? 0)
  const before = await pending()
  const { id } = await server.newClient()
  await db.run(
    `insert into kyc_document (id, client_id, document, file_key, uploaded_at)
     select gen_random_uuid(), $1, document, gen_random_uuid()::text, now() from unnest(array['pan', 'aadhaar']) document`,
    [id],
  )
  expect((await pending()) - before).toBe(1)
})

test('charges of trades are rows of the report, by the day of booking, and what was reversed by that of its reversal', async () => {
  const client = await moneyClient(server)
  await db.run(
    `insert into contract (id, client_id, day, bought, sold, brokerage, exchange_charges, sebi_fee, stt, stamp_duty, gst, booked_at, reversed_at)
     select gen_random_uuid(), $1, day, 150000, 0, 2000, 46, 2, 1500, 225, 368, booked_at, reversed_at
       from (values ('2019-02-28'::date, '2019-03-04'::timestamptz, null::timestamptz), ('2019-03-05', '2019-03-05', null),
                    ('2019-03-06', '2019-03-06', '2019-04-03'), ('2019-03-29', '2019-04-01', null)) d (day, booked_at, reversed_at)`,
    [client.id],
  )
  const [row, ...others] = await rowsOf('charges', '2019-03-01', '2019-03-31')
  expect(others).toEqual([])
  expect(row).toEqual({
    Month: '2019-03',
    Type: 'Trade charges',
    Raised: 3,
    Amount: 113.19,
    GST: 11.04,
    'Paid, with GST': 124.23,
    'GST paid': 11.04,
    'Returned, with GST': 0,
    'Outstanding, with GST': 0,
  })
  expect((await rowsOf('charges', '2019-04-01', '2019-04-30')).map((each) => [each['Type'], each['GST paid']])).toEqual(
    [
      ['Trade charges', 3.68],
      ['Trade charges, reversed', -3.68],
    ],
  )
  const parts = '/desk/reports/charges/parts?from=2019-03-01&to=2019-03-31&column=Amount'
  const { body } = await call('GET', parts, { token: admin.token })
  expect(body.parts.map(({ name, amount }: Record<string, unknown>) => [name, amount])).toEqual([
    ['Contract note', 37.73],
    ['Contract note', 37.73],
    ['Contract note', 37.73],
  ])
})

test('clients by state and by what they named at registration', async () => {
  const before = await rowsOf('clients')
  const client = await server.newClient()
  await db.run("update client set executive_name = 'Meera', referral_id = 'REF7' where id = $1", [client.id])
  await fund(server, client.id, 100)
  const frozen = await moneyClient(server)
  await call('POST', `/desk/clients/${frozen.id}/freeze`, { token: admin.token, body: { reason: 'Asked by phone' } })
  const after = await rowsOf('clients')
  const grown = after.map((row, index) => Number(row['Clients now']) - Number(before[index]?.['Clients now']))
  expect(grown).toEqual([1, 0, 0, 0, 1, 0])
  expect((await rowsOf('sources')).find((row) => row['Referral ID'] === 'REF7')).toMatchObject({
    Executive: 'Meera',
    Registered: 1,
    Verified: 0,
    'With a deposit': 1,
    Deposited: 100,
  })
})

test('charges with GST by month and type, paid and outstanding', async () => {
  const client = await moneyClient(server)
  const raise = (amount: number) =>
    call('POST', '/desk/charges', {
      token: admin.token,
      body: {
        clientId: client.id,
        chargeType: 'Government Charge',
        description: 'Stamp duty',
        amount,
        gst: amount * 0.18,
      },
    })
  const [paid] = [await raise(100), await raise(50)]
  await call('POST', `/user/charges/${paid.body._id}/pay`, {
    token: client.token,
    body: { paymentMethod: 'UPI', transactionId: newUtr() },
  })
  await call('POST', `/desk/charges/${paid.body._id}/approve`, { token: admin.token })
  expect((await rowsOf('charges')).find(({ Type }) => Type === 'Government Charge')).toEqual({
    Month: today.slice(0, 7),
    Type: 'Government Charge',
    Raised: 2,
    Amount: 150,
    GST: 27,
    'Paid, with GST': 118,
    'GST paid': 18,
    'Returned, with GST': 0,
    'Outstanding, with GST': 59,
  })
})

test('a loan is overdue by what its schedule had due and was not repaid', async () => {
  const client = await moneyClient(server)
  const terms = {
    amountPaise: 120_000,
    schedule: [
      { dueDate: '2026-01-10', principalPaise: 40_000 },
      { dueDate: '2026-02-10', principalPaise: 40_000 },
      { dueDate: '2999-03-10', principalPaise: 40_000 },
    ],
  }
  await db.run(
    `insert into loan (id, client_id, status, terms, principal, decided_by, decided_at, accepted_at)
     values (gen_random_uuid(), $1, 'approved', $2, 70000, $3, now(), now())`,
    [client.id, JSON.stringify(terms), admin.id],
  )
  const { rows } = await read('loans')
  const days = Math.round((Date.parse(today) - Date.parse('2026-02-10')) / 86_400_000)
  expect(rows.find(({ clientId }) => clientId === client.id)?.cells.slice(1)).toEqual([
    today,
    1200,
    700,
    300,
    '2026-02-10',
    days,
  ])
})

test('trading by instrument, without reversed trades', async () => {
  const client = await moneyClient(server, { rupees: 100_000 })
  const bought = await steps.buy(client, 'M&M', 3, 100.25)
  await steps.sell(bought, 2, 90.5)
  expect((await rowsOf('instruments')).find(({ Instrument }) => Instrument === 'M&M')).toEqual({
    Instrument: 'M&M',
    Purchases: 1,
    Bought: 300.75,
    Sales: 1,
    Sold: 181,
    'Realised profit or loss': -19.5,
  })
})

test.each(reportKeys)('%s is a file of each format', async (name) => {
  const get = (format: string) =>
    call('GET', `/desk/reports/${name}/file?from=${yesterday}&to=${today}&format=${format}`, { token: admin.token })
  const [csv, xlsx, pdf] = [await get('csv'), await get('xlsx'), await get('pdf')]
  const { columns, total } = await read(name, yesterday)
  expect(csv.body.toString()).toContain(columns[0]?.name)
  expect(csv.body.toString().trim().split('\n').at(-1)).toContain(String(total[0]))
  expect(xlsx.body.subarray(0, 2).toString()).toBe('PK')
  expect(pdf.body.subarray(0, 5).toString()).toBe('%PDF-')
})

test('ranges that make no sense and reports that do not exist are rejected', async () => {
  const get = (path: string) => call('GET', `/desk/reports/${path}`, { token: admin.token })
  expect((await get(`cash?from=${today}&to=${yesterday}`)).body).toMatchObject(reportErrors.order)
  expect((await get(`cash?from=2020-01-01&to=${today}`)).body).toMatchObject(reportErrors.long)
  expect((await get(`cash?from=2026-02-30&to=${today}`)).status).toBe(400)
  expect((await get(`other?from=${today}&to=${today}`)).status).toBe(404)
})

test('the amounts behind a cell add up to it, of a row and of the total, and belong to its column', async () => {
  const client = await moneyClient(server)
  await deposit(client, 1234.56)
  await steps.buy(client, 'TCS', 2, 300)
  const path = (name: ReportName) => `/desk/reports/${name}/parts?from=${yesterday}&to=${today}`
  const get = (to: string) => call('GET', to, { token: admin.token })
  const sumOf = (parts: { amount: number }[]) =>
    parts.reduce((all, { amount }) => all + Math.round(amount * 100), 0) / 100
  let found = 0
  for (const name of ['cash', 'payments', 'charges', 'sources', 'instruments'] as const) {
    const { columns, rows, total } = await read(name, yesterday)
    for (const [at, column] of columns.entries()) {
      if (column.kind !== 'rupees' || total[at] === null) continue
      for (const { cells, key } of [...rows, { cells: total, key: undefined }]) {
        const row = key === undefined ? '' : `&key=${encodeURIComponent(key)}`
        const { status, body } = await get(`${path(name)}&column=${encodeURIComponent(column.name)}${row}`)
        expect(status).toBe(200)
        expect(body.count).toBe(body.parts.length)
        expect(sumOf(body.parts)).toBe(cells[at])
        found += body.count
      }
    }
  }
  expect(found).toBeGreaterThan(10)
  const { body } = await get(`${path('payments')}&column=Deposited`)
  const part = body.parts.find((each: { client: { _id: string } }) => each.client._id === client.id)
  const trail = await get(`/desk/clients/${client.id}/statement/trail?cause=${part.causeId}`)
  expect(trail.status).toBe(200)
  expect(trail.body.steps.length).toBeGreaterThan(0)
  expect((await get(`${path('cash')}&column=${encodeURIComponent('Bank balance')}`)).status).toBe(404)
  expect((await get(`${path('loans')}&column=${encodeURIComponent('Loan amount')}`)).status).toBe(404)
})

test('what is booked for tomorrow, because today is signed off, is in neither the report nor its amounts', async () => {
  const tomorrow = dayInIndia(new Date(Date.now() + 86_400_000))
  await db.run('update broker_bank set closed_through = $1 where receives', [today])
  await deposit(await moneyClient(server), 777)
  const { total } = await read('cash', today, tomorrow)
  const path = `/desk/reports/cash/parts?from=${today}&to=${tomorrow}&column=Received`
  const { body } = await call('GET', path, { token: admin.token })
  const sum = body.parts.reduce((all: number, { amount }: { amount: number }) => all + Math.round(amount * 100), 0)
  expect(sum / 100).toBe(total[1])
})
