import { isIsin } from '@sauda/contract/trading/isin'
import { expect, test } from 'vitest'
import { listingText, priceFileForm, priceFileName, priceFileText } from '../../../test/price-file.ts'
import { testServer } from '../../../test/server.ts'
import { daysBefore } from '../../../test/trade.ts'
import { tradingDesk } from '../../../test/trading.ts'
import { dayInIndia } from '../../platform/india.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'single' })
const { call, db } = server
const desk = await tradingDesk(server)
const [before = '', day = '', next = ''] = daysBefore(dayInIndia(new Date()), 3)
const isinOf = (start: string): string =>
  [...Array(10).keys()].map((digit) => `${start}${digit}`).find((each) => isIsin(each)) ?? ''
/** Partly paid shares and a bond. */
const series = [
  { series: 'E1', isin: isinOf('IN9700A0101'), symbol: 'PARTPAID', name: 'Narmada Limited', price: '250.00' },
  { series: 'N1', isin: isinOf('INE700A0701'), symbol: '1010NARM34', name: 'Narmada 10.10%', price: '1010.50' },
] as const

test('partly paid shares (E1) and bonds (N1) under Codes go from the list through prices and trades to charges', async () => {
  const client = await desk.client(5_00_000)
  const list = (rows: typeof series) => desk.post('securities/files', priceFileForm(listingText(rows), 'EQUITY_L.csv'))
  expect((await list(series)).body.message).toContain('Series E1, which is not under Codes: 1 row.')
  const codes = [
    { column: 'SctySrs', code: 'E1', meaning: 'normal' },
    { column: 'SctySrs', code: 'N1', meaning: 'normal' },
    { column: 'SttSrs', code: 'N1', meaning: 'exempt' },
  ]
  for (const code of codes) await desk.done('exchange-codes', { exchange: 'NSE', ...code }, desk.admin)
  expect((await list(series)).body).toMatchObject({ added: 2, skipped: [] })

  await desk.record(
    day,
    series.map(({ isin, symbol, series: code, price }) =>
      desk.deal(client, 'B', 10, price, { isin, symbol, series: code }),
    ),
  )
  await desk.book(day)
  const lots = await db.rows<{ stock: string; isin: string; quantity: string }>(
    'select stock, isin, trim_scale(open_quantity)::text as quantity from lot where client_id = $1 order by stock',
    [client.id],
  )
  expect(lots).toMatchObject([
    { isin: series[1].isin, quantity: '10' },
    { isin: series[0].isin, quantity: '10' },
  ])
  const charges = await db.rows<{ isin: string; stt: string }>(
    'select isin, stt from security_charge where client_id = $1 order by isin',
    [client.id],
  )
  // 0.1 % of ₹2,500.00 as on a share; nothing on the bond.
  expect(charges).toMatchObject([
    { isin: series[0].isin, stt: '2.500000000' },
    { isin: series[1].isin, stt: '0.000000000' },
  ])

  for (const on of [before, day, next])
    await desk.done(
      'closing-prices',
      priceFileForm(
        priceFileText(
          { day: on },
          series.map(({ isin, symbol, series: code, price: close }) => ({
            isin,
            symbol,
            series: code,
            close,
            previous: close,
          })),
        ),
        priceFileName(on),
      ),
    )
  const stocks = lots.map(({ stock }) => stock)
  const { quotes } = (await call('GET', `/user/quotes?symbols=${stocks.join(',')}`, { token: client.token })).body
  expect(quotes.map(({ price }: { price?: number }) => Number(price))).toEqual([1010.5, 250])
})
