import { afterAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../test/events.ts'
import { testFeed } from '../../../test/feed.ts'
import { moneyClient } from '../../../test/money.ts'
import { establishedOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'
import { daysBefore, tradeSteps } from '../../../test/trade.ts'
import { addDays, dateText, dayInIndia } from '../../platform/india.ts'

// The optional columns and separators of a file of trades, and the warnings of its preview.

const feed = await testFeed()
const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy', FEED_URL: feed.url })
const { db, call } = server
const talking = setInterval(() => feed.alive(), 200)
afterAll(() => clearInterval(talking))
await establishedOperator(server, 'admin', 'Asha Admin')
await establishedOperator(server, 'admin', 'Bela Admin')
const dealer = await establishedOperator(server, 'dealer', 'Farid')
const second = await establishedOperator(server, 'dealer', 'Gita')
const { desk, history } = tradeSteps(server, dealer)

const today = dayInIndia(new Date())
const [previous = ''] = daysBefore(today, 1)
const heads = 'reference,client,action,stock,quantity,price,position'
const more = 'trade date,trade time,exchange,order number,trade number'
const asha = await moneyClient(server, { rupees: 1_000_000, since: '2020-01-01' })
const sd = `SD${(await db.row<{ number: bigint }>('select number from client where id = $1', [asha.id]))?.number}`
const preview = async (csv: string) => (await desk('trades/import/preview', { csv })).body
const book = (csv: string) => desk('trades/import', { csv })
const file = (...lines: string[]) => [`${heads},${more}`, ...lines].join('\n')
const sentencesOf = ({ lines }: { lines: { warnings: { sentence: string }[] }[] }) =>
  lines.map(({ warnings }) => warnings.map(({ sentence }) => sentence))

let count = 0
const next = () => `K${++count}`

test('a file with semicolons and the optional columns is booked with date, time, exchange and numbers', async () => {
  const names =
    'Reference;Client;Action;Stock;Quantity;Price;Position;Trade Date;Trade_Time;EXCHANGE;Order No.;Order Number;Trade-Number'
  const [day = '', month, year] = previous.split('-').toReversed()
  const csv = `\uFEFF${names}\r\nS1;${sd};buy;INFY;2;100.50;;${day}/${month}/${year};10:15:30;nse;;1100000012345678;75012345\r\n`
  const shown = await preview(csv)
  expect(shown.lines).toMatchObject([
    {
      status: 'new',
      price: '100.50',
      tradedAt: new Date(`${previous}T10:15:30+05:30`).toISOString(),
      exchange: 'NSE',
      orderNumber: '1100000012345678',
      exchangeTradeNumber: '75012345',
    },
  ])
  expect((await book(csv)).body).toMatchObject({ fresh: 1 })
  expect((await history(asha))[0]).toMatchObject({
    avgPrice: 100.5,
    tradedAt: new Date(`${previous}T10:15:30+05:30`).toISOString(),
    exchange: 'NSE',
    orderNumber: '1100000012345678',
    exchangeTradeNumber: '75012345',
  })
  expect((await book(csv)).body).toMatchObject({ fresh: 0, booked: 1 })
  expect((await preview(csv.replace('75012345', '75012346'))).lines).toMatchObject([
    { status: 'wrong', problem: 'This reference was booked before with other figures' },
  ])
})

test('a trade of today may leave out its date or its time', async () => {
  const start = `${next()},${sd},BUY,INFY,1,100,`
  expect((await preview(file(`${start},,00:00,,,`))).lines).toMatchObject([
    { status: 'new', tradedAt: new Date(`${today}T00:00:00+05:30`).toISOString() },
  ])
  const [line] = (await preview(file(`${start},${today},,BSE,,`))).lines
  expect(line).toMatchObject({ status: 'new', exchange: 'BSE' })
  expect(line).not.toHaveProperty('tradedAt')
})

describe('a line is rejected', () => {
  test.each([
    ['31/02/2026,10:15,,,', 'Enter the trade date as 2026-11-20, 20-11-2026 or 20 Nov 2026'],
    [`${previous},25:15,,,`, 'Enter the trade time as 10:15 or 10:15:30, in Indian Standard Time'],
    [`${previous},,,,`, 'A trade of an earlier day needs its trade time'],
    [`${addDays(today, 2)},10:15,,,`, 'The time of the trade is in the future. Enter the time the exchange shows'],
    [`${previous},10:15,MCX,,`, 'Choose NSE or BSE'],
    [`${previous},10:15,NSE,1.1E+15,`, 'A number was rounded by a spreadsheet: 1.1E+15. Format its column as text'],
    [
      `2019-05-02,10:15,,,`,
      'The trade is dated before the client’s account was opened on 1 Jan 2020. Check the time of the trade',
    ],
  ])('%s', async (cells, problem) => {
    const line = file(`${next()},${sd},BUY,INFY,1,100,,${cells}`)
    expect((await preview(line)).lines).toMatchObject([{ status: 'wrong', problem }])
    expect(await book(line)).toMatchObject({
      status: 422,
      body: { message: `Line 2: ${problem}. Nothing was booked.` },
    })
  })

  test('a sale dated before the day of its purchase', async () => {
    const reference = next()
    const lines = file(
      `${reference},${sd},BUY,INFY,1,100,,${today},00:00,,,`,
      `${next()},${sd},SELL,INFY,1,100,${reference},${previous},10:15,,,`,
    )
    expect((await preview(lines)).lines).toMatchObject([
      { status: 'new' },
      { status: 'wrong', problem: 'The sale is dated before the day of its purchase. Check the time of the trade' },
    ])
  })
})

describe('the preview has the warnings of the ticket', () => {
  test('a price without a price to compare with, and a date before the previous trading day', async () => {
    const early = addDays(previous, -1)
    const shown = await preview(file(`${next()},${sd},BUY,SBIN,1,100,,${early},10:15,,,`))
    const { body: ticket } = await desk('trades/buy/preview', {
      clientId: asha.id,
      stockName: 'SBIN',
      quantity: 1,
      price: 100,
      tradedAt: `${early}T10:15:00+05:30`,
    })
    expect(ticket.warnings).toEqual([
      `The trade is dated before the previous trading day, ${dateText(previous)}. A second operator must approve it`,
    ])
    expect(sentencesOf(shown)[0]).toEqual(expect.arrayContaining(ticket.warnings))
    expect(sentencesOf(await preview(file(`${next()},${sd},BUY,SBIN,1,100,,,,,,`)))[0]).toContain(
      'There is no recent price to compare with',
    )
  })

  test('a price away from the last one', async () => {
    await eventually(async () => {
      feed.price('TCS', '3000', { previousClose: '3000' })
      const { body } = await call('GET', '/user/quotes?symbols=TCS', { token: asha.token })
      return body.quotes[0].price === '3000'
    })
    const shown = await preview(file(`${next()},${sd},BUY,TCS,1,2000,,,,,,`))
    expect(sentencesOf(shown)[0]).toEqual(
      expect.arrayContaining([
        'The price is more than 10% away from the last price, ₹3,000.00',
        'The price is more than 5% away from the last price, ₹3,000.00. A second operator must approve it',
      ]),
    )
  })

  test('the profit of recent purchases, counted over the lines of the file as the booking does', async () => {
    const [buy, one, other] = [next(), next(), next()]
    const lines = file(
      `${buy},${sd},BUY,INFY,200,100,,,,,,`,
      `${one},${sd},SELL,INFY,60,200,${buy},,,,,`,
      `${other},${sd},SELL,INFY,60,200,${buy},,,,,`,
    )
    const reason =
      'The profit of this client’s sales of purchases of the last five trading days would exceed ₹10,000.00'
    const sentences = sentencesOf(await preview(lines))
    expect(sentences[1]).not.toContain(`${reason}. A second operator must approve it`)
    expect(sentences[2]).toContain(`${reason}. A second operator must approve it`)
    expect((await book(lines)).body).toMatchObject({ waitsForSecond: true, secondReasons: [`Line 4: ${reason}`] })
  })
})

test('a file approved on a later day keeps the day of its request', async () => {
  const early = addDays(previous, -1)
  const lines = file(
    `${next()},${sd},BUY,INFY,1,100,,${early},10:15,,,`,
    `${next()},${sd},BUY,INFY,1,101,,,00:01,,,`,
    `${next()},${sd},BUY,INFY,1,102,,${today},,,,`,
  )
  expect((await book(lines)).body).toMatchObject({ waitsForSecond: true })
  const waiting = await db.row<{ id: string }>(
    "select id from proposal where kind = 'trade.file' order by id desc limit 1",
  )
  const id = waiting?.id ?? ''
  // As if it had been requested yesterday.
  const yesterday = addDays(today, -1)
  const csv = lines.replaceAll(today, yesterday)
  await db.run('alter table proposal disable trigger user')
  await db.run(
    `with f as (insert into sent_file (sha256, content) select sha256($3), $3 returning sha256)
     update proposal set payload = jsonb_build_object('at', $2::text, 'sha256', encode(f.sha256, 'hex')) from f where id = $1`,
    [id, `${yesterday}T12:00:00.000Z`, Buffer.from(csv)],
  )
  await db.run('alter table proposal enable trigger user')
  const shown = (await call('GET', `/desk/proposals/${id}`, { token: second.token })).body
  expect(JSON.stringify(shown)).not.toContain('needs its trade time')
  expect((await call('POST', `/desk/proposals/${id}/approve`, { token: second.token })).status).toBe(200)
  expect((await history(asha)).slice(0, 2).map(({ tradedAt }) => tradedAt)).toEqual([
    `${yesterday}T12:00:00.000Z`,
    new Date(`${yesterday}T00:01:00+05:30`).toISOString(),
  ])
})
