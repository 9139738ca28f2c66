import type { TaxExit, TaxReport } from '@sauda/contract/books/tax'
import { taxYearName, taxYearOf } from '@sauda/contract/books/tax-year'
import { paiseOf } from '@sauda/contract/platform/money'
import type { TradeDay } from '@sauda/contract/trading/trade-day'
import type { Trade } from '@sauda/contract/trading/trade'
import { expect, test } from 'vitest'
import { emptyFile } from '../../test/sent-file.ts'
import { testServer } from '../../test/server.ts'
import { daysBefore, tradeSteps } from '../../test/trade.ts'
import { shareA, shareB, tradingDesk, type TradingClient } from '../../test/trading.ts'
import { dayInIndia } from '../platform/india.ts'
import { adjustLevies } from '../trading/contract/contract.levies.ts'

/** What a stock earned in a financial year, compared with a count of single shares over the client's own trades. */

const server = await testServer({ RATE_LIMITS: 'off', LENDING: 'off', GSTIN: '27AAPFU0939F1ZV' })
const { call, db } = server
const { client, deal, dealer, second, bookDay, record, book } = await tradingDesk(server)
const { ask, approve } = tradeSteps(server, dealer)

const days = daysBefore(dayInIndia(new Date()), 300)
/** The financial year with at least four trading days until now, and the one before. */
const thisYear = taxYearOf(days.at(-4) ?? '')
const [bought = '', soldEarly = ''] = days.filter((day) => taxYearOf(day) === thisYear - 1).slice(-2)
const [soldOut = '', lastSale = ''] = days.filter((day) => taxYearOf(day) === thisYear)
const years = [thisYear, thisYear - 1]

const read = async ({ id, token }: TradingClient, path: string) =>
  (await call('GET', path.replace(':id', id), { token })).body
const historyOf = (asha: TradingClient): Promise<Trade[]> => read(asha, '/user/trade/history/:id?limit=100')
const yearOf = ({ tradedAt, createdAt }: Trade) => taxYearOf(dayInIndia(new Date(tradedAt ?? createdAt)))

/** In paise, by stock: each share is sold for the price of the oldest one left. */
function countedYear(trades: readonly Trade[], year: number) {
  const counted = trades.filter(({ reversed }) => reversed === undefined).toReversed()
  const lots = new Map<string, bigint[]>()
  const stocks = new Map<string, { sales: number; profitLoss: bigint; charges: bigint }>()
  for (const trade of counted) {
    const shares = lots.get(trade.stockName) ?? []
    lots.set(trade.stockName, shares)
    const row = stocks.get(trade.stockName) ?? { sales: 0, profitLoss: 0n, charges: 0n }
    const price = paiseOf(trade.sellPrice ?? trade.avgPrice)
    const isOfYear = yearOf(trade) === year
    for (let share = 0; share < trade.bookedQuantity; share += 1) {
      if (trade.action === 'BUY') shares.push(price)
      else {
        const cost = shares.shift() ?? 0n
        if (isOfYear) row.profitLoss += price - cost
      }
    }
    if (!isOfYear) continue
    row.sales += Number(trade.action === 'SELL')
    row.charges += paiseOf(trade.charges ?? 0)
    stocks.set(trade.stockName, row)
  }
  return stocks
}

const inPaise = ({ sales, profitLoss, charges, net }: Record<'sales' | 'profitLoss' | 'charges' | 'net', number>) => ({
  sales,
  profitLoss: paiseOf(profitLoss),
  charges: paiseOf(charges),
  net: paiseOf(net),
})
const withNet = (row: { sales: number; profitLoss: bigint; charges: bigint }) => ({
  ...row,
  net: row.profitLoss - row.charges,
})
const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)

/** Stock pages, tax reports and trade days name the same figures. */
async function check(asha: TradingClient): Promise<void> {
  const trades = await historyOf(asha)
  const { days: tradeDays }: { days: TradeDay[] } = await read(asha, '/user/trade/days/:id')
  for (const year of years) {
    const counted = countedYear(trades, year)
    const name = taxYearName(year)
    const report: TaxReport = await read(asha, `/user/tax/:id?year=${name}`)
    const rows = report.stocks.map(({ stockName, ...row }) => [stockName, inPaise(row)] as const)
    const expected = [...counted].filter(([, { sales, charges }]) => sales > 0 || charges > 0n)
    expect(new Map(rows)).toEqual(new Map(expected.map(([stock, row]) => [stock, withNet(row)])))
    expect(inPaise(report)).toEqual({
      sales: report.stocks.reduce((total, { sales }) => total + sales, 0),
      profitLoss: sum(rows.map(([, { profitLoss }]) => profitLoss)),
      charges: sum(rows.map(([, { charges }]) => charges)),
      net: sum(rows.map(([, { net }]) => net)),
    })
    expect(paiseOf(report.charges)).toBe(
      sum(tradeDays.filter(({ day }) => taxYearOf(day) === year).map(({ charges }) => paiseOf(charges))),
    )
    for (const [stock, row] of counted) {
      const page = await read(asha, `/user/tax/:id/stock?stock=${stock}`)
      expect(inPaise(page.years.find((each: { year: string }) => each.year === name))).toEqual(withNet(row))
      const { exits } = await read(asha, `/user/tax/:id/exits?year=${name}&stock=${stock}`)
      expect(sum(exits.map(({ profitLoss }: TaxExit) => paiseOf(profitLoss)))).toBe(row.profitLoss)
    }
  }
}

test('a stock page has realised, charges and net of each year, as the tax report and the trade days do, also once sold out', async () => {
  const asha = await client(50_000)
  await bookDay(bought, [
    deal(asha, 'B', 10, '100.00'),
    deal(asha, 'B', 5, '100.50', { at: '11:00:00' }),
    deal(asha, 'B', 7, '423.45', { isin: shareB }),
  ])
  await bookDay(soldEarly, [deal(asha, 'S', 4, '120.35')])
  const last = [deal(asha, 'B', 3, '410.10', { isin: shareB }), deal(asha, 'S', 11, '96.20', { isin: shareA })]
  await bookDay(soldOut, last)
  await check(asha)
  const page = await read(asha, '/user/tax/:id/stock?stock=DEMOTECH')
  expect(page).toMatchObject({ stockName: 'DEMOTECH', years: [{ sales: 2 }, { sales: 1, profitLoss: 81.4 }] })
  // One sale of two lots: 6 at 100.00 and 5 at 100.50, sold at 96.20.
  expect(page.years[0]).toMatchObject({ profitLoss: -44.3 })
  expect(page.years[0].charges).toBeGreaterThan(0)

  // An STT file after the booking changes the charges of its day.
  const before = page.years[1].charges
  await db.run(
    `with ${emptyFile}, f as (insert into levy_file (id, levy, exchange, day, name, sha256, total, imported_by)
       values (gen_random_uuid(), 'stt', 'NSE', $1, 'x', sha256(''), 9, $2) returning id)
     insert into levy_line (file_id, client_code, isin, bought, sold, intraday, amount) select id, $3, '', 0, 4, 0, 9 from f`,
    [soldEarly, dealer.id, asha.ucc],
  )
  await adjustLevies(server.app.context)
  await check(asha)
  expect((await read(asha, '/user/tax/:id/stock?stock=DEMOTECH')).years[1].charges).toBeGreaterThan(before)

  // A newer file books the day again, and the trades before are reversed.
  await record(
    soldOut,
    last.map((row) => (row.side === 'S' ? { ...row, price: '97.20' } : row)),
  )
  await book(soldOut)
  await check(asha)
  expect((await read(asha, '/user/tax/:id/stock?stock=DEMOTECH')).years[0]).toMatchObject({ profitLoss: -33.3 })

  // A dealer's sale is reversed.
  const tradedAt = `${lastSale}T06:00:00.000Z`
  const lot = (await historyOf(asha)).find(({ stockName, status }) => stockName === 'DEMOBANK' && status === 'OPEN')
  const { body: sale } = await call('POST', `/desk/trades/${lot?._id}/sell`, {
    token: dealer.token,
    body: { quantity: 2, price: 500, tradedAt },
  })
  await check(asha)
  expect((await read(asha, '/user/tax/:id/stock?stock=DEMOBANK')).years[0].sales).toBe(1)
  expect((await approve(await ask(sale), second)).status).toBe(200)
  await check(asha)
  expect((await read(asha, '/user/tax/:id/stock?stock=DEMOBANK')).years[0]).toMatchObject({ sales: 0, profitLoss: 0 })
})

test('a client reads only the own years of a stock, none of a stock without trades, and no unknown stock', async () => {
  const [asha, other] = [await client(50_000), await client(50_000)]
  await bookDay(lastSale, [deal(asha, 'B', 2, '100.00'), deal(asha, 'S', 2, '110.00', { at: '14:00:00' })])
  const of = (stock: string, { id } = other) => call('GET', `/user/tax/${id}/stock?stock=${stock}`, other)
  expect(await of('DEMOTECH', asha)).toMatchObject({ status: 404, body: { message: 'Not found' } })
  const { body } = await of('DEMOTECH')
  expect(body.years).toEqual([expect.objectContaining({ sales: 0, profitLoss: 0, charges: 0, net: 0 })])
  expect(await of('NOSUCH')).toMatchObject({ status: 404, body: { message: 'Not found' } })
  expect(await of('')).toMatchObject({ status: 400, body: { message: 'Choose a stock' } })
})
