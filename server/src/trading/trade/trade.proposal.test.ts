import { createHash } from 'node:crypto'
import { tradeErrors } from '@sauda/contract/trading/trade-error'
import { afterAll, expect, test } from 'vitest'
import { eventually } from '../../../test/events.ts'
import { testFeed } from '../../../test/feed.ts'
import { moneyClient } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'
import { tradeSteps } from '../../../test/trade.ts'
import { requireRow } from '../../platform/db.ts'

const feed = await testFeed()
const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy', FEED_URL: feed.url })
const { db, call } = server
const talking = setInterval(() => feed.alive(), 200)
afterAll(() => clearInterval(talking))

async function established(role: 'admin' | 'dealer' | 'cashier', name: string) {
  const operator = await newOperator(server, role, name)
  await db.run("update operator set created_at = now() - interval '6 weeks', role_since = now() - interval '6 weeks'")
  return operator
}
await established('admin', 'Asha Admin')
await established('admin', 'Bela Admin')
const dealer = await established('dealer', 'Farid')
const second = await established('dealer', 'Gita')
const cashier = await established('cashier', 'Chitra')
const { tryBuy, history, portfolio, wallet, desk } = tradeSteps(server, dealer)

const asha = await server.newClient()
/** Sends a price until it has arrived, because the feed may still be connecting. */
async function setPrice(symbol: string, price: string, previousClose: string) {
  await eventually(async () => {
    feed.price(symbol, price, { previousClose })
    const { body } = await call('GET', `/user/quotes?symbols=${symbol}`, { token: asha.token })
    return body.quotes[0].price === price
  })
}
const decide = (id: string, verb: 'approve' | 'reject', by = second) =>
  call('POST', `/desk/proposals/${id}/${verb}`, { token: by.token })
const entryCount = async () => (await db.row<{ count: bigint }>('select count(*) from entry'))?.count

test('a buy within 5 % of the last price or of the previous close is booked at once', async () => {
  await setPrice('TCS', '3000', '3300')
  const client = await moneyClient(server, { rupees: 100_000 })
  for (const price of [2850, 3150, 3135, 3465])
    expect((await tryBuy(client, 'TCS', 1, price)).body).not.toHaveProperty('waitsForSecond')
  for (const price of [2849.95, 3465.05, 1])
    expect((await tryBuy(client, 'TCS', 1, price)).body).toMatchObject({ waitsForSecond: true })
  expect(await portfolio(client)).toMatchObject({ openPositions: 4 })
})

test('a buy at ₹1 posts nothing until a second dealer approves it, and is booked once', async () => {
  await setPrice('INFY', '1500', '1490')
  const client = await moneyClient(server, { rupees: 1000 })
  const before = await entryCount()
  const { status, body } = await tryBuy(client, 'INFY', 10, 1)
  expect({ status, body }).toMatchObject({
    status: 200,
    body: {
      waitsForSecond: true,
      secondReasons: [
        'The price is more than 5% away from the last price, ₹1,500.00',
        'The client gains ₹14,990.00 against the last price, ₹1,500.00. Gains and losses of clients from this dealer’s trades of today would come to ₹15,890.00; one dealer may book up to ₹10,000.00 a day',
      ],
      stockName: 'INFY',
      bookedQuantity: 10,
      avgPrice: 1,
      amount: 10,
      clientId: client.id,
      bookedBy: 'Farid',
    },
  })
  expect(await entryCount()).toBe(before)
  expect(await history(client)).toEqual([])
  const queue = await call('GET', '/desk/queue?kind=trade', { token: second.token })
  expect(queue.body.items).toContainEqual(
    expect.objectContaining({ kind: 'trade', id: body._id, type: 'trade.buy', clientId: client.id }),
  )
  expect((await decide(body._id, 'approve', dealer)).status).toBe(409)
  expect((await decide(body._id, 'approve', cashier)).status).toBe(403)
  const answers = await Promise.all(Array.from({ length: 10 }, () => decide(body._id, 'approve')))
  expect(answers.filter(({ status: each }) => each === 200)).toHaveLength(1)
  expect(await history(client)).toMatchObject([{ stockName: 'INFY', quantity: 10, avgPrice: 1 }])
  expect(await wallet(client)).toMatchObject({ balance: 990 })
})

test('an approved trade is checked again: without the money it is not booked and stays pending', async () => {
  const client = await moneyClient(server, { rupees: 1000 })
  const [one, other] = [await tryBuy(client, 'INFY', 900, 1), await tryBuy(client, 'INFY', 900, 1)]
  expect((await decide(one.body._id, 'approve')).status).toBe(200)
  expect(await decide(other.body._id, 'approve')).toMatchObject({ status: 422 })
  expect((await call('GET', `/desk/proposals/${other.body._id}`, { token: second.token })).body).toMatchObject({
    status: 'pending',
    obstacle: tradeErrors.insufficient.message,
    effects: [],
  })
  expect((await decide(other.body._id, 'reject')).body).toMatchObject({ status: 'rejected', decidedBy: 'Gita' })
})

test('one line outside the price band makes the whole file wait', async () => {
  const client = await moneyClient(server, { rupees: 100_000 })
  const { body: page } = await call('GET', `/desk/clients/${client.id}`, { token: dealer.token })
  const csv = `reference,client,stock,action,quantity,price,position
A1,${page.saudaId},TCS,BUY,1,3000,
A2,${page.saudaId},TCS,BUY,1,1,
`
  const { status, body } = await desk('trades/import', { csv })
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { waitsForSecond: true, secondReasons: [expect.stringMatching(/^Line 3: The price is more than 5% away/)] },
  })
  expect(await history(client)).toEqual([])
  const queue = await call('GET', '/desk/queue?kind=trade', { token: second.token })
  const { id } = queue.body.items.find(({ type }: { type: string }) => type === 'trade.file')
  expect((await decide(id, 'approve')).status).toBe(200)
  expect(await history(client)).toHaveLength(2)
})

test('what a waiting file sells is sold by nothing else until the file is decided', async () => {
  const client = await moneyClient(server, { rupees: 100_000 })
  const { body: page } = await call('GET', `/desk/clients/${client.id}`, { token: dealer.token })
  const { body: bought } = await tryBuy(client, 'TCS', 5, 3000)
  const csv = `reference,client,stock,action,quantity,price,position
L1,${page.saudaId},TCS,SELL,1,1,${bought.tradeId}
`
  expect((await desk('trades/import', { csv })).body).toMatchObject({ waitsForSecond: true })
  const sale = { quantity: 1, price: 3000 }
  const refused = { status: 409, body: { message: expect.stringContaining('requested “Book a file of 1 trade”') } }
  expect(await desk(`trades/${bought._id}/sell`, sale)).toMatchObject(refused)
  expect(await desk(`trades/${bought._id}/sell/preview`, sale)).toMatchObject(refused)
  const other = { csv: csv.replace('L1', 'L2').replace('SELL,1,1,', 'SELL,1,3000,') }
  const ofLine = { message: expect.stringMatching(/^Line 2: .* requested “Book a file of 1 trade”/) }
  expect(await desk('trades/import', other)).toMatchObject({ status: 422, body: ofLine })
  const { id } = await requireRow(
    db.row<{ id: string }>("select id from proposal where kind = 'trade.file' and status = 'pending' order by id desc"),
  )
  expect((await decide(id, 'reject')).status).toBe(200)
  expect((await desk(`trades/${bought._id}/sell`, sale)).status).toBe(200)
})

test('a file that waits is stored once by its hash, and exactly its bytes are reviewed and booked', async () => {
  const client = await moneyClient(server, { rupees: 1_000_000 })
  const { body: page } = await call('GET', `/desk/clients/${client.id}`, { token: dealer.token })
  const lines = Array.from({ length: 45 }, (_, at) => `W${at},${page.saudaId},SBIN,BUY,1,${at + 1},\r\n`)
  const csv = `\uFEFFreference,client,stock,action,quantity,price,position\r\n${lines.join('')}W99,${page.saudaId},TCS,BUY,1,1,`
  for (const _ of [1, 2]) expect((await desk('trades/import', { csv })).body).toMatchObject({ waitsForSecond: true })
  const proposals = await db.rows<{ id: string; payload: { sha256: string } }>(
    "select id, payload from proposal where kind = 'trade.file' and status = 'pending' order by id",
  )
  const sha256 = createHash('sha256').update(csv).digest('hex')
  const [one, other] = proposals
  expect(proposals.map(({ payload }) => payload)).toEqual([1, 2].map(() => ({ at: expect.any(String), sha256 })))
  expect(await db.rows("select content from sent_file where sha256 = decode($1, 'hex')", [sha256])).toEqual([
    { content: Buffer.from(csv) },
  ])
  for (const table of ['audit', 'proposal', 'idempotency'])
    expect(await db.row(`select count(*)::int from ${table} t where t::text like '%W44,%'`)).toEqual({ count: 0 })
  const review = (await call('GET', `/desk/proposals/${one?.id}`, { token: second.token })).body
  const table = review.evidence.find(({ id }: { id: string }) => id === 'lines')
  expect(table.rows.map(([line]: { text: string }[]) => line?.text)).toEqual(
    Array.from({ length: 46 }, (_, at) => `${at + 2}`),
  )
  expect(review.fields).toContainEqual({ label: 'Hash of the file', after: { text: sha256.slice(0, 16) } })
  // The bytes cannot be replaced.
  await expect(db.run("update sent_file set content = 'x'")).rejects.toThrow()
  expect((await decide(one?.id ?? '', 'approve')).status).toBe(200)
  expect((await history(client)).map(({ avgPrice }) => avgPrice).toSorted((a, b) => a - b)).toEqual([
    1,
    ...Array.from({ length: 45 }, (_, at) => at + 1),
  ])
  expect((await decide(other?.id ?? '', 'approve')).status).toBe(200)
  expect(await history(client)).toHaveLength(46)
})

test('the preview says that a second operator must approve', async () => {
  const client = await moneyClient(server, { rupees: 1000 })
  const order = { clientId: client.id, quantity: 1, price: 1 }
  const warnings = async (stockName: string) =>
    (await desk('trades/buy/preview', { ...order, stockName })).body.warnings as string[]
  expect(await warnings('TCS')).toContain(
    'The price is more than 5% away from the last price, ₹3,000.00. A second operator must approve it',
  )
  expect(await warnings('SBIN')).toEqual(['There is no recent price to compare with'])
})
