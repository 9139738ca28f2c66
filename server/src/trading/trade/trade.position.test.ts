import type { Position } from '@sauda/contract/trading/position'
import { expect, test } from 'vitest'
import { loanSteps } from '../../../test/loan.ts'
import { moneyClient, type MoneyClient } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'
import { tradeSteps } from '../../../test/trade.ts'
import { tamper } from '../../../test/tamper.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'single' })
const admin = await newOperator(server, 'admin')
const other = await newOperator(server, 'admin')
const { buy, sell, ask, approve, portfolio } = tradeSteps(server, admin)
const loan = loanSteps(server, admin)

const read = ({ id, token }: MoneyClient, trade: { _id: string }, userId = id) =>
  server.call('GET', `/user/trade/position/${userId}/${trade._id}`, { token })
const open = async (client: MoneyClient, trade: { _id: string }): Promise<Position> => (await read(client, trade)).body

test('a position shows own and borrowed money, its sales, days held and ledger entries', async () => {
  const client = await moneyClient(server, { rupees: 1000 })
  await loan.running(client, { amount: 10_000, fee: 0 })
  const trade = await buy(client, 'TCS', 3, 2000)
  const first = await sell(trade, 1, 2100)
  expect(await open(client, trade)).toMatchObject({
    _id: trade._id,
    quantity: 2,
    bookedQuantity: 3,
    cost: 4000,
    ownPart: 666.67,
    loanPart: 3333.33,
    daysHeld: 0,
    realised: 100,
    sales: [{ _id: first._id, sellPrice: 2100, profitLoss: 100 }],
    events: [
      {
        event: 'trade.sold',
        title: 'Sold',
        reference: first.tradeId,
        entries: [
          { label: 'Sale: your cost back', debit: 'invested', credit: 'loan', amount: 1666.67 },
          { label: 'Sale: your cost back', debit: 'invested', credit: 'cash', amount: 333.33 },
          { label: 'Sale: profit', debit: 'clearing', credit: 'cash', amount: 100 },
        ],
      },
      {
        event: 'trade.bought',
        reference: trade.tradeId,
        entries: [
          { debit: 'cash', credit: 'invested', amount: 1000 },
          { debit: 'loan', credit: 'invested', amount: 5000 },
        ],
      },
    ],
  })
})

test('days held are calendar days in India, to the last sale once closed', async () => {
  const client = await moneyClient(server, { rupees: 1000 })
  const trade = await buy(client, 'TCS', 2, 100)
  const moveBack = (id: string, days: number) =>
    tamper(server, 'update trade set created_at = created_at - make_interval(days => $2) where id = $1', [id, days])
  await moveBack(trade._id, 40)
  const early = await sell(trade, 1, 90)
  await moveBack(early._id, 30)
  expect(await open(client, trade)).toMatchObject({ daysHeld: 40, realised: -10 })
  const last = await sell(trade, 1, 120)
  await moveBack(last._id, 25)
  expect(await open(client, trade)).toMatchObject({ daysHeld: 15, realised: 10, cost: 0, ownPart: 0, status: 'CLOSED' })
})

test('a reversed sale stays in the list with its ledger entries, without profit', async () => {
  const client = await moneyClient(server, { rupees: 1000 })
  const trade = await buy(client, 'TCS', 2, 100)
  const wrong = await sell(trade, 1, 500)
  expect((await approve(await ask(wrong), other)).status).toBe(200)
  const position = await open(client, trade)
  expect(position).toMatchObject({ realised: 0, quantity: 2, sales: [{ _id: wrong._id, quantity: 0, profitLoss: 0 }] })
  expect(position.events.map(({ event }) => event)).toEqual(['trade.reversed', 'trade.sold', 'trade.bought'])
})

test('the id of a sale opens the position it was sold from', async () => {
  const client = await moneyClient(server, { rupees: 1000 })
  const trade = await buy(client, 'TCS', 2, 100)
  const sale = await sell(trade, 1, 110)
  expect(await open(client, sale)).toEqual(await open(client, trade))
})

test('the position of another client and an unknown id are not found', async () => {
  const [client, stranger] = [await moneyClient(server, { rupees: 1000 }), await moneyClient(server)]
  const trade = await buy(client, 'TCS', 2, 100)
  const sale = await sell(trade, 1, 110)
  const notFound = { status: 404, body: { message: 'Not found' } }
  expect(await read(stranger, trade)).toMatchObject(notFound)
  expect(await read(stranger, trade, client.id)).toMatchObject(notFound)
  expect(await read(stranger, sale)).toMatchObject(notFound)
  expect(await read(client, { _id: client.id })).toMatchObject(notFound)
})

test('purchases of one stock have one average price, and the borrowed part of their cost', async () => {
  const client = await moneyClient(server, { rupees: 1000 })
  await loan.running(client, { amount: 10_000, fee: 0 })
  await buy(client, 'TCS', 3, 100.55)
  await buy(client, 'TCS', 4, '333.3333')
  expect((await portfolio(client)).holdings).toMatchObject([
    { stockName: 'TCS', quantity: 7, cost: 1634.98, avgPrice: 233.5686, loanPart: 634.98 },
  ])
})
