import { describe, expect, test } from 'vitest'
import { moneyClient } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'
import { tradeSteps } from '../../../test/trade.ts'

const server = await testServer({ RATE_LIMITS: 'off' })
const dealer = await newOperator(server, 'dealer')
const { desk, tryBuy, trySell, buy, sell, wallet } = tradeSteps(server, dealer)
const client = await moneyClient(server, { rupees: 10_000 })
const nobody = '00000000-0000-4000-8000-000000000000'
const [quantity, price] = [
  'Enter the quantity as a number above 0 with at most 8 decimals',
  'Enter the price in rupees as a number above 0 with at most 8 decimals',
]

describe('a buy is rejected with an error message', () => {
  const good = { clientId: client.id, stockName: 'TCS', quantity: 1, price: 100 }
  test.each([
    [{ quantity: 0 }, 400, quantity],
    [{ quantity: -1 }, 400, quantity],
    [{ quantity: '-1' }, 400, quantity],
    [{ quantity: 'abc' }, 400, quantity],
    [{ quantity: '' }, 400, quantity],
    [{ quantity: null }, 400, quantity],
    [{ quantity: undefined }, 400, quantity],
    [{ quantity: true }, 400, quantity],
    [{ quantity: [1] }, 400, quantity],
    [{ quantity: { toString: 1 } }, 400, quantity],
    [{ quantity: 'NaN' }, 400, quantity],
    [{ quantity: 'Infinity' }, 400, quantity],
    [{ quantity: '1e3' }, 400, quantity],
    [{ quantity: '0x10' }, 400, quantity],
    [{ quantity: '1,000' }, 400, quantity],
    [{ quantity: '0.000000001' }, 400, quantity],
    [{ quantity: 1e308 }, 400, quantity],
    [{ quantity: 1e21 }, 400, quantity],
    [{ quantity: 1e-9 }, 400, quantity],
    [{ quantity: 0.5 }, 422, 'This stock is traded in whole units only'],
    [{ quantity: 0.001 }, 422, 'This stock is traded in whole units only'],
    [{ price: 0 }, 400, price],
    [{ price: -100 }, 400, price],
    [{ price: 1e308 }, 400, price],
    [{ price: null }, 400, price],
    [{ price: 'abc' }, 400, price],
    [{ price: '100.123456789' }, 400, price],
    [{ price: '1234567890.123456' }, 400, price],
    [{ price: '0.001' }, 422, 'A trade must be worth at least ₹0.01'],
    [{ quantity: 9_999_999_999, price: 9_999_999_999 }, 422, 'A trade may be worth at most ₹1,00,00,00,000'],
    [{ price: 10_000.01 }, 422, 'Insufficient balance for this trade'],
    [{ stockName: 'NO SUCH STOCK' }, 422, 'This stock is not in the list of instruments. Choose one from the list.'],
    [
      { stockName: "'; drop table trade; --" },
      422,
      'This stock is not in the list of instruments. Choose one from the list.',
    ],
    [{ stockName: '' }, 400, 'Choose a stock'],
    [{ stockName: null }, 400, 'Choose a stock'],
    [{ stockName: 'x'.repeat(101) }, 400, 'Please use at most 100 characters'],
    [{ clientId: nobody }, 404, 'Not found'],
    [{ clientId: 'abc' }, 400, 'Choose a client'],
    [{ clientId: undefined }, 400, 'Choose a client'],
  ])('%j', async (wrong, status, message) => {
    for (const path of ['trades/buy', 'trades/buy/preview']) {
      // A preview reports what is missing instead.
      if (path.endsWith('preview') && message.includes('Insufficient balance')) continue
      expect(await desk(path, { ...good, ...wrong })).toMatchObject({ status, body: { message, status } })
    }
    expect(await wallet(client)).toMatchObject({ balance: 10_000, investedAmount: 0 })
  })

  test('for a client whose documents are not verified', async () => {
    const unverified = await moneyClient(server, { rupees: 1000, verified: false })
    expect(await tryBuy(unverified, 'TCS', 1, 100)).toMatchObject({
      status: 409,
      body: { message: 'Complete your document verification first' },
    })
  })

  test('of a stock no longer traded, which can still be sold; lot sizes apply except to the remainder', async () => {
    const owner = await moneyClient(server, { rupees: 1000 })
    const position = await buy(owner, 'WIPRO', 5, 100)
    const set = (values: string) => server.db.run(`update instrument set ${values} where symbol = 'WIPRO'`)
    await set('active = false, lot = 2')
    expect(await tryBuy(owner, 'WIPRO', 2, 100)).toMatchObject({
      status: 422,
      body: { message: 'This stock is not traded at the moment' },
    })
    await set('active = true')
    expect(await tryBuy(owner, 'WIPRO', 3, 100)).toMatchObject({
      status: 422,
      body: { message: 'This stock is traded in lots of 2' },
    })
    expect(await trySell(position._id, 1, 100)).toMatchObject({
      status: 422,
      body: { message: 'This stock is traded in lots of 2' },
    })
    await sell(position, 4, 100)
    expect(await sell(position, 1, 100)).toMatchObject({ quantity: 1 })
  })
})

test('books exact prices and quantities, without floating point', async () => {
  const owner = await moneyClient(server, { rupees: 1_000_000 })
  const numbers = ['0.1', '0.3', '1.00000001', '123.45678901', '999.99999999', '0.00007']
  for (const [n, number] of numbers.entries()) {
    const trade = await buy(owner, 'USD/INR', n % 2 === 0 ? number : Number(number), '700.05')
    const row = await server.db.row(
      'select trim_scale(quantity)::text as quantity, trim_scale(price)::text as price from trade where id = $1',
      [trade._id],
    )
    expect(row).toEqual({ quantity: number, price: '700.05' })
    expect(trade.quantity).toBe(Number(number))
  }
  const wrong = await server.db.rows('select from trade where amount <> floor(quantity * price * 100 + 0.5)')
  expect(wrong).toEqual([])
})

test('only an existing position can be sold', async () => {
  const owner = await moneyClient(server, { rupees: 1000 })
  const sale = await sell(await buy(owner, 'TCS', 2, 100), 1, 100)
  expect(await trySell(sale._id, 1, 100)).toMatchObject({
    status: 409,
    body: { message: 'Only a bought position can be sold' },
  })
  expect(await trySell(nobody, 1, 100)).toMatchObject({ status: 404, body: { message: 'Not found' } })
  expect(await trySell('abc', 1, 100)).toMatchObject({ status: 404, body: { message: 'Not found' } })
  for (const id of [sale._id, nobody])
    expect((await desk(`trades/${id}/sell/preview`, { quantity: 1, price: 100 })).status).toBe(
      id === nobody ? 404 : 409,
    )
})

describe('rights', () => {
  const calls = [
    ['trades/buy', { clientId: client.id, stockName: 'TCS', quantity: 1, price: 100 }],
    ['trades/buy/preview', { clientId: client.id, stockName: 'TCS', quantity: 1, price: 100 }],
    [`trades/${nobody}/sell`, { quantity: 1, price: 100 }],
    [`trades/${nobody}/reversal`, { reason: 'Wrong' }],
    [`reversals/${nobody}/approve`, {}],
    ['trades/import', { csv: 'x' }],
  ] as const

  test.each(calls)('%s: dealers, not other operators, not clients', async (path, body) => {
    const cashier = await newOperator(server, 'cashier')
    expect(await desk(path, body, cashier)).toMatchObject({
      status: 403,
      body: { message: 'Your role does not include this. Ask an administrator.' },
    })
    expect((await desk(path, body, client)).status).toBe(401)
  })

  test('a preview equals the later booking', async () => {
    const owner = await moneyClient(server, { rupees: 1000 })
    const order = { clientId: owner.id, stockName: 'tcs', quantity: 3, price: '133.33' }
    const told = (await desk('trades/buy/preview', order)).body
    expect(told).toEqual({
      stockName: 'TCS',
      name: 'Tata Consultancy Services',
      quantity: 3,
      price: 133.33,
      cost: 399.99,
      fromCash: 399.99,
      fromLoan: 0,
      cashAfter: 600.01,
      loanAfter: 0,
      missing: 0,
      warnings: ['The price is between two steps of ₹0.05'],
    })
    const position = await buy(owner, 'TCS', 3, 133.33)
    const sale = (await desk(`trades/${position._id}/sell/preview`, { quantity: 1, price: 100 })).body
    expect(sale).toEqual({
      stockName: 'TCS',
      quantity: 1,
      price: 100,
      proceeds: 100,
      cost: 133.33,
      profitLoss: -33.33,
      toCash: 100,
      toLoan: 0,
      cashAfter: 700.01,
      loanAfter: 0,
      quantityLeft: 2,
      warnings: [],
    })
    await sell(position, 1, 100)
    expect(await wallet(owner)).toMatchObject({ balance: 700.01, investedAmount: 266.66 })
    expect((await desk('trades/buy/preview', { ...order, quantity: 9 })).body).toMatchObject({
      missing: 499.96,
      fromCash: 700.01,
      cashAfter: 0,
    })
  })
})

test('the books still balance', async () => {
  const admin = await newOperator(server, 'admin')
  expect((await server.call('GET', '/desk/books', { token: admin.token })).body).toMatchObject({ balanced: true })
})
