import type { TaxExit } from '@sauda/contract/books/tax'
import { expect, test } from 'vitest'
import { actionDesk, saudaIds, shownLots } from '../../../test/corporate-action.ts'
import type { MoneyClient } from '../../../test/money.ts'
import { testServer } from '../../../test/server.ts'

/** Tendered shares with what follows them: a split, a bonus, sales of the rest, a withdrawal, a closing of the account. */

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const desk = await actionDesk(server)
const source = 'Letter of offer'

/** A client with 50 shares in two purchases, 30 of which are tendered. */
async function tendered(symbol: string) {
  const share = await desk.share(symbol)
  const client = await desk.client()
  await desk.buy(client, symbol, 20, 700, '2025-03-11')
  await desk.buy(client, symbol, 30, 800, '2025-03-12')
  const [saudaId = ''] = await saudaIds(server, client)
  const of = { held: 1, given: 1, stockName: symbol }
  const terms = { ...of, kind: 'tender' as const, exDate: '2025-06-02', accepted: [`${saudaId} 30`] }
  const tender = await desk.book(terms)
  return { ...share, client, saudaId, of, terms, tender }
}
/** Quantity, cost and whether it is blocked, the oldest first. */
const lots = async (client: MoneyClient, symbol: string) =>
  shownLots(await desk.open(client, symbol)).map(({ quantity, cost, isFraction = false }) => [
    quantity,
    cost,
    isFraction,
  ])
const free = async (client: MoneyClient, symbol: string) =>
  (await desk.open(client, symbol)).filter(({ opened }) => opened?.isFraction !== true)
const totals = async (client: MoneyClient) => {
  const { totalInvestment, totalPnL } = await desk.steps.portfolio(client)
  return { totalInvestment, totalPnL }
}

const bonus = { kind: 'bonus' as const, exDate: '2025-06-05', allottedOn: '2025-06-06', creditedOn: '2025-06-06' }

test('a bonus counts tendered shares, and the buyback afterwards takes the old ones only', async () => {
  const { client, symbol, saudaId, of } = await tendered('TENDERBONUS')
  await desk.book({ ...of, ...bonus })
  expect(await lots(client, symbol)).toEqual([
    [20, 14_000, true],
    [20, 16_000, false],
    [10, 8000, true],
    [50, 0, false],
  ])
  await desk.book({ ...of, kind: 'buyback', exDate: '2025-06-10', accepted: [`${saudaId} 12`] })
  expect(await lots(client, symbol)).toEqual([
    [12, 8400, true],
    [8, 5600, false],
    [20, 16_000, false],
    [10, 8000, false],
    [50, 0, false],
  ])
  await desk.balanced()
})

test('a split waits until the tender has ended, and the refusal says why', async () => {
  const { client, symbol, saudaId, of } = await tendered('TENDERSPLIT')
  const split = { ...of, kind: 'split' as const, exDate: '2025-06-12', given: 2 }
  const { status, body } = await desk.post('corporate-actions', { ...split, source })
  expect({ status, message: body.message }).toEqual({
    status: 409,
    message:
      'Shares are tendered in a buyback. Book the buyback with what the company accepted first, or without a list if it accepted nothing.',
  })
  const buyback = await desk.book({ ...of, kind: 'buyback', exDate: '2025-06-10', accepted: [`${saudaId} 12`] })
  await desk.book(split)
  expect(await lots(client, symbol)).toEqual([
    [16, 5600, false],
    [12, 8400, true],
    [40, 16_000, false],
    [20, 8000, false],
  ])
  // Paid after the split for the twelve shares that left before it.
  await desk.pay(buyback, 1200, '2026-04-20')
  expect(await desk.exits(client, '2026-27')).toMatchObject([
    { category: 'longTerm', quantity: 12, buyValue: 8400, saleValue: 14_400, profitLoss: 6000 },
  ])
  expect(await totals(client)).toEqual({ totalInvestment: 29_600, totalPnL: 6000 })
  await desk.balanced()
})

test('the rest is sold, then the client withdraws the tender: what was blocked can be sold again', async () => {
  const { client, symbol, of, tender } = await tendered('TENDERSOLD')
  const [rest] = await free(client, symbol)
  await desk.sell(rest!, 15, 900, '2025-06-05')
  expect(await lots(client, symbol)).toEqual([
    [20, 14_000, true],
    [10, 8000, true],
    [5, 4000, false],
  ])
  const before = await totals(client)
  expect(await desk.post(`corporate-actions/${tender._id}/reverse`, { reason: 'Withdrawn' })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Book a buyback without a list instead: it ends the tender.') },
  })
  const ended = await desk.book({ ...of, kind: 'buyback', exDate: '2025-06-09' })
  expect(ended).toMatchObject({ clients: 1, openFraction: 0 })
  expect(await lots(client, symbol)).toEqual([
    [20, 14_000, false],
    [10, 8000, false],
    [5, 4000, false],
  ])
  expect(await totals(client)).toEqual(before)
  const exit = { category: 'shortTerm', quantity: 15, saleValue: 13_500 }
  expect(await desk.exits(client, '2025-26')).toMatchObject([exit])
  await desk.balanced()
})

test('the whole holding is tendered and withdrawn, and tendered again with fewer shares', async () => {
  const { client, symbol, saudaId, of, tender, terms } = await tendered('TENDERAGAIN')
  await desk.reverse(tender, 'Withdrawn by the client')
  expect(await lots(client, symbol)).toEqual([
    [20, 14_000, false],
    [30, 24_000, false],
  ])
  await desk.book({ ...terms, accepted: [`${saudaId} 50`] })
  expect(await free(client, symbol)).toEqual([])
  await desk.book({ ...of, kind: 'buyback', exDate: '2025-06-10', accepted: [`${saudaId} 50`] })
  expect(await free(client, symbol)).toEqual([])
  await desk.balanced()
})

test('an account with tendered shares is not closed, and the reason is the tender', async () => {
  const { client, symbol, saudaId, of } = await tendered('TENDERCLOSE')
  for (const position of await free(client, symbol)) await desk.sell(position, position.quantity, 900, '2025-06-05')
  const closure = async () => JSON.stringify((await server.call('GET', '/user/closure', { token: client.token })).body)
  expect(await closure()).toContain('tendered')
  const buyback = await desk.book({ ...of, kind: 'buyback', exDate: '2025-06-10', accepted: [`${saudaId} 30`] })
  expect(await closure()).toContain('still to be paid by the company')
  await desk.pay(buyback, 1200, '2025-06-20')
  expect(await closure()).not.toContain('to be paid by the company')
  await desk.balanced()
})

test('tax: a sale of the rest takes the oldest, and a buyback paid as a dividend has a line of its own', async () => {
  const { client, symbol, saudaId, of } = await tendered('TENDERTAX')
  const [rest] = await free(client, symbol)
  await desk.sell(rest!, 20, 900, '2025-06-05')
  const buyback = await desk.book({ ...of, kind: 'buyback', exDate: '2025-06-10', accepted: [`${saudaId} 30`] })
  await desk.pay(buyback, 1200, '2025-06-20')
  const { reconciliation } = await desk.tax(client, '2025-26')
  // The lots sold cost 16,000 and 22,000, so both differences cancel. Sold at 18,000: the twenty oldest, at 14,000. Bought back: thirty at 24,000, as a dividend.
  const exits: TaxExit[] = await desk.exits(client, '2025-26')
  expect(exits.map(({ quantity, buyValue, saleValue }) => [quantity, buyValue, saleValue])).toEqual([
    [10, 8000, 0],
    [20, 16_000, 0],
    [20, 14_000, 18_000],
  ])
  const { portfolio, otherYear, unknownCost, otherLots, fairValue, buyback: dividend, tax } = reconciliation
  expect(portfolio + otherYear + unknownCost + otherLots + fairValue + dividend).toBe(tax)
  expect({ otherLots, dividend }).toEqual({ otherLots: 0, dividend: -36_000 })
  expect(tax).toBe(-20_000)
})
