import { profitRanges, type Trade } from '@sauda/contract/trading/trade'
import { tradeRules } from '@sauda/contract/trading/trade-error'
import { describe, expect, test } from 'vitest'
import { loanSteps } from '../../../test/loan.ts'
import { moneyClient, moneyOperator, type MoneyClient } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'
import { manyTrades, tradeSteps } from '../../../test/trade.ts'
import { tamper } from '../../../test/tamper.ts'
import { portfolio as portfolioAt } from './trade.history.ts'

const server = await testServer({ RATE_LIMITS: 'off' })
const dealer = await moneyOperator(server)
const { desk, tryBuy, buy, sell, history, portfolio } = tradeSteps(server, dealer)
const loan = loanSteps(server, await newOperator(server, 'admin'))
const idsOf = (trades: readonly Trade[]) => trades.map(({ _id }) => _id)
/** The client whose days trade.profit.test.ts checks. */
const ranges = (first?: string, realised = { profitLoss: 0, sales: 0 }) =>
  profitRanges.map((range) => ({
    range,
    ...(range !== 'All' ? { from: expect.any(String) } : first !== undefined && { from: first }),
    ...realised,
  }))
const ask = ({ id, token }: MoneyClient, query = '', userId = id) =>
  server.call('GET', `/user/trade/history/${userId}${query}`, { token })

describe('the history', () => {
  test('without a page lists every open position and the latest 200 other trades, newest first', async () => {
    const client = await moneyClient(server)
    await manyTrades(server, client, { pairs: 600, openEvery: 10 })
    const trades = await history(client)
    expect(trades.filter(({ status }) => status === 'OPEN')).toHaveLength(60)
    expect(trades).toHaveLength(60 + tradeRules.newest)
    expect(idsOf(trades)).toEqual(idsOf(trades).toSorted().toReversed())
    const oldest = trades.at(-1)
    expect(oldest).toMatchObject({ status: 'OPEN', stockName: 'TCS' })
  })

  test('is complete over all pages, optionally of one action', async () => {
    const client = await moneyClient(server)
    await manyTrades(server, client, { pairs: 120, openEvery: 7 })
    for (const action of ['', 'BUY', 'SELL']) {
      const seen: Trade[] = []
      for (;;) {
        const query = new URLSearchParams({ limit: '50', ...(action && { action }) })
        const last = seen.at(-1)
        if (last) query.set('before', last._id)
        const page = await history(client, `?${query}`)
        expect(page.length).toBeLessThanOrEqual(50)
        if (page.length === 0) break
        seen.push(...page)
      }
      expect(new Set(idsOf(seen)).size).toBe(action === '' ? 240 : 120)
      expect(idsOf(seen)).toEqual(idsOf(seen).toSorted().toReversed())
      if (action) expect(seen.every((trade) => trade.action === action)).toBe(true)
    }
  })

  test('in pages, the last traded comes first, whenever it was booked', async () => {
    const client = await moneyClient(server, { rupees: 10_000, since: '2025-01-01' })
    const at = (time: string) => ({ tradedAt: `2025-06-${time}:00+05:30` })
    const { body } = await desk('trades/buy', {
      clientId: client.id,
      stockName: 'TCS',
      quantity: 4,
      price: 100,
      ...at('02T10:00'),
    })
    const sold: string[] = []
    for (const time of ['17T10:00', '16T15:00', '17T09:30', '16T11:00'])
      sold.push((await desk(`trades/${body._id}/sell`, { quantity: 1, price: 110, ...at(time) })).body._id)
    const byTime = [0, 2, 1, 3].map((index) => sold[index])
    expect(idsOf(await history(client, '?action=SELL'))).toEqual(byTime)
    expect(idsOf(await history(client, '?limit=2'))).toEqual(byTime.slice(0, 2))
    expect(idsOf(await history(client, `?before=${byTime[1]}`))).toEqual([...byTime.slice(2), body._id])
  })

  test('has the trades of one stock, also of one action', async () => {
    const client = await moneyClient(server, { rupees: 10_000 })
    const tcs = await buy(client, 'TCS', 2, 100)
    await buy(client, 'INFY', 1, 100)
    const sale = await sell(tcs, 1, 110)
    expect(idsOf(await history(client, '?stock=TCS'))).toEqual([sale._id, tcs._id])
    expect(idsOf(await history(client, '?stock=TCS&action=SELL'))).toEqual([sale._id])
    expect(await history(client, '?stock=WIPRO')).toEqual([])
  })

  test.each([
    ['?limit=0', 'Request 1 to 100 trades'],
    ['?limit=101', 'Request 1 to 100 trades'],
    ['?limit=abc', 'Request 1 to 100 trades'],
    ['?action=HOLD', 'Choose BUY or SELL'],
    ['?before=abc', 'Not found'],
  ])('requested with %s is rejected', async (query, message) => {
    expect(await ask(await moneyClient(server), query)).toMatchObject({ status: 400, body: { message } })
  })

  test('of another client is not found, and of a client without trades is empty', async () => {
    const [client, other] = [await moneyClient(server), await moneyClient(server)]
    expect(await ask(client, '', other.id)).toMatchObject({ status: 404, body: { message: 'Not found' } })
    expect(await server.call('GET', `/user/portfolio/${other.id}`, { token: client.token })).toMatchObject({
      status: 404,
    })
    expect((await ask(client)).body).toEqual([])
    expect(await portfolio(client)).toEqual({
      totalInvestment: 0,
      totalPnL: 0,
      loanPart: 0,
      openPositions: 0,
      sales: 0,
      holdings: [],
      valuation: { value: 0, profit: 0, unpriced: 0 },
      days: [],
      months: [],
      ranges: ranges(),
    })
  })

  test('is the same at the desk, with the operator and the dealer’s reference', async () => {
    const client = await moneyClient(server, { rupees: 1000 })
    const position = await buy(client, 'TCS', 2, 100)
    await sell(position, 1, 90)
    const { body } = await server.call('GET', `/desk/clients/${client.id}/trades`, { token: dealer.token })
    const own = await history(client)
    expect(body.trades).toMatchObject(own.map((trade) => ({ ...trade, clientId: client.id, bookedBy: 'Nisha' })))
    expect(body.portfolio).toEqual(await portfolio(client))
    const page = await server.call('GET', `/desk/clients/${client.id}`, { token: dealer.token })
    expect(page.body.trades).toEqual(body.trades)
    const nobody = await server.call('GET', `/desk/clients/${position._id}/trades`, { token: dealer.token })
    expect(nobody).toMatchObject({ status: 404, body: { message: 'Not found' } })
  })
})

test('the portfolio sums by stock and by day, with the total realised', async () => {
  const client = await moneyClient(server, { rupees: 100_000 })
  await buy(client, 'TCS', 2, 100.5)
  const second = await buy(client, 'TCS', 3, 200)
  const other = await buy(client, 'USD/INR', 0.5, 84.05)
  await sell(second, 1, 250.25)
  await sell(other, 0.25, 80)
  const day = (
    await server.db.row<{ day: string }>("select to_char(now() at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as day")
  )?.day
  expect(await portfolio(client)).toEqual({
    totalInvestment: 201 + 400 + 21.01,
    totalPnL: 49.23,
    loanPart: 0,
    openPositions: 3,
    sales: 2,
    holdings: [
      {
        stockName: 'TCS',
        quantity: 4,
        cost: 601,
        avgPrice: 150.25,
        loanPart: 0,
        recent: [{ day, quantity: 4, cost: 601 }],
      },
      {
        stockName: 'USD/INR',
        quantity: 0.25,
        cost: 21.01,
        avgPrice: 84.04,
        loanPart: 0,
        recent: [{ day, quantity: 0.25, cost: 21.01 }],
      },
    ],
    // Without a price they count at cost.
    valuation: { value: 622.01, profit: 0, unpriced: 2 },
    days: [{ date: day, profitLoss: 49.23, sales: 2 }],
    months: [{ month: day?.slice(0, 7), profitLoss: 49.23, sales: 2 }],
    ranges: ranges(day, { profitLoss: 49.23, sales: 2 }),
  })
  await tamper(server, 'update lot set acquired_on = acquired_on - $2::int where client_id = $1', [
    client.id,
    tradeRules.recentDays,
  ])
  expect((await portfolio(client)).holdings.map(({ recent }: { recent?: object }) => recent)).toEqual([
    undefined,
    undefined,
  ])
})

test('the day’s change is that of the shares still held; what a sale brings is realised', async () => {
  const client = await moneyClient(server, { rupees: 10_000 })
  const [kept, soldOut] = [await buy(client, 'TCS', 10, 50), await buy(client, 'INFY', 10, 50)]
  await tamper(server, 'update lot set acquired_on = acquired_on - 5 where client_id = $1', [client.id])
  await sell(kept, 4, 70)
  await sell(soldOut, 10, 70)
  const quote = { price: '60', previousClose: '55', state: 'live' as const, at: new Date().toISOString() }
  const { valuation, totalPnL } = await portfolioAt(server.db, client.id, () => quote)
  expect({ dayChange: valuation.dayChange, totalPnL }).toEqual({ dayChange: 6 * 5, totalPnL: 4 * 20 + 10 * 20 })
})

test('a client has at most 2,000 open positions, so that they fit in one response', async () => {
  const client = await moneyClient(server, { rupees: 100 })
  await manyTrades(server, client, { pairs: tradeRules.openPositions - 1, openEvery: 1 })
  expect(await tryBuy(client, 'TCS', 1, 1)).toMatchObject({ status: 200 })
  expect(await tryBuy(client, 'TCS', 1, 1)).toMatchObject({
    status: 409,
    body: { message: 'The client has 2,000 open positions. Square off some of them first.' },
  })
  const trades = await history(client)
  expect(trades.filter(({ status }) => status === 'OPEN')).toHaveLength(tradeRules.openPositions)
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
