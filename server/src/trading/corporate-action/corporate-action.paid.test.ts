import { commonErrors } from '@sauda/contract/platform/error'
import { expect, test } from 'vitest'
import { decidePending, pendingProposal } from '../../../test/approvals.ts'
import { actionDesk, saudaIds, shownLots as shown } from '../../../test/corporate-action.ts'
import { establishedOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'

/** What a company pays to the bank accounts of its shareholders: dividends and buybacks. */

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const desk = await actionDesk(server)

test('examples 1 and 2: holders are told of a dividend and of the tax on it, and nothing is booked', async () => {
  const { symbol } = await desk.share('DIVIDEND')
  const [small, large] = [await desk.client(), await desk.client()]
  await desk.buy(small, symbol, 100, 100, '2025-03-12')
  await desk.buy(large, symbol, 2500, 100, '2025-03-12')
  const entries = () => server.db.rows('select count(*)::int as count from journal')
  const [sold] = await desk.open(small, symbol)
  // Sold on the ex-date: entitled all the same.
  await desk.sell(sold!, 40, 101, '2025-06-10')
  const before = await entries()
  const terms = { kind: 'dividend' as const, stockName: symbol, exDate: '2025-06-10', held: 1, given: 5 }
  const action = await desk.book(terms)
  expect(action).toMatchObject({ kind: 'dividend', clients: 2, given: 5, openFraction: 0 })
  expect(await entries()).toEqual(before)
  expect(await told(small)).toMatch(/on your 100 shares: ₹500.00. The company’s registrar pays it to your bank account/)
  expect(await told(large)).toMatch(/on your 2,500 shares: ₹12,500.00, or ₹11,250.00 after tax at 10%/)
  expect(shown(await desk.open(small, symbol))).toMatchObject([{ quantity: 60, cost: 6000 }])
  // It does not fix what was traded before it.
  await desk.buy(small, symbol, 1, 100, '2025-06-02')
  await desk.reverse(action)
  for (const client of [small, large])
    expect(await told(client)).toBe(
      'The dividend of ₹5 a share of DIVIDEND on 10 Jun 2025 was reversed: our notice of it does not count',
    )
  await desk.balanced()
})

test('an operator who holds the share reads in each review that another one must decide', async () => {
  const { symbol } = await desk.share('OWNED')
  const own = await desk.client()
  await server.db.run('update client set email = $2 where id = $1', [own.id, desk.checker.email])
  await desk.buy(own, symbol, 3, 100, '2025-03-12')
  const third = await establishedOperator(server, 'dealer', 'Divya')
  const refused = { status: 409, body: { message: commonErrors.ownAccount.message } }
  const decided = async (kind: string) => {
    const path = `/desk/proposals/${await pendingProposal(server, kind)}`
    expect((await server.call('GET', path, desk.checker)).body.obstacle).toBe(refused.body.message)
    expect(await decidePending(server, desk.checker, { subject: kind })).toMatchObject(refused)
    expect((await server.call('GET', path, third)).body).not.toHaveProperty('obstacle')
    expect((await decidePending(server, third, { subject: kind })).status).toBe(200)
  }
  const terms = { kind: 'consolidation', stockName: symbol, exDate: '2025-06-10', held: 2, given: 1, source: 'Notice' }
  await desk.done('corporate-actions', terms)
  await decided('corporate-action.book')
  const [{ _id }] = (await desk.list()).filter(({ stockName }: { stockName: string }) => stockName === symbol)
  await desk.done(`corporate-actions/${_id}/fractions`, { price: 200, paidOn: '2025-06-20' })
  await decided('corporate-action.pay')
  await desk.done(`corporate-actions/${_id}/reverse`, { reason: 'Announced with another ratio' })
  await decided('corporate-action.reverse')
  await desk.balanced()
})

const told = async ({ id }: { id: string }) =>
  (
    await server.db.row<{ text: string }>(
      'select text from notification where client_id = $1 order by id desc limit 1',
      [id],
    )
  )?.text

test.each([
  ['from 1 April 2026 as a capital gain', '2026-05-04', '2026-27', { saleValue: 14_400, profitLoss: 6000 }, 0],
  ['before as a dividend and a loss of the cost', '2025-06-20', '2025-26', { saleValue: 0, profitLoss: -8400 }, 14_400],
])('example 15: of 40 shares tendered 12 are bought back, %s', async (_, paidOn, year, exit, dividend) => {
  const { symbol } = await desk.share(`BUYBACK${year.slice(2, 4)}`)
  const [client, other] = [await desk.client(), await desk.client()]
  await desk.buy(client, symbol, 8, 700, '2025-03-11')
  await desk.buy(client, symbol, 32, 700, '2025-03-12')
  await desk.buy(other, symbol, 5, 700, '2025-03-12')
  const before = await desk.steps.wallet(client)
  const terms = { kind: 'buyback' as const, stockName: symbol, exDate: '2025-06-10', held: 1, given: 1 }
  const refused = async (accepted?: string[]) =>
    (await desk.post('corporate-actions', { ...terms, source: 'Letter of offer', accepted })).body.message
  expect(await refused()).toBe('Enter what the company accepted of each client, one a line')
  const [saudaId = '', otherId = ''] = await saudaIds(server, client, other)
  expect(await refused([`${saudaId} 41`])).toContain('held 40 shares at the close before that day')
  expect(await refused([`${saudaId} 1`, `${saudaId} 2`])).toContain('twice')
  expect(await refused(['12'])).toContain('Enter one client a line')
  const action = await desk.book({ ...terms, accepted: [`${saudaId} 12`] })
  expect(action).toMatchObject({ clients: 1, openFraction: 12 })
  expect(shown(await desk.open(client, symbol))).toEqual([
    { quantity: 8, cost: 5600, avgPrice: 700, day: '2025-03-11', isFraction: true },
    { quantity: 28, cost: 19_600, avgPrice: 700, day: '2025-03-12' },
    { quantity: 4, cost: 2800, avgPrice: 700, day: '2025-03-12', isFraction: true },
  ])
  expect(otherId).not.toBe('')
  expect(shown(await desk.open(other, symbol))).toMatchObject([{ quantity: 5, cost: 3500 }])
  const [taken] = await desk.open(client, symbol)
  expect(await desk.post(`trades/${taken?._id}/sell`, { quantity: 1, price: 700 })).toMatchObject({
    status: 409,
    body: { message: 'The company has bought these shares back. They cannot be sold.' },
  })
  await desk.pay(action, 1200, paidOn)
  expect(await desk.steps.portfolio(client)).toMatchObject({ totalInvestment: 19_600, totalPnL: 6000 })
  expect(await desk.steps.wallet(client)).toMatchObject({ balance: before.balance })
  const tax = await desk.tax(client, year)
  expect(tax.buybackDividends).toBe(dividend)
  const exits: { quantity: number; buyValue: number; saleValue: number; profitLoss: number }[] = await desk.exits(
    client,
    year,
  )
  const sum = (key: 'quantity' | 'buyValue' | 'saleValue' | 'profitLoss') =>
    exits.reduce((total, each) => total + each[key], 0)
  expect({ quantity: sum('quantity'), buyValue: sum('buyValue') }).toEqual({ quantity: 12, buyValue: 8400 })
  expect({ saleValue: sum('saleValue'), profitLoss: sum('profitLoss') }).toEqual(exit)
  await desk.balanced()
  await desk.reverse(action)
  expect(shown(await desk.open(client, symbol)).map(({ quantity, cost }) => [quantity, cost])).toEqual([
    [8, 5600],
    [32, 22_400],
  ])
  expect(await desk.exits(client, year)).toEqual([])
  await desk.balanced()
})

test('books and tax take what a company bought back on its day, before later sales and before it is paid', async () => {
  const { symbol } = await desk.share('INORDER')
  const client = await desk.client()
  await desk.buy(client, symbol, 12, 700, '2025-03-11')
  const later = await desk.buy(client, symbol, 12, 900, '2025-03-12')
  const [saudaId = ''] = await saudaIds(server, client)
  const terms = { kind: 'buyback' as const, stockName: symbol, exDate: '2025-06-10', held: 1, given: 1 }
  const action = await desk.book({ ...terms, accepted: [`${saudaId} 12`] })
  await desk.sell(later, 12, 1000, '2025-06-11')
  const sale = { quantity: 12, buyValue: 10_800, saleValue: 12_000, profitLoss: 1200, buy: { date: '2025-03-12' } }
  expect(await desk.exits(client, '2025-26')).toMatchObject([sale])
  await desk.pay(action, 1200, '2026-04-20')
  expect(await desk.exits(client, '2025-26')).toMatchObject([sale])
  expect(await desk.exits(client, '2026-27')).toMatchObject([
    { quantity: 12, buyValue: 8400, saleValue: 14_400, profitLoss: 6000, buy: { date: '2025-03-11' } },
  ])
  expect(await desk.tax(client, '2026-27')).toMatchObject({ reconciliation: { otherLots: 0 } })
})

test('example 15: tendered shares are blocked until the company accepts, and what it does not accept can be sold again', async () => {
  const { symbol } = await desk.share('TENDERED')
  const [client, none] = [await desk.client(), await desk.client()]
  await desk.buy(client, symbol, 8, 700, '2025-03-11')
  await desk.buy(client, symbol, 42, 700, '2025-03-12')
  await desk.buy(none, symbol, 5, 700, '2025-03-12')
  const [saudaId = '', noneId = ''] = await saudaIds(server, client, none)
  const one = { held: 1, given: 1, stockName: symbol }
  const terms = { ...one, kind: 'tender' as const, exDate: '2025-06-02' }
  const source = 'Letter of offer'
  const refused = async (more: object) =>
    (await desk.post('corporate-actions', { ...terms, source, ...more })).body.message
  expect(await refused({})).toBe('Enter what each client tendered, one a line')
  expect(await refused({ accepted: [`${noneId} 6`] })).toBe(
    `${noneId} held 5 shares at the close before that day, so 6 cannot be tendered.`,
  )
  expect(await refused({ accepted: ['SD999999 1'] })).toBe(
    'SD999999 held none of these shares at the close before that day. Check the client ID.',
  )
  const tender = await desk.book({ ...terms, accepted: [`${saudaId} 40`, `${noneId} 5`] })
  expect(tender).toMatchObject({ kind: 'tender', clients: 2, openFraction: 45 })
  expect(shown(await desk.open(client, symbol))).toEqual([
    { quantity: 8, cost: 5600, avgPrice: 700, day: '2025-03-11', isFraction: true },
    { quantity: 32, cost: 22_400, avgPrice: 700, day: '2025-03-12', isFraction: true },
    { quantity: 10, cost: 7000, avgPrice: 700, day: '2025-03-12' },
  ])
  expect(await told(client)).toBe(
    '40 of your 50 shares of TENDERED are tendered in a buyback since 2 Jun 2025. They cannot be sold until the company has accepted.',
  )
  const [blocked] = await desk.open(client, symbol)
  expect(await desk.post(`trades/${blocked?._id}/sell`, { quantity: 1, price: 700 })).toMatchObject({
    status: 409,
    body: { message: 'These shares are tendered in a buyback. They cannot be sold until the company has accepted.' },
  })
  const paid = await desk.post(`corporate-actions/${tender._id}/fractions`, { price: 1200, paidOn: '2025-06-20' })
  expect(paid.body.message).toBe('This action has left nothing that the company pays')
  expect(await refused({ kind: 'split', given: 2, exDate: '2025-06-03' })).toContain(
    'Shares are tendered in a buyback.',
  )
  // Still theirs for a dividend.
  const dividend = { ...one, kind: 'dividend' as const, exDate: '2025-06-05', given: 5, source }
  expect(await desk.done('corporate-actions/preview', dividend)).toMatchObject({ before: 55 })

  const buyback = await desk.book({ ...one, kind: 'buyback', exDate: '2025-06-10', accepted: [`${saudaId} 12`] })
  expect(buyback).toMatchObject({ clients: 2, openFraction: 12 })
  expect(shown(await desk.open(client, symbol))).toEqual([
    { quantity: 8, cost: 5600, avgPrice: 700, day: '2025-03-11', isFraction: true },
    { quantity: 28, cost: 19_600, avgPrice: 700, day: '2025-03-12' },
    { quantity: 10, cost: 7000, avgPrice: 700, day: '2025-03-12' },
    { quantity: 4, cost: 2800, avgPrice: 700, day: '2025-03-12', isFraction: true },
  ])
  // Nothing of it was accepted.
  expect(shown(await desk.open(none, symbol))).toEqual([{ quantity: 5, cost: 3500, avgPrice: 700, day: '2025-03-12' }])
  const free = (await desk.open(client, symbol)).find(({ quantity }) => quantity === 28)
  const sale = await desk.sell(free!, 28, 710, '2025-06-11')
  await desk.balanced()
  await desk.reverseTrade(sale)
  await desk.reverse(buyback)
  expect(
    shown(await desk.open(client, symbol)).map(({ quantity, isFraction = false }) => [quantity, isFraction]),
  ).toEqual([
    [8, true],
    [32, true],
    [10, false],
  ])
  await desk.reverse(tender)
  expect(shown(await desk.open(client, symbol)).map(({ quantity }) => quantity)).toEqual([8, 42])
  expect(shown(await desk.open(none, symbol)).map(({ quantity }) => quantity)).toEqual([5])
  await desk.balanced()
})
