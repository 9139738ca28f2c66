import { exchangeFileErrors, totalLines } from '@sauda/contract/trading/exchange-file'
import { expect, test } from 'vitest'
import { testServer } from '../../../test/server.ts'
import { daysBefore } from '../../../test/trade.ts'
import { tradeFileForm, tradeFileName, tradeFileText } from '../../../test/trade-file.ts'
import { tradingDesk } from '../../../test/trading.ts'
import { dateText, dayInIndia } from '../../platform/india.ts'
import { nextSettlementDay } from '../market/trading-day.ts'
import { recordFiles } from './exchange-file.book.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'single' })
const { call, db } = server
const { dealer, client, deal } = await tradingDesk(server)
const today = dayInIndia(new Date())
const [first = '', earlier = '', last = ''] = daysBefore(today, 3)
const future = nextSettlementDay(today)
const [asha, bala] = [await client(), await client()]

const send = (text: string, name: string, path = '') =>
  call('POST', `/desk/exchange-files${path}`, { token: dealer.token, body: tradeFileForm(text, name) })
const row = deal(asha, 'B', 4, '1500.10', { number: '8001', at: '09:15:02' })
const file = (from: string, to: string) => tradeFileText(last, [row]).replace(from, to)
const { untouched } = exchangeFileErrors
/** Trade time, time of update, order, order time. */
const times = `OR,${last}T09:15:02,${last}T09:15:02,110008001,${last}T09:15:02`

test.each<[what: string, text: string, sentence: string]>([
  [
    'a time that does not exist',
    file(times, times.replace('T09:15:02', 'T25:61:02')),
    `Line 2: the time “${last}T25:61:02” in TradDtTm is not written as by the exchange. ${untouched}`,
  ],
  [
    'an order time of a day that does not exist',
    file(times, times.replace(`,110008001,${last}`, ',110008001,2026-02-30')),
    `Line 2: the time “2026-02-30T09:15:02” in OrdrDtTm is not written as by the exchange. ${untouched}`,
  ],
  [
    'a trade time of another day',
    file(times, times.replace(last, earlier)),
    `Line 2: the trade time “${earlier}T09:15:02” is not on the trade date. ${untouched}`,
  ],
  [
    'a value beyond that of all shares',
    file(',4,1,1500.10,', ',999999999999,1,1500.10,'),
    `Line 2: 999999999999 at 1500.10 is more than any trade is worth. ${untouched}`,
  ],
  ['a quote that is never closed', file('DEMOTECH,EQ', '"DEMOTECH,EQ'), 'Line 2: a quote is opened and never closed.'],
  ['a zero byte', file('DEMOTECH,EQ', 'DEMO\0TECH,EQ'), `Line 2: ${exchangeFileErrors.characters}`],
])('rejects %s with a sentence', async (_, text, sentence) => {
  const { status, body } = await send(text, tradeFileName(last))
  expect({ status, message: body.message }).toEqual({ status: 422, message: sentence })
})

test('rejects a file of a future day', async () => {
  const { status, body } = await send(tradeFileText(future, [row]), tradeFileName(future))
  expect([status, body.message]).toEqual([422, `The file is named for ${dateText(future)}, a future day.`])
})

test('a control total of more than ₹1,000 crore is compared too', async () => {
  const check = (value: string) =>
    send(file(',4,1,1500.10,', ',40000000,1,1500.10,'), tradeFileName(last), `/preview?trades=1&buyValue=${value}`)
  expect((await check('60004000001.00')).body.message).toContain(
    'Value bought: 60004000000.00 in the file, 60004000001.00 entered.',
  )
  expect(totalLines((await check('60004000000')).body.totals)).toEqual([
    'Quantity bought: 4,00,00,000',
    'Value bought: ₹60,00,40,00,000.00',
    'Quantity sold: 0',
    'Value sold: ₹0.00',
  ])
})

test('a cancellation at the time of the trade counts, whatever the order of the rows', async () => {
  const [header = '', traded = '', other = ''] = tradeFileText(last, [row, { ...row, number: '8002' }]).split('\n')
  const cancelled = traded.replace(',OR,', ',CN,')
  for (const rows of [
    [traded, cancelled],
    [cancelled, traded],
  ]) {
    const { body } = await send([header, ...rows, other, ''].join('\n'), tradeFileName(last), '/preview')
    expect(body).toMatchObject({ cancelled: 1, totals: { trades: 1 } })
  }
})

test('a file in parts is recorded part by part; the whole replaces them; T+0 trades have a file of their own', async () => {
  const [two, three, settledToday] = ['8002', '8003', '8004'].map((number) => ({
    ...deal(bala, 'B', 1, '10.00'),
    number,
  })) as [typeof row, typeof row, typeof row]
  const named = (part: string) => tradeFileName(first).replace('_CM_0_', `_CM_${part}_`)
  const record = async (rows: readonly (typeof row)[], name: string) => {
    const { status, body } = await send(tradeFileText(first, rows), name)
    expect({ status, message: body.message }).toEqual({ status: 200, message: undefined })
    await recordFiles(server.app.context)
    return body.before
  }
  expect(await record([row], named('P1'))).toBe(undefined)
  expect(await record([two], tradeFileName(first).replace('.csv', '_P2.csv'))).toBe(undefined)
  expect(await record([settledToday], named('T0'))).toBe(undefined)
  const changed = { ...row, quantity: 11 }
  expect(await record([changed], named('P1'))).toEqual({ trades: 1, added: 0, removed: 0, changed: 1 })
  expect(await record([changed, three], named('P0'))).toEqual({ trades: 2, added: 1, removed: 1, changed: 0 })
  const trades = await db.rows('select trade_number, quantity::int from exchange_trade order by trade_number')
  expect(trades).toEqual([
    { trade_number: '8001', quantity: 11 },
    { trade_number: '8003', quantity: 1 },
    { trade_number: '8004', quantity: 1 },
  ])
  expect((await send(tradeFileText(first, [two]), named('P2'))).body.message).toBe(
    `The whole file of ${dateText(first)} is recorded, so a part of it cannot replace anything. Import the whole file, with P0 or no part in its name.`,
  )
  expect(await db.rows('select part, status from exchange_file order by imported_at')).toEqual([
    { part: 'P1', status: 'replaced' },
    { part: 'P2', status: 'replaced' },
    { part: 'T0', status: 'booked' },
    { part: 'P1', status: 'replaced' },
    { part: '', status: 'booked' },
  ])
})
