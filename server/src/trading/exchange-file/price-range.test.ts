import { expect, test } from 'vitest'
import { priceFileForm, priceFileName, priceFileText } from '../../../test/price-file.ts'
import { testServer } from '../../../test/server.ts'
import { daysBefore } from '../../../test/trade.ts'
import { tradeFileForm, tradeFileName, tradeFileText, type TradeRow } from '../../../test/trade-file.ts'
import { shareA, shareB, tradingDesk } from '../../../test/trading.ts'
import { dayInIndia } from '../../platform/india.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'single' })
const { db } = server
const desk = await tradingDesk(server)
const [day = ''] = daysBefore(dayInIndia(new Date()), 1)

test('a trade at a price outside the day’s range, such as one in paise, is to be checked before and after it is recorded', async () => {
  const client = await desk.client(5_00_000)
  const prices = priceFileText({ day }, [
    { isin: shareA, symbol: 'DEMOTECH', close: '100.00', low: '98.50', high: '101.00' },
  ])
  await desk.done('closing-prices', priceFileForm(prices, priceFileName(day)))
  const rows: readonly TradeRow[] = [
    desk.deal(client, 'B', 1, '98.50', { number: '1' }),
    desk.deal(client, 'B', 1, '10050.00', { number: '2' }),
    desk.deal(client, 'B', 1, '98.45', { number: '3' }),
    // Without a price of the day, and in another series, there is nothing to compare with.
    desk.deal(client, 'B', 1, '10050.00', { number: '4', isin: shareB }),
    desk.deal(client, 'B', 1, '97.00', { number: '5', series: 'BE' }),
  ]
  const { body } = await desk.post(
    'exchange-files/preview',
    tradeFileForm(tradeFileText(day, rows), tradeFileName(day)),
  )
  expect(body.exceptions).toEqual({ price: 2, delivery: 1 })
  expect(body.examples.map(({ tradeNumber }: { tradeNumber: string }) => tradeNumber)).toEqual(['2', '3', '5'])
  await desk.record(day, rows)
  expect(
    await db.rows("select trade_number from exchange_trade where 'price' = any (exceptions) order by trade_number"),
  ).toEqual([{ trade_number: '2' }, { trade_number: '3' }])
})
