import { emptyFile } from '../../test/sent-file.ts'
import type { TaxExit, TaxReport } from '@sauda/contract/books/tax'
import { taxYearName, taxYearOf } from '@sauda/contract/books/tax-year'
import { paiseOf } from '@sauda/contract/platform/money'
import { expect, test } from 'vitest'
import { testServer } from '../../test/server.ts'
import { daysBefore } from '../../test/trade.ts'
import { shareA, shareB, tradingDesk, type TradingClient } from '../../test/trading.ts'
import { loadConfirmation } from '../books/statement/statement.sql.ts'
import { dayInIndia } from '../platform/india.ts'

/** The tax report of trades that come from the files of the exchanges. */

const server = await testServer({ RATE_LIMITS: 'off', GSTIN: '27AAPFU0939F1ZV', LENDING: 'off' })
const { call, db } = server
const { client, deal, dealer, record, book, bookDay } = await tradingDesk(server)
const days = daysBefore(dayInIndia(new Date()), 20)
const [first = '', second = '', third = '', fourth = '', fifth = ''] = days.filter(
  (day) => taxYearOf(day) === taxYearOf(days.at(-1) ?? ''),
)
const year = taxYearName(taxYearOf(first))

const taxOf = async ({ id, token }: TradingClient, path = '') =>
  (await call('GET', `/user/tax/${id}${path}?year=${year}`, { token })).body
const figure = (report: TaxReport, name: string) => report.categories.find(({ category }) => category === name)
const notes = async ({ id }: TradingClient) => {
  const [row] = await db.rows<{ charges: bigint; stt: bigint }>(
    `select sum(charges - stt)::bigint as charges, sum(stt)::bigint as stt from contract where client_id = $1 and reversed_at is null`,
    [id],
  )
  return row
}
/** Paise of every exit of the year. */
const sumsOf = (exits: readonly TaxExit[]) => ({
  charges: exits.reduce((sum, exit) => sum + paiseOf(exit.buyCharges) + paiseOf(exit.saleCharges), 0n),
  stt: exits.reduce((sum, exit) => sum + paiseOf(exit.stt), 0n),
})

test('every paisa of the charges of days whose shares are all sold is in the report; trade-for-trade is no intraday trade; a newer file changes it', async () => {
  const asha = await client(50_000)
  const sale = deal(asha, 'S', 60, '10.20', { series: 'BE', at: '14:00:00' })
  await bookDay(first, [deal(asha, 'B', 100, '9.35'), deal(asha, 'B', 7, '423.45', { isin: shareB })])
  await bookDay(second, [
    // The sale is of the shares held before.
    deal(asha, 'B', 33, '10.00', { series: 'BE' }),
    sale,
    deal(asha, 'B', 13, '421.15', { isin: shareB }),
    deal(asha, 'S', 20, '430.05', { isin: shareB, at: '15:00:00' }),
  ])
  await bookDay(third, [deal(asha, 'S', 73, '10.40')])
  const check = async () => {
    const report: TaxReport = await taxOf(asha)
    const { exits }: { exits: TaxExit[] } = await taxOf(asha, '/exits')
    expect(sumsOf(exits)).toEqual(await notes(asha))
    expect(report.reconciliation.otherLots).toBe(0)
    const [delivered, intraday] = [figure(report, 'shortTerm'), figure(report, 'intraday')]
    expect(intraday).toMatchObject({ exits: 1, buyValue: 5474.95, saleValue: 5590.65 })
    for (const view of [delivered, intraday])
      if (view)
        expect(paiseOf(view.afterCharges)).toBe(
          paiseOf(view.profitLoss) - paiseOf(view.charges) - (view === intraday ? paiseOf(view.stt) : 0n),
        )
    return report.profitLoss
  }
  // 100 at 9.35, 33 at 10.00 and 20 of the other share, sold at 10.20, 10.40 and 430.05.
  expect(await check()).toBeCloseTo(612 + 759.2 - 935 - 330 + 8601 - 2964.15 - 5474.95, 2)
  await record(second, [
    deal(asha, 'B', 33, '10.00', { series: 'BE' }),
    { ...sale, price: '10.30' },
    deal(asha, 'B', 13, '421.15', { isin: shareB }),
    deal(asha, 'S', 20, '430.05', { isin: shareB, at: '15:00:00' }),
  ])
  await book(second)
  expect(await check()).toBeCloseTo(618 + 759.2 - 935 - 330 + 8601 - 2964.15 - 5474.95, 2)
})

test('trades under the ISIN after a split are booked, take the shares held before, and are named by the ISIN of their day', async () => {
  const asha = await client(50_000)
  const after = 'INE9AA101024'
  await bookDay(fourth, [deal(asha, 'B', 10, '100.00')])
  await db.run(
    `with ${emptyFile}, listed as (insert into security (isin, exchange, from_day, symbol, series, name)
       values ($2, 'NSE', $3, 'DEMOTECH', 'EQ', 'DEMOTECH Limited')),
     file as (insert into security_file (id, kind, exchange, day, name, sha256, rows, imported_by)
       values (gen_random_uuid(), 'listing', 'NSE', $3, 'x', sha256(''), 1, $4) returning id)
     insert into isin_successor (isin, successor, from_day, symbol, file_id, accepted, decided_by, decided_at)
     select $1, $2, $3, 'DEMOTECH', id, true, $4, now() from file`,
    [shareA, after, fifth, dealer.id],
  )
  const traded = { isin: after, symbol: 'DEMOTECH' }
  await bookDay(fifth, [
    deal(asha, 'B', 5, '100.00', traded),
    deal(asha, 'S', 12, '110.00', { ...traded, at: '14:00:00' }),
  ])
  const tradesOn = async (day: string) =>
    (await loadConfirmation(db, asha.id, day)).trades.map(({ action, stock, isin }) => `${action} ${stock} ${isin}`)
  expect(await tradesOn(fourth)).toEqual([`BUY DEMOTECH ${shareA}`])
  expect(await tradesOn(fifth)).toEqual(['BUY', 'SELL', 'SELL'].map((action) => `${action} DEMOTECH ${after}`))
  const { exits }: { exits: TaxExit[] } = await taxOf(asha, '/exits')
  expect(exits.map(({ quantity, category, isin }) => [quantity, category, isin])).toEqual([
    [7, 'shortTerm', after],
    [5, 'intraday', after],
  ])
  await db.run("update instrument set isin = $1 where symbol = 'DEMOTECH'", [after])
  await record(fourth, [deal(asha, 'B', 10, '100.50')])
  await book(fourth)
  expect(await tradesOn(fourth)).toEqual([`BUY DEMOTECH ${shareA}`, `BUY DEMOTECH ${shareA}`])
})
