import { decimalRupees, paiseOf } from '@sauda/contract/platform/money'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { often } from '../../../test/often.ts'
import { newIsin, priceFileForm, priceFileName, priceFileText } from '../../../test/price-file.ts'
import { testServer } from '../../../test/server.ts'
import { daysBefore } from '../../../test/trade.ts'
import { shareA, shareB, tradingDesk } from '../../../test/trading.ts'
import { dayInIndia } from '../../platform/india.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { call, db } = server
const desk = await tradingDesk(server)
const [booked = '', ...days] = daysBefore(dayInIndia(new Date()), 10)
const jaya = await desk.client(20_000)
await desk.bookDay(booked, [desk.deal(jaya, 'B', 10, '100.00')])

const closeOf = async (day: string, exchange: string) =>
  (
    await db.row<{ close: string }>(
      `select trim_scale(close)::text as close from closing_price
        where isin = $1 and exchange = $2 and day < $3 and (not is_held or accepted) order by closing_price.day desc limit 1`,
      [shareA, exchange, day],
    )
  )?.close ?? '100'
type File = {
  readonly day: number
  readonly exchange: 'NSE' | 'BSE'
  readonly percent: number
  readonly swaps: boolean
}
async function send({ day: at, exchange, percent, swaps }: File) {
  const day = days[at] ?? ''
  const previous = await closeOf(day, exchange)
  const close = decimalRupees((paiseOf(Number(previous)) * BigInt(percent)) / 100n)
  const series = exchange === 'BSE' ? 'A' : 'EQ'
  const rows = [
    { isin: shareA, symbol: swaps ? 'OTHER' : 'DEMOTECH', close, previous, series },
    { isin: shareB, symbol: 'DEMOBANK', close: '400.00', series },
    { isin: newIsin(1), symbol: swaps ? 'DEMOTECH' : 'OTHER', close: '5000.00', series },
  ]
  return desk.post(
    'closing-prices',
    priceFileForm(priceFileText({ day, exchange }, rows), priceFileName(day, exchange)),
  )
}
const price = async () =>
  Number((await call('GET', '/user/quotes?symbols=DEMOTECH', { token: jaya.token })).body.quotes[0].price)
/** A fall of a whole day by a tenth or more may be a bonus. */
const percent = fc.integer({ min: 94, max: 124 })
const exchanges = ['NSE', 'BSE'] as const
/** The files of an evening. */
const evening = (day: number) =>
  exchanges.map((exchange) =>
    fc.record({ day: fc.constant(day), exchange: fc.constant(exchange), percent, swaps: fc.constant(false) }),
  )
const anyFile = fc.record({
  day: fc.nat({ max: days.length - 1 }),
  exchange: fc.constantFrom(...exchanges),
  percent: fc.oneof(percent, fc.constantFrom(10, 5000)),
  swaps: fc.boolean(),
})

test('whatever files one dealer sends, in whatever order, a price stays within a quarter of what another operator saw', async () => {
  for (const exchange of exchanges) {
    expect((await send({ day: 0, exchange, percent: 100, swaps: false })).body.waitsForSecond).toBe(true)
    expect((await desk.approve('price-file.count')).status).toBe(200)
  }
  let counted = 0
  const evenings = fc.tuple(...days.slice(1).flatMap((_, at) => evening(at + 1)))
  await fc.assert(
    fc.asyncProperty(evenings, fc.array(anyFile, { maxLength: 8 }), async (inOrder, others) => {
      for (const each of [...inOrder, ...others]) {
        const { status, body } = await send(each)
        expect([200, 409, 422]).toContain(status)
        if (status === 200 && body.waitsForSecond === undefined) counted += 1
        expect(Math.abs((await price()) - 100)).toBeLessThanOrEqual(25)
      }
    }),
    // The evenings count in the first run; in the others their files replace some.
    { numRuns: often(2, 20) },
  )
  expect(counted).toBeGreaterThanOrEqual(2 * (days.length - 1))
})
