import { paiseOf } from '@sauda/contract/platform/money'
import type { Report } from '@sauda/contract/books/report'
import { describe, expect, test } from 'vitest'
import { exampleOffer, loanSteps, backdateLoan } from '../../../test/loan.ts'
import { moneyClient, type MoneyClient } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'
import { tamper } from '../../../test/tamper.ts'
import { balancedBooks } from '../../../test/books.ts'
import { dayInIndia } from '../../platform/india.ts'

const server = await testServer({ RATE_LIMITS: 'off', GSTIN: '27AAAAA0000A1Z5' })
const { db, call, mailTo } = server
const lender = await newOperator(server, 'lender')
const admin = await newOperator(server, 'admin')
const { offered, running } = loanSteps(server, lender)
// 600.00 × 18 ÷ 118 = 91.525…, CGST and SGST of 45.76 each; IGST is 91.53.
const feeGst = 91.52

const repay = async ({ token }: MoneyClient, loanId: string, amount: number) => {
  const { status, body } = await call('POST', '/user/loan/repay', { token, body: { loanId, amount } })
  expect(status).toBe(200)
  return body.loan
}
/** The sums of a client's repayments by account of the broker. */
const income = async (clientId: string) =>
  Object.fromEntries(
    (
      await db.rows<{ credit: string; amount: bigint }>(
        `select e.credit, sum(e.amount)::bigint as amount from entry e join journal j on j.id = e.journal_id and e.client_id = j.client_id
          where j.client_id = $1 and j.event = 'loan.repaid' and e.credit in ('fees', 'gst') group by e.credit`,
        [clientId],
      )
    ).map(({ credit, amount }) => [credit, amount]),
  )
const booksBalance = () => balancedBooks(server, admin)

describe('the processing fee of a broker with a GSTIN', () => {
  test('includes GST: the offer names it, and no amount of the terms changes', async () => {
    const body = { ...exampleOffer }
    const preview = await call('POST', '/desk/loans/preview', { token: lender.token, body })
    expect(preview.body).toMatchObject({ fee: 600, feeGst, totalPayable: 62_717.41, aprPercent: 15.47 })
    const client = await moneyClient(server)
    const loan = await offered(client)
    expect(loan.terms).toMatchObject({ fee: 600, feeGst, totalPayable: 62_717.41 })
    expect((await mailTo(client.email))?.text).toContain('₹600.00 including GST of ₹91.52, with the first instalment')
  })

  test('of ₹0 carries no GST', async () => {
    expect((await offered(await moneyClient(server), { fee: 0 })).terms?.feeGst).toBeUndefined()
  })

  test('paid off on the first day, is booked as income and GST', async () => {
    const client = await moneyClient(server, { rupees: 1000 })
    const { _id } = await running(client)
    expect(await repay(client, _id, 60_600)).toMatchObject({ status: 'closed', repaid: 60_600 })
    expect(await income(client.id)).toEqual({ fees: 508_48n, gst: 91_52n })
    await booksBalance()
  })

  test('paid in parts, adds up to the paisa', async () => {
    const client = await moneyClient(server, { rupees: 70_000 })
    const { _id } = await running(client)
    await backdateLoan(server, _id, 35)
    for (const amount of [0.01, 99.99, 33.33, 466.67]) await repay(client, _id, amount)
    expect(await income(client.id)).toEqual({ fees: 508_48n, gst: 91_52n })
    const statement = await call('GET', `/user/statement/${client.id}/events`, { token: client.token })
    expect(JSON.stringify(statement.body)).toContain('GST on the processing fee')
    const loan = (await call('GET', `/user/loan/get-loans-by-user/${client.id}`, { token: client.token })).body[0]
    await repay(client, _id, loan.payoff)
    expect((await income(client.id))['gst']).toBe(91_52n)
    await booksBalance()
  })

  test('is in the GST summary on the day of acceptance, split by the state of the client', async () => {
    const [own, other] = [await moneyClient(server), await moneyClient(server)]
    await call('PUT', `/desk/clients/${own.id}/state`, { token: admin.token, body: { gstState: '27' } })
    await call('PUT', `/desk/clients/${other.id}/state`, { token: admin.token, body: { gstState: '29' } })
    await offered(await moneyClient(server))
    const loans = [await running(own), await running(other)]
    await backdateLoan(server, loans[1]?._id ?? '', 3)
    // As if the states had been recorded before.
    await tamper(server, "update audit set at = at - interval '4 days' where action = 'client.state'")
    const today = dayInIndia(new Date())
    const from = dayInIndia(new Date(Date.now() - 3 * 86_400_000))
    const { body }: { body: Report } = await call('GET', `/desk/reports/gst?from=${from}&to=${today}`, {
      token: admin.token,
    })
    const rows = body.rows
      .map(({ cells, clientId }) => ({
        clientId,
        ...Object.fromEntries(body.columns.map(({ name }, index) => [name, cells[index]])),
      }))
      .filter(({ clientId }) => clientId === own.id || clientId === other.id)
    const invoice = (index: number) => `Loan ${loans[index]?._id.slice(-6).toUpperCase()}`
    expect(rows).toMatchObject([
      {
        Invoice: invoice(1),
        Date: from,
        Taxable: 508.47,
        CGST: 0,
        SGST: 0,
        IGST: 91.53,
        'Not split': 0,
        Total: 600,
      },
      { Invoice: invoice(0), Date: today, Taxable: 508.48, CGST: 45.76, SGST: 45.76, IGST: 0, Total: 600 },
    ])
  })

  test('was agreed without GST where the loan was accepted before', async () => {
    const client = await moneyClient(server, { rupees: 1000 })
    const { _id } = await running(client)
    await tamper(server, "update loan set terms = (terms::jsonb - 'feeGstPaise')::json where id = $1", [_id])
    await repay(client, _id, 60_600)
    expect(await income(client.id)).toEqual({ fees: 600_00n })
    await booksBalance()
  })

  test('a repayment booked with another GST is a difference of the books', async () => {
    const client = await moneyClient(server, { rupees: 1000 })
    const { _id } = await running(client)
    await repay(client, _id, 60_600)
    const change = (gst: bigint) => tamper(server, 'update loan_repayment set gst = $2 where loan_id = $1', [_id, gst])
    await change(90_00n)
    const { differences } = (await call('GET', '/desk/books', { token: admin.token })).body
    expect(JSON.stringify(differences)).toContain('loan.repaid: gst')
    await change(paiseOf(feeGst))
    await booksBalance()
  })
})

test('without a GSTIN the fee carries no GST, and an offer made with one is accepted without it', async () => {
  const plain = await testServer({ RATE_LIMITS: 'off' })
  const steps = loanSteps(plain, await newOperator(plain, 'lender'))
  const client = await moneyClient(plain, { rupees: 1000 })
  const { _id } = await steps.offered(client)
  await tamper(plain, `update loan set terms = (terms::jsonb || '{"feeGst": 91.52}')::json where id = $1`, [_id])
  const { body } = await plain.call('POST', '/user/loan/accept', { token: client.token, body: { loanId: _id } })
  expect(body.loan.terms.feeGst).toBeUndefined()
  await plain.call('POST', '/user/loan/repay', { token: client.token, body: { loanId: _id, amount: 60_600 } })
  const credits = await plain.db.rows(
    "select distinct credit from entry where client_id = $1 and credit in ('fees', 'gst')",
    [client.id],
  )
  expect(credits).toEqual([{ credit: 'fees' }])
})
