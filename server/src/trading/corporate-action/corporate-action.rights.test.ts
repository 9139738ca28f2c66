import { expect, test } from 'vitest'
import { pendingProposal } from '../../../test/approvals.ts'
import { actionDesk, saudaIds, shownLots } from '../../../test/corporate-action.ts'
import { testServer } from '../../../test/server.ts'

/** Rights issues: entitlements, their allotment and what lapses. */

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const desk = await actionDesk(server)

type Client = Awaited<ReturnType<typeof desk.client>>

/** A share with its entitlement, which is traded under an ISIN of its own. */
async function issuer(symbol: string) {
  const [share, entitlement] = [await desk.share(symbol), await desk.share(`${symbol}-RE`)]
  const issue = (more: object = {}) =>
    desk.book({
      kind: 'rights',
      stockName: symbol,
      otherStock: entitlement.symbol,
      exDate: '2025-06-10',
      held: 4,
      given: 1,
      creditedOn: '2025-06-16',
      ...more,
    })
  const terms = (accepted?: string[]) => ({
    kind: 'allotment' as const,
    stockName: entitlement.symbol,
    otherStock: symbol,
    exDate: '2025-07-10',
    held: 1,
    given: 1,
    issuePrice: 100,
    creditedOn: '2025-07-14',
    ...(accepted && { accepted }),
  })
  return { share, entitlement, issue, terms, allot: (accepted?: string[]) => desk.book(terms(accepted)) }
}

const portfolio = async (client: Client) => {
  const { totalInvestment, totalPnL, openPositions } = await desk.steps.portfolio(client)
  return { totalInvestment, totalPnL, openPositions }
}
const statement = async ({ id, token }: Client): Promise<string> =>
  JSON.stringify((await server.call('GET', `/user/statement/${id}?from=2020-01-01&to=2199-01-01`, { token })).body)
const told = async ({ id }: Client) =>
  (
    await server.db.row<{ text: string }>(
      'select text from notification where client_id = $1 order by id desc limit 1',
      [id],
    )
  )?.text

test('example 10: of 50 entitlements from a rights issue of 1:4, 20 are sold and 30 taken at 100', async () => {
  const { share, entitlement, issue, terms, allot } = await issuer('RIGHTSA')
  const client = await desk.client()
  await desk.buy(client, share.symbol, 200, 150, '2025-03-12')
  const before = { wallet: await desk.steps.wallet(client), portfolio: await portfolio(client) }
  const rights = await issue()
  expect(rights).toMatchObject({ kind: 'rights', clients: 1, openFraction: 0 })
  expect(shownLots(await desk.open(client, share.symbol))).toMatchObject([{ quantity: 200, cost: 30_000 }])
  const [given] = await desk.open(client, entitlement.symbol)
  expect(shownLots([given!])).toEqual([{ quantity: 50, cost: 0, avgPrice: 0, day: '2025-06-09' }])
  expect(given).toMatchObject({ tradeId: rights.name, opened: { kind: 'rights', creditedOn: '2025-06-16' } })
  expect(await told(client)).toBe(
    'Rights issue of 1:4 of RIGHTSA, ex-date 10 Jun 2025, on your 200 shares: 50 entitlements (RIGHTSA-RE), which can be sold from 16 Jun 2025. Shares are taken with the registrar or your bank, not here.',
  )
  await desk.balanced()
  await desk.sell(given!, 20, 12, '2025-06-20')
  const sold = await desk.steps.wallet(client)
  expect(sold.balance - before.wallet.balance).toBe(240)
  expect(await desk.exits(client, '2025-26')).toMatchObject([
    {
      category: 'shortTerm',
      stockName: entitlement.symbol,
      quantity: 20,
      buyValue: 0,
      saleValue: 240,
      profitLoss: 240,
    },
  ])
  const [saudaId = ''] = await saudaIds(server, client)
  const preview = await desk.done('corporate-actions/preview', {
    ...terms([`${saudaId} 30`]),
    source: 'Basis of allotment',
  })
  expect(preview).toMatchObject({
    summary: 'Rights allotment of RIGHTSA-RE for RIGHTSA at ₹100.00, on 10 Jul 2025',
    effects: [{ saudaId, before: 30, after: 0, other: 30, cost: 3000 }],
  })
  const allotted = await allot([`${saudaId} 30`])
  expect(await desk.open(client, entitlement.symbol)).toEqual([])
  const positions = await desk.open(client, share.symbol)
  expect(shownLots(positions)).toEqual([
    { quantity: 200, cost: 30_000, avgPrice: 150, day: '2025-03-12' },
    { quantity: 30, cost: 3000, avgPrice: 100, day: '2025-07-10' },
  ])
  expect(positions[1]).toMatchObject({ opened: { kind: 'allotment', creditedOn: '2025-07-14' } })
  expect(await desk.steps.wallet(client)).toMatchObject({ balance: sold.balance })
  expect(await portfolio(client)).toEqual({ totalInvestment: 33_000, totalPnL: 240, openPositions: 2 })
  expect(await statement(client)).toContain('"event":"rights.allotted"')
  // What was paid outside is money added, so it is no gain.
  const history = await server.call('GET', `/user/account-history/${client.id}`, { token: client.token })
  expect(history.body.flows).toMatchObject([{ kind: 'added', amount: 50_03_000 }])
  expect(await told(client)).toBe(
    'Rights allotment of RIGHTSA-RE on 10 Jul 2025: 30 shares of RIGHTSA allotted at ₹100.00, at a cost of ₹3,000.00 with that of the entitlements. They can be sold from 14 Jul 2025. Nothing was taken from your wallet.',
  )
  await desk.balanced()
  // Held from the day of allotment: the older shares are sold first, and long term.
  await desk.sell(positions[0]!, 200, 160, '2026-07-10')
  const sale = await desk.sell(positions[1]!, 10, 160, '2026-07-10')
  await desk.sell(positions[1]!, 20, 160, '2026-07-13')
  const [longExit, rightsExit, oldExit] = await desk.exits(client, '2026-27')
  expect(oldExit).toMatchObject({ category: 'longTerm', quantity: 200, buyValue: 30_000, buy: { date: '2025-03-12' } })
  expect(rightsExit).toMatchObject({
    category: 'shortTerm',
    quantity: 10,
    buyValue: 1000,
    saleValue: 1600,
    profitLoss: 600,
    buy: { date: '2025-07-10' },
  })
  expect(longExit).toMatchObject({ category: 'longTerm', quantity: 20, buyValue: 2000, saleValue: 3200 })
  await desk.balanced()
  const refused = await desk.post(`corporate-actions/${allotted._id}/reverse`, { reason: 'Wrong' })
  expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining(sale.tradeId) } })
})

test('example 11: 50 entitlements bought at 12 and taken at 100 are shares that cost 5,600', async () => {
  const { share, entitlement, issue, allot } = await issuer('RIGHTSB')
  const [client, holder] = [await desk.client(), await desk.client()]
  await desk.buy(holder, share.symbol, 8, 150, '2025-03-12')
  await issue()
  await desk.buy(client, entitlement.symbol, 50, 12, '2025-06-20')
  const before = { balance: (await desk.steps.wallet(client)).balance, portfolio: await portfolio(client) }
  const [saudaId = ''] = await saudaIds(server, client)
  const action = await allot([`${saudaId} 50`])
  expect(shownLots(await desk.open(client, share.symbol))).toEqual([
    { quantity: 50, cost: 5600, avgPrice: 112, day: '2025-07-10' },
  ])
  expect(await desk.open(client, entitlement.symbol)).toEqual([])
  expect(await portfolio(client)).toEqual({ totalInvestment: 5600, totalPnL: 0, openPositions: 1 })
  expect((await desk.steps.wallet(client)).balance).toBe(before.balance)
  await desk.balanced()
  const [position] = await desk.open(client, share.symbol)
  const sale = await desk.sell(position!, 50, 120, '2025-08-01')
  expect(await desk.exits(client, '2025-26')).toMatchObject([
    { category: 'shortTerm', quantity: 50, buyValue: 5600, saleValue: 6000, profitLoss: 400 },
  ])
  expect(await desk.tax(client, '2025-26')).toMatchObject({
    profitLoss: 400,
    unmatched: [],
    reconciliation: { otherLots: 0 },
  })
  await desk.reverseTrade(sale)
  // The holder took nothing: its two entitlements are gone, at no cost.
  expect(await desk.open(holder, entitlement.symbol)).toEqual([])
  expect(await portfolio(holder)).toEqual({ totalInvestment: 1200, totalPnL: 0, openPositions: 1 })
  await desk.reverse(action)
  expect(shownLots(await desk.open(client, entitlement.symbol))).toMatchObject([{ quantity: 50, cost: 600 }])
  expect(shownLots(await desk.open(holder, entitlement.symbol))).toMatchObject([{ quantity: 2, cost: 0 }])
  expect(await desk.open(client, share.symbol)).toEqual([])
  expect(await portfolio(client)).toEqual(before.portfolio)
  expect(await desk.exits(client, '2025-26')).toEqual([])
  expect(await statement(client)).toContain('"event":"rights.reversed"')
  await desk.balanced()
})

test('what is not taken lapses: the cost of entitlements that were bought is a short-term loss', async () => {
  const { share, entitlement, issue, allot } = await issuer('RIGHTSC')
  const client = await desk.client()
  await desk.buy(client, share.symbol, 43, 150, '2025-03-12')
  await issue()
  expect(shownLots(await desk.open(client, entitlement.symbol))).toMatchObject([{ quantity: 10, cost: 0 }])
  await desk.buy(client, entitlement.symbol, 30, 12, '2025-06-20')
  const before = await portfolio(client)
  const [saudaId = ''] = await saudaIds(server, client)
  // First in, first out: the ten that cost nothing, and five of those bought.
  const action = await allot([`${saudaId} 15`])
  expect(shownLots(await desk.open(client, share.symbol))).toMatchObject([
    { quantity: 43, cost: 6450 },
    { quantity: 15, cost: 1560, avgPrice: 104 },
  ])
  expect(await portfolio(client)).toEqual({ totalInvestment: 8010, totalPnL: -300, openPositions: 2 })
  expect(await desk.exits(client, '2025-26')).toMatchObject([
    {
      category: 'shortTerm',
      quantity: 25,
      buyValue: 300,
      saleValue: 0,
      profitLoss: -300,
      sale: { date: '2025-07-10' },
    },
  ])
  expect(await desk.tax(client, '2025-26')).toMatchObject({ profitLoss: -300, reconciliation: { otherLots: 0 } })
  expect(await told(client)).toContain('25 entitlements lapsed.')
  expect(await statement(client)).toContain('"event":"rights.lapsed"')
  await desk.balanced()
  await desk.reverse(action)
  expect(await portfolio(client)).toEqual(before)
  await desk.balanced()
})

test('entitlements are locked until they are traded, and where nobody takes shares all of them lapse', async () => {
  const { share, entitlement, issue, allot } = await issuer('RIGHTSD')
  const client = await desk.client()
  await desk.buy(client, share.symbol, 40, 150, '2025-03-12')
  const locked = await issue({ creditedOn: '2199-01-01' })
  const [given] = await desk.open(client, entitlement.symbol)
  expect(await desk.post(`trades/${given?._id}/sell`, { quantity: 1, price: 12 })).toMatchObject({
    status: 409,
    body: { message: 'These shares are not credited yet, so they cannot be sold' },
  })
  await desk.reverse(locked)
  expect(await desk.open(client, entitlement.symbol)).toEqual([])
  await issue()
  await allot()
  expect(await desk.open(client, entitlement.symbol)).toEqual([])
  expect(await portfolio(client)).toEqual({ totalInvestment: 6000, totalPnL: 0, openPositions: 1 })
  expect(await told(client)).toBe('Rights allotment of RIGHTSD-RE on 10 Jul 2025: 10 entitlements lapsed.')
  await desk.balanced()
})

test('the second operator sees what each client is allotted and what lapses; wrong terms are refused', async () => {
  const { share, entitlement, issue, terms } = await issuer('RIGHTSE')
  const [client, small] = [await desk.client(), await desk.client()]
  await desk.buy(client, share.symbol, 200, 150, '2025-03-12')
  // Too few for one entitlement.
  await desk.buy(small, share.symbol, 3, 150, '2025-03-12')
  expect(await issue()).toMatchObject({ clients: 1 })
  const [saudaId = '', smallId = ''] = await saudaIds(server, client, small)
  const refused = async (more: object) =>
    (await desk.post('corporate-actions', { ...terms([`${saudaId} 30`]), source: 'Basis', ...more })).body.message
  expect(await refused({ issuePrice: undefined })).toBe('Enter the issue price')
  expect(await refused({ creditedOn: undefined })).toBe(
    'Enter the first day on which what the clients receive can be traded',
  )
  expect(await refused({ creditedOn: '2025-07-01' })).toBe(
    'What the clients receive is traded on or after the day itself',
  )
  expect(await refused({ otherStock: undefined })).toBe('Choose the share that holders receive')
  expect(await refused({ accepted: [`${saudaId} 51`] })).toBe(
    `${saudaId} held 50 entitlements at the close before that day, so 51 cannot be allotted.`,
  )
  expect(await refused({ accepted: [`${smallId} 1`] })).toContain('held none of these entitlements')
  expect(await refused({ kind: 'rights', accepted: undefined, creditedOn: '2025-07-14' })).toBe(
    'Only an allotment has an issue price. Leave it out.',
  )
  await desk.done('corporate-actions', { ...terms([`${saudaId} 30`]), source: 'Basis' })
  const path = `/desk/proposals/${await pendingProposal(server, entitlement.symbol)}`
  const review = await server.call('GET', path, { token: desk.checker.token })
  expect(review.body.evidence).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        rows: [[expect.anything(), { text: '50' }, { text: '30 allotted and 20 lapsed' }, { text: '₹3,000.00' }]],
      }),
    ]),
  )
  await desk.approve('corporate-action.book')
  await desk.balanced()
})
