import { tradeErrors, tradedBeforeAccount, tradedInClosedDay } from '@sauda/contract/trading/trade-error'
import { describe, expect, test } from 'vitest'
import { moneyClient, type MoneyClient } from '../../../test/money.ts'
import { establishedOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'
import { daysBefore, tradeSteps } from '../../../test/trade.ts'
import { addDays, dateText, dayInIndia } from '../../platform/india.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { db, call } = server
await establishedOperator(server, 'admin', 'Asha Admin')
await establishedOperator(server, 'admin', 'Bela Admin')
const dealer = await establishedOperator(server, 'dealer', 'Farid')
const second = await establishedOperator(server, 'dealer', 'Gita')
const { desk, history } = tradeSteps(server, dealer)

const today = dayInIndia(new Date())
const at = (day: string) => `${day}T10:15:00+05:30`
const [sixth = '', fifth = '', , , , previous = ''] = daysBefore(today, 6)
const client = (since = '2020-01-01') => moneyClient(server, { rupees: 1_000_000, since })
const buy = (by: MoneyClient, more: object = {}, path = 'trades/buy') =>
  desk(path, { clientId: by.id, stockName: 'INFY', quantity: 1, price: 100, ...more })
const decide = (id: string, verb: 'approve' | 'reject') =>
  call('POST', `/desk/proposals/${id}/${verb}`, { token: second.token })
const approve = (id: string) => decide(id, 'approve')
const reject = (id: string) => decide(id, 'reject')
const closeThrough = (day: string) => db.run('update broker_bank set closed_through = $1 where receives', [day])

test('rejects a trade dated before the account was opened, at the ticket and on booking', async () => {
  const asha = await client(`${addDays(today, -3)}T20:00:00+05:30`)
  const rejected = { status: 422, body: { message: tradedBeforeAccount(dateText(addDays(today, -3))).message } }
  for (const path of ['trades/buy', 'trades/buy/preview'])
    for (const day of ['2019-05-02', addDays(today, -4)])
      expect(await buy(asha, { tradedAt: at(day) }, path)).toMatchObject(rejected)
  expect((await buy(asha, { tradedAt: at(addDays(today, -3)) })).status).toBe(200)
  expect(await buy(await client('2001-01-01'), { tradedAt: at('2014-12-31') })).toMatchObject({
    status: 422,
    body: { message: tradeErrors.beforeCalendar.message },
  })
})

test('a trade dated before the previous trading day needs a second dealer', async () => {
  const asha = await client()
  expect((await buy(asha, { tradedAt: at(previous) })).body).not.toHaveProperty('waitsForSecond')
  const earlier = { tradedAt: at(addDays(previous, -1)) }
  const reason = `The trade is dated before the previous trading day, ${dateText(previous)}`
  expect((await buy(asha, earlier, 'trades/buy/preview')).body.warnings).toContain(
    `${reason}. A second operator must approve it`,
  )
  const { body } = await buy(asha, earlier)
  expect(body).toMatchObject({ waitsForSecond: true, secondReasons: [reason] })
  expect((await approve(body._id)).status).toBe(200)
  expect((await history(asha))[0]).toMatchObject({ tradedAt: new Date(earlier.tradedAt).toISOString() })
})

describe('the profit of purchases of the last five trading days', () => {
  const sell = (id: string, quantity: number) => desk(`trades/${id}/sell`, { quantity, price: 200 })
  test('needs a second dealer above ₹10,000 per client, over several sales', async () => {
    const asha = await client()
    const { body: dated } = await buy(asha, { quantity: 200, tradedAt: at(fifth) })
    expect((await approve(dated._id)).status).toBe(200)
    const [{ _id: id } = { _id: '' }] = await history(asha)
    expect((await sell(id, 60)).body).not.toHaveProperty('waitsForSecond')
    const sale = await sell(id, 41)
    expect(sale.body).toMatchObject({
      waitsForSecond: true,
      secondReasons: [
        'The profit of this client’s sales of purchases of the last five trading days would exceed ₹10,000.00',
      ],
    })
    expect((await reject(sale.body._id)).status).toBe(200)
    const alone = await sell(id, 40)
    expect(alone.status).toBe(200)
    expect(alone.body).not.toHaveProperty('waitsForSecond')
  })
  test('is not offset by losses', async () => {
    const asha = await client()
    const [{ body: losing }, { body: winning }] = [
      await buy(asha, { quantity: 400 }),
      await buy(asha, { quantity: 400 }),
    ]
    const sale = (id: string, quantity: number, price: number) => desk(`trades/${id}/sell`, { quantity, price })
    const { body: loss } = await sale(losing._id, 400, 20)
    expect(loss).toMatchObject({ waitsForSecond: true })
    expect((await approve(loss._id)).status).toBe(200)
    const rejected = async (quantity: number, price: number) => {
      const { body } = await sale(winning._id, quantity, price)
      expect(body).toMatchObject({ waitsForSecond: true })
      expect((await reject(body._id)).status).toBe(200)
    }
    await rejected(100, 200.01)
    expect((await sale(winning._id, 100, 200)).body).toMatchObject({ profitLoss: 10_000 })
    await rejected(1, 100.01)
    expect((await sale(winning._id, 1, 100)).body).toMatchObject({ profitLoss: 0 })
  })
  test('does not count what was bought earlier', async () => {
    const asha = await client()
    await buy(asha, { quantity: 200 })
    const [{ _id: id } = { _id: '' }] = await history(asha)
    await db.run('alter table trade disable trigger trade_kept')
    await db.run('update trade set day = $2::date, traded_at = $2::date::timestamp where id = $1', [id, sixth])
    await db.run('alter table trade enable trigger trade_kept')
    expect((await sell(id, 200)).body).not.toHaveProperty('waitsForSecond')
  })
})

test('a trade approved later keeps the time of the request', async () => {
  const asha = await client()
  const { body } = await buy(asha)
  expect(body).not.toHaveProperty('waitsForSecond')
  const waiting = await desk(`trades/${body._id}/sell`, { quantity: 1, price: 20_000 })
  expect(waiting.body.waitsForSecond).toBe(true)
  const [asked] = await db.rows<{ at: string }>("select payload ->> 'at' as at from proposal where id = $1", [
    waiting.body._id,
  ])
  expect((await approve(waiting.body._id)).status).toBe(200)
  expect((await history(asha))[0]).toMatchObject({ action: 'SELL', tradedAt: asked?.at })
})

// Last, because days are never opened again.
describe('once a day is closed', () => {
  test('a trade dated on it or before is rejected, also at the ticket', async () => {
    const asha = await client()
    const { body: waiting } = await buy(asha, { tradedAt: at(addDays(previous, -1)) })
    await closeThrough(previous)
    for (const path of ['trades/buy', 'trades/buy/preview'])
      for (const day of [previous, addDays(previous, -1)])
        expect(await buy(asha, { tradedAt: at(day) }, path)).toMatchObject({
          status: 422,
          body: { message: tradedInClosedDay(dateText(previous)).message },
        })
    // Requested while the day was open.
    expect((await approve(waiting._id)).status).toBe(200)
  })
  test('the ticket says for which day a trade without a date counts', async () => {
    const asha = await client()
    await closeThrough(today)
    const next = dateText(addDays(today, 1))
    const warning = `${dateText(today)} is closed: the entries of this trade count for ${next}`
    expect((await buy(asha, {}, 'trades/buy/preview')).body.warnings).toContain(warning)
    const { body } = await buy(asha)
    expect(
      await db.row(`select to_char(value_date, 'YYYY-MM-DD') as day from journal where cause_id = $1`, [body._id]),
    ).toEqual({ day: addDays(today, 1) })
  })
})
