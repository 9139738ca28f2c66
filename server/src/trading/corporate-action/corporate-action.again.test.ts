import { taxYearName, taxYearOf } from '@sauda/contract/books/tax-year'
import { expect, test } from 'vitest'
import { actionDesk, listedShare } from '../../../test/corporate-action.ts'
import { newIsin } from '../../../test/price-file.ts'
import { testServer } from '../../../test/server.ts'
import { daysBefore } from '../../../test/trade.ts'
import { tradingDesk, type TradingClient } from '../../../test/trading.ts'
import { recordFiles } from '../exchange-file/exchange-file.book.ts'
import { dayInIndia } from '../../platform/india.ts'

/** The trade file of the ex-date is booked in the evening, before anyone has approved the action. */

const server = await testServer({ RATE_LIMITS: 'off', GSTIN: '27AAPFU0939F1ZV', LENDING: 'off', APPROVALS: 'policy' })
const { db } = server
const desk = await actionDesk(server)
const market = await tradingDesk(server)
const { deal, bookDay, bookReleased } = market
const days = daysBefore(dayInIndia(new Date()), 16)
const share = (symbol: string) => listedShare(server, symbol)

const lots = async ({ id }: TradingClient) =>
  (
    await db.rows<{ text: string }>(
      `select concat_ws(' ', source, trim_scale(open_quantity), open_cost) as text from lot
        where client_id = $1 and open_quantity > 0 order by acquired_on, id`,
      [id],
    )
  ).map(({ text }) => text)

const sales = async ({ id }: TradingClient) =>
  (
    await db.rows<{ text: string }>(
      `select concat_ws(' ', trim_scale(t.quantity), t.amount, t.cost, l.source) as text from trade t join lot l on l.id = t.lot_id
        where t.client_id = $1 and t.action = 'SELL' and t.reversal_id is null order by t.traded_at, t.cost desc`,
      [id],
    )
  ).map(({ text }) => text)

/** From all years that the days of these tests may be in. */
const exits = async (client: TradingClient) =>
  (
    await Promise.all(
      [...new Set(days.map(taxYearOf))].map((year): Promise<object[]> => desk.exits(client, taxYearName(year))),
    )
  )
    .toReversed()
    .flat()

const seen = async (client: TradingClient) => ({
  lots: await lots(client),
  sales: await sales(client),
  figures: await market.figures(client),
  exits: (await exits(client)).map((exit) => ({ ...exit, buy: undefined, sale: undefined })),
})

test('a split that is approved after the file of its ex-date was booked: the sales are booked again in the new shares', async () => {
  const { isin, symbol } = await share('EVENING')
  const client = await market.client(2_00_000)
  const other = await market.client(2_00_000)
  const [before = '', exDate = '', after = ''] = days
  const ours = { isin, symbol }
  await bookDay(before, [deal(client, 'B', 100, '1000.00', ours), deal(other, 'B', 10, '1000.00', ours)])
  await bookDay(exDate, [deal(client, 'S', 200, '210.00', ours)])
  // The books had only 100 shares of the old kind.
  expect(await sales(client)).toEqual(['100 2100000 10000000 trade', '100 2100000 0 unknown'])
  await bookDay(after, [deal(client, 'S', 50, '220.00', ours), deal(client, 'B', 5, '219.00', ours)])
  const wrong = await seen(client)
  const terms = { kind: 'split' as const, stockName: symbol, exDate, held: 1, given: 5 }
  expect(await desk.done('corporate-actions/preview', { ...terms, source: 'Notice' })).toMatchObject({
    clients: 2,
    before: 110,
    after: 550,
    bookedAgain: expect.stringMatching(/^2 days of 1 client, from /),
  })
  const action = await desk.book(terms)
  await bookReleased()
  expect(await sales(client)).toEqual([
    '200 4200000 4000000 action',
    '45 990000 900000 action',
    '5 110000 109500 trade',
  ])
  expect(await lots(client)).toEqual(['action 255 5100000'])
  expect(await lots(other)).toEqual(['action 50 1000000'])
  await desk.balanced()
  expect(await exits(client)).toMatchObject([
    { quantity: 45, buyValue: 9000, saleValue: 9900 },
    { quantity: 5, category: 'intraday' },
    { quantity: 200, buyValue: 40_000, saleValue: 42_000 },
  ])
  // Its reversal is not blocked by these sales, which cannot be reversed by hand, and every figure is as before it.
  await desk.reverse(action)
  await bookReleased()
  expect(await seen(client)).toEqual(wrong)
  expect(await lots(other)).toEqual(['trade 10 1000000'])
  await desk.balanced()
  await desk.book({ ...terms, given: 10 })
  await bookReleased()
  expect(await lots(client)).toEqual(['action 755 7550000'])
  expect((await db.rows('select from contract_fault')).length).toBe(0)
  await desk.balanced()
})

test('a sale that a dealer typed and the file confirmed is booked again as the file has it', async () => {
  const { isin, symbol } = await share('TYPED')
  const client = await market.client(2_00_000)
  const [before = '', exDate = ''] = days.slice(3)
  const ours = { isin, symbol }
  await bookDay(before, [deal(client, 'B', 100, '100.00', ours)])
  const [position] = await desk.open(client, symbol)
  const sale = await desk.sell(position!, 50, 21, exDate)
  const terms = { kind: 'split' as const, stockName: symbol, exDate, held: 1, given: 5 }
  expect(await desk.post('corporate-actions', { ...terms, source: 'Notice' })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining(sale.tradeId) },
  })
  await bookDay(exDate, [deal(client, 'S', 50, '21.00', ours)])
  expect(await sales(client)).toEqual(['50 105000 500000 trade'])
  await desk.book(terms)
  await bookReleased()
  expect(await sales(client)).toEqual(['50 105000 100000 action'])
  expect(await lots(client)).toEqual(['action 450 900000'])
  expect((await db.rows('select from contract_fault')).length).toBe(0)
  await desk.balanced()
})

test('bonus shares that were sold before the bonus was booked are those of the bonus afterwards', async () => {
  const { isin, symbol } = await share('LATEBONUS')
  const client = await market.client(2_00_000)
  const [before = '', exDate = '', credited = ''] = days.slice(5)
  const ours = { isin, symbol }
  await bookDay(before, [deal(client, 'B', 100, '100.00', ours)])
  await bookDay(credited, [deal(client, 'S', 150, '60.00', ours)])
  const terms = { kind: 'bonus' as const, stockName: symbol, exDate, held: 1, given: 1 }
  await desk.book({ ...terms, allottedOn: exDate, creditedOn: credited })
  await bookReleased()
  expect(await sales(client)).toEqual(['100 600000 1000000 trade', '50 300000 0 action'])
  expect(await lots(client)).toEqual(['action 50 0'])
  await desk.balanced()
})

test('a split is refused while a bonus of another share fixes a day to be booked again, also beside a dividend', async () => {
  const [ours, paying, other] = [await share('LATESPLIT'), await share('PAYING'), await share('OTHERBONUS')]
  const client = await market.client(2_00_000)
  const [before = '', exDate = '', next = '', later = ''] = days.slice(12)
  await bookDay(before, [deal(client, 'B', 100, '100.00', ours)])
  await bookDay(exDate, [deal(client, 'S', 50, '21.00', ours), deal(client, 'B', 1, '100.00', paying)])
  await bookDay(next, [deal(client, 'B', 10, '100.00', other)])
  await desk.book({ kind: 'dividend', stockName: paying.symbol, exDate: later, held: 1, given: 5 })
  const dates = { exDate: later, allottedOn: later, creditedOn: later }
  const bonus = { kind: 'bonus' as const, stockName: other.symbol, held: 1, given: 1, ...dates }
  const action = await desk.book(bonus)
  const split = { kind: 'split' as const, stockName: ours.symbol, exDate, held: 1, given: 5 }
  expect(await desk.post('corporate-actions', { ...split, source: 'Notice' })).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/^The bonus of 1:1 of OTHERBONUS .* Reverse the corporate action first/) },
  })
  await desk.reverse(action)
  await desk.book(split)
  await bookReleased()
  await desk.book(bonus)
  expect(await sales(client)).toEqual(['50 105000 100000 action'])
  expect((await lots(client)).toSorted()).toEqual([
    'action 10 0',
    'action 450 900000',
    'trade 1 10000',
    'trade 10 100000',
  ])
  expect((await db.rows('select from contract_fault')).length).toBe(0)
  await desk.balanced()
})

test('trades under a new ISIN that was not known when their file was recorded are assigned once the split names it', async () => {
  const { isin, symbol } = await share('NEWISIN')
  const client = await market.client(2_00_000)
  const [before = '', exDate = ''] = days.slice(8)
  await bookDay(before, [deal(client, 'B', 100, '100.00', { isin, symbol })])
  const after = newIsin(940_001)
  await market.record(exDate, [deal(client, 'S', 200, '21.00', { isin: after, symbol })])
  expect(await sales(client)).toEqual([])
  await desk.book({ kind: 'split', stockName: symbol, exDate, held: 1, given: 5, newIsin: after })
  await recordFiles(server.app.context)
  await market.book(exDate)
  expect(await sales(client)).toEqual(['200 420000 400000 action'])
  expect(await lots(client)).toEqual(['action 300 600000'])
  await desk.balanced()
})

test('while a split waits on its ex-date, its shares are not sold, and the refusal names who may decide', async () => {
  const { symbol } = await share('WAITING')
  const client = await desk.client()
  const [before = '', exDate = ''] = days.slice(8)
  const bought = await desk.buy(client, symbol, 10, 100, before)
  const terms = { kind: 'split' as const, stockName: symbol, exDate, held: 1, given: 2, source: 'Notice' }
  await desk.done('corporate-actions', terms)
  const message = expect.stringMatching(/^Mira requested “Split of 1:2 of WAITING, .*”, which would use this/)
  const sale = { quantity: 1, price: 50, tradedAt: `${exDate}T10:15:30+05:30` }
  expect(await desk.post(`trades/${bought._id}/sell`, sale)).toMatchObject({ status: 409, body: { message } })
  expect(await desk.post('corporate-actions', terms)).toMatchObject({ status: 409, body: { message } })
  await desk.approve('corporate-action.book')
  const [position] = await desk.open(client, symbol)
  await desk.sell(position!, 1, 50, exDate)
  await desk.balanced()
})
