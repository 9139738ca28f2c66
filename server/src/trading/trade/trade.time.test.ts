import { tradeErrors } from '@sauda/contract/trading/trade-error'
import { expect, test } from 'vitest'
import { moneyClient, type MoneyClient } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'
import { tradeSteps } from '../../../test/trade.ts'

const server = await testServer({ RATE_LIMITS: 'off' })
const dealer = await newOperator(server, 'admin')
const { desk, history, wallet } = tradeSteps(server, dealer)
const client = await moneyClient(server, { rupees: 100_000, since: '2020-01-01' })

const buy = (more: object, by: MoneyClient = client, path = 'trades/buy') =>
  desk(path, { clientId: by.id, stockName: 'INFY', quantity: 2, price: 100, ...more })
const sell = (id: string, more: object, path = 'sell') =>
  desk(`trades/${id}/${path}`, { quantity: 1, price: 120, ...more })
const execution = {
  tradedAt: '2025-05-02T10:15:30+05:30',
  exchange: 'BSE',
  orderNumber: '1100000012345678',
  exchangeTradeNumber: '75123456',
}

test('keeps what the exchange confirmed of a trade, for desk, client and audit', async () => {
  const { body } = await buy(execution)
  const kept = { ...execution, tradedAt: '2025-05-02T04:45:30.000Z' }
  expect(body).toMatchObject(kept)
  const [trade] = await history(client)
  expect(trade).toMatchObject(kept)
  const row = await server.db.row<{ after: object }>(
    "select after from audit where action = 'trade.buy' and after->>'tradeId' = $1",
    [body._id],
  )
  expect(row?.after).toMatchObject(execution)
  await expect(server.db.run('update trade set traded_at = now() where id = $1', [body._id])).rejects.toThrow(
    'What was booked is never changed',
  )
})

test('rejects a time in the future, and books nothing', async () => {
  const before = await wallet(client)
  const tradedAt = new Date(Date.now() + 60_000).toISOString()
  const rejected = { status: 422, body: { message: tradeErrors.tradedInFuture.message } }
  expect(await buy({ tradedAt })).toMatchObject(rejected)
  expect(await buy({ tradedAt }, client, 'trades/buy/preview')).toMatchObject(rejected)
  expect(await wallet(client)).toEqual(before)
})

test('rejects a sale on a day before its purchase, but not at an earlier time of the same day', async () => {
  const { body } = await buy({ tradedAt: '2025-05-06T14:00:00+05:30' })
  const rejected = { status: 422, body: { message: tradeErrors.soldBeforeBought.message } }
  expect(await sell(body._id, { tradedAt: '2025-05-05T23:59:59+05:30' })).toMatchObject(rejected)
  expect(await sell(body._id, { tradedAt: '2025-05-05T23:59:59+05:30' }, 'sell/preview')).toMatchObject(rejected)
  expect((await sell(body._id, { tradedAt: '2025-05-06T00:00:00+05:30' })).status).toBe(200)
})

test.each(['yesterday', '2025-05-02', '2025-02-30T10:00:00Z', '1999-12-31T10:00:00Z', '0000-01-01T00:00:00Z'])(
  'rejects the time %s',
  async (tradedAt) => {
    expect((await buy({ tradedAt })).status).toBe(400)
  },
)

test('instruments keep a valid ISIN in capitals and reject any other', async () => {
  const instrument = {
    symbol: 'ISINTEST',
    name: 'ISIN Test Industries',
    exchange: 'NSE',
    kind: 'share',
    lot: 1,
    tick: '0.05',
    fractional: false,
    active: true,
  }
  for (const isin of ['INE009A01022', 'INE009A0102', 'IN009', '123456789012'])
    expect((await desk('instruments', { ...instrument, isin })).status).toBe(400)
  expect((await desk('instruments', { ...instrument, isin: ' ine009a01021 ' })).body).toMatchObject({
    isin: 'INE009A01021',
  })
})
