import { taxYearDays, taxYearName, taxYearOf } from '@sauda/contract/books/tax-year'
import { expect, test } from 'vitest'
import { loanSteps, backdateLoan } from '../../../test/loan.ts'
import { fund, moneyClient, type MoneyClient } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { atBank } from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'
import { tradeSteps } from '../../../test/trade.ts'
import { tamper } from '../../../test/tamper.ts'
import { dayInIndia } from '../../platform/india.ts'
import { createMark } from '../../core/document/document.ts'
import { partsOf } from './annual.pdf.ts'
import { loadAnnual } from './annual.sql.ts'
import { plainRupees } from '../../core/pdf/pdf.parts.ts'

const server = await testServer({ RATE_LIMITS: 'off', GSTIN: '27AAAAA0000A1Z5' })
const operator = await newOperator(server, 'admin')
const { buy, sell } = tradeSteps(server, operator)
const loans = loanSteps(server, operator)

const mark = createMark(server.app.context.config.publicUrl)
const today = dayInIndia(new Date())
const year = taxYearName(taxYearOf(today))
const { from } = taxYearDays(taxYearOf(today))

async function tablesOf({ id, name, token }: MoneyClient) {
  const { body: tax } = await server.call('GET', `/user/tax/${id}?year=${year}`, { token })
  const range = { from, to: today }
  const loaded = await loadAnnual(server.db, id, range)
  const given = { broker: server.app.context.config, holder: { name, number: 1n }, preparedAt: new Date(), mark }
  return partsOf({ ...given, ...range, ...loaded, tax }).flatMap((part) =>
    part.kind === 'table' ? [part.rows.map(({ cells }) => cells.join(' | '))] : [],
  )
}

test('the changes of all kinds add up from the opening to the closing figures', async () => {
  const client = await moneyClient(server, { rupees: 10_000 })
  // Everything so far belongs to an earlier year.
  await tamper(server, "update journal set at = at - interval '2 years' where client_id = $1", [client.id])
  const trade = await buy(client, 'TCS', 2, 1500)
  await sell(trade, 1, 1700)
  await fund(server, client.id, 500)
  const [figures, kinds, taxes] = await tablesOf(client)
  expect(figures).toEqual([
    'Balance | 10,000.00 | −800.00 | 9,200.00',
    'Invested | 0.00 | 1,500.00 | 1,500.00',
    'Loan money | 0.00 | 0.00 | 0.00',
    'Cashback | 0.00 | 0.00 | 0.00',
    'On hold for withdrawal | 0.00 | 0.00 | 0.00',
  ])
  expect(kinds).toEqual([
    'Funds added | 1 | 500.00 | 0.00',
    'Bought | 1 | −3,000.00 | 3,000.00',
    'Sold | 1 | 1,700.00 | −1,500.00',
    'Total | 3 | −800.00 | 1,500.00',
  ])
  expect(taxes?.at(-1)).toBe('Total |  |  |  |  |  | 200.00 | 200.00')
  expect(taxes?.[0]).toMatch(/^Equity intraday \| .+ \| 1 \| 1,500\.00 \| 1,700\.00 \| 200\.00 \| 200\.00 \| 200\.00$/)
})

test('lists charges by type with GST, less what the bank took back, and loan repayments with interest, fee and GST', async () => {
  const client = await moneyClient(server, { rupees: 70_000 })
  const { token } = operator
  const payCharge = async (amount: number, gst: number, transactionId: string) => {
    const body = { clientId: client.id, chargeType: 'Brokerage', description: 'November', amount, gst }
    const { _id } = (await server.call('POST', '/desk/charges', { token, body })).body
    const payment = { token: client.token, body: { transactionId } }
    expect((await server.call('POST', `/user/charges/${_id}/pay`, payment)).status).toBe(200)
    expect((await server.call('POST', `/desk/charges/${_id}/approve`, { token, body: {} })).status).toBe(200)
  }
  await payCharge(1000, 180, '412345678901')
  await payCharge(500, 90, '412345678902')
  const bank = atBank(server, token)
  await bank.bring({ text: 'UPI REVERSAL', reference: '412345678902', debit: 590 })
  const line = await bank.find('412345678902')
  const booked = await bank.send(`/lines/${line._id}/book`, { kind: 'client', reason: 'The bank took it back' })
  expect(booked).toMatchObject({ status: 200, body: {} })
  const loan = await loans.running(client)
  await backdateLoan(server, loan._id, 32)
  const repaid = await server.call('POST', '/user/loan/repay', {
    token: client.token,
    body: { loanId: loan._id, amount: 20_000 },
  })
  expect(repaid.status).toBe(200)
  const [, , charges, loanRows] = await tablesOf(client)
  expect(charges).toEqual(['Brokerage | 1 | 1,000.00 | 180.00 | 1,180.00', 'Total | 1 | 1,000.00 | 180.00 | 1,180.00'])
  const paidRow = await server.db.row<{ interest: bigint; fee: bigint; principal: bigint }>(
    'select sum(interest)::bigint as interest, sum(fee)::bigint as fee, sum(principal)::bigint as principal from loan_repayment where loan_id = $1',
    [loan._id],
  )
  const { interest = 0n, fee = 0n, principal = 0n } = paidRow ?? {}
  expect(interest).toBeGreaterThan(0n)
  expect(loanRows?.map((row) => row.split(' | ')[1])).toEqual(
    [0n, 60_000_00n, -principal, 60_000_00n - principal, interest, fee].map(plainRupees),
  )
  expect(loanRows?.at(-1)).toBe('Processing fee paid, including GST of 91.52 | 600.00')
})

test('is a PDF of its owner with the PAN; a year that has not started and a wrong year are named', async () => {
  const [client, other] = [await moneyClient(server, { rupees: 10 }), await moneyClient(server)]
  const get = (query: string, by = client) =>
    server.call('GET', `/user/statement/${client.id}/annual${query}`, { token: by.token })
  const answer = await get(`?year=${year}`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-disposition')).toMatch(/filename="annual-statement-SD\d+-\d{4}-\d\d\.pdf"/)
  expect(answer.body.toString('latin1')).toMatch(/^%PDF-1\.\d/)
  const next = taxYearName(taxYearOf(today) + 1)
  expect(await get(`?year=${next}`)).toMatchObject({
    status: 400,
    body: { message: 'This financial year has not started yet' },
  })
  expect((await get('?year=2025')).status).toBe(400)
  expect((await get(`?year=${year}`, other)).status).toBe(404)
})
