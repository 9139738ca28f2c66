import { emptyFile } from '../../../test/sent-file.ts'
import { reversalErrors } from '@sauda/contract/trading/reversal'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../../test/events.ts'
import { testServer } from '../../../test/server.ts'
import { daysBefore } from '../../../test/trade.ts'
import { shareB, tradingDesk, type TradingClient } from '../../../test/trading.ts'
import { dateText, dayInIndia } from '../../platform/india.ts'
import { bookDays } from './contract.book.ts'

const server = await testServer({ RATE_LIMITS: 'off', GSTIN: '27AAPFU0939F1ZV', LENDING: 'off' })
const { call, db } = server
const { dealer, admin, post, done, client, deal, record, book, bookDay, bookReleased, balanced, figures } =
  await tradingDesk(server)
const days = daysBefore(dayInIndia(new Date()), 29)

type Booked = Record<
  'bought' | 'sold' | 'brokerage' | 'exchange_charges' | 'sebi_fee' | 'stt' | 'stamp_duty' | 'gst' | 'net',
  bigint
>
const contracts = ({ id }: Pick<TradingClient, 'id'>) =>
  db.rows<Booked>(
    `select bought, sold, brokerage, exchange_charges, sebi_fee, stt, stamp_duty, gst, net from contract
      where client_id = $1 and reversed_at is null order by day`,
    [id],
  )
const trades = async ({ id }: Pick<TradingClient, 'id'>) =>
  (
    await db.rows<{ text: string }>(
      `select concat_ws(' ', action, trim_scale(quantity), trim_scale(price), amount, cost, charges, case when reversal_id is not null then 'reversed' end) as text
         from trade where client_id = $1 order by traded_at, id`,
      [id],
    )
  ).map(({ text }) => text)
const lots = async ({ id }: Pick<TradingClient, 'id'>) =>
  (
    await db.rows<{ text: string }>(
      `select concat_ws(' ', source, trim_scale(quantity), cost, trim_scale(open_quantity), open_cost) as text from lot where client_id = $1 order by acquired_on, id`,
      [id],
    )
  ).map(({ text }) => text)

test('the buy day and the sell day of the specification, to the paisa', async () => {
  const asha = await client(20_000)
  const [buyDay = '', sellDay = ''] = days
  await bookDay(buyDay, [
    deal(asha, 'B', 4, '1500.10', { order: '1100000000000101' }),
    deal(asha, 'B', 6, '1500.10', { order: '1100000000000101', at: '10:00:01' }),
  ])
  expect(await contracts(asha)).toEqual([
    {
      bought: 1_500_100n,
      sold: 0n,
      brokerage: 2000n,
      exchange_charges: 46n,
      sebi_fee: 2n,
      stt: 1500n,
      stamp_duty: 225n,
      gst: 368n,
      net: -1_504_241n,
    },
  ])
  expect(await figures(asha)).toEqual({ cash: 495_759n, invested: 1_500_100n, unsettled: 0n, dues: 0n })
  expect(await trades(asha)).toEqual(['BUY 4 1500.1 600040 600040 1657', 'BUY 6 1500.1 900060 900060 2484'])
  const [newest] = (await server.call('GET', `/user/statement/${asha.id}/events`, { token: asha.token })).body.events
  expect(newest).toMatchObject({
    title: `Trades and charges of ${dateText(buyDay)}`,
    reason: 'Bought ₹15,001.00, charges ₹41.41',
  })
  await balanced()

  await bookDay(sellDay, [deal(asha, 'S', 10, '1540.00')])
  expect(await figures(asha)).toEqual({ cash: 495_759n, invested: 0n, unsettled: 1_536_083n, dues: 0n })
  expect(await trades(asha)).toEqual([
    'BUY 4 1500.1 600040 600040 1657',
    'BUY 6 1500.1 900060 900060 2484',
    'SELL 4 1540 616000 600040 1567',
    'SELL 6 1540 924000 900060 2350',
  ])
  expect(await lots(asha)).toEqual(['trade 4 600040 0 0', 'trade 6 900060 0 0'])
  await balanced()
})

test('shares bought and sold on the day: only the result is booked; a loss without money becomes dues', async () => {
  const [asha, bela] = [await client(20_000), await client(0)]
  const day = days[2] ?? ''
  await bookDay(day, [
    deal(asha, 'B', 50, '420.00', { isin: shareB }),
    deal(asha, 'S', 50, '423.50', { isin: shareB }),
    deal(bela, 'S', 10, '100.00', { at: '09:30:00' }),
    deal(bela, 'B', 10, '101.00', { at: '15:00:00' }),
  ])
  const [net] = await contracts(asha)
  expect(await figures(asha)).toEqual({ cash: 2_000_000n, invested: 0n, unsettled: net?.net, dues: 0n })
  expect(net).toMatchObject({ brokerage: 1265n, stt: 500n, stamp_duty: 63n, exchange_charges: 129n, sebi_fee: 4n })
  const [loss] = await contracts(bela)
  expect(await figures(bela)).toEqual({ cash: 0n, invested: 0n, unsettled: 0n, dues: -(loss?.net ?? 0n) })
  const invested = await db.rows(
    "select from entry where client_id = $1 and (debit = 'invested' or credit = 'invested')",
    [asha.id],
  )
  expect(invested).toEqual([])
  await balanced()
})

test('a sale of more than the books have is booked at cost 0 and listed; the proceeds are the client’s', async () => {
  const asha = await client(20_000)
  const day = days[3] ?? ''
  await bookDay(day, [deal(asha, 'B', 5, '100.00', { isin: shareB }), deal(asha, 'S', 8, '110.00')])
  const [booked] = await contracts(asha)
  // The purchase is paid from the proceeds of the same settlement.
  const unsettled = booked?.net
  expect(await lots(asha)).toEqual(['trade 5 50000 5 50000', 'unknown 8 0 0 0'])
  expect(await figures(asha)).toMatchObject({ cash: 2_000_000n, invested: 50_000n, unsettled })
  expect(await db.row("select exceptions from exchange_trade where day = $1 and side = 'S'", [day])).toEqual({
    exceptions: ['unheld'],
  })
  await balanced()
})

test('a trade that a dealer typed is booked by the contract once the file confirms it; its row stays', async () => {
  const asha = await client(20_000)
  const day = days[4] ?? ''
  await bookDay(day, [deal(asha, 'B', 1, '10.00', { isin: shareB })])
  const [before] = [await figures(asha)]
  const next = days[5] ?? ''
  const type = (on: string, quantity: number, price: number) =>
    post('trades/buy', { clientId: asha.id, stockName: 'DEMOBANK', quantity, price, tradedAt: `${on}T05:00:00.000Z` })
  // What the file booked first is not booked again.
  const message = `This trade is booked already: it is in the NSE trade file of ${dateText(day)}.`
  expect(await type(day, 1, 10)).toMatchObject({ status: 409, body: { message } })
  const typed = await type(next, 10, 100)
  expect({ status: typed.status, message: typed.body.message }).toEqual({ status: 200, message: undefined })
  await bookDay(next, [deal(asha, 'B', 10, '100.00', { isin: shareB })])
  const [, booked] = await contracts(asha)
  expect(await figures(asha)).toEqual({
    cash: (before?.cash ?? 0n) + (booked?.net ?? 0n),
    invested: 1000n + 100_000n,
    unsettled: 0n,
    dues: 0n,
  })
  expect(await lots(asha)).toEqual(['trade 1 1000 1 1000', 'trade 10 100000 10 100000'])
  expect(
    await db.rows(
      'select event from journal where cause_id in (select id from trade where client_id = $1) order by id',
      [asha.id],
    ),
  ).toEqual([{ event: 'trade.bought' }, { event: 'trade.confirmed' }])
  await balanced()
})

describe('a day', () => {
  test('without the file of an exchange is booked only when that is confirmed; days are booked in their order', async () => {
    const asha = await client(20_000)
    const [first = '', second = ''] = days.slice(6)
    await record(first, [deal(asha, 'B', 1, '10.00')])
    await record(second, [deal(asha, 'B', 1, '10.00')])
    expect((await post('trade-days', { day: first })).body.message).toBe(
      `There is no final BSE trade file of ${dateText(first)}. Import it, or confirm that no client traded there.`,
    )
    expect((await post('trade-days', { day: second, without: 'BSE' })).body.message).toBe(
      `Trades of ${dateText(first)} are recorded and not booked. Book that day first, because sales take the oldest purchases.`,
    )
    await book(first)
    await book(second)
    expect((await post('trade-days', { day: second, without: 'BSE' })).status).toBe(409)
    expect(await contracts(asha)).toHaveLength(2)
  })

  test('is booked once by thirty requests', async () => {
    const asha = await client(20_000)
    const day = days[8] ?? ''
    await record(day, [deal(asha, 'B', 1, '10.00')])
    const answers = await Promise.all(Array.from({ length: 30 }, () => post('trade-days', { day, without: 'BSE' })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    await eventually(async () => (await contracts(asha)).length === 1)
    expect(await trades(asha)).toHaveLength(1)
    await balanced()
  })

  test('names the client without a plan and books the others; when the plan is there, the day is booked again', async () => {
    const [asha, bela] = [await client(20_000), await client(20_000, { plan: false })]
    const day = days[9] ?? ''
    await bookDay(day, [deal(asha, 'B', 1, '10.00'), deal(bela, 'B', 1, '10.00')])
    expect([(await contracts(asha)).length, (await contracts(bela)).length]).toEqual([1, 0])
    const seen = (await call('GET', `/desk/trade-day?day=${day}`, { token: dealer.token })).body
    expect(seen.faults).toMatchObject([
      { clientId: bela.id, message: expect.stringContaining('has no brokerage plan') },
    ])
    await done('trade-charges/plans/assign', { plan: 'Flat', from: '2026-01-01', clientId: bela.id }, admin)
    await book(day)
    expect(await contracts(bela)).toHaveLength(1)
    await balanced()
  })

  test('is booked again where a newer file changes it: the earlier contract is reversed, the others stay', async () => {
    const [asha, bela, chitra] = [await client(20_000), await client(20_000), await client(20_000)]
    const day = days[10] ?? ''
    const rows = [deal(asha, 'B', 10, '100.00'), deal(bela, 'B', 10, '100.00'), deal(chitra, 'B', 3, '50.00')]
    await bookDay(day, rows)
    const before = await figures(chitra)
    const changed = rows.map((row) => (row.client === asha.ucc ? { ...row, client: bela.ucc } : row))
    await record(day, changed)
    await book(day)
    expect(await contracts(asha)).toEqual([])
    expect(await figures(asha)).toEqual({ cash: 2_000_000n, invested: 0n, unsettled: 0n, dues: 0n })
    expect(await trades(asha)).toEqual([expect.stringMatching(/ reversed$/)])
    expect((await contracts(bela)).map((row) => row.bought)).toEqual([200_000n])
    expect((await lots(bela)).filter((text) => !text.endsWith(' 0 0'))).toEqual([
      'trade 10 100000 10 100000',
      'trade 10 100000 10 100000',
    ])
    expect(await figures(chitra)).toEqual(before)
    await balanced()
  })

  test('a later file of BSE books its clients again: sales take the day’s purchases on both exchanges first', async () => {
    const [asha, bela] = [await client(20_000), await client(20_000)]
    const day = days[11] ?? ''
    await bookDay(day, [deal(asha, 'B', 10, '100.00'), deal(asha, 'S', 4, '110.00'), deal(bela, 'B', 1, '10.00')])
    const before = await figures(bela)
    const listed = async () => (await call('GET', '/desk/trade-days', { token: dealer.token })).body.days[0]
    expect(await listed()).toMatchObject({ day, state: 'booked', trades: 3, contracts: 2 })
    const later = deal(asha, 'S', 6, '120.00', { series: 'A', at: '11:00:00' })
    await record(day, [later], 'BSE')
    const recorded = { day, state: 'recorded', exchanges: ['NSE', 'BSE'], trades: 4, left: 1, contracts: 2 }
    expect(await listed()).toMatchObject(recorded)
    await book(day, {})
    expect(await listed()).toMatchObject({ day, state: 'booked', trades: 4, left: 0, contracts: 2 })
    expect(await db.row('select trades, contracts from trade_day where day = $1', [day])).toEqual({
      trades: 4,
      contracts: 2,
    })
    expect((await lots(asha)).filter((text) => !text.endsWith(' 0 0'))).toEqual([])
    expect(
      (await trades(asha))
        .filter((text) => !text.endsWith('reversed'))
        .map((text) => text.split(' ').slice(0, 5).join(' ')),
    ).toEqual(['BUY 10 100 100000 100000', 'SELL 4 110 44000 40000', 'SELL 6 120 72000 60000'])
    const [booked] = await contracts(asha)
    const { cash, unsettled, invested } = await figures(asha)
    expect([cash + unsettled, invested]).toEqual([2_000_000n + (booked?.net ?? 0n), 0n])
    expect(await figures(bela)).toEqual(before)
    await balanced()
  })

  test('that changes is booked again with the days after it: sales take what the books have now', async () => {
    const [asha, bela, chitra] = [await client(20_000), await client(20_000), await client(20_000)]
    const [first = '', second = ''] = days.slice(16)
    const bought = deal(asha, 'B', 10, '100.00')
    const kept = deal(chitra, 'B', 1, '10.00')
    await bookDay(first, [bought, kept])
    const sales = [deal(asha, 'S', 10, '110.00'), deal(bela, 'S', 5, '110.00'), deal(chitra, 'B', 1, '10.00')]
    await bookDay(second, sales)
    expect(await lots(bela)).toEqual(['unknown 5 0 0 0'])
    const before = await figures(chitra)
    const rows = [{ ...bought, price: '100.50' }, deal(bela, 'B', 5, '90.00'), kept]
    await record(first, rows)
    await book(first)

    const live = async (of: TradingClient) => (await trades(of)).filter((text) => !text.endsWith('reversed'))
    const short = (text: string) => text.split(' ').slice(0, 5).join(' ')
    expect((await live(asha)).map(short)).toEqual(['BUY 10 100.5 100500 100500', 'SELL 10 110 110000 100500'])
    expect((await live(bela)).map(short)).toEqual(['BUY 5 90 45000 45000', 'SELL 5 110 55000 45000'])
    for (const each of [asha, bela]) {
      const nets = (await contracts(each)).map(({ net }) => net)
      const { cash, unsettled, invested } = await figures(each)
      expect([nets.length, cash + unsettled, invested]).toEqual([
        2,
        nets.reduce((sum, net) => sum + net, 2_000_000n),
        0n,
      ])
    }
    expect(await figures(chitra)).toEqual(before)
    expect(
      await db.rows("select from exchange_trade where day = $1 and 'unheld' = any (exceptions)", [second]),
    ).toEqual([])
    const mails = await db.rows('select from mail where subject = $1', [`Your trades of ${dateText(second)}`])
    expect(mails).toHaveLength(3)
    await balanced()
  })

  test('is continued after an interruption at any transaction, and each client is booked once', async () => {
    const clients = await Promise.all(Array.from({ length: 3 }, () => client(20_000)))
    const day = days[12] ?? ''
    await record(
      day,
      clients.flatMap((each) => [deal(each, 'B', 2, '50.00'), deal(each, 'B', 3, '50.10')]),
    )
    await db.run('insert into trade_day (day, booked_by) values ($1, $2)', [day, dealer.id])
    for (let allowed = 0; allowed < 4; allowed++) {
      let left = allowed
      const transaction = ((work, options) => {
        if (left-- <= 0) return Promise.reject(new Error('killed'))
        return db.transaction(work, options)
      }) as typeof db.transaction
      const context = { ...server.app.context, owed: async () => 0n, db: { ...db, transaction } }
      await bookDays(context).catch(() => undefined)
    }
    await eventually(async () => (await db.rows('select from trade_day where booked_at is null')).length === 0)
    for (const each of clients) expect([(await contracts(each)).length, (await trades(each)).length]).toEqual([1, 2])
    await balanced()
  })

  test('holds what its trades will cost: it cannot be withdrawn before they are booked', async () => {
    const asha = await client(1000)
    const day = days[13] ?? ''
    await record(day, [deal(asha, 'B', 4, '100.00')])
    const wallet = (await call('GET', `/user/wallet/${asha.id}`, { token: asha.token })).body
    expect(wallet).toMatchObject({ balance: 1000, withdrawable: 600 })
    const withdraw = (amount: number) =>
      call('POST', '/user/wallet/withdraw', { token: asha.token, body: { id: asha.id, amount } })
    expect((await withdraw(700)).body.message).toBe(
      '₹400.00 of your balance pays for trades that are being booked. You can withdraw ₹600.00 now.',
    )
    await book(day)
  })

  test('is corrected by the exchange: an operator cannot reverse its trades', async () => {
    const asha = await client(20_000)
    const day = days[14] ?? ''
    await bookDay(day, [deal(asha, 'B', 4, '100.00')])
    const trade = await db.row<{ id: string }>('select id from trade where client_id = $1', [asha.id])
    const { status, body } = await post(`trades/${trade?.id}/reversal`, { reason: 'Wrong client' })
    expect({ status, message: body.message }).toEqual(reversalErrors.ofExchange)
  })

  test('an STT file adjusts the contracts of the day to the final figure, once', async () => {
    const asha = await client(20_000)
    const day = days[15] ?? ''
    await bookDay(day, [deal(asha, 'B', 10, '1500.10')])
    const before = await figures(asha)
    await db.run(
      `with ${emptyFile}, f as (insert into levy_file (id, levy, exchange, day, name, sha256, total, imported_by)
         values (gen_random_uuid(), 'stt', 'NSE', $1, 'x', sha256(''), 14, $2) returning id)
       insert into levy_line (file_id, client_code, isin, bought, sold, intraday, amount) select id, $3, '', 10, 0, 0, 14 from f`,
      [day, dealer.id, asha.ucc],
    )
    await eventually(async () => (await contracts(asha))[0]?.stt === 1400n)
    expect(await figures(asha)).toEqual({ ...before, cash: before.cash + 100n })
    await balanced()
  })
})

test('a booked day renews trades and balance on open screens of the client', async () => {
  const asha = await client(20_000)
  const since = await db.row<{ id: bigint }>('select coalesce(max(id), 0) as id from notice')
  await bookDay(days[18] ?? '', [deal(asha, 'B', 1, '10.00')])
  const topics = await db.rows<{ topic: string }>(
    'select distinct topic from notice where client_id = $1 and id > $2 order by topic',
    [asha.id, since?.id],
  )
  expect(topics.map(({ topic }) => topic)).toEqual(expect.arrayContaining(['trade', 'wallet']))
})

test('a contract is reversed where a newer file removes all trades of a client; a later day waits for it', async () => {
  const [asha, bela] = [await client(20_000), await client(20_000)]
  const [day = '', next = ''] = [days[19], days[20]]
  const [removed, kept] = [deal(asha, 'B', 10, '100.00'), deal(bela, 'B', 1, '10.00')]
  await bookDay(day, [removed, kept])
  const before = await figures(bela)
  await record(day, [kept], 'NSE', '?trades=1')
  const { faults } = (await call('GET', `/desk/trade-day?day=${day}`, { token: dealer.token })).body
  expect(faults).toMatchObject([
    { clientId: asha.id, message: expect.stringMatching(/has none of the client’s trades/) },
  ])
  await record(next, [deal(bela, 'B', 1, '11.00')])
  expect((await post('trade-days', { day: next, without: 'BSE' })).body.message).toMatch(/Book that day first/)
  await book(day)
  expect([await contracts(asha), await figures(asha)]).toEqual([
    [],
    { cash: 2_000_000n, invested: 0n, unsettled: 0n, dues: 0n },
  ])
  expect(await figures(bela)).toEqual(before)
  const subjects = ({ email }: TradingClient) =>
    db.rows('select subject from mail where recipient = $1 order by id', [email])
  const told = { subject: `Your trades of ${dateText(day)}` }
  expect(await subjects(asha)).toEqual([told, { subject: `Your trades of ${dateText(day)} were cancelled` }])
  expect(await subjects(bela)).toEqual([told])
  expect((await call('GET', `/desk/trade-day?day=${day}`, { token: dealer.token })).body.faults).toEqual([])
  await book(next)
  await balanced()
})

test('a client who cannot be booked does not hold up later days, which follow once that day is booked', async () => {
  const [asha, bela] = [await client(20_000), await client(20_000, { plan: false })]
  const [day = '', next = ''] = [days[21], days[22]]
  await bookDay(day, [deal(asha, 'B', 1, '10.00'), deal(bela, 'B', 10, '100.00')])
  await bookDay(next, [deal(asha, 'B', 1, '11.00'), deal(bela, 'S', 10, '110.00')])
  expect([(await contracts(asha)).length, (await contracts(bela)).length]).toEqual([2, 0])
  await done('trade-charges/plans/assign', { plan: 'Flat', from: '2026-01-01', clientId: bela.id }, admin)
  await book(next)
  expect(await lots(bela)).toEqual(['unknown 10 0 0 0'])
  await book(day)
  const live = (await trades(bela)).filter((text) => !text.endsWith('reversed'))
  expect(live.map((text) => text.split(' ').slice(0, 5).join(' '))).toEqual([
    'BUY 10 100 100000 100000',
    'SELL 10 110 110000 100000',
  ])
  await balanced()
})

test('a newer file of a booked day books its trades to the client who had the code then, whoever has it since', async () => {
  const [asha, bela] = [await client(20_000), await client(20_000)]
  const day = days[23] ?? ''
  const bought = deal(asha, 'B', 10, '100.00')
  await bookDay(day, [bought])
  const before = await figures(bela)
  const rename = ({ id }: TradingClient, ucc: string) => db.run('update client set ucc = $2 where id = $1', [id, ucc])
  await rename(asha, 'UD9001')
  await rename(bela, asha.ucc)
  await record(day, [{ ...bought, price: '101.00' }])
  await book(day)
  expect((await contracts(asha)).map((row) => row.bought)).toEqual([101_000n])
  expect([await contracts(bela), await figures(bela)]).toEqual([[], before])
  await balanced()
})

test('a purchase is booked again also where a dealer sold it and a file has confirmed that sale', async () => {
  const asha = await client(20_000)
  const [day = '', next = ''] = [days[24], days[25]]
  const bought = deal(asha, 'B', 10, '100.00')
  await bookDay(day, [bought])
  const lot = await db.row<{ id: string }>('select id from lot where client_id = $1', [asha.id])
  await done(`trades/${lot?.id}/sell`, { quantity: 4, price: 110, tradedAt: `${next}T05:00:00.000Z` })
  await bookDay(next, [deal(asha, 'S', 4, '110.00')])
  const nets = async () => (await contracts(asha)).reduce((sum, { net }) => sum + net, 0n)
  const first = await nets()
  await record(day, [{ ...bought, price: '101.00' }])
  await book(day)
  expect((await call('GET', `/desk/trade-day?day=${day}`, { token: dealer.token })).body.faults).toEqual([])
  const live = (await trades(asha)).filter((text) => !text.endsWith('reversed'))
  expect(live.map((text) => text.split(' ').slice(0, 5).join(' '))).toEqual([
    'BUY 10 101 101000 101000',
    'SELL 4 110 44000 40400',
  ])
  expect(await nets()).toBe(first - 1000n)
  const { cash, unsettled, invested, dues } = await figures(asha)
  expect([cash + unsettled, invested, dues]).toEqual([2_000_000n + (await nets()), 60_600n, 0n])
  await balanced()
})

test('servers that book a day at once tell each client once, and nobody that trades were cancelled', async () => {
  const day = days[27] ?? ''
  const clients: TradingClient[] = []
  for (let each = 0; each < 5; each += 1) clients.push(await client(5000))
  await record(
    day,
    clients.map((each) => deal(each, 'B', 5, '100.00')),
  )
  await done('trade-days', { day, without: 'BSE' })
  await Promise.all(Array.from({ length: 4 }, () => bookReleased()))
  const mails = await db.rows<{ subject: string; count: number }>(
    'select subject, count(*)::int as count from mail where recipient = any ($1::text[]) group by 1',
    [clients.map(({ email }) => email)],
  )
  expect(mails.filter(({ subject }) => subject.includes(dateText(day)))).toEqual([
    { subject: `Your trades of ${dateText(day)}`, count: clients.length },
  ])
  await balanced()
})
