import type { Quote } from '@sauda/contract/trading/market'
import { watchErrors, watchRules } from '@sauda/contract/trading/watch'
import { expect, test } from 'vitest'
import { moneyClient, type MoneyClient } from '../../../test/money.ts'
import { testServer } from '../../../test/server.ts'
import { fireAlerts } from './watch.ts'

const server = await testServer({ RATE_LIMITS: 'off' }, { without: ['price alerts'] })
const { call, db } = server

const post = ({ token }: MoneyClient, path: string, body: object) =>
  call('POST', `/user/watchlist${path}`, { token, body })
const add = (client: MoneyClient, symbol: string) => post(client, '', { symbol })
const addAlert = (client: MoneyClient, side: string, price: number | string, symbol = 'TCS') =>
  post(client, '/alerts', { symbol, side, price })
const watched = async ({ token }: MoneyClient) => (await call('GET', '/user/watchlist', { token })).body.watched

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
const close = (price: string, at = inSeconds(1)): Quote => ({ symbol: 'TCS', price, at, state: 'close' })
const fire = (quote: Quote) =>
  fireAlerts(server.app.context, (symbol) => (symbol === 'TCS' ? quote : { symbol, state: 'none' }))
const informed = async ({ id }: MoneyClient) => ({
  mails: await db.rows<{ subject: string }>("select subject from mail where client_id = $1 and subject like 'TCS %'", [
    id,
  ]),
  notifications: await db.rows("select from notification where client_id = $1 and topic = 'market'", [id]),
})
const nothing = { mails: [], notifications: [] }

async function watching(): Promise<MoneyClient> {
  const client = await moneyClient(server)
  await add(client, 'TCS')
  return client
}

test('a symbol is added once, and removed with its alerts', async () => {
  const client = await moneyClient(server)
  expect(await watched(client)).toEqual([])
  expect((await add(client, 'tcs')).body.watched).toMatchObject([{ symbol: 'TCS', alerts: [] }])
  expect((await add(client, 'TCS')).body.watched).toHaveLength(1)
  const { body } = await addAlert(client, 'above', '3999.50')
  expect(body.watched[0].alerts).toMatchObject([{ side: 'above', price: '3999.5' }])
  expect((await addAlert(client, 'above', 3999.5)).body.watched[0].alerts).toHaveLength(1)
  expect((await post(client, '/remove', { symbol: 'TCS' })).body.watched).toEqual([])
  expect(await db.rows('select from price_alert where client_id = $1', [client.id])).toEqual([])
  const audited = await db.rows<{ action: string }>(
    "select action from audit where subject_id = $1 and action like 'watch.%' order by id",
    [client.id],
  )
  expect(audited.map(({ action }) => action)).toEqual(['watch.add', 'watch.alert', 'watch.remove'])
})

test('only the newest used alerts are kept', async () => {
  const client = await watching()
  await db.run(
    `insert into price_alert (id, client_id, symbol, side, price, fired_at, fired_price)
     select gen_random_uuid(), $1, 'TCS', 'above', n, now() - make_interval(hours => n), n from generate_series(1, 150) n`,
    [client.id],
  )
  const [{ alerts }] = (await addAlert(client, 'above', 4000)).body.watched
  expect(alerts).toHaveLength(watchRules.usedAlerts + 1)
  expect(alerts.map(({ price }: { price: string }) => Number(price)).toSorted((a: number, b: number) => a - b)).toEqual(
    [...Array.from({ length: watchRules.usedAlerts }, (_, n) => n + 1), 4000],
  )
})

test('what does not exist, is not watched or is not a price is rejected', async () => {
  const client = await watching()
  expect(await add(client, 'NOTHING')).toMatchObject({
    status: 404,
    body: { message: watchErrors.unknownSymbol.message },
  })
  expect(await addAlert(client, 'above', 10, 'INFY')).toMatchObject({
    status: 409,
    body: { message: watchErrors.notWatched.message },
  })
  for (const price of [0, -1, 'abc', '1.123456789'])
    expect(await addAlert(client, 'above', price)).toMatchObject({
      status: 400,
      body: { message: 'Enter a price above ₹0, such as 2450.50' },
    })
  expect(await addAlert(client, 'at', 10)).toMatchObject({ status: 400, body: { message: 'Choose above or below' } })
})

test('a list has at most fifty symbols, also when they are added at once', async () => {
  const client = await moneyClient(server)
  await db.run(
    `insert into instrument (id, symbol, name, aliases, exchange, kind, lot, tick, fractional, active, isin)
     select gen_random_uuid(), 'WATCH' || n, 'Watch ' || n, '{}', 'NSE', 'share', 1, 0.05, false, true, '' from generate_series(1, 52) n`,
  )
  const symbols = Array.from({ length: watchRules.symbols + 2 }, (_, index) => `WATCH${index + 1}`)
  const replies = await Promise.all(symbols.map((symbol) => add(client, symbol)))
  expect(replies.filter(({ status }) => status === 409).map(({ body }) => body.message)).toEqual([
    watchErrors.full.message,
    watchErrors.full.message,
  ])
  expect(await watched(client)).toHaveLength(watchRules.symbols)
})

test('nobody reads or removes the alert of another client', async () => {
  const [client, other] = [await watching(), await watching()]
  const { body } = await addAlert(client, 'above', 4000)
  const path = `/user/watchlist/alerts/${body.watched[0].alerts[0]._id}`
  expect((await watched(other))[0].alerts).toEqual([])
  expect((await call('DELETE', path, { token: other.token })).status).toBe(404)
  expect((await call('DELETE', path, { token: client.token })).body.watched[0].alerts).toEqual([])
})

test('the search finds instruments by symbol and name', async () => {
  const { token } = await moneyClient(server)
  const found = async (search: string) =>
    (await call('GET', `/user/instruments?search=${search}`, { token })).body.instruments
  expect((await found('tcs'))[0]).toMatchObject({ symbol: 'TCS' })
  expect((await found('a')).length).toBeLessThanOrEqual(watchRules.found)
})

test.each([
  ['above', '4000', ['3999.99'], '4000'],
  ['below', '3000', ['3000.01'], '2990.5'],
])('an alert %s %s is used once, by mail and notification', async (side, price, others, reaching) => {
  const client = await watching()
  await addAlert(client, side, price)
  for (const other of others) await fire(close(other))
  expect(await informed(client)).toEqual(nothing)
  await fire(close(reaching))
  await fire(close(reaching, inSeconds(2)))
  const { mails, notifications } = await informed(client)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.subject).toContain(`, ${side} ₹`)
  expect(notifications).toHaveLength(1)
  expect((await watched(client))[0].alerts).toMatchObject([{ side, price, fired: { price: reaching } }])
})

test('a price older than the alert, a stale price and no price use no alert', async () => {
  const client = await watching()
  const before = new Date().toISOString()
  await addAlert(client, 'above', 100)
  await fire(close('4000', before))
  await fire({ ...close('4000'), state: 'stale' })
  await fire({ symbol: 'TCS', state: 'none' })
  expect(await informed(client)).toEqual(nothing)
  await fire({ ...close('4000'), state: 'live' })
  expect((await informed(client)).mails).toHaveLength(1)
})

test('several servers use an alert once', async () => {
  const client = await watching()
  await addAlert(client, 'above', 100)
  await Promise.all([1, 2, 3, 4].map(() => fire(close('101'))))
  const { mails, notifications } = await informed(client)
  expect([mails.length, notifications.length]).toEqual([1, 1])
})
