import type { TaxExit } from '@sauda/contract/books/tax'
import { expect, test } from 'vitest'
import { actionDesk, listedShare } from '../../../test/corporate-action.ts'
import { testServer } from '../../../test/server.ts'
import { daysBefore } from '../../../test/trade.ts'
import { type TradingClient, tradingDesk } from '../../../test/trading.ts'
import { dayInIndia } from '../../platform/india.ts'

/** After corporate actions, sales of the exchange take the same lots in the books and in the tax report. */

const server = await testServer({ RATE_LIMITS: 'off', GSTIN: '27AAPFU0939F1ZV', LENDING: 'off', APPROVALS: 'policy' })
const desk = await actionDesk(server)
const market = await tradingDesk(server)
/** The day of `allotted` is that of a purchase and of a sale too. */
const [bought = '', exDate = '', allotted = '', later = ''] = daysBefore(dayInIndia(new Date()), 4)
const [bonus, merged, into] = [
  await listedShare(server, 'FIFOA'),
  await listedShare(server, 'FIFOB'),
  await listedShare(server, 'FIFOC'),
]
const [onAllotment, besides, both] = [
  await market.client(50_000),
  await market.client(50_000),
  await market.client(50_000),
]

await market.bookDay(bought, [
  market.deal(onAllotment, 'B', 100, '100', bonus),
  market.deal(besides, 'B', 10, '100', bonus),
  market.deal(both, 'B', 10, '100', { ...merged, at: '10:00:00' }),
  market.deal(both, 'B', 10, '150', { ...into, at: '11:00:00' }),
])
await desk.book({
  kind: 'bonus',
  stockName: bonus.symbol,
  exDate,
  held: 1,
  given: 1,
  allottedOn: allotted,
  creditedOn: allotted,
})
await desk.book({ kind: 'merger', stockName: merged.symbol, otherStock: into.symbol, exDate, held: 1, given: 1 })
await market.bookDay(allotted, [
  market.deal(onAllotment, 'S', 40, '60', bonus),
  market.deal(besides, 'B', 10, '55', bonus),
])
await market.bookDay(later, [market.deal(besides, 'S', 15, '110', bonus), market.deal(both, 'S', 10, '160', into)])

const left = async (client: TradingClient, { symbol }: { readonly symbol: string }) =>
  (await desk.open(client, symbol)).map(({ quantity, cost, tradedAt }) => [
    quantity,
    cost,
    dayInIndia(new Date(tradedAt ?? '')),
  ])
const exitsOf = async ({ id, token }: TradingClient): Promise<TaxExit[]> =>
  (await server.call('GET', `/user/tax/${id}/exits`, { token })).body.exits
const otherLots = async (client: TradingClient) =>
  (await server.call('GET', `/user/tax/${client.id}`, { token: client.token })).body.reconciliation.otherLots

test('a sale on the day of allotment takes the older shares, and its loss is the cost of the bonus shares', async () => {
  expect(await left(onAllotment, bonus)).toEqual([
    [60, 6000, bought],
    [100, 0, allotted],
  ])
  expect(await desk.steps.portfolio(onAllotment)).toMatchObject({ totalPnL: 2400 - 4000, totalInvestment: 6000 })
  const [exit] = await exitsOf(onAllotment)
  expect(exit).toMatchObject({ quantity: 40, saleValue: 2400, afterCharges: 0 })
  expect(exit?.ignoredLoss).toBeGreaterThan(1600)
})

test('bonus shares are there when their day begins, before what was bought on it', async () => {
  expect(await left(besides, bonus)).toEqual([
    [5, 0, allotted],
    [10, 550, allotted],
  ])
  expect(await otherLots(besides)).toBe(0)
})

test('shares of a merger and those held before are sold in the order of their purchases, also of one day', async () => {
  expect(await left(both, into)).toEqual([[10, 1500, bought]])
  expect(await exitsOf(both)).toMatchObject([{ buy: { date: bought }, quantity: 10, buyValue: 1000 }])
  expect(await otherLots(both)).toBe(0)
})

test('the books balance', async () => expect(await desk.balanced()).toBeUndefined())
