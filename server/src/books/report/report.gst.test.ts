import { emptyFile } from '../../../test/sent-file.ts'
import { chargeErrors } from '@sauda/contract/money/charge'
import type { Report } from '@sauda/contract/books/report'
import { expect, test } from 'vitest'
import { moneyClient, type MoneyClient } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { atBank, newUtr } from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'
import { daysBefore } from '../../../test/trade.ts'
import { eventually } from '../../../test/events.ts'
import { tradingDesk } from '../../../test/trading.ts'
import { tamper } from '../../../test/tamper.ts'
import { addDays, dayInIndia } from '../../platform/india.ts'
import { readReport } from './report.ts'

const server = await testServer({ RATE_LIMITS: 'off', GSTIN: '27AAAAA0000A1Z5' })
const { db, call, app } = server
const admin = await newOperator(server, 'admin', 'Nisha')
const today = dayInIndia(new Date())
const range = { from: today, to: today }

const paid = async (client: MoneyClient, amount: number, gst: number, chargeType = 'Brokerage', utr = newUtr()) => {
  const body = { clientId: client.id, chargeType, description: 'November', amount, gst }
  const { body: charge } = await call('POST', '/desk/charges', { token: admin.token, body })
  const payment = { paymentMethod: 'UPI', transactionId: utr }
  await call('POST', `/user/charges/${charge._id}/pay`, { token: client.token, body: payment })
  expect((await call('POST', `/desk/charges/${charge._id}/approve`, { token: admin.token })).status).toBe(200)
  return charge.reference as string
}
const setState = (clientId: string, gstState: string, { token } = admin) =>
  call('PUT', `/desk/clients/${clientId}/state`, { token, body: { gstState } })
const rowsOf = ({ columns, rows }: Report) =>
  rows.map(({ cells }) => Object.fromEntries(columns.map(({ name }, index) => [name, cells[index]])))
const shown = async (): Promise<Report> =>
  (await call('GET', `/desk/reports/gst?from=${today}&to=${today}`, { token: admin.token })).body

test('GST is split by the state of the client when the charge was raised, or else by that of the broker', async () => {
  const [own, other, unknown] = [await moneyClient(server), await moneyClient(server), await moneyClient(server)]
  expect((await setState(own.id, '27')).status).toBe(200)
  expect((await setState(other.id, '29')).status).toBe(200)
  const [first, second, third, free] = [
    await paid(own, 100, 18.01),
    await paid(other, 20.5, 3.69, 'Other'),
    await paid(unknown, 10, 1.8),
    await paid(own, 7, 0),
  ]
  await call('POST', '/desk/charges', {
    token: admin.token,
    body: { clientId: own.id, chargeType: 'Brokerage', description: 'Not paid', amount: 5, gst: 0.9 },
  })
  const report = await shown()
  const rows = rowsOf(report)
  expect(rows).toHaveLength(4)
  const row = (invoice: string) => rows.find(({ Invoice }) => Invoice === invoice)
  expect(row(first)).toMatchObject({
    Month: today.slice(0, 7),
    Date: today,
    State: 'Maharashtra',
    SAC: '997152',
    Taxable: 100,
    CGST: 9,
    SGST: 9,
    IGST: 0,
    'Not split': 0,
    Total: 118,
  })
  expect(row(second)).toMatchObject({ State: 'Karnataka', SAC: null, CGST: 0, IGST: 3.69, 'Not split': 0 })
  expect(row(third)).toMatchObject({ State: 'Maharashtra', CGST: 0.9, SGST: 0.9, IGST: 0, 'Not split': 0 })
  expect(row(free)).toMatchObject({ Taxable: 0, 'Not split': 0, CGST: 0, Total: 7 })
  const booked = await call('GET', `/desk/accounting?from=${today}&to=${today}`, { token: admin.token })
  const gst = booked.body.accounts.find(({ account }: { account: string }) => account === 'gst')
  expect(report.total.slice(7, 11)).toEqual([9.9, 9.9, 3.69, 0])
  expect(gst).toEqual({ account: 'gst', debit: 0, credit: 23.49 })
  // A client who moves later was charged for the state before.
  await setState(other.id, '27')
  await setState(unknown.id, '29')
  expect(rowsOf(await shown())).toEqual(rows)
  const { targetHours } = app.context.config
  // Counted by the date of the invoice, not of the payment.
  await db.run("update charge set created_at = created_at - interval '40 days' where client_id = $1", [other.id])
  expect(rowsOf(await shown())).toHaveLength(3)
  await db.run("update charge set created_at = created_at + interval '40 days' where client_id = $1", [other.id])
  const without = await readReport({ reader: db, settings: { targetHours, gstin: undefined } }, 'gst', range)
  expect(without.total.slice(7, 11)).toEqual([0, 0, 0, 23.49])
})

test('a payment that the bank returned is deducted on the day of its return, and shown on the charge', async () => {
  const client = await moneyClient(server)
  await setState(client.id, '27')
  const bank = atBank(server, admin.token)
  const [before] = [(await shown()).total]
  const utr = newUtr()
  const reference = await paid(client, 200, 36, 'Brokerage', utr)
  await bank.bring({ reference: utr, credit: 236 })
  await bank.bring({ text: `REVERSAL ${reference}`, reference: utr, debit: 236 })
  const line = (await bank.show('exception')).find(({ text }) => text === `REVERSAL ${reference}`)
  const send = (verb: string, body: object) => bank.send(`/lines/${line?._id}/${verb}`, body)
  expect((await send('book', { kind: 'client', reason: 'The bank took it back' })).status).toBe(200)

  const returned = rowsOf(await shown()).filter(({ Invoice }) => String(Invoice).startsWith(reference))
  expect(returned).toMatchObject([
    { Invoice: reference, Taxable: 200, CGST: 18, SGST: 18, Total: 236 },
    { Invoice: `${reference}, payment returned`, Date: today, Taxable: -200, CGST: -18, SGST: -18, Total: -236 },
  ])
  expect((await shown()).total).toEqual(before)
  const charges = await call('GET', '/user/charges', { token: client.token })
  expect(charges.body).toMatchObject({
    charges: [
      { status: 'APPROVED', reversed: { amount: 236, on: today, reason: 'The bank took it back' }, upiLink: '' },
    ],
    summary: { totalDue: 0, totalPaid: 0 },
  })
  const desk = await call('GET', `/desk/charges/${charges.body.charges[0]._id}`, { token: admin.token })
  expect(desk.body.reversed).toEqual(charges.body.charges[0].reversed)
  const raised = (await call('GET', `/desk/reports/charges?from=${today}&to=${today}`, { token: admin.token })).body
  expect(raised.columns.map(({ name }: { name: string }) => name)).toContain('Returned, with GST')

  expect((await send('reverse', { reason: 'Another payment' })).status).toBe(200)
  const undone = rowsOf(await shown()).filter(({ Invoice }) => String(Invoice).startsWith(reference))
  expect(undone.map(({ Total }) => Total)).toEqual([236, -236, 236])
  const again = await call('GET', '/user/charges', { token: client.token })
  expect(again.body.charges[0].reversed).toBeUndefined()
  expect(again.body.summary.totalPaid).toBe(236)
})

test('the state is recorded by reviewers of documents, from the list, with what it was before', async () => {
  const client = await moneyClient(server)
  const dealer = await newOperator(server, 'dealer')
  expect((await setState(client.id, '27', dealer)).status).toBe(403)
  expect((await setState(client.id, '99')).status).toBe(400)
  expect((await setState(admin.id, '27')).status).toBe(404)
  await setState(client.id, '27')
  await setState(client.id, '07')
  await setState(client.id, '07')
  const { body } = await call('GET', `/desk/clients/${client.id}`, { token: admin.token })
  expect(body.gstState).toBe('07')
  const rows = await db.rows<{ before: object | null; after: object }>(
    "select before, after from audit where action = 'client.state' and subject_id = $1 order by id",
    [client.id],
  )
  expect(rows).toEqual([
    { before: null, after: { gstState: '27' } },
    { before: { gstState: '27' }, after: { gstState: '07' } },
  ])
})

test('GST above 28 % of the charge is rejected; an odd paisa is rounded down, so that CGST and SGST are equal', async () => {
  const client = await moneyClient(server)
  const raise = (amount: number, gst: number) =>
    call('POST', '/desk/charges', {
      token: admin.token,
      body: { clientId: client.id, chargeType: 'Brokerage', description: 'November', amount, gst },
    })
  expect(await raise(100, 28.02)).toMatchObject({ status: 422, body: { message: chargeErrors.gstTooHigh.message } })
  expect((await raise(100, 28)).body).toMatchObject({ gst: 28, total: 128 })
  expect((await raise(100, 18.01)).body).toMatchObject({ gst: 18, total: 118 })
})

const common = { Date: null, SAC: '997152', Taxable: 20.48, Total: 24.17 }
const bookedByState = [
  {
    ...common,
    Invoice: 'Trades',
    Client: '2 clients',
    State: 'Maharashtra',
    Taxable: 40.96,
    CGST: 3.68,
    SGST: 3.68,
    IGST: 0,
    Total: 48.32,
  },
  {
    ...common,
    Invoice: 'Trades',
    Client: '1 client',
    State: 'Karnataka',
    CGST: 0,
    SGST: 0,
    IGST: 3.69,
    Total: 24.17,
  },
]

const byState = (rows: readonly Record<string, unknown>[]) =>
  rows.toSorted((one, two) => (String(one['State']) > String(two['State']) ? -1 : 1))

test('the GST of trades is listed by month and state, and equals the ledger, also after a day is booked again', async () => {
  const trading = await testServer({ RATE_LIMITS: 'off', GSTIN: '27AAAAA0000A1Z5', APPROVALS: 'single' })
  const desk = await tradingDesk(trading)
  const [day = ''] = daysBefore(today, 1)
  const [own, other, without] = [await desk.client(50_000), await desk.client(50_000), await desk.client(50_000)]
  await trading.db.run('update client set gst_state = $2 where id = $1', [other.id, '29'])
  await trading.db.run('update client set gst_state = null where id = $1', [without.id])
  const deals = [own, other, without].map(({ ucc }) => desk.deal({ ucc }, 'B', 10, '1500.10'))
  await desk.bookDay(day, deals)
  const lastMonth = addDays(`${today.slice(0, 7)}-01`, -3)
  // As if the day had been booked in the month before.
  await tamper(trading, "update journal set at = $1::date + interval '12 hours' where event = 'contract.booked'", [
    lastMonth,
  ])
  await tamper(trading, "update contract set booked_at = $1::date + interval '12 hours'", [lastMonth])
  const read = async (from: string, to: string) => {
    const { body } = await trading.call('GET', `/desk/reports/gst?from=${from}&to=${to}`, { token: desk.admin.token })
    const accounting = await trading.call('GET', `/desk/accounting?from=${from}&to=${to}`, { token: desk.admin.token })
    const of = (accounting.body.accounts as { account: string; credit: number; debit: number }[]).find(
      ({ account }) => account === 'gst',
    )
    const gst = (body.total as number[]).slice(7, 11).reduce((sum, each) => sum + Math.round(100 * each), 0)
    expect([from, to, gst]).toEqual([from, to, Math.round(100 * ((of?.credit ?? 0) - (of?.debit ?? 0)))])
    // The other report about charges has the same GST.
    const charges = await trading.call('GET', `/desk/reports/charges?from=${from}&to=${to}`, {
      token: desk.admin.token,
    })
    expect([
      from,
      to,
      Math.round(100 * rowsOf(charges.body).reduce((sum, row) => sum + Number(row['GST paid']), 0)),
    ]).toEqual([from, to, gst])
    return rowsOf(body)
  }
  expect(byState(await read(lastMonth, lastMonth))).toMatchObject(bookedByState)
  expect(await read(today, today)).toEqual([])

  // The final figures of a levy carry no GST.
  await trading.db.run(
    `with ${emptyFile}, f as (insert into levy_file (id, levy, exchange, day, name, sha256, total, imported_by)
       values (gen_random_uuid(), 'stt', 'NSE', $1, 'x', sha256(''), 1600, $2) returning id)
     insert into levy_line (file_id, client_code, isin, bought, sold, intraday, amount) select id, $3, '', 10, 0, 0, 1600 from f`,
    [day, desk.dealer.id, other.ucc],
  )
  const adjusted = () => trading.db.rows("select from journal where event = 'contract.adjusted.stt'")
  await eventually(async () => (await adjusted()).length === 3)
  expect(await read(today, today)).toEqual([])

  // A newer file books the client of the other state again.
  const changed = deals.map((row) => (row.client === other.ucc ? { ...row, quantity: 20 } : row))
  await desk.bookDay(day, changed)
  const again = await read(today, today)
  expect(again.map(({ Invoice, State, IGST }) => [Invoice, State, IGST]).toSorted()).toEqual([
    ['Trades, reversed', 'Karnataka', -3.69],
    ['Trades', 'Karnataka', 3.77],
  ])
  await read(lastMonth, today)
  expect(byState(await read(lastMonth, lastMonth))).toMatchObject(bookedByState)

  // A client who moves later was charged for the state before.
  for (const [client, gstState] of [
    [other, '27'],
    [other, '07'],
    [without, '29'],
  ] as const)
    await trading.call('PUT', `/desk/clients/${client.id}/state`, { token: desk.admin.token, body: { gstState } })
  expect(byState(await read(lastMonth, lastMonth))).toMatchObject(bookedByState)
  expect(await read(today, today)).toEqual(again)
})
