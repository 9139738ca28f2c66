import { reviewErrors } from '@sauda/contract/core/proposal-review'
import { tradeErrors } from '@sauda/contract/trading/trade-error'
import { describe, expect, test } from 'vitest'
import { pendingProposal } from '../../../test/approvals.ts'
import { moneyClient, type MoneyClient } from '../../../test/money.ts'
import { establishedOperator } from '../../../test/operator.ts'
import { atPayouts, payingBank } from '../../../test/payout.ts'
import { newIsin } from '../../../test/price-file.ts'
import { emptyFile } from '../../../test/sent-file.ts'
import { tamper } from '../../../test/tamper.ts'
import { testServer } from '../../../test/server.ts'
import { daysBefore, tradeSteps } from '../../../test/trade.ts'
import { addDays, dateText, dayInIndia } from '../../platform/india.ts'
import { unconfirmedTrades } from './trade.unchecked.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { call, db } = server
await establishedOperator(server, 'admin', 'Asha Admin')
await establishedOperator(server, 'admin', 'Bela Admin')
const newDealer = (name = 'Dev') => establishedOperator(server, 'dealer', name)
const [second, buyer, cashier, importer] = [
  await newDealer('Gita'),
  await newDealer('Hari'),
  await establishedOperator(server, 'cashier', 'Kiran'),
  await newDealer('Esha'),
]
const today = dayInIndia(new Date())
const [before = ''] = daysBefore(today, 1)

let number = 800
/** An instrument whose only known price is the close of the previous trading day. */
async function newShare(close = 100) {
  const [symbol, isin] = [`STALE${++number}`, newIsin(number)]
  await db.run(
    `insert into instrument (id, symbol, name, aliases, exchange, kind, lot, tick, fractional, active, isin)
     values (gen_random_uuid(), $1, $1, '{}', 'NSE', 'share', 1, 0.05, false, true, $2)`,
    [symbol, isin],
  )
  await pricesOf(before, { symbol, isin }, [close, close])
  await server.app.loadCloses()
  return { symbol, isin }
}
/** Stores a price file of the day that counts, imported by this operator. */
async function pricesOf(
  day: string,
  { symbol, isin, exchange = 'NSE' }: { readonly symbol: string; readonly isin: string; readonly exchange?: string },
  [low, high]: readonly [number, number],
  by: { readonly id: string } = importer,
) {
  await db.run(
    `with ${emptyFile}, file as (
       insert into price_file (id, exchange, day, name, rows, prices, imported_by, sha256)
       values (gen_random_uuid(), $7, $1, 'prices', 1, 1, $2, sha256('')) returning id)
     insert into closing_price (isin, exchange, day, symbol, series, close, high, low, file_id)
     select $3, $7, $1, $4, 'EQ', $5, $6, $5, id from file`,
    [day, by.id, isin, symbol, low, high, exchange],
  )
}
/** A client with shares that another dealer bought long ago. */
async function holder(symbol: string, quantity: number) {
  const client = await moneyClient(server, { rupees: quantity * 100 })
  const lot = await tradeSteps(server, buyer).buy(client, symbol, quantity, 100)
  await tamper(
    server,
    "update trade set day = day - 90, traded_at = created_at - interval '90 days', price_unchecked = false where id = $1",
    [lot._id],
  )
  return { client, lot }
}
/** A sale by a new dealer at 100, booked in the morning of today, or after the close. */
async function soldBy(
  dealer: { readonly token: string },
  lot: { readonly _id: string },
  quantity: number,
  time = '11:00',
) {
  const sale = await tradeSteps(server, dealer).sell(lot, quantity, 100)
  expect(sale).not.toHaveProperty('waitsForSecond')
  await tamper(server, `update trade set created_at = $2 where id = $1`, [sale._id, `${today}T${time}:00+05:30`])
  return sale
}
const withdraw = async ({ id, token }: MoneyClient, amount: number) => {
  const { status, body } = await call('POST', '/user/wallet/withdraw', { token, body: { id, amount } })
  if (status !== 200) throw new Error(body.message)
  return body.transaction._id as string
}
let paid = 300_000_000_000
const pay = (id: string) =>
  call('POST', `/desk/wallet/transactions/${id}/approve`, { token: cashier.token, body: { reference: `${++paid}` } })
const trade = async (id: string) => (await call('GET', `/desk/trades/${id}`, { token: second.token })).body
const confirm = async (id: string, { token } = second, version?: string) =>
  call('POST', `/desk/trades/${id}/confirm-price`, {
    token,
    body: { version: version ?? (await trade(id)).toConfirm?.version ?? 'none' },
  })
const inQueue = async (id: string) =>
  (await call('GET', '/desk/queue?kind=trade', { token: second.token })).body.items.filter(
    (item: { id: string }) => item.id === id,
  )

describe('a trade booked while no price of its day was known', () => {
  test('outside the prices of its day: the client is not paid before another dealer confirms it', async () => {
    const share = await newShare()
    const { client, lot } = await holder(share.symbol, 1000)
    const dealer = await newDealer()
    const sale = await soldBy(dealer, lot, 1000)
    // The share fell to 80 to 85 meanwhile: the client gained ₹15,000.
    await pricesOf(today, share, [80, 85])
    const sentence = `${sale.tradeId}, booked by Dev, is outside the prices of ${dateText(today)}, ₹80.00 to ₹85.00: a difference of ₹15,000.00.`
    expect((await trade(sale._id)).toConfirm).toMatchObject({ dealerId: dealer.id, sentence })
    expect(await inQueue(sale._id)).toMatchObject([{ type: 'trade-price', amount: 100_000 }])
    const request = await withdraw(client, 20_000)
    const refused = await pay(request)
    expect(refused).toMatchObject({ status: 409 })
    expect(refused.body.message).toBe(
      `Nothing was paid. ${sale.tradeId}, booked by Dev, is outside the prices of ${dateText(today)}, ₹80.00 to ₹85.00: a difference of ₹15,000.00. Another operator must confirm the price of ${sale.tradeId} before this client is paid.`,
    )
    expect(await confirm(sale._id, dealer)).toMatchObject({
      status: 409,
      body: { message: tradeErrors.ownPrice.message },
    })
    const confirmed = await confirm(sale._id)
    expect(confirmed.status).toBe(200)
    expect(confirmed.body).not.toHaveProperty('toConfirm')
    expect(await confirm(sale._id)).toMatchObject({ status: 409, body: { message: tradeErrors.priceChecked.message } })
    expect(await inQueue(sale._id)).toEqual([])
    expect((await pay(request)).status).toBe(200)
  })

  test('30 confirmations at once count once', async () => {
    const share = await newShare()
    const { lot } = await holder(share.symbol, 10)
    const sale = await soldBy(await newDealer(), lot, 10)
    await pricesOf(today, share, [80, 85])
    const answers = await Promise.all(Array.from({ length: 30 }, () => confirm(sale._id)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(29)
    const rows = await db.rows("select from audit where action = 'trade.confirm-price' and after ->> 'tradeId' = $1", [
      sale._id,
    ])
    expect(rows).toHaveLength(1)
  })

  test('differences of all clients of a dealer’s day count together, and a reversed trade counts no more', async () => {
    const share = await newShare()
    const dealer = await newDealer()
    const sales = []
    for (const quantity of [400, 300]) {
      const { client, lot } = await holder(share.symbol, quantity)
      sales.push({ client, sale: await soldBy(dealer, lot, quantity) })
    }
    const [first, other] = sales as [(typeof sales)[0], (typeof sales)[0]]
    await pricesOf(today, share, [80, 85])
    // ₹6,000 and ₹4,500.
    const request = await withdraw(first.client, 2000)
    expect((await pay(request)).status).toBe(409)
    const reversal = await tradeSteps(server, dealer).ask(other.sale)
    expect((await tradeSteps(server, dealer).approve(reversal, second)).status).toBe(200)
    expect((await pay(request)).status).toBe(200)
  })

  test('inside the prices of its day it needs nobody, and prices of the dealer alone confirm nothing', async () => {
    const share = await newShare()
    const { client, lot } = await holder(share.symbol, 1000)
    const dealer = await newDealer()
    const sale = await soldBy(dealer, lot, 1000)
    const unknown = `${sale.tradeId}, booked by Dev, cannot be compared: no prices of ${dateText(today)} by another operator are stored.`
    expect((await trade(sale._id)).toConfirm.sentence).toBe(unknown)
    await pricesOf(today, share, [99, 101], dealer)
    expect((await trade(sale._id)).toConfirm.sentence).toBe(unknown)
    await pricesOf(today, { ...share, exchange: 'BSE' }, [99, 101])
    expect(await trade(sale._id)).not.toHaveProperty('toConfirm')
    expect((await pay(await withdraw(client, 20_000))).status).toBe(200)
  })

  test('in live mode the proceeds are not paid before the prices of the day, or another dealer, confirm them', async () => {
    const share = await newShare()
    const { client, lot } = await holder(share.symbol, 1000)
    const sale = await soldBy(await newDealer(), lot, 1000)
    const inLiveMode = () =>
      unconfirmedTrades({ config: { ...server.app.context.config, mode: 'live' } }, db, [client.id])
    expect(await inLiveMode()).toEqual([
      {
        clientId: client.id,
        text: `${sale.tradeId}, booked by Dev, cannot be compared: no prices of ${dateText(today)} by another operator are stored. Another operator must confirm the price of ${sale.tradeId} before this client is paid`,
        link: `/trade/${sale._id}`,
      },
    ])
    expect((await confirm(sale._id)).status).toBe(200)
    expect(await inLiveMode()).toEqual([])
  })

  test('a trade compared with a price of its day, or approved by a second dealer, is not compared again', async () => {
    const share = await newShare()
    const { client, lot } = await holder(share.symbol, 2000)
    const dealer = tradeSteps(server, await newDealer())
    const { body } = await dealer.trySell(lot._id, 1000, 200)
    expect(body).toMatchObject({ waitsForSecond: true })
    expect((await call('POST', `/desk/proposals/${body._id}/approve`, { token: second.token })).status).toBe(200)
    await pricesOf(today, share, [99, 101])
    await server.app.loadCloses()
    await dealer.sell(lot, 1000, 95.5)
    expect((await pay(await withdraw(client, 20_000))).status).toBe(200)
    expect(
      await db.rows('select price_unchecked from trade where client_id = $1 and lot_id is not null', [client.id]),
    ).toEqual([{ price_unchecked: false }, { price_unchecked: false }])
  })

  test('booked after the close it is compared with the close, not with the day’s range', async () => {
    const share = await newShare()
    const { client, lot } = await holder(share.symbol, 1000)
    const sale = await soldBy(await newDealer(), lot, 1000, '17:00')
    // The close is the lowest price.
    await pricesOf(today, share, [82, 100])
    const { sentence, version } = (await trade(sale._id)).toConfirm
    expect(sentence).toBe(
      `${sale.tradeId}, booked by Dev after the close, differs from the close of ${dateText(today)}, ₹82.00: a difference of ₹18,000.00.`,
    )
    expect((await pay(await withdraw(client, 20_000))).status).toBe(409)
    // A confirmation is of what was shown.
    await pricesOf(today, { ...share, exchange: 'BSE' }, [81, 99])
    await tamper(server, 'update closing_price set close = 90 where isin = $1 and day = $2', [share.isin, today])
    expect(await confirm(sale._id, second, version)).toMatchObject({
      status: 409,
      body: { message: reviewErrors.changed.message },
    })
    expect((await confirm(sale._id)).status).toBe(200)
  })

  test('dated on a day without prices of the share it is compared with the next day that has any', async () => {
    const share = await newShare()
    const client = await moneyClient(server, { rupees: 100_000 })
    const bought = await tradeSteps(server, await newDealer()).buy(client, share.symbol, 900, 100)
    await tamper(server, 'update trade set traded_at = $2 where id = $1', [
      bought._id,
      `${addDays(today, -2)}T10:15:00+05:30`,
    ])
    await tamper(server, 'delete from closing_price where isin = $1 and day = $2', [share.isin, before])
    await pricesOf(addDays(today, -1), share, [140, 155])
    expect((await trade(bought._id)).toConfirm.sentence).toBe(
      `${bought.tradeId}, booked by Dev, is outside the prices of ${dateText(addDays(today, -1))}, ₹140.00 to ₹155.00: a difference of ₹36,000.00.`,
    )
    expect((await pay(await withdraw(client, 1000))).status).toBe(409)
  })

  test('a trade that the files of its booked day do not have counts in full', async () => {
    const share = await newShare()
    const { client, lot } = await holder(share.symbol, 200)
    const sale = await soldBy(await newDealer(), lot, 200)
    await pricesOf(today, share, [99, 101])
    expect(await trade(sale._id)).not.toHaveProperty('toConfirm')
    await db.run('insert into trade_day (day, booked_by, booked_at) values ($1, $2, now())', [today, second.id])
    expect((await trade(sale._id)).toConfirm.sentence).toBe(
      `${sale.tradeId}, booked by Dev, is not in the trade files of ${dateText(today)}.`,
    )
    expect((await pay(await withdraw(client, 1000))).status).toBe(409)
    await db.run('delete from trade_day where day = $1', [today])
  })

  test('differences from the last price and from the prices of the day count together', async () => {
    const [stale, known] = [await newShare(), await newShare()]
    const dealer = await newDealer()
    const { client, lot } = await holder(stale.symbol, 400)
    await soldBy(dealer, lot, 400)
    await pricesOf(today, stale, [80, 85])
    await pricesOf(today, known, [100, 100])
    await server.app.loadCloses()
    expect((await pay(await withdraw(client, 1000))).status).toBe(200)
    const other = await holder(known.symbol, 1000)
    await tradeSteps(server, dealer).sell(other.lot, 1000, 95.5)
    expect((await pay(await withdraw(client, 1000))).status).toBe(409)
  })

  test('prices that arrive after the release of a batch hold its file until the price is confirmed', async () => {
    const share = await newShare()
    const { client, lot } = await holder(share.symbol, 1000)
    const sale = await soldBy(await newDealer(), lot, 1000)
    const payouts = atPayouts(server, cashier)
    const withdrawal = await payouts.withdraw(client, 20_000)
    const { body: batch } = await payouts.create(await payingBank(server), [withdrawal])
    const releaser = await establishedOperator(server, 'cashier', 'Lata')
    expect((await payouts.decide(await pendingProposal(server, batch._id), releaser)).status).toBe(200)
    await pricesOf(today, share, [80, 85])
    const held = await payouts.file(batch._id)
    expect([held.status, held.body.message]).toEqual([
      409,
      expect.stringContaining(`${sale.tradeId}, booked by Dev, is outside the prices`),
    ])
    expect(await inQueue(sale._id)).toHaveLength(1)
    expect((await confirm(sale._id)).status).toBe(200)
    expect((await payouts.file(batch._id)).status).toBe(200)
  })

  test('a difference below the limit of the dealer holds nothing and is in no queue', async () => {
    const share = await newShare()
    const { client, lot } = await holder(share.symbol, 100)
    const sale = await soldBy(await newDealer(), lot, 100)
    await pricesOf(today, share, [80, 85])
    expect(await inQueue(sale._id)).toEqual([])
    expect((await pay(await withdraw(client, 1000))).status).toBe(200)
  })
})
