import { describe, expect, test } from 'vitest'
import { loanSteps } from '../../../test/loan.ts'
import { fund, moneyClient } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'
import { tradeSteps } from '../../../test/trade.ts'

const server = await testServer({ RATE_LIMITS: 'off' })
const admin = await newOperator(server, 'admin')
const { buy, sell, tryBuy, trySell, history, portfolio, wallet, books } = tradeSteps(server, admin)
const loan = loanSteps(server, admin)

/** ₹1,000 of their own and ₹10,000 borrowed. */
async function borrower() {
  const client = await moneyClient(server, { rupees: 1000 })
  await loan.running(client, { amount: 10_000, fee: 0 })
  return client
}

describe('a buy', () => {
  test('is paid from the balance, is open at once and shown as an open position', async () => {
    const client = await moneyClient(server, { rupees: 10_000 })
    const trade = await buy(client, 'RELIANCE', 3, 2500.5)
    expect(trade).toMatchObject({ stockName: 'RELIANCE', action: 'BUY', status: 'OPEN', quantity: 3, amount: 7501.5 })
    expect(await wallet(client)).toMatchObject({ balance: 2498.5, investedAmount: 7501.5, loanAmount: 0 })
    expect(await history(client)).toEqual([
      {
        _id: trade._id,
        tradeId: trade.tradeId,
        stockName: 'RELIANCE',
        action: 'BUY',
        status: 'OPEN',
        quantity: 3,
        bookedQuantity: 3,
        avgPrice: 2500.5,
        currentPrice: 2500.5,
        amount: 7501.5,
        cost: 7501.5,
        loanPart: 0,
        createdAt: trade.createdAt,
        date: trade.createdAt,
      },
    ])
    expect(await portfolio(client)).toMatchObject({ totalInvestment: 7501.5, totalPnL: 0, openPositions: 1, days: [] })
  })

  test('takes the balance first, then the unused loan', async () => {
    const client = await borrower()
    expect(await buy(client, 'TCS', 2, 3000)).toMatchObject({ amount: 6000, loanPart: 5000 })
    expect(await wallet(client)).toMatchObject({ balance: 0, investedAmount: 6000, loanAmount: 5000 })
    expect(await tryBuy(client, 'TCS', 2, 3000)).toMatchObject({
      status: 422,
      body: { message: 'Insufficient balance for this trade' },
    })
  })

  test.each(['Reliance Industries', 'reliance', 'usd-inr', 'USDINR'])(
    'finds its stock by any name: %s',
    async (name) => {
      const client = await moneyClient(server, { rupees: 10_000 })
      const { stockName } = await buy(client, name, 1, 90)
      expect(['RELIANCE', 'USD/INR']).toContain(stockName)
    },
  )

  test('rounds price × quantity half up to the paisa', async () => {
    const client = await moneyClient(server, { rupees: 1000 })
    expect((await buy(client, 'USD/INR', '0.5', '84.05')).amount).toBe(42.03)
    expect((await buy(client, 'USD/INR', 0.00000001, 1_000_000)).amount).toBe(0.01)
    expect((await buy(client, 'USD/INR', '0.33333333', '0.3')).amount).toBe(0.1)
  })
})

describe('a sell', () => {
  test('of a part returns cost and borrowed part in proportion, and the profit is the client’s', async () => {
    const client = await borrower()
    const position = await buy(client, 'TCS', 3, 2000)
    const sale = await sell(position, 1, 2100)
    expect(sale).toMatchObject({
      action: 'SELL',
      status: 'CLOSED',
      quantity: 1,
      avgPrice: 2000,
      sellPrice: 2100,
      amount: 2100,
      cost: 2000,
      loanPart: 1666.67,
      profitLoss: 100,
      buyId: position._id,
      buyTradeId: position.tradeId,
    })
    expect(await wallet(client)).toMatchObject({ balance: 433.33, investedAmount: 4000, loanAmount: 6666.67 })
    const [newest, open] = await history(client)
    expect(newest).toMatchObject({ _id: sale._id })
    expect(open).toMatchObject({
      _id: position._id,
      status: 'OPEN',
      quantity: 2,
      bookedQuantity: 3,
      cost: 4000,
      loanPart: 3333.33,
    })
    await sell(position, 2, 2000)
    expect(await wallet(client)).toMatchObject({ balance: 1100, investedAmount: 0, loanAmount: 10_000 })
    expect((await history(client)).find(({ _id }) => _id === position._id)).toMatchObject({
      status: 'CLOSED',
      quantity: 0,
      cost: 0,
    })
    expect(await portfolio(client)).toMatchObject({ totalInvestment: 0, totalPnL: 100, sales: 2, openPositions: 0 })
  })

  test('at a loss takes it from the balance first, then from borrowed money', async () => {
    const client = await borrower()
    const position = await buy(client, 'TCS', 5, 2000)
    // Cost 10,000 comes back as 1,000 to the balance and 9,000 to the loan; the loss of 4,000 takes the balance and 3,000.
    expect(await sell(position, 5, 1200)).toMatchObject({ profitLoss: -4000, amount: 6000 })
    expect(await wallet(client)).toMatchObject({ balance: 0, investedAmount: 0, loanAmount: 7000 })
    expect(await portfolio(client)).toMatchObject({ totalPnL: -4000 })
  })

  test('returns to the loan only what is still owed', async () => {
    const client = await moneyClient(server, { rupees: 0 })
    const lent = await loan.running(client, { amount: 10_000, fee: 0 })
    const position = await buy(client, 'TCS', 1, 9000)
    await fund(server, client.id, 6000)
    const paid = await server.call('POST', '/user/loan/repay', {
      token: client.token,
      body: { loanId: lent._id, amount: 6000 },
    })
    expect(paid.body.loan.principal).toBe(4000)
    await sell(position, 1, 9000)
    expect(await wallet(client)).toMatchObject({ balance: 6000, loanAmount: 4000 })
  })

  test.each([
    [4, 100, 422, 'The quantity is larger than the open position'],
    [0.5, 100, 422, 'This stock is traded in whole units only'],
    [0, 100, 400, 'Enter the quantity as a number above 0 with at most 8 decimals'],
    [-1, 100, 400, 'Enter the quantity as a number above 0 with at most 8 decimals'],
    [1, 0, 400, 'Enter the price in rupees as a number above 0 with at most 8 decimals'],
    [1, null, 400, 'Enter the price in rupees as a number above 0 with at most 8 decimals'],
    [1, 'abc', 400, 'Enter the price in rupees as a number above 0 with at most 8 decimals'],
    [1, 1e308, 400, 'Enter the price in rupees as a number above 0 with at most 8 decimals'],
  ])('of %s at %s is rejected', async (quantity, price, status, message) => {
    const client = await moneyClient(server, { rupees: 1000 })
    const position = await buy(client, 'TCS', 3, 100)
    expect(await trySell(position._id, quantity, price)).toMatchObject({ status, body: { message, status } })
    expect(await wallet(client)).toMatchObject({ balance: 700, investedAmount: 300 })
  })
})

test('after all of it the books balance', async () => {
  expect(await books()).toMatchObject({ balanced: true, differences: [] })
})
