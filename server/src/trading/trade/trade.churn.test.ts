import { afterAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../test/events.ts'
import { testFeed } from '../../../test/feed.ts'
import { moneyClient, type MoneyClient } from '../../../test/money.ts'
import { establishedOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'
import { tamper } from '../../../test/tamper.ts'
import { daysBefore, tradeSteps } from '../../../test/trade.ts'
import { dayInIndia } from '../../platform/india.ts'

const feed = await testFeed()
const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy', FEED_URL: feed.url })
const { call } = server
const talking = setInterval(() => feed.alive(), 200)
afterAll(() => clearInterval(talking))

await establishedOperator(server, 'admin', 'Asha Admin')
await establishedOperator(server, 'admin', 'Bela Admin')
const newDealer = () => establishedOperator(server, 'dealer', 'Farid')
const second = await establishedOperator(server, 'dealer', 'Gita')
const viewer = await server.newClient()

async function setPrice(symbol: string, price: string) {
  await eventually(async () => {
    feed.price(symbol, price)
    const { body } = await call('GET', `/user/quotes?symbols=${symbol}`, { token: viewer.token })
    return body.quotes[0].price === price
  })
}
const approve = (id: string, by = second) => call('POST', `/desk/proposals/${id}/approve`, { token: by.token })
const saudaId = async ({ id }: MoneyClient) =>
  (await call('GET', `/desk/clients/${id}`, { token: second.token })).body.saudaId
const csvOf = (lines: readonly string[]) =>
  `reference,client,action,stock,quantity,price,position\n${lines.join('\n')}\n`
let file = 0
const newFile = () => `F${(file += 1)}-`

describe('gains and losses of clients against the last price', () => {
  test('no dealer trades a client’s money away in rounds inside the price band', async () => {
    await setPrice('TCS', '1000')
    const dealer = tradeSteps(server, await newDealer())
    const client = await moneyClient(server, { rupees: 300_000 })
    let waits = 0
    for (let round = 0; round < 40 && waits === 0; round++) {
      const { balance } = await dealer.wallet(client)
      const bought = await dealer.tryBuy(client, 'TCS', Math.min(60, Math.floor(balance / 1050)), 1050)
      const sold = bought.body.waitsForSecond
        ? bought
        : await dealer.trySell(bought.body._id, bought.body.bookedQuantity, 950)
      if (sold.body.waitsForSecond) waits += 1
    }
    expect(waits).toBe(1)
    const { balance } = await dealer.wallet(client)
    const open = (await dealer.history(client)).reduce((sum, { quantity }) => sum + quantity, 0)
    expect(balance + open * 1000).toBeGreaterThanOrEqual(290_000)
  })

  test('a gain counts as much as a loss, and clients of one dealer count together', async () => {
    await setPrice('TCS', '1000')
    const dealer = tradeSteps(server, await newDealer())
    const clients = await Promise.all([1, 2, 3].map(() => moneyClient(server, { rupees: 200_000 })))
    const [loser, gainer, third] = clients as [MoneyClient, MoneyClient, MoneyClient]
    // A loss of ₹6,000 and a gain of ₹4,000 reach the limit, and do not cancel each other.
    expect((await dealer.tryBuy(loser, 'TCS', 120, 1050)).body).not.toHaveProperty('waitsForSecond')
    expect((await dealer.tryBuy(gainer, 'TCS', 80, 950)).body).not.toHaveProperty('waitsForSecond')
    expect((await dealer.tryBuy(third, 'TCS', 1, 1000)).body).not.toHaveProperty('waitsForSecond')
    const { body } = await dealer.tryBuy(third, 'TCS', 1, 999.99)
    expect(body).toMatchObject({
      waitsForSecond: true,
      secondReasons: [
        'The client gains ₹0.01 against the last price, ₹1,000.00. Gains and losses of clients from this dealer’s trades of today would come to ₹10,000.01; one dealer may book up to ₹10,000.00 a day',
      ],
    })
    // What a second dealer approved counts for neither of them.
    expect((await approve(body._id)).status).toBe(200)
    expect((await tradeSteps(server, second).tryBuy(third, 'TCS', 100, 1050)).body).not.toHaveProperty('waitsForSecond')
  })

  test('30 purchases at once do not pass the limit together', async () => {
    await setPrice('TCS', '1000')
    const dealer = tradeSteps(server, await newDealer())
    const clients = await Promise.all(Array.from({ length: 30 }, () => moneyClient(server, { rupees: 60_000 })))
    const answers = await Promise.all(clients.map((client) => dealer.tryBuy(client, 'TCS', 50, 1050)))
    expect(answers.map(({ status }) => status)).toEqual(clients.map(() => 200))
    expect(answers.filter(({ body }) => !body.waitsForSecond)).toHaveLength(4)
  })

  test('lines of a file count together, in its preview too', async () => {
    await setPrice('TCS', '1000')
    const dealer = tradeSteps(server, await newDealer())
    const name = newFile()
    const ids = await Promise.all([1, 2].map(async () => saudaId(await moneyClient(server, { rupees: 200_000 }))))
    const csv = csvOf(ids.map((id, at) => `${name}${at},${id},BUY,TCS,120,1050,`))
    const { body: preview } = await dealer.desk('trades/import/preview', { csv })
    const about = (line: { warnings: { sentence: string }[] }) =>
      line.warnings.filter(({ sentence }) => sentence.includes('against the last price')).length
    expect(preview.lines.map(about)).toEqual([0, 1])
    expect((await dealer.desk('trades/import', { csv })).body).toMatchObject({
      waitsForSecond: true,
      secondReasons: [expect.stringMatching(/^Line 3: The client loses ₹6,000\.00 .* come to ₹12,000\.00/)],
    })
  })

  test('the ticket says it before', async () => {
    await setPrice('TCS', '1000')
    const dealer = tradeSteps(server, await newDealer())
    const client = await moneyClient(server, { rupees: 300_000 })
    const order = { clientId: client.id, stockName: 'TCS', quantity: 201, price: 1050 }
    expect((await dealer.desk('trades/buy/preview', order)).body.warnings).toContain(
      'The client loses ₹10,050.00 against the last price, ₹1,000.00. Gains and losses of clients from this dealer’s trades of today would come to ₹10,050.00; one dealer may book up to ₹10,000.00 a day. A second operator must approve it',
    )
  })
})

describe('losses on what the same dealer bought', () => {
  const fall = async (symbol: string) => {
    await setPrice(symbol, '1000')
    const dealer = tradeSteps(server, await newDealer())
    const client = await moneyClient(server, { rupees: 500_000 })
    const lots = [await dealer.buy(client, symbol, 100, 1000), await dealer.buy(client, symbol, 100, 1000)]
    await setPrice(symbol, '940')
    return { dealer, client, lots: lots as [(typeof lots)[0], (typeof lots)[0]] }
  }
  const needsSecond = {
    waitsForSecond: true,
    secondReasons: [
      'The loss on what this dealer bought for the client in the last five trading days would come to ₹12,000.00; one dealer may sell at a loss of up to ₹10,000.00',
    ],
  }

  test('two lots of a client count together', async () => {
    const { dealer, lots } = await fall('INFY')
    expect((await dealer.trySell(lots[0]._id, 100, 940)).body).not.toHaveProperty('waitsForSecond')
    expect((await dealer.trySell(lots[1]._id, 100, 940)).body).toMatchObject(needsSecond)
  })

  test('in a file too', async () => {
    const { dealer, client, lots } = await fall('SBIN')
    const [name, id] = [newFile(), await saudaId(client)]
    const csv = csvOf(lots.map(({ tradeId }, at) => `${name}${at},${id},SELL,SBIN,100,940,${tradeId}`))
    const { body: preview } = await dealer.desk('trades/import/preview', { csv })
    const about = (line: { warnings: { sentence: string }[] }) =>
      line.warnings.filter(({ sentence }) => sentence.startsWith('The loss on')).length
    expect(preview.lines.map(about)).toEqual([0, 1])
    expect((await dealer.desk('trades/import', { csv })).body).toMatchObject({
      waitsForSecond: true,
      secondReasons: [expect.stringMatching(/^Line 3: The loss on .* come to ₹12,000\.00/)],
    })
  })

  test('what another dealer bought, or was bought before, is sold by one', async () => {
    const { lots } = await fall('HDFCBANK')
    const other = tradeSteps(server, await newDealer())
    for (const { _id } of lots) expect((await other.trySell(_id, 100, 940)).body).not.toHaveProperty('waitsForSecond')
    const old = await fall('RELIANCE')
    const [before] = daysBefore(dayInIndia(new Date()), 6)
    for (const { _id } of old.lots) {
      await tamper(server, 'update trade set traded_at = $2, created_at = $2, day = $3 where id = $1', [
        _id,
        `${before}T12:00:00+05:30`,
        before,
      ])
      expect((await old.dealer.trySell(_id, 100, 940)).body).not.toHaveProperty('waitsForSecond')
    }
  })

  test('a purchase that a second dealer approved stays the purchase of the dealer who requested it', async () => {
    await setPrice('WIPRO', '1000')
    const dealer = tradeSteps(server, await newDealer())
    const client = await moneyClient(server, { rupees: 500_000 })
    const { body } = await dealer.tryBuy(client, 'WIPRO', 200, 1060)
    expect(body).toMatchObject({ waitsForSecond: true })
    expect((await approve(body._id)).status).toBe(200)
    const [lot] = await dealer.history(client)
    expect((await dealer.trySell(lot?._id ?? '', 200, 1000)).body).toMatchObject(needsSecond)
  })
})
