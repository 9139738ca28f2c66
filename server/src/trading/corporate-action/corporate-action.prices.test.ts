import { expect, test } from 'vitest'
import { actionDesk } from '../../../test/corporate-action.ts'
import { testServer } from '../../../test/server.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const desk = await actionDesk(server)
const { call } = server

const bonus = (stockName: string) => ({
  kind: 'bonus' as const,
  stockName,
  exDate: '2025-05-29',
  held: 1,
  given: 1,
  allottedOn: '2025-06-02',
  creditedOn: '2025-06-03',
})

/** A client who bought ten shares for ₹1,000, whose last close before the bonus is ₹120. */
async function holder(stock: string) {
  const { symbol, isin } = await desk.share(stock)
  const client = await desk.client()
  await desk.buy(client, symbol, 10, 100, '2025-03-12')
  await desk.close(isin, symbol, '2025-05-27', '110')
  await desk.close(isin, symbol, '2025-05-28', '120')
  const history = async () =>
    (await call('GET', `/user/account-history/${client.id}`, { token: client.token })).body.holdings
  return { symbol, isin, client, history }
}

test('nobody sees a false loss: closes from before the ex-date are adjusted, until one of the new shares is known', async () => {
  const { symbol, isin, client } = await holder('NOLOSS')
  await desk.book(bonus(symbol))
  const holding = async () =>
    (await desk.steps.portfolio(client)).holdings.find(({ stockName }) => stockName === symbol)
  expect(await holding()).toMatchObject({ quantity: 20, cost: 1000, currentPrice: 60, previousClose: 55 })
  const closes = await call('GET', `/user/closes?symbol=${symbol}`, { token: client.token })
  expect(closes.body.closes).toEqual([
    { day: '2025-05-27', close: '55' },
    { day: '2025-05-28', close: '60' },
  ])
  await desk.close(isin, symbol, '2025-05-29', '61')
  const [action] = await desk.list()
  const other = await desk.share('OTHERSHARE')
  await desk.buy(client, other.symbol, 1, 1, '2025-03-12')
  // The next change of prices is read with it.
  await desk.book(bonus(other.symbol))
  expect(await holding()).toMatchObject({ currentPrice: 61, previousClose: 60 })
  await desk.reverse(action)
  expect(await holding()).toMatchObject({ quantity: 10, currentPrice: 61, previousClose: 120 })
})

test('the account history counts in the shares of today, so that the ex-date is no step', async () => {
  const { symbol, history } = await holder('NOSTEP')
  await desk.book({ kind: 'split', stockName: symbol, exDate: '2025-05-29', held: 1, given: 5 })
  const [held] = await history()
  expect(held.positions.at(-1)).toMatchObject({ quantity: '50', cost: 1000 })
  expect(held.positions).toHaveLength(1)
  expect(held.closes.at(-1)).toMatchObject({ close: '24' })
})

test('a demerger moves cost to the other share in the account history', async () => {
  const { symbol, history } = await holder('MOVES')
  const other = await desk.share('MOVESTO')
  const terms = {
    stockName: symbol,
    otherStock: other.symbol,
    exDate: '2025-05-29',
    held: 1,
    given: 1,
    costPercent: 25,
  }
  await desk.book({ kind: 'demerger', ...terms })
  const holdings: { symbol: string; positions: { quantity: string; cost: number }[] }[] = await history()
  const last = (name: string) => holdings.find((each) => each.symbol === name)?.positions.at(-1)
  expect(last(symbol)).toMatchObject({ quantity: '10', cost: 750 })
  expect(last(other.symbol)).toMatchObject({ quantity: '10', cost: 250 })
})

test('an open price alert is set to the adjusted price, and back with a reversal', async () => {
  const { symbol, client } = await holder('ALERTS')
  const post = (path: string, body: object) => call('POST', `/user/watchlist${path}`, { token: client.token, body })
  await post('', { symbol })
  await post('/alerts', { symbol, side: 'above', price: 150 })
  const price = async () =>
    (
      await server.db.row<{ price: string }>(
        'select trim_scale(price)::text as price from price_alert where symbol = $1',
        [symbol],
      )
    )?.price
  const action = await desk.book(bonus(symbol))
  expect(await price()).toBe('75')
  await desk.reverse(action)
  expect(await price()).toBe('150')
})
