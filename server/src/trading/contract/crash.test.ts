import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { newExchange } from '../../../seed/exchange-day.ts'
import { filesOf, listingFile, members } from '../../../seed/exchange-files.ts'
import type { ExchangeTrade } from '../../../seed/exchange-oracle.ts'
import { brokeragePlan } from '../../../test/charge-rates.ts'
import { crashDatabase } from '../../../test/crash.ts'
import { eventually } from '../../../test/events.ts'
import { fund, moneyClients, moneyOperator } from '../../../test/money.ts'
import { priceFileForm } from '../../../test/price-file.ts'
import { testServer } from '../../../test/server.ts'
import { daysBefore } from '../../../test/trade.ts'
import { bookChecks } from '../../operation/books/checks.sql.ts'
import { checkBooks } from '../../core/ledger/books.ts'
import { type Db } from '../../platform/db.ts'
import { dayInIndia } from '../../platform/india.ts'

/** The same two trade days in two databases: one server is never interrupted, the other is killed while it works. */

const settings = { RATE_LIMITS: 'off', GSTIN: '27AAPFU0939F1ZV', SECRET_KEY: 'k'.repeat(40) }
const whole = await testServer(settings)
const { db, start, post: postBy, killAt } = await crashDatabase(settings)

const exchange = newExchange({ seed: 11, clients: 100 })
const [firstDay = '', secondDay = '', settledOn = ''] = daysBefore(dayInIndia(new Date()), 3)
const first = { day: firstDay, settledOn, ...exchange.trade(firstDay, 500) }
const second = { day: secondDay, settledOn, ...exchange.trade(secondDay, 500) }
/** As published again: some trades are cancelled, and some have another price. */
const corrected = {
  ...second,
  trades: second.trades.map((trade, at): ExchangeTrade => ({
    ...trade,
    isCancelled: trade.isCancelled || at % 9 === 4,
    price: at % 7 === 3 ? trade.price + 100 : trade.price,
  })),
}
/** Those of one exchange. */
const trades = /^Trade_NSE_.*_F_/
const levies = /^STT_NCL_/

type Post = (path: string, body: object) => Promise<void>

/** Clients, codes, plan and securities. */
async function prepare(of: Db, postOf: (token: string) => Post): Promise<Post> {
  const made = await moneyClients({ db: of }, exchange.clients.length, { bank: false, since: '2020-01-01' })
  for (const { id } of made) await fund({ db: of }, id, 100_000)
  await of.run(
    'update client c set ucc = n.ucc, gst_state = n.state from unnest($1::uuid[], $2::text[], $3::text[]) as n (id, ucc, state) where c.id = n.id',
    [
      made.map(({ id }) => id),
      exchange.clients.map(({ ucc }) => ucc),
      exchange.clients.map(({ state }) => (state === 'KA' ? '29' : '27')),
    ],
  )
  const post = postOf((await moneyOperator({ db: of })).token)
  for (const [at, code] of Object.entries(members))
    await post('exchange-codes', { exchange: at, column: 'Brkr', code, meaning: 'own' })
  await post('trade-charges/plans', brokeragePlan('Flat'))
  await post('trade-charges/plans/assign', { plan: 'Flat', from: '2026-01-01' })
  await post('securities/files', priceFileForm(listingFile(exchange), 'EQUITY_L.csv'))
  return post
}

const isLeft = async (of: Db, query: string) => (await of.rows(query)).length > 0
const none = async (of: Db, query: string) => {
  await eventually(async () => !(await isLeft(of, query)), 300)
  expect(await of.rows(query)).toEqual([])
}
const openFiles = "select from exchange_file where status in ('approved', 'booking')"
const openDays = 'select from trade_day where booked_at is null'
const unlevied = (day: string) => `select from trade_day where day = '${day}' and levied_at is null`

/** The control total, because a corrected file has fewer trades than the one before. */
const countOf = (day: typeof first) =>
  day.trades.filter((trade) => !trade.isCancelled && trade.exchange === 'NSE').length
async function sendFile(post: Post, day: typeof first, kind: RegExp): Promise<void> {
  const [file = '', text = ''] = [...filesOf(day, exchange)].find(([each]) => kind.test(each)) ?? []
  const path = kind === trades ? `exchange-files?trades=${countOf(day)}` : 'levy-files'
  await post(path, priceFileForm(text, file))
}

/** Everything that the two days left, without ids and moments. */
async function all(of: Db): Promise<Record<string, readonly string[]>> {
  const texts = async (columns: string, from: string) =>
    (await of.rows<{ text: string }>(`select concat_ws(' ', ${columns}) as text from ${from}`))
      .map(({ text }) => text)
      .toSorted()
  const own = 'join client c on c.id = t.client_id'
  return {
    figures: await texts('c.ucc, cash, invested, loan, cashback, withheld, unsettled, dues', `client_ledger t ${own}`),
    unsettled: await texts('c.ucc, settlement_id, unsettled, unusable', `client_settlement t ${own}`),
    entries: await texts(
      'c.ucc, j.event, j.reason, t.debit, t.credit, t.amount, t.settlement_id',
      `entry t join journal j on j.id = t.journal_id and j.client_id = t.client_id ${own}`,
    ),
    contracts: await texts(
      'c.ucc, day, bought, sold, brokerage, exchange_charges, sebi_fee, stt, stamp_duty, gst, net, reversed_at is null',
      `contract t ${own}`,
    ),
    trades: await texts(
      `c.ucc, action, stock, quantity, price, amount, cost, traded_at, t.exchange, order_number, exchange_trade_number, charges,
       reversal_id is null`,
      `trade t ${own}`,
    ),
    lots: await texts(
      'c.ucc, stock, isin, source, acquired_on, quantity, cost, open_quantity, open_cost',
      `lot t ${own}`,
    ),
    charges: await texts('c.ucc, day, exchange, isin, bought, sold, intraday, stt, stamp', `security_charge t ${own}`),
    recorded: await texts(
      'c.ucc, day, exchange, trade_number, order_ref, side, stock, quantity, price, exceptions, booked_at is null',
      `exchange_trade t ${own}`,
    ),
    mails: await texts('c.ucc, t.subject', 'mail t join client c on c.email = t.recipient'),
    notifications: await texts('c.ucc, t.text', `notification t ${own}`),
    instruments: await texts('symbol, isin', 'instrument'),
    faults: await texts('c.ucc, day, message', `contract_fault t ${own}`),
  }
}

const fileState = `select status, (select count(*)::int from exchange_trade where day = f.day) as rows,
  (select count(client_id)::int from exchange_trade where day = f.day) as resolved from exchange_file f order by imported_at desc limit 1`
const contractsOf = (
  day: string,
) => `select count(*)::int as live, (select count(*)::int from contract where reversed_at is not null) as reversed,
  (select count(distinct client_id)::int from exchange_trade where day = '${day}') as clients from contract where day = '${day}' and reversed_at is null`
type State = { live: number; reversed: number; clients: number }
/** Locks the row of the client at this place among those with a trade of the day. */
const holdClient = (table: string, day: string, at: number) =>
  `select from ${table === 'client' ? 'client where id' : 'client_ledger where client_id'} = (select distinct client_id from exchange_trade
    where day = '${day}' and client_id is not null order by client_id offset ${at} limit 1) for no key update`

test(
  'a server killed while it records, books, books again and adjusts reaches the same result as one that was not',
  { timeout: 900_000 },
  async () => {
    const steady = await prepare(whole.db, (token) => async (path, body) => {
      const headers = { 'idempotency-key': randomUUID() }
      const { status, body: reply } = await whole.call('POST', `/desk/${path}`, { token, body, headers })
      expect({ path, status, message: reply.message }).toMatchObject({ path, status: 200 })
    })
    for (const each of [first, second, corrected]) {
      await sendFile(steady, each, trades)
      await none(whole.db, openFiles)
      await steady('trade-days', { day: each.day, without: 'BSE' })
      await none(whole.db, openDays)
    }
    // Those of the earlier file: the corrected one has other amounts.
    await sendFile(steady, second, levies)
    await none(whole.db, unlevied(second.day))

    const { day } = second
    await start()
    const post = await prepare(db, (token) => (path, body) => postBy(path, body, token))
    await sendFile(post, first, trades)
    await none(db, openFiles)
    await post('trade-days', { day: first.day, without: 'BSE' })
    await none(db, openDays)

    // Recording: before the trades are stored, and before their clients are found.
    const importAll = () => sendFile(post, second, trades)
    const atFirst = await killAt('lock table exchange_trade in share mode', importAll, fileState)
    expect(atFirst).toEqual({ status: 'approved', rows: 0, resolved: 0 })
    const stored = { status: 'booking', rows: countOf(second), resolved: 0 }
    expect(await killAt('lock table instrument in share mode', start, fileState)).toEqual(stored)
    await start()
    await none(db, openFiles)

    // Booking: inside the first transaction, after some clients, with all amounts of the next ones, and before the end.
    const state = contractsOf(day)
    const book = () => post('trade-days', { day, without: 'BSE' })
    expect(await killAt(holdClient('client_ledger', day, 20), book, state)).toMatchObject({ live: 0 })
    const part = await killAt<State>(holdClient('client', day, 45), start, state)
    expect(part.live).toBeGreaterThan(0)
    expect(part.live).toBeLessThan(part.clients)
    expect(await killAt('lock table trade in share mode', start, state)).toEqual(part)
    const done = await killAt<State>('select from trade_day where booked_at is null for share', start, state)
    expect(done).toEqual({ live: part.clients, reversed: 0, clients: part.clients })
    await start()
    await none(db, openDays)

    // A corrected file: while the contracts of the earlier one are reversed.
    await sendFile(post, corrected, trades)
    await none(db, openFiles)
    const { live, reversed } = await killAt<State>('lock table contract in share mode', book, state)
    expect({ live, reversed }).toEqual({ live: done.live, reversed: 0 })
    await start()
    await none(db, openDays)
    // The final levies, after some contracts have them.
    const isLevied = `select count(*)::int as contracts from journal where event like 'contract.adjusted.%'`
    const adjusted = await killAt<{ contracts: number }>(
      holdClient('client', day, 45),
      () => sendFile(post, second, levies),
      isLevied,
    )
    await start()
    await none(db, unlevied(day))
    expect(adjusted.contracts).toBeGreaterThan(0)
    expect(adjusted.contracts).toBeLessThan((await db.row<typeof adjusted>(isLevied))?.contracts ?? 0)

    expect(await all(db)).toEqual(await all(whole.db))
    expect((await checkBooks(db, bookChecks)).differences).toEqual([])
  },
)
