import type { ActionTerms, BookedAction } from '@sauda/contract/trading/corporate-action'
import type { StatementEvent } from '@sauda/contract/books/statement'
import type { TaxExit } from '@sauda/contract/books/tax'
import { expect, test } from 'vitest'
import { brokeragePlan } from '../../../test/charge-rates.ts'
import { actionDesk, listedShare } from '../../../test/corporate-action.ts'
import { newIsin } from '../../../test/price-file.ts'
import { testServer } from '../../../test/server.ts'
import type { TradeRow } from '../../../test/trade-file.ts'
import { type TradingClient, tradingDesk } from '../../../test/trading.ts'
import { dayInIndia } from '../../platform/india.ts'

/**
 * The examples of corporate actions in the specification, bought and sold by trade files of the exchange, entered and approved at the desk:
 * what the client sees of each in positions, statement and tax report. Sales after today are on the last day that has passed.
 */

const server = await testServer({ RATE_LIMITS: 'off', GSTIN: '27AAPFU0939F1ZV', LENDING: 'off', APPROVALS: 'policy' })
const desk = await actionDesk(server)
const market = await tradingDesk(server)
const plan = { ...brokeragePlan('Since 2025'), from: '2025-01-01' }
await market.done('trade-charges/plans', plan, market.admin)

type Example = Awaited<ReturnType<typeof example>>
/** A share with one holder. */
async function example(symbol: string) {
  const client = await market.client(5_00_000, { plan: false })
  await market.done(
    'trade-charges/plans/assign',
    { plan: plan.name, from: plan.from, clientId: client.id },
    market.admin,
  )
  return { client, ...(await listedShare(server, symbol)) }
}
const [dividend, large] = [await example('DIVA'), await example('DIVB')]
const [split, halfShare, consolidation] = [await example('SPLIT'), await example('HALF'), await example('CONSOLE')]
const [bonus, oddBonus, stripped] = [await example('BONUS'), await example('ODD'), await example('STRIP')]
const [demerger, oddDemerger, merger] = [await example('DEMA'), await example('DEMB'), await example('MERGE')]
const [childA, childB] = [await listedShare(server, 'CHILDA'), await listedShare(server, 'CHILDB')]
const into = await listedShare(server, 'INTO')
const [buyback, oldBuyback, exDay] = [await example('BACK'), await example('BACKOLD'), await example('EXDAY')]

const deal = (of: Example, side: 'B' | 'S', quantity: number, price: string, isin = of.isin): TradeRow =>
  market.deal(of.client, side, quantity, price, { isin, symbol: of.symbol })
const buy = (of: Example, quantity: number, price: string) => deal(of, 'B', quantity, price)
const entered = async (of: { readonly symbol: string }, terms: Omit<ActionTerms, 'source' | 'stockName'>) =>
  desk.book({ ...terms, stockName: of.symbol })
const saudaId = async ({ client }: Example) =>
  (await server.db.row<{ id: string }>("select 'SD' || number as id from client where id = $1", [client.id]))?.id ?? ''

const bought = '2025-03-12'
const ex = '2026-06-10'
const splitIsin = newIsin(960_001)

await market.bookDay(bought, [
  buy(dividend, 100, '100'),
  buy(large, 2500, '100'),
  buy(split, 100, '1000'),
  buy(halfShare, 101, '500'),
  buy(consolidation, 105, '200'),
  buy(bonus, 100, '500'),
  buy(oddBonus, 75, '100'),
  buy(demerger, 100, '900'),
  buy(oddDemerger, 104, '900'),
  buy(merger, 55, '800'),
  buy(buyback, 40, '700'),
  buy(oldBuyback, 40, '700'),
])
const accepted = async (of: Example) => [`${await saudaId(of)} 12`]
const oldBack = await entered(oldBuyback, {
  kind: 'buyback',
  exDate: '2025-06-10',
  held: 1,
  given: 1,
  accepted: await accepted(oldBuyback),
})
await desk.pay(oldBack, 1200, '2025-06-20')
await market.bookDay('2026-04-02', [buy(stripped, 100, '1000')])
const free = { kind: 'bonus', exDate: '2026-05-29', allottedOn: '2026-06-01', creditedOn: '2026-06-02' } as const
await entered(bonus, { ...free, held: 1, given: 1 })
await entered(stripped, { ...free, held: 1, given: 1 })
const half = await entered(oddBonus, { ...free, held: 2, given: 1 })
await market.bookDay('2026-06-09', [buy(exDay, 10, '100')])
await market.bookDay(ex, [buy(exDay, 10, '50')])
const at = { exDate: ex } as const
const paid = [
  [half, 400],
  [await entered(halfShare, { ...at, kind: 'split', held: 2, given: 5 }), 210],
  [await entered(consolidation, { ...at, kind: 'consolidation', held: 10, given: 1 }), 2150],
  [
    await entered(oddDemerger, {
      ...at,
      kind: 'demerger',
      otherStock: childB.symbol,
      costPercent: 31.58,
      held: 5,
      given: 1,
    }),
    1500,
  ],
  [await entered(merger, { ...at, kind: 'merger', otherStock: into.symbol, held: 10, given: 7 }), 1300],
  [await entered(buyback, { ...at, kind: 'buyback', held: 1, given: 1, accepted: await accepted(buyback) }), 1200],
] as const satisfies (readonly [BookedAction, number])[]
await entered(split, { ...at, kind: 'split', held: 1, given: 5, newIsin: splitIsin })
await entered(demerger, { ...at, kind: 'demerger', otherStock: childA.symbol, costPercent: 31.58, held: 1, given: 1 })
await entered(exDay, { ...at, kind: 'split', held: 1, given: 2 })
await entered(dividend, { ...at, kind: 'dividend', held: 1, given: 5 })
await entered(large, { ...at, kind: 'dividend', held: 1, given: 5 })
for (const [action, price] of paid) await desk.pay(action, price, '2026-06-30')
await market.bookDay('2026-07-01', [deal(split, 'S', 200, '250', splitIsin), deal(stripped, 'S', 100, '520')])
await market.bookDay('2026-11-27', [deal(bonus, 'S', 120, '260')])

const positions = async ({ client }: { readonly client: TradingClient }, stock: string) =>
  (await desk.open(client, stock)).map(({ quantity, cost, tradedAt }) => [
    quantity,
    cost,
    dayInIndia(new Date(tradedAt ?? '')),
  ])
/** What the tax report has of the year, sale by sale. */
const taxed = async ({ client }: Example, year = '2026-27') =>
  ((await desk.exits(client, year)) as TaxExit[])
    .map(({ category, quantity, buyValue, saleValue, profitLoss }) => [
      category,
      quantity,
      buyValue,
      saleValue,
      profitLoss,
    ])
    .toReversed()
/** Events of the statement after the first deposit, with the change of the balance, and the cost of holdings after each. */
async function statement({ client }: Example) {
  const path = `/user/statement/${client.id}/events?from=2020-01-01&to=2199-01-01`
  const { body } = await server.call('GET', path, { token: client.token })
  const events = (body.events as StatementEvent[]).toReversed().filter(({ event }) => event !== 'deposit.approved')
  return events.map(({ event, amount, figures }) => [event, amount, figures.invested])
}
const told = async ({ client }: Example) =>
  (
    await server.db.row<{ text: string }>(
      'select text from notification where client_id = $1 order by id desc limit 1',
      [client.id],
    )
  )?.text

test('examples 1 and 2: a dividend of ₹5 is told, with the tax on it, and moves nothing', async () => {
  expect(await told(dividend)).toContain('on your 100 shares: ₹500.00. The company’s registrar pays it')
  expect(await told(large)).toContain('on your 2,500 shares: ₹12,500.00, or ₹11,250.00 after tax at 10%')
  expect(await positions(dividend, 'DIVA')).toEqual([[100, 10_000, bought]])
  expect(await positions(large, 'DIVB')).toEqual([[2500, 2_50_000, bought]])
  expect(await statement(dividend)).toEqual([['contract.booked', expect.any(Number), 10_000]])
  expect(await statement(large)).toEqual([['contract.booked', expect.any(Number), 2_50_000]])
  for (const client of [dividend, large]) expect(await taxed(client)).toEqual([])
})

test('example 3: 500 shares of the new ISIN at the cost and date of 100, and charges follow a sale', async () => {
  expect(await positions(split, 'SPLIT')).toEqual([[300, 60_000, bought]])
  expect(await taxed(split)).toEqual([['longTerm', 200, 40_000, 50_000, 10_000]])
  const [exit] = await desk.exits(split.client, '2026-27')
  expect(exit).toMatchObject({ isin: splitIsin, buyCharges: 16.94, saleCharges: 25.46, stt: 90, afterCharges: 9957.6 })
  expect(await statement(split)).toEqual([
    ['contract.booked', -1_00_142.35, 1_00_000],
    ['contract.booked', 0, 60_000],
  ])
})

const fractions = [
  ['4: split 5→2 of 101', halfShare, 'HALF', [252, 50_400], [0.5, 100, 105, 5], 50_500, 50_400],
  ['5: consolidation 10→1 of 105', consolidation, 'CONSOLE', [10, 20_000], [0.5, 1000, 1075, 75], 21_000, 20_000],
  ['13: demerger 1:5 of 104', oddDemerger, 'CHILDB', [20, 28_422], [0.8, 1136.88, 1200, 63.12], 93_600, 92_463.12],
  ['14: merger 7 for 10 of 55', merger, 'INTO', [38, 43_428.57], [0.5, 571.43, 650, 78.57], 44_000, 43_428.57],
] as const
test.each(fractions)(
  'example %s: whole shares, and the fraction in cash',
  async (_, of, stock, whole, fraction, cost, left) => {
    expect(await positions(of, stock)).toEqual([[...whole, bought]])
    expect(await taxed(of)).toEqual([['longTerm', ...fraction]])
    expect(await statement(of)).toEqual([
      ['contract.booked', expect.any(Number), cost],
      // The company pays the client’s own bank account: only the cost leaves the books.
      ['fraction.paid', 0, left],
    ])
  },
)

test('examples 6 and 7: bonus shares cost nothing from the day of allotment, and are sold after the older ones', async () => {
  expect(await positions(bonus, 'BONUS')).toEqual([[80, 0, '2026-06-01']])
  expect(await taxed(bonus)).toEqual([
    ['longTerm', 100, 50_000, 26_000, -24_000],
    ['shortTerm', 20, 0, 5200, 5200],
  ])
  expect(await statement(bonus)).toEqual([
    ['contract.booked', expect.any(Number), 50_000],
    ['contract.booked', expect.any(Number), 0],
  ])
})

test('example 8: 37 bonus shares of 75, and half a share in cash without a cost', async () => {
  expect(await positions(oddBonus, 'ODD')).toEqual([
    [75, 7500, bought],
    [37, 0, '2026-06-01'],
  ])
  expect(await desk.steps.portfolio(oddBonus.client)).toMatchObject({ totalPnL: 200, totalInvestment: 7500 })
  expect(await taxed(oddBonus)).toEqual([['shortTerm', 0.5, 0, 200, 200]])
  expect(await statement(oddBonus)).toHaveLength(1)
})

test('example 9: the loss does not count and is the cost of the bonus shares', async () => {
  expect(await positions(stripped, 'STRIP')).toEqual([[100, 0, '2026-06-01']])
  const [exit] = await desk.exits(stripped.client, '2026-27')
  // Charges of the purchase and the sale are part of the loss.
  const charges = exit.buyCharges + exit.saleCharges
  expect(exit).toMatchObject({
    saleValue: 52_000,
    ignoredLoss: 48_000 + charges,
    buyValue: 52_000 - charges,
    afterCharges: 0,
  })
  expect(await desk.tax(stripped.client, '2026-27')).toMatchObject({ ignoredLosses: 48_000 + charges, afterCharges: 0 })
  expect((await statement(stripped)).at(-1)).toEqual(['contract.booked', 0, 0])
})

test('example 12: 68.42 % of the cost stays, 31.58 % goes to the new share', async () => {
  expect(await positions(demerger, 'DEMA')).toEqual([[100, 61_578, bought]])
  expect(await positions(demerger, 'CHILDA')).toEqual([[100, 28_422, bought]])
  expect(await statement(demerger)).toEqual([['contract.booked', expect.any(Number), 90_000]])
  expect(await taxed(demerger)).toEqual([])
})

test.each([
  ['since April 2026 a capital gain', buyback, 'BACK', '2026-27', ['longTerm', 12, 8400, 14_400, 6000], 0],
  ['before a dividend and a loss', oldBuyback, 'BACKOLD', '2025-26', ['shortTerm', 12, 8400, 0, -8400], 14_400],
] as const)('example 15: 12 of 40 shares bought back, %s', async (_, of, stock, year, exit, buybackDividends) => {
  expect(await positions(of, stock)).toEqual([[28, 19_600, bought]])
  expect(await taxed(of, year)).toEqual([exit])
  expect(await desk.tax(of.client, year)).toMatchObject({ buybackDividends })
  expect(await statement(of)).toEqual([
    ['contract.booked', expect.any(Number), 28_000],
    ['fraction.paid', 0, 19_600],
  ])
})

test('example 16: bought the day before the ex-date entitles, bought on it does not', async () => {
  expect(await positions(exDay, 'EXDAY')).toEqual([
    [20, 1000, '2026-06-09'],
    [10, 500, ex],
  ])
  expect(await taxed(exDay)).toEqual([])
  expect((await statement(exDay)).at(-1)).toEqual(['contract.booked', expect.any(Number), 1500])
})

test('the books balance after all of them', async () => expect(await desk.balanced()).toBeUndefined())
