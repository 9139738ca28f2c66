import { isPractice } from '@sauda/contract/trading/market'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testServer } from '../test/server.ts'
import { daysBefore } from '../test/trade.ts'
import { bookChecks } from '../src/operation/books/checks.sql.ts'
import { checkBooks } from '../src/core/ledger/books.ts'
import { addDays, dayInIndia } from '../src/platform/india.ts'
import { indianTime, isMarketOpen } from '../src/trading/market/trading-day.ts'
import { seedPractice } from './demo.practice.ts'
import { seedDemo } from './demo.ts'

const server = await testServer({ MODE: 'demo' })
const { db, app } = server
await seedDemo(app.context)

const days = async () =>
  (await db.rows<{ day: string }>("select distinct to_char(day, 'YYYY-MM-DD') as day from contract order by 1")).map(
    ({ day }) => day,
  )
const today = dayInIndia(new Date())

/** A start of the demo at a time of a day in India. */
async function startOn(day: string, time: string, processes = 1): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: indianTime(day, time) })
  onTestFinished(() => void vi.useRealTimers())
  await Promise.all(Array.from({ length: processes }, () => seedPractice(app.context)))
  vi.useRealTimers()
}

/** What the books and the clearing corporation say after a start. */
async function expectInOrder(day: string): Promise<void> {
  for (const full of [false, true]) expect((await checkBooks(db, bookChecks, { full })).differences).toEqual([])
  expect(await db.rows('select from contract_fault')).toEqual([])
  expect(await db.rows('select from exchange_trade where booked_at is null')).toEqual([])
  const open = await db.rows<{ day: string }>(
    `select to_char(s.settles_on, 'YYYY-MM-DD') as day from clearing_settlement s
      where exists (select from client_settlement u where u.settlement_id = s.id)`,
  )
  // What was to be paid before today is released.
  expect(open.filter((each) => each.day < day)).toEqual([])
}

test('every start adds practice trades until the day before, on every day of the week and at any hour', async () => {
  const hours = ['23:50', '00:10', '09:15', '12:00', '15:31', '18:30', '05:30'] as const
  for (const [at, time] of hours.entries()) {
    const day = addDays(today, at - 20)
    const before = await days()
    await startOn(day, time)
    const missing = daysBefore(day, 5).filter((each) => each > (before.at(-1) ?? ''))
    expect(await days()).toEqual([...before, ...missing])
    if (at % 6 === 0) await expectInOrder(day)
  }
})

test('with both exchanges at the clearing corporation of BSE the practice trades are settled and released there', async () => {
  const day = addDays(today, -10)
  const from = addDays((await days()).at(-1) ?? '', 1)
  await db.run("insert into clearing_corporation values ($1, 'ICCL', 'ICCL')", [from])
  await startOn(day, '10:00')
  await expectInOrder(day)
  const homes = await db.rows<{ exchange: string }>(
    'select distinct exchange from clearing_settlement where traded_on between $1 and $2',
    [from, day],
  )
  expect(homes).toEqual([{ exchange: 'BSE' }])
})

test('after a stop of more than a week the last five trading days follow, and processes that start together book each day once', async () => {
  const [before, day] = [await days(), addDays(today, -1)]
  await startOn(day, '12:00', 3)
  expect(await days()).toEqual([...before, ...daysBefore(day, 5).filter((each) => each > (before.at(-1) ?? ''))])
  await expectInOrder(day)
  const count = () => db.row('select count(*)::int as trades from trade')
  const trades = await count()
  await startOn(day, '23:30')
  expect(await count()).toEqual(trades)
})

test('their mails count as sent', async () => {
  expect(await db.rows("select subject from mail where status = 'queued'")).toEqual([])
  expect(await db.rows("select from mail where subject like 'Your trades of %'")).not.toEqual([])
  expect(await db.rows("select from mail where subject like '%from sales is available%'")).not.toEqual([])
})

test('a penny-drop confirms the bank account of the client who trades, once', async () => {
  const drops = 'select c.email, d.name_at_bank as name from penny_drop d join client c on c.id = d.client_id'
  expect(await db.rows(drops)).toEqual([{ email: 'jaya@demo.example', name: 'JAYA SHETTY' }])
})

test('one dealer imports each file and another approves it', async () => {
  const files = await db.rows('select from exchange_file where decided_by is distinct from imported_by')
  expect(files).not.toEqual([])
  expect(await db.rows('select from exchange_file where decided_by = imported_by')).toEqual([])
})

test('they are marked: in the name of the file, and by their order numbers', async () => {
  const names = await db.rows<{ name: string }>('select name from exchange_file')
  expect(names.filter(({ name }) => !name.includes('_TM_PRACTICE_'))).toEqual([])
  const trades = await db.rows<{ order: string; at: Date }>(
    'select order_number as order, traded_at as at from trade where contract_id is not null',
  )
  expect(trades.filter(({ order, at }) => !isPractice(order) || !isMarketOpen(at))).toEqual([])
})
