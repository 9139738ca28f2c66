import { paiseOf, rupeesOf } from '@sauda/contract/platform/money'
import { expect, test } from 'vitest'
import { dayInIndia } from '../../platform/india.ts'
import { fund } from '../../../test/money.ts'
import { loanSteps } from '../../../test/loan.ts'
import { establishedOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'
import { daysBefore } from '../../../test/trade.ts'
import { tradingDesk, type TradingClient } from '../../../test/trading.ts'

/** Previews and limits for clients who owe for trades or have trades that are not booked yet. */

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { call, db } = server
const desk = await tradingDesk(server)
const [booked = '', recorded = ''] = daysBefore(dayInIndia(new Date()), 2)

const lotOf = async ({ id }: TradingClient) =>
  (await db.row<{ id: string; name: string }>(
    `select l.id, 'TRD' || t.number as name from lot l join trade t on t.id = l.id where l.client_id = $1`,
    [id],
  ))!
const saudaId = async ({ id }: TradingClient) =>
  (await db.row<{ name: string }>("select 'SD' || number as name from client where id = $1", [id]))!.name
const file = (...lines: string[]) => ({
  csv: ['reference,client,action,stock,quantity,price,position', ...lines].join('\n'),
})

test('a sale of a client with dues pays these first, in each preview as in the books', async () => {
  const client = await desk.client()
  await desk.bookDay(booked, [desk.deal(client, 'B', 10, '100.00')])
  const { dues } = await desk.wallet(client)
  expect(dues).toBeGreaterThan(1000)
  const [lot, sd] = [await lotOf(client), await saudaId(client)]

  const order = { quantity: 5, price: 100 }
  const told = await desk.done(`trades/${lot.id}/sell/preview`, order)
  expect(told).toMatchObject({ proceeds: 500, toDues: 500, toCash: 0, toLoan: 0, cashAfter: 0 })
  const lines = [`D1,${sd},SELL,DEMOTECH,5,100,${lot.name}`, `D2,${sd},BUY,INFY,1,50,`]
  const { lines: planned } = await desk.done('trades/import/preview', file(...lines))
  expect(planned).toMatchObject([
    { status: 'new', cashAfter: 0 },
    { status: 'wrong', problem: 'Insufficient balance for this trade' },
  ])
  await desk.done(`trades/${lot.id}/sell`, order)
  expect(await desk.wallet(client)).toMatchObject({ balance: 0, dues: rupeesOf(paiseOf(dues) - 50_000n) })

  // Its profit needs a second operator, who sees the same.
  const { _id } = await desk.done(`trades/${lot.id}/sell`, { quantity: 5, price: 3000 })
  const { body: review } = await call('GET', `/desk/proposals/${_id}`, { token: desk.second.token })
  const owed = paiseOf(dues) - 50_000n
  const rest = rupeesOf(1_500_000n - owed)
  expect(review.effects).toMatchObject([
    { account: { text: 'Dues' }, amount: rupeesOf(-owed) },
    { account: { text: 'Balance' }, amount: rest },
    { account: { text: 'Invested' }, amount: -500 },
  ])
  expect((await desk.approve(lot.id)).status).toBe(200)
  const wallet = await desk.wallet(client)
  expect(wallet).toMatchObject({ balance: rest, investedAmount: 0 })
  expect(wallet.dues).toBeUndefined()
  await desk.balanced()
})

test('the balance after each line of a file is that of the books, also with trades that are not booked yet', async () => {
  const client = await desk.client(5000)
  await desk.record(recorded, [desk.deal(client, 'B', 40, '100.00')])
  const sd = await saudaId(client)
  const order = { clientId: client.id, stockName: 'INFY', quantity: 1, price: 100 }
  expect(await desk.done('trades/buy/preview', order)).toMatchObject({ cashAfter: 4900 })
  const lines = file(`E1,${sd},BUY,INFY,1,100,`, `E2,${sd},SELL,INFY,1,104,E1`)
  const after = [{ cashAfter: 4900 }, { cashAfter: 5004 }]
  expect((await desk.done('trades/import/preview', lines)).lines).toMatchObject(after)
  expect((await desk.done('trades/import', lines)).lines).toMatchObject(after)
  expect(await desk.wallet(client)).toMatchObject({ balance: 5004 })
  // What the recorded purchase will take pays for nothing else.
  const [{ problem }] = (await desk.done('trades/import/preview', file(`E3,${sd},BUY,INFY,20,100,`))).lines
  expect(problem).toBe('Insufficient balance for this trade')
})

test('the reversal of a purchase says that the money pays dues first, as the books do', async () => {
  const client = await desk.client(1000)
  const { _id } = await desk.done('trades/buy', { clientId: client.id, stockName: 'INFY', quantity: 10, price: 100 })
  await desk.bookDay(recorded, [desk.deal(client, 'B', 4, '100.00')])
  const { dues } = await desk.wallet(client)
  const asked = await desk.done(`trades/${_id}/reversal`, { reason: 'Booked for the wrong client' })
  const { body } = await call('GET', `/desk/reversals/${asked._id}`, { token: desk.second.token })
  const rest = rupeesOf(100_000n - paiseOf(dues))
  expect(body.effect).toEqual({ dues: -dues, balance: rest, invested: -1000, loan: 0, unsettled: 0 })
  await desk.done(`reversals/${asked._id}/approve`, {}, desk.second)
  expect(await desk.wallet(client)).toMatchObject({ balance: rest })
})

test('neither an adjustment nor the repayment of a loan takes what is held for trades that are not booked yet', async () => {
  const client = await desk.client()
  const lender = await establishedOperator(server, 'lender')
  const [one, other] = [await establishedOperator(server, 'cashier'), await establishedOperator(server, 'cashier')]
  const { _id: loanId } = await loanSteps(server, lender).running(client, { amount: 1000, fee: 0 })
  await desk.done('trades/buy', { clientId: client.id, stockName: 'INFY', quantity: 10, price: 100 })
  await fund(server, client.id, 5000)
  const repay = (amount: number) => call('POST', '/user/loan/repay', { token: client.token, body: { loanId, amount } })
  const debit = (amount: number) =>
    call('POST', '/desk/ledger/adjustments', {
      token: one.token,
      body: { clientId: client.id, kind: 'debit', amount, reason: 'Fee of the branch' },
    })
  const early = await debit(1000)
  await desk.record(recorded, [desk.deal(client, 'B', 45, '100.00')])
  expect(await desk.wallet(client)).toMatchObject({ balance: 5000, withdrawable: 500 })

  const insufficient =
    'Insufficient balance: the client has ₹5,000.00, of which ₹4,500.00 pays for trades that are being booked'
  expect((await debit(500.01)).body.message).toBe(insufficient)
  const path = `/desk/ledger/adjustments/${early.body._id}/approve`
  expect(await call('POST', path, { token: other.token })).toMatchObject({
    status: 409,
    body: { message: insufficient },
  })
  expect((await repay(500.01)).body.message).toBe('Insufficient balance for this repayment')
  expect((await repay(400)).status).toBe(200)
  expect((await debit(100)).status).toBe(200)
})
