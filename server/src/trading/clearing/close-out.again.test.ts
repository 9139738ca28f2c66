import { expect, test } from 'vitest'
import { type Cells, clearingText, deliveryName, payLine } from '../../../test/clearing.ts'
import { establishedOperator } from '../../../test/operator.ts'
import { atPayouts, hdfcLine, payingBank } from '../../../test/payout.ts'
import { testServer } from '../../../test/server.ts'
import { daysBefore } from '../../../test/trade.ts'
import { settlementNumberOf, shareA, shareB, tradingDesk, type TradingClient } from '../../../test/trading.ts'
import { dateText, dayInIndia } from '../../platform/india.ts'
import { closedOutText } from '../contract/contract.fault.sql.ts'

const server = await testServer({ RATE_LIMITS: 'off', LENDING: 'off' })
const { db } = server
const desk = await tradingDesk(server)
const { figures } = desk
const [boughtOn = '', day = '', next = '', soldOn = '', last = '', failedOn = ''] = daysBefore(
  dayInIndia(new Date()),
  8,
)

let version = 0
const deliver = async (of: string, rows: readonly Cells[]) => {
  const usual = { ISIN: shareA, SctiesSttlmTxId: settlementNumberOf(of), SttlmTp: '' }
  const text = clearingText(
    'delivery',
    rows.map((row) => ({ ...usual, ...row })),
  )
  expect((await desk.sendFile(text, deliveryName(of, version++))).status).toBe(200)
}
const shortageOf = async ({ id }: TradingClient) =>
  (await db.row<{ id: string }>('select id from shortage where client_id = $1 and ended_at is null', [id]))?.id ?? ''
const close = async (client: TradingClient, price: number, on = next) => {
  const terms = { kind: 'auction', number: settlementNumberOf(on), day: on, price }
  return (await desk.post(`shortages/${await shortageOf(client)}/close`, terms)).body.message
}
const trades = async ({ id }: TradingClient) =>
  (
    await db.rows<{ text: string }>(
      `select concat_ws(' ', action, trim_scale(quantity), trim_scale(price), cost, case when reversal_id is not null then 'reversed' end) as text
         from trade where client_id = $1 order by id`,
      [id],
    )
  ).map(({ text }) => text)

test('a second shortage of trade-for-trade sales closes out the sale that is still open', async () => {
  const seller = await desk.client(10_000)
  await desk.bookDay(boughtOn, [desk.deal(seller, 'B', 25, '90.00', { series: 'BE' })])
  await desk.bookDay(day, [
    desk.deal(seller, 'S', 4, '100.00', { series: 'BE', at: '10:00:00' }),
    desk.deal(seller, 'S', 6, '110.00', { series: 'BE', at: '11:00:00' }),
  ])
  await deliver(day, [{ ClntId: seller.ucc, QtyORShrtQty: 6 }])
  expect(await close(seller, 120)).toBe('Shortage closed')
  await deliver(day, [{ ClntId: seller.ucc, QtyORShrtQty: 4 }])
  expect(await close(seller, 130)).toBe('Shortage closed')
  expect(await trades(seller)).toEqual([
    'BUY 25 90 225000',
    'SELL 4 100 36000 reversed',
    'SELL 6 110 54000 reversed',
    'BUY 6 120 72000',
    'SELL 6 110 72000',
    'BUY 4 130 52000',
    'SELL 4 100 52000',
  ])
  expect(await figures(seller)).toMatchObject({ invested: 225_000n })
  await desk.balanced()
})

test('what was sold and not delivered pays for no purchase and is not released while the shortage is open', async () => {
  const seller = await desk.client(3000)
  const [earlier = ''] = daysBefore(dayInIndia(new Date()), 14)
  await desk.bookDay(earlier, [desk.deal(seller, 'B', 20, '90.00', { isin: shareB })])
  await desk.bookDay(soldOn, [desk.deal(seller, 'S', 20, '100.00', { isin: shareB })])
  const { unsettled = 0 } = await desk.wallet(seller)
  expect((await desk.wallet(seller)).usableUnsettled).toBe(unsettled)
  await deliver(soldOn, [{ ClntId: seller.ucc, QtyORShrtQty: 15, ISIN: shareB }])
  const before = await desk.wallet(seller)
  expect(before).toMatchObject({ unsettled, usableUnsettled: expect.closeTo(unsettled - 1500, 2) as number })

  // The purchase of 1,500.00 takes what is usable, then the balance; so does its hold before it is booked.
  const bought = [desk.deal(seller, 'B', 15, '100.00')]
  await desk.record(last, bought)
  const usable = unsettled - 1500
  expect((await desk.wallet(seller)).withdrawable).toBeCloseTo(before.withdrawable - (1500 - usable), 2)
  await desk.book(last)
  expect(await figures(seller)).toMatchObject({ unsettled: 150_000n, dues: 0n })

  const id = `NSE-M-${settlementNumberOf(soldOn)}`
  await desk.oblige(id)
  await db.transaction((tx) => payLine(tx, id))
  await desk.release()
  expect(await figures(seller)).toMatchObject({ unsettled: 150_000n })
  // The auction costs 15 × 110, which the proceeds pay first.
  expect(await close(seller, 110, last)).toBe('Shortage closed')
  expect(await figures(seller)).toMatchObject({ unsettled: 0n })
  await desk.balanced()
})

test('a newer file of trades that were closed out changes nothing booked, holds no money, and is done once the day is booked again', async () => {
  const buyer = await desk.client(10_000)
  const other = await desk.client()
  const [, , on = '', auctionOn = '', after = ''] = daysBefore(dayInIndia(new Date()), 13)
  const bought = desk.deal(buyer, 'B', 10, '100.00')
  const sold = desk.deal(other, 'S', 10, '100.00')
  await desk.bookDay(on, [bought, sold])
  await deliver(on, [{ ClntId: buyer.ucc, QtyORShrtQty: 6 }])
  expect(await close(buyer, 130, auctionOn)).toBe('Shortage closed')
  await desk.bookDay(after, [desk.deal(buyer, 'S', 1, '100.00')])
  const before = [await figures(buyer), await trades(buyer), (await desk.wallet(buyer)).withdrawable]

  await desk.record(on, [{ ...bought, price: '101.00' }, sold])
  await desk.book(on)
  const dayOf = async () => {
    const { days } = (await server.call('GET', '/desk/trade-days', { token: desk.dealer.token })).body
    return (days as { day: string }[]).find((each) => each.day === on)
  }
  const messages = async () => {
    const { body } = await server.call('GET', `/desk/trade-day?day=${on}`, { token: desk.dealer.token })
    return (body.faults as { message: string }[]).map(({ message }) => message)
  }
  const unchanged = async () =>
    expect([await figures(buyer), await trades(buyer), (await desk.wallet(buyer)).withdrawable]).toEqual(before)
  expect(await dayOf()).toMatchObject({ state: 'faulty', left: 0, faults: 1 })
  expect(await messages()).toEqual([`A newer file changes trades of ${dateText(on)}. ${closedOutText}`])
  await unchanged()
  await desk.book(on)
  expect(await dayOf()).toMatchObject({ state: 'booked', left: 0, faults: 0 })
  await unchanged()

  await desk.record(on, [sold], 'NSE', '?trades=1')
  expect(await messages()).toEqual([
    `The newest trade file has none of the client’s trades of this day. ${closedOutText}`,
  ])
  await desk.book(on)
  expect(await dayOf()).toMatchObject({ state: 'booked', left: 0, faults: 0 })
  await unchanged()
  await desk.balanced()
})

test('a close-out takes nothing from a withdrawal in a payout batch; the payment that fails pays the dues', async () => {
  const [seller, cashier] = [await desk.client(5000), await establishedOperator(server, 'cashier')]
  await desk.bookDay(failedOn, [desk.deal(seller, 'S', 10, '100.00')])
  const payouts = atPayouts(server, cashier)
  const { body: batch } = await payouts.create(await payingBank(server), [await payouts.withdraw(seller, 5000)])
  await deliver(failedOn, [{ ClntId: seller.ucc, QtyORShrtQty: 10 }])
  const shortageId = await shortageOf(seller)
  const { unsettled } = await figures(seller)
  expect(await close(seller, 400, failedOn)).toBe('Shortage closed')
  const dues = 400_000n - unsettled
  expect(await figures(seller)).toMatchObject({ cash: 0n, unsettled: 0n, dues })
  const [payout] = (await payouts.batch(batch._id)).payouts
  await payouts.answer(batch._id, hdfcLine(payout?.transactionId ?? '', '5000.00', '', 'R', 'Account closed'))
  expect(await figures(seller)).toMatchObject({ cash: 500_000n - dues, dues: 0n })
  await desk.done(`shortages/${shortageId}/reopen`, { reason: 'The auction was annulled' })
  expect(await figures(seller)).toMatchObject({ cash: 500_000n, unsettled, dues: 0n })
  await desk.balanced()
})
