import { decimalText } from '@sauda/contract/platform/decimal'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { actionDesk } from '../../../test/corporate-action.ts'
import { often } from '../../../test/often.ts'
import { newIsin } from '../../../test/price-file.ts'
import { testServer } from '../../../test/server.ts'
import { daysBefore } from '../../../test/trade.ts'
import { tradingDesk, type TradingClient } from '../../../test/trading.ts'
import { dayInIndia } from '../../platform/india.ts'

/** An action that is booked late leaves what it leaves in time: two clients make the same trades of two shares, of which one is late. */

const server = await testServer({ RATE_LIMITS: 'off', GSTIN: '27AAPFU0939F1ZV', LENDING: 'off', APPROVALS: 'policy' })
const { db } = server
const desk = await actionDesk(server)
const market = await tradingDesk(server)
const daysOfRun = 4
const runs = often(2, 6)
const days = daysBefore(dayInIndia(new Date()), runs * daysOfRun)
let count = 0

async function holder() {
  const symbol = `LATE${++count}`
  const isin = newIsin(950_000 + count)
  await db.run(
    `with known as (insert into security (isin, exchange, from_day, symbol, series, name) values ($2, 'NSE', '1900-01-01', $1, 'EQ', $1 || ' Limited'))
     insert into instrument (symbol, name, exchange, kind, lot, tick, fractional, aliases, isin)
     values ($1, $1 || ' Industries', 'NSE', 'share', 1, 0.05, false, '{}', $2)`,
    [symbol, isin],
  )
  return { symbol, isin, client: await market.client(50_000) }
}
type Holder = Awaited<ReturnType<typeof holder>>

const textsOf = async (client: TradingClient, text: string) =>
  (await db.rows<{ text: string }>(text, [client.id])).map((row) => row.text)

/** What is left, what was sold of what, and the money. */
const seen = async ({ client }: Holder) => ({
  lots: await textsOf(
    client,
    `select concat_ws(' ', source, acquired_on, trim_scale(open_quantity), open_cost, is_fraction) as text from lot
      where client_id = $1 and open_quantity > 0 order by acquired_on, open_cost, open_quantity`,
  ),
  sales: await textsOf(
    client,
    `select concat_ws(' ', t.traded_on, trim_scale(t.quantity), t.amount, t.cost, l.source) as text from trade t join lot l on l.id = t.lot_id
      where t.client_id = $1 and t.action = 'SELL' and t.reversal_id is null order by t.traded_at, t.cost desc, t.quantity`,
  ),
  figures: await market.figures(client),
})

const trade = fc.record({
  side: fc.constantFrom('B' as const, 'S' as const),
  quantity: fc.integer({ min: 1, max: 60 }),
  paise: fc.integer({ min: 1000, max: 20_000 }),
})
type Trade = { side: 'B' | 'S'; quantity: number; paise: number }
const action = fc.constantFrom(
  { kind: 'split', held: 1, given: 5 } as const,
  { kind: 'split', held: 2, given: 5 } as const,
  { kind: 'consolidation', held: 10, given: 1 } as const,
  { kind: 'bonus', held: 2, given: 1 } as const,
)
const story = fc.record({
  action,
  bought: fc.integer({ min: 1, max: 120 }),
  traded: fc.array(fc.array(trade, { maxLength: 3 }), { minLength: daysOfRun - 1, maxLength: daysOfRun - 1 }),
  /** After so many of the days from the ex-date on. */
  late: fc.integer({ min: 1, max: daysOfRun - 1 }),
  isWrongFirst: fc.boolean(),
  /** A newer file of the ex-date has one share more in its first trade. */
  isPublishedAgain: fc.boolean(),
})

test('whenever an action is booked, reversed and booked again, and whatever a newer file changes, the result is that of one booked in time', async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(story, async (given) => {
      const own = days.slice(run * daysOfRun, ++run * daysOfRun)
      const [before = '', exDate = ''] = own
      const [inTime, tooLate] = [await holder(), await holder()]
      const termsOf = ({ symbol }: Holder) => ({
        ...given.action,
        stockName: symbol,
        exDate,
        ...(given.action.kind === 'bonus' && { allottedOn: exDate, creditedOn: exDate }),
      })
      const rowsOf = (trades: readonly Trade[], more = 0) =>
        [inTime, tooLate].flatMap(({ client, isin, symbol }) =>
          trades.map(({ side, quantity, paise }, at) =>
            market.deal(client, side, quantity + (at === 0 ? more : 0), decimalText(BigInt(paise) * 1_000_000n), {
              isin,
              symbol,
              at: `1${at}:00:00`,
            }),
          ),
        )
      await market.bookDay(before, rowsOf([{ side: 'B', quantity: given.bought, paise: 5000 }]))
      await desk.book(termsOf(inTime))
      const bookLate = async () => {
        if (given.isWrongFirst) {
          const wrong = await desk.book({
            ...termsOf(tooLate),
            held: 1,
            given: given.action.kind === 'consolidation' ? 0.5 : 3,
          })
          await market.bookReleased()
          await desk.reverse(wrong)
          await market.bookReleased()
        }
        await desk.book(termsOf(tooLate))
        await market.bookReleased()
      }
      for (const [at, trades] of given.traded.entries()) {
        if (trades.length > 0) await market.bookDay(own[at + 1] ?? '', rowsOf(trades))
        if (at + 1 === given.late) await bookLate()
      }
      const [first = []] = given.traded
      if (given.isPublishedAgain && first.length > 0) await market.bookDay(exDate, rowsOf(first, 1))
      expect(await db.rows('select message from contract_fault')).toEqual([])
      expect(await seen(tooLate)).toEqual(await seen(inTime))
      await desk.balanced()
    }),
    { numRuns: runs, endOnFailure: true },
  )
})
