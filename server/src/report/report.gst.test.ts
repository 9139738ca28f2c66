import { chargeErrors } from '@sauda/contract/charge'
import type { Report } from '@sauda/contract/report'
import { expect, test } from 'vitest'
import { moneyClient, type MoneyClient } from '../../test/money.ts'
import { newOperator } from '../../test/operator.ts'
import { atBank, newUtr } from '../../test/reconciliation.ts'
import { testServer } from '../../test/server.ts'
import { dayInIndia } from '../platform/india.ts'
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

test('GST is split by the state of the client, and not split where that is not recorded', async () => {
  const [own, other, unknown] = [await moneyClient(server), await moneyClient(server), await moneyClient(server)]
  expect((await setState(own.id, '27')).status).toBe(200)
  expect((await setState(other.id, '29')).status).toBe(200)
  const [first, second, third, free] = [
    await paid(own, 100, 18.01),
    await paid(other, 50, 9, 'Other'),
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
  expect(row(second)).toMatchObject({ State: 'Karnataka', SAC: null, CGST: 0, IGST: 9, 'Not split': 0 })
  expect(row(third)).toMatchObject({ State: null, CGST: 0, IGST: 0, 'Not split': 1.8 })
  expect(row(free)).toMatchObject({ Taxable: 0, 'Not split': 0, CGST: 0, Total: 7 })
  const booked = await call('GET', `/desk/accounting?from=${today}&to=${today}`, { token: admin.token })
  const gst = booked.body.accounts.find(({ account }: { account: string }) => account === 'gst')
  expect(report.total.slice(7, 11)).toEqual([9, 9, 9, 1.8])
  expect(gst).toEqual({ account: 'gst', debit: 0, credit: 28.8 })
  const { targetHours } = app.context.config
  // Counted by the date of the invoice, not of the payment.
  await db.run("update charge set created_at = created_at - interval '40 days' where client_id = $1", [other.id])
  expect(rowsOf(await shown())).toHaveLength(3)
  await db.run("update charge set created_at = created_at + interval '40 days' where client_id = $1", [other.id])
  const without = await readReport({ reader: db, settings: { targetHours, gstin: undefined } }, 'gst', range)
  expect(without.total.slice(7, 11)).toEqual([0, 0, 0, 28.8])
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
