import { expect, test } from 'vitest'
import { pendingProposal } from '../../../test/approvals.ts'
import { actionDesk, shownLots as shown } from '../../../test/corporate-action.ts'
import { newIsin } from '../../../test/price-file.ts'
import { testServer } from '../../../test/server.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const desk = await actionDesk(server)

test('example 3: a split of 10→2 makes 500 of 100 shares at the same cost and date, with the new ISIN', async () => {
  const { symbol, isin } = await desk.share('SPLITA')
  const client = await desk.client()
  const bought = await desk.buy(client, symbol, 100, 1000, '2025-03-12')
  const newOne = newIsin(920_001)
  const action = await desk.book({
    kind: 'split',
    stockName: symbol,
    exDate: '2025-06-10',
    held: 1,
    given: 5,
    newIsin: newOne,
  })
  expect(action).toMatchObject({ kind: 'split', clients: 1, openFraction: 0 })
  const positions = await desk.open(client, symbol)
  expect(shown(positions)).toEqual([{ quantity: 500, cost: 100_000, avgPrice: 200, day: '2025-03-12' }])
  expect(positions[0]).toMatchObject({
    tradeId: bought.tradeId,
    opened: { kind: 'split', held: 1, given: 5, exDate: '2025-06-10' },
  })
  const lots = await server.db.rows(
    'select isin, open_quantity::int as open from lot where client_id = $1 order by acquired_on, id',
    [client.id],
  )
  expect(lots).toEqual([
    { isin, open: 0 },
    { isin: newOne, open: 500 },
  ])
  expect(await desk.steps.portfolio(client)).toMatchObject({ totalInvestment: 100_000, totalPnL: 0, openPositions: 1 })
  await desk.balanced()
  // A sale after the split, at the prices after it.
  await desk.sell(positions[0]!, 200, 250, '2025-07-01')
  expect(shown(await desk.open(client, symbol))).toEqual([
    { quantity: 300, cost: 60_000, avgPrice: 200, day: '2025-03-12' },
  ])
  expect(await desk.steps.portfolio(client)).toMatchObject({ totalInvestment: 60_000, totalPnL: 10_000 })
  const [exit] = await desk.exits(client, '2025-26')
  expect(exit).toMatchObject({
    category: 'shortTerm',
    quantity: 200,
    buyValue: 40_000,
    saleValue: 50_000,
    isin: newOne,
  })
  await desk.balanced()
})

test('example 4: the half share of a split of 5→2 leaves the books at its cost once the company has paid it', async () => {
  const { symbol } = await desk.share('SPLITB')
  const client = await desk.client()
  await desk.buy(client, symbol, 101, 500, '2025-03-12')
  const before = await desk.steps.wallet(client)
  const action = await desk.book({
    kind: 'split',
    stockName: symbol,
    exDate: '2025-06-10',
    held: 2,
    given: 5,
    newIsin: newIsin(920_002),
  })
  expect(shown(await desk.open(client, symbol))).toEqual([
    { quantity: 252, cost: 50_400, avgPrice: 200, day: '2025-03-12' },
    { quantity: 0.5, cost: 100, avgPrice: 200, day: '2025-03-12', isFraction: true },
  ])
  const fraction = (await desk.open(client, symbol)).find(({ opened }) => opened?.isFraction)
  expect(await desk.post(`trades/${fraction?._id}/sell`, { quantity: 0.5, price: 210 })).toMatchObject({ status: 409 })
  await desk.pay(action, 210, '2025-06-30')
  expect(await desk.steps.portfolio(client)).toMatchObject({ totalInvestment: 50_400, totalPnL: 5 })
  expect(await desk.steps.wallet(client)).toMatchObject({ balance: before.balance })
  expect(await desk.exits(client, '2025-26')).toMatchObject([
    {
      category: 'shortTerm',
      quantity: 0.5,
      buyValue: 100,
      saleValue: 105,
      profitLoss: 5,
      sale: { date: '2025-06-30' },
    },
  ])
  const statement = await server.call('GET', `/user/statement/${client.id}?from=2020-01-01&to=2199-01-01`, {
    token: client.token,
  })
  expect(JSON.stringify(statement.body)).toContain('fraction.paid')
  await desk.balanced()
  await desk.reverse(action)
  expect(shown(await desk.open(client, symbol))).toEqual([
    { quantity: 101, cost: 50_500, avgPrice: 500, day: '2025-03-12' },
  ])
  expect(await desk.steps.portfolio(client)).toMatchObject({ totalInvestment: 50_500, totalPnL: 0 })
  expect(await desk.exits(client, '2025-26')).toEqual([])
  await desk.balanced()
})

test('example 5: a consolidation of 10→1 of 105 shares', async () => {
  const { symbol } = await desk.share('CONSO')
  const client = await desk.client()
  await desk.buy(client, symbol, 105, 200, '2025-03-12')
  const action = await desk.book({ kind: 'consolidation', stockName: symbol, exDate: '2025-06-10', held: 10, given: 1 })
  expect(action.openFraction).toBe(0.5)
  await desk.pay(action, 2150, '2025-06-30')
  expect(shown(await desk.open(client, symbol))).toEqual([
    { quantity: 10, cost: 20_000, avgPrice: 2000, day: '2025-03-12' },
  ])
  expect(await desk.steps.portfolio(client)).toMatchObject({ totalPnL: 75 })
  expect(await desk.exits(client, '2025-26')).toMatchObject([{ buyValue: 1000, saleValue: 1075, profitLoss: 75 }])
  await desk.balanced()
})

test('examples 6 and 7: bonus shares cost nothing from the day of allotment, and are sold after the older ones', async () => {
  const { symbol } = await desk.share('BONUSA')
  const client = await desk.client()
  await desk.buy(client, symbol, 100, 500, '2023-06-01')
  await desk.book({
    kind: 'bonus',
    stockName: symbol,
    exDate: '2025-05-29',
    held: 1,
    given: 1,
    allottedOn: '2025-06-02',
    creditedOn: '2025-06-03',
  })
  const positions = await desk.open(client, symbol)
  expect(shown(positions)).toEqual([
    { quantity: 100, cost: 50_000, avgPrice: 500, day: '2023-06-01' },
    { quantity: 100, cost: 0, avgPrice: 0, day: '2025-06-01' },
  ])
  expect(positions[1]).toMatchObject({
    tradeId: expect.stringMatching(/^CA\d+$/),
    opened: { kind: 'bonus', creditedOn: '2025-06-03' },
  })
  await desk.sell(positions[0]!, 100, 260, '2025-12-10')
  await desk.sell(positions[1]!, 20, 260, '2025-12-10')
  expect(await desk.exits(client, '2025-26')).toMatchObject([
    { category: 'shortTerm', quantity: 20, buyValue: 0, saleValue: 5200, profitLoss: 5200 },
    { category: 'longTerm', quantity: 100, buyValue: 50_000, saleValue: 26_000, profitLoss: -24_000 },
  ])
  expect(await desk.steps.portfolio(client)).toMatchObject({ totalPnL: -18_800 })
  await desk.balanced()
})

test('example 8: a bonus of 1:2 on 75 shares gives 37, and half a share in cash', async () => {
  const { symbol } = await desk.share('BONUSB')
  const client = await desk.client()
  await desk.buy(client, symbol, 75, 100, '2025-03-12')
  const terms = {
    kind: 'bonus' as const,
    stockName: symbol,
    exDate: '2025-05-29',
    held: 2,
    given: 1,
    allottedOn: '2025-06-02',
  }
  const action = await desk.book({ ...terms, creditedOn: '2025-06-03' })
  await desk.pay(action, 400, '2025-06-30')
  expect(shown(await desk.open(client, symbol)).map(({ quantity, cost }) => [quantity, cost])).toEqual([
    [75, 7500],
    [37, 0],
  ])
  expect(await desk.steps.portfolio(client)).toMatchObject({ totalPnL: 200 })
  expect(await desk.exits(client, '2025-26')).toMatchObject([
    { category: 'shortTerm', quantity: 0.5, buyValue: 0, saleValue: 200, profitLoss: 200 },
  ])
  await desk.balanced()
})

test('example 9: a loss on shares bought shortly before a bonus does not count, and is the cost of the bonus shares', async () => {
  const { symbol } = await desk.share('STRIPPED')
  const client = await desk.client()
  const bought = await desk.buy(client, symbol, 100, 1000, '2025-04-02')
  await desk.book({ ...bonusTerms(symbol), allottedOn: '2025-06-02', creditedOn: '2025-06-03' })
  await desk.sell(bought, 100, 520, '2025-07-01')
  expect(await desk.exits(client, '2025-26')).toMatchObject([
    { quantity: 100, buyValue: 52_000, saleValue: 52_000, profitLoss: 0, ignoredLoss: 48_000 },
  ])
  expect(await desk.tax(client, '2025-26')).toMatchObject({ profitLoss: 0, ignoredLosses: 48_000 })
  const [bonus] = await desk.open(client, symbol)
  await desk.sell(bonus!, 10, 500, '2025-08-01')
  const [later] = await desk.exits(client, '2025-26')
  expect(later).toMatchObject({ quantity: 10, buyValue: 4800, saleValue: 5000, profitLoss: 200 })
  await desk.balanced()
})

test('example 12 and 13: a demerger moves its part of the cost, with the date', async () => {
  const [parent, other] = [await desk.share('PARENT'), await desk.share('CHILD')]
  const [client, uneven] = [await desk.client(), await desk.client()]
  await desk.buy(client, parent.symbol, 100, 900, '2025-03-12')
  await desk.buy(uneven, parent.symbol, 104, 900, '2025-03-12')
  const action = await desk.book({
    kind: 'demerger',
    stockName: parent.symbol,
    otherStock: other.symbol,
    costPercent: 31.58,
    exDate: '2025-06-10',
    held: 5,
    given: 1,
  })
  expect(shown(await desk.open(client, parent.symbol))).toEqual([
    { quantity: 100, cost: 61_578, avgPrice: 615.78, day: '2025-03-12' },
  ])
  expect(shown(await desk.open(client, other.symbol))).toEqual([
    { quantity: 20, cost: 28_422, avgPrice: 1421.1, day: '2025-03-12' },
  ])
  expect(shown(await desk.open(uneven, other.symbol))).toEqual([
    { quantity: 20, cost: 28_422, avgPrice: 1421.1, day: '2025-03-12' },
    { quantity: 0.8, cost: 1136.88, avgPrice: 1421.1, day: '2025-03-12', isFraction: true },
  ])
  await desk.pay(action, 1500, '2025-06-30')
  expect(await desk.exits(uneven, '2025-26')).toMatchObject([
    { buyValue: 1136.88, saleValue: 1200, profitLoss: 63.12, quantity: 0.8 },
  ])
  await desk.balanced()
})

test('example 14: a merger of 7 for 10', async () => {
  const [old, into] = [await desk.share('OLDCO'), await desk.share('NEWCO')]
  const client = await desk.client()
  await desk.buy(client, old.symbol, 55, 800, '2025-03-12')
  const action = await desk.book({
    kind: 'merger',
    stockName: old.symbol,
    otherStock: into.symbol,
    exDate: '2025-06-10',
    held: 10,
    given: 7,
  })
  await desk.pay(action, 1300, '2025-06-30')
  expect(await desk.open(client, old.symbol)).toEqual([])
  expect(shown(await desk.open(client, into.symbol))).toMatchObject([
    { quantity: 38, cost: 43_428.57, day: '2025-03-12' },
  ])
  expect(await desk.exits(client, '2025-26')).toMatchObject([{ buyValue: 571.43, saleValue: 650, profitLoss: 78.57 }])
  await desk.balanced()
  await desk.reverse(action)
  expect(shown(await desk.open(client, old.symbol))).toMatchObject([{ quantity: 55, cost: 44_000 }])
  expect(await desk.open(client, into.symbol)).toEqual([])
  await desk.balanced()
})

test('example 16: bought the day before the ex-date entitles, bought on it does not', async () => {
  const { symbol } = await desk.share('EXDAY')
  const client = await desk.client()
  await desk.buy(client, symbol, 10, 100, '2025-06-09')
  await desk.buy(client, symbol, 10, 50, '2025-06-10')
  await desk.book({ kind: 'split', stockName: symbol, exDate: '2025-06-10', held: 1, given: 2 })
  expect(shown(await desk.open(client, symbol))).toMatchObject([
    { quantity: 20, cost: 1000, day: '2025-06-09' },
    { quantity: 10, cost: 500, day: '2025-06-10' },
  ])
  await desk.balanced()
})

test('several lots of a client keep their costs and dates, and together give whole shares', async () => {
  const { symbol } = await desk.share('MANYLOTS')
  const client = await desk.client()
  for (const [day, price] of [
    ['2025-03-10', 100],
    ['2025-03-11', 110],
    ['2025-03-12', 120],
  ] as const)
    await desk.buy(client, symbol, 25, price, day)
  const action = await desk.book({ kind: 'consolidation', stockName: symbol, exDate: '2025-06-10', held: 2, given: 1 })
  expect(shown(await desk.open(client, symbol)).map(({ quantity, cost, day }) => [quantity, cost, day])).toEqual([
    [12, 2400, '2025-03-10'],
    [0.5, 100, '2025-03-10'],
    [12.5, 2750, '2025-03-11'],
    [12.5, 3000, '2025-03-12'],
  ])
  expect(action.openFraction).toBe(0.5)
  await desk.balanced()
})

const bonusTerms = (stockName: string) => ({
  kind: 'bonus' as const,
  stockName,
  exDate: '2025-05-29',
  held: 1,
  given: 1,
  allottedOn: '2025-06-02',
  creditedOn: '2025-06-03',
})

test('the operator who requests an action cannot approve it, and the second one sees each client before and after', async () => {
  const { symbol } = await desk.share('TWOEYES')
  const client = await desk.client()
  await desk.buy(client, symbol, 10, 100, '2025-03-12')
  const terms = { ...bonusTerms(symbol), source: 'Notice' }
  expect(await desk.done('corporate-actions/preview', terms)).toMatchObject({
    clients: 1,
    before: 10,
    after: 20,
    effects: [{ clientId: client.id, before: 10, after: 20, cost: 1000 }],
  })
  await desk.done('corporate-actions', terms)
  const id = await pendingProposal(server, symbol)
  expect((await desk.post(`proposals/${id}/approve`, {})).status).toBe(409)
  const review = await server.call('GET', `/desk/proposals/${id}`, { token: desk.checker.token })
  expect(JSON.stringify(review.body.evidence)).toContain('Clients before and after')
  expect(review.body.evidence).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ rows: [[expect.anything(), { text: '10' }, { text: '20' }, { text: '₹1,000.00' }]] }),
    ]),
  )
  await desk.approve('corporate-action.book')
  expect(await desk.post('corporate-actions', terms)).toMatchObject({
    status: 409,
    body: { message: 'This action is booked already' },
  })
})

test('the close of the ex-date is compared with the adjusted one', async () => {
  const { symbol, isin } = await desk.share('STEPS')
  await desk.buy(await desk.client(), symbol, 10, 100, '2025-03-12')
  await desk.close(isin, symbol, '2025-05-28', '100')
  const terms = { ...bonusTerms(symbol), source: 'Notice' }
  const step = async () => (await desk.done('corporate-actions/preview', terms)).price
  expect(await step()).toMatchObject({ before: { close: 100, day: '2025-05-28' }, adjusted: 50 })
  await desk.close(isin, symbol, '2025-05-29', '51')
  expect(await step()).toMatchObject({ on: { close: 51 }, fits: true })
  expect((await desk.done('corporate-actions/preview', { ...terms, given: 3 })).price).toMatchObject({
    adjusted: 25,
    fits: false,
  })
})

test('once an action is booked, nothing before its ex-date changes until it is reversed', async () => {
  const { symbol } = await desk.share('FIXEDPAST')
  const client = await desk.client()
  const bought = await desk.buy(client, symbol, 10, 100, '2025-03-12')
  const action = await desk.book({ kind: 'split', stockName: symbol, exDate: '2025-06-10', held: 1, given: 2 })
  const message = expect.stringMatching(/^The split of 1:2 of FIXEDPAST on 10 Jun 2025 \(CA\d+\) is booked/)
  const early = {
    clientId: client.id,
    stockName: symbol,
    quantity: 1,
    price: 100,
    tradedAt: '2025-06-09T10:15:30+05:30',
  }
  expect(await desk.post('trades/buy', early)).toMatchObject({ status: 409, body: { message } })
  const [position] = await desk.open(client, symbol)
  const sale = { quantity: 1, price: 60, tradedAt: '2025-06-09T10:15:30+05:30' }
  expect(await desk.post(`trades/${position?._id}/sell`, sale)).toMatchObject({ status: 409, body: { message } })
  expect((await desk.post(`trades/${bought._id}/reversal`, { reason: 'Booked twice' })).status).toBe(409)
  await desk.reverse(action)
  expect(shown(await desk.open(client, symbol))).toMatchObject([{ quantity: 10, cost: 1000 }])
  expect((await desk.post(`trades/${bought._id}/reversal`, { reason: 'Booked twice' })).status).toBe(200)
})

test('an action is refused over sales since the ex-date, and not reversed under them', async () => {
  const { symbol } = await desk.share('SALES')
  const client = await desk.client()
  const bought = await desk.buy(client, symbol, 10, 100, '2025-03-12')
  const sold = await desk.sell(bought, 1, 60, '2025-06-11')
  const terms = { kind: 'split' as const, stockName: symbol, exDate: '2025-06-10', held: 1, given: 2 }
  const refused = await desk.post('corporate-actions', { ...terms, source: 'Notice' })
  expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining(sold.tradeId) } })
  const { symbol: other } = await desk.share('SALESB')
  await desk.buy(client, other, 10, 100, '2025-03-12')
  const action = await desk.book({ ...terms, stockName: other })
  const [position] = await desk.open(client, other)
  const later = await desk.sell(position!, 5, 60, '2025-06-11')
  const late = await desk.post(`corporate-actions/${action._id}/reverse`, { reason: 'Wrong' })
  expect(late).toMatchObject({ status: 409, body: { message: expect.stringContaining(later.tradeId) } })
})

test('a fraction that was paid after the ex-date of the next action does not hold that one up', async () => {
  const { symbol } = await desk.share('LATEPAY')
  const client = await desk.client()
  await desk.buy(client, symbol, 101, 500, '2025-03-12')
  const split = { kind: 'split' as const, stockName: symbol, held: 2, given: 5 }
  await desk.pay(await desk.book({ ...split, exDate: '2025-06-10' }), 210, '2025-06-30')
  await desk.book({ ...split, kind: 'consolidation', held: 2, given: 1, exDate: '2025-06-20' })
  expect(shown(await desk.open(client, symbol))).toMatchObject([{ quantity: 126, cost: 50_400 }])
  await desk.balanced()
})

test('bonus shares that are not credited cannot be sold, and wrong terms are refused with the reason', async () => {
  const { symbol } = await desk.share('LOCKED')
  const client = await desk.client()
  await desk.buy(client, symbol, 10, 100, '2025-03-12')
  await desk.book({ ...bonusTerms(symbol), creditedOn: '2199-01-01' })
  const bonus = (await desk.open(client, symbol)).find(({ opened }) => opened)
  expect(await desk.post(`trades/${bonus?._id}/sell`, { quantity: 1, price: 60 })).toMatchObject({
    status: 409,
    body: { message: 'These shares are not credited yet, so they cannot be sold' },
  })
  const wrong = async (more: object) =>
    (await desk.post('corporate-actions', { ...bonusTerms(symbol), source: 'Notice', ...more })).body.message
  expect(await wrong({ stockName: 'NOSUCH' })).toBe(
    'This share is not in the list of instruments. Choose one from the list.',
  )
  expect(await wrong({ kind: 'split' })).toBe('Only a bonus has a day of allotment. Leave it out.')
  expect(await wrong({ kind: 'split', held: 5, allottedOn: undefined, creditedOn: undefined })).toBe(
    'A split makes more shares, a consolidation fewer. Check the numbers.',
  )
  expect(await wrong({ creditedOn: '2025-01-01' })).toContain('allotted on or after the ex-date')
  expect(await wrong({ exDate: '2024-01-01' })).toBe(
    'A later corporate action of this share is booked. Reverse that one first.',
  )
  expect(await wrong({ held: 1e-7 })).toContain('at most four decimal places')
})
