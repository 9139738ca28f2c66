import { highestOf, type Shortage } from '@sauda/contract/trading/clearing'
import { expect, test } from 'vitest'
import { clearingText, deliveryName } from '../../../test/clearing.ts'
import { priceFileForm, priceFileName, priceFileText } from '../../../test/price-file.ts'
import { testServer } from '../../../test/server.ts'
import { daysBefore } from '../../../test/trade.ts'
import { settlementNumberOf, shareA, tradingDesk } from '../../../test/trading.ts'
import { pendingProposal } from '../../../test/approvals.ts'
import { dateText, dayInIndia } from '../../platform/india.ts'
import { nextSettlementDay } from '../market/trading-day.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy', LENDING: 'off' })
const { call } = server
const desk = await tradingDesk(server)
const [day = ''] = daysBefore(dayInIndia(new Date()), 8)
const auctionDay = nextSettlementDay(day)
const buyer = await desk.client(5000)
await desk.bookDay(day, [desk.deal(buyer, 'B', 4, '100.00')])
const row = { ClntId: buyer.ucc, ISIN: shareA, SctiesSttlmTxId: settlementNumberOf(day), SttlmTp: '', QtyORShrtQty: 0 }
await desk.sendFile(clearingText('delivery', [row]), deliveryName(day))

const prices = async (on: string, exchange: string, close: string, high: string, previous = '') => {
  const series = exchange === 'BSE' ? 'A' : 'EQ'
  const rows = [{ isin: shareA, symbol: 'DEMOTECH', close, high, previous, series }]
  const file = priceFileForm(priceFileText({ day: on, exchange }, rows), priceFileName(on, exchange))
  const { status, body } = await desk.post('closing-prices', file)
  expect(status).toBe(200)
  if (body.waitsForSecond) expect((await desk.approve('price-file.count')).status).toBe(200)
}
const shortage = async (): Promise<Shortage> => {
  const path = `/desk/clearing-settlements/NSE-M-${settlementNumberOf(day)}`
  return (await call('GET', path, { token: desk.dealer.token })).body.shortages[0]
}

const daysOf = async () => (await shortage()).auction?.days ?? []
const missing = async () => (await daysOf()).flatMap((each) => (each.price === undefined ? [each.day] : []))
const days = (await daysOf()).map((each) => each.day)

test('proposes the highest price from trade to auction, from the files of both exchanges, with its source', async () => {
  const proposed = async (on = auctionDay) => highestOf((await daysOf()).filter((each) => each.day <= on))
  expect((await shortage()).auction?.day).toBe(auctionDay)
  expect(await missing()).toEqual(days)
  await prices(day, 'NSE', '100.00', '104.5')
  await prices(day, 'BSE', '100.00', '131.25')
  expect(await proposed()).toEqual({ price: 131.25, exchange: 'BSE', day })
  expect(await missing()).toEqual(days.slice(1))
  await prices(auctionDay, 'NSE', '101.00', '112', '100.00')
  expect(await proposed()).toEqual({ price: 131.25, exchange: 'BSE', day })
  expect(await missing()).toEqual(days.slice(2))
  // A later file of the day replaces its prices; those before and after the period do not count.
  await prices(day, 'BSE', '100.00', '111.5')
  await prices(daysBefore(day, 1)[0] ?? '', 'NSE', '100.00', '150')
  expect(await proposed()).toEqual({ price: 112, exchange: 'NSE', day: auctionDay })
  // An auction on the day of the trade or after the usual day has another one.
  expect(await proposed(day)).toEqual({ price: 111.5, exchange: 'BSE', day })
  const [, , later = ''] = days
  await prices(later, 'NSE', '101.00', '118', '101.00')
  expect(await proposed(later)).toEqual({ price: 118, exchange: 'NSE', day: later })
  expect(await proposed()).toEqual({ price: 112, exchange: 'NSE', day: auctionDay })
  const { _id } = await shortage()

  // The second operator sees it beside the price that the first one entered.
  const body = { kind: 'closeout', number: '2026900', day: auctionDay, price: 125 }
  expect((await desk.post(`shortages/${_id}/close`, body)).body).toMatchObject({ waitsForSecond: true })
  const proposal = await pendingProposal(server, 'shortage.close')
  const seen = await call('GET', `/desk/proposals/${proposal}`, { token: desk.second.token })
  expect(seen.body.evidence[0].title).toContain('at ₹125')
  expect(seen.body.evidence[0].facts).toContainEqual({
    label: 'Highest price by the price files',
    value: { text: `₹112, NSE, ${dateText(auctionDay)}` },
  })
})
