import type { Price } from '@sauda/contract/trading/market'
import { beforeEach, describe, expect, test } from 'vitest'
import { testServer } from '../../../test/server.ts'
import type { Sql } from '../../platform/db.ts'
import { candleStart, createCandles, sweepCandles } from './candle.ts'
import { newestCandles } from './market.sql.ts'

const server = await testServer()
const { db } = server.app.context
const source = 'Exchange'

const morning = '2026-11-20T09:15:00+05:30'
const at = (time: string) => new Date(`2026-11-20T${time}+05:30`).toISOString()
const price = (time: string, value: string, symbol = 'TCS'): Price => ({ symbol, price: value, at: at(time) })

async function stored(span: '1m' | '1h' | '1d', symbol = 'TCS') {
  const rows = await newestCandles(db, { symbol, span, without: null, limit: 10 })
  return rows.map(({ start, open, high, low, close }) => [start.toISOString(), open, high, low, close].join(' '))
}
function told(candles: ReturnType<typeof createCandles>, ...prices: Price[]) {
  for (const each of prices) candles.add(each, source)
}

beforeEach(() => server.db.run('delete from candle'))

describe('a candle begins', () => {
  test.each([
    ['1m', '2026-11-20T09:15:59.999+05:30', morning],
    ['1h', '2026-11-20T09:59:59.999+05:30', '2026-11-20T09:00:00+05:30'],
    ['1d', '2026-11-20T00:00:00+05:30', '2026-11-20T00:00:00+05:30'],
    ['1d', '2026-11-20T23:59:59.999+05:30', '2026-11-20T00:00:00+05:30'],
    ['1d', '2026-11-20T18:30:00Z', '2026-11-21T00:00:00+05:30'],
  ] as const)('by Indian time: %s of %s with %s', (span, moment, start) => {
    expect(candleStart(span, Date.parse(moment))).toBe(Date.parse(start))
  })
})

test('candles have the first, the highest, the lowest and the last price exactly as received', async () => {
  const candles = createCandles(db)
  told(candles, price('09:15:01', '9.95'), price('09:15:02', '10.00000001'), price('09:15:03', '9.9'))
  told(candles, price('09:16:00', '100'), price('10:00:00', '11'))
  await candles.save()
  expect(await stored('1m')).toEqual([
    `${at('10:00:00')} 11 11 11 11`,
    `${at('09:16:00')} 100 100 100 100`,
    `${at('09:15:00')} 9.95 10.00000001 9.9 9.9`,
  ])
  expect(await stored('1h')).toEqual([`${at('10:00:00')} 11 11 11 11`, `${at('09:00:00')} 9.95 100 9.9 100`])
  expect(await stored('1d')).toEqual([`${at('00:00:00')} 9.95 100 9.9 11`])
})

test('a candle continues after it was saved, and after a restart', async () => {
  const before = createCandles(db)
  told(before, price('09:15:01', '10'))
  await before.save()
  told(before, price('09:15:02', '12'))
  await before.save()
  const after = createCandles(db)
  told(after, price('09:15:30', '8'), price('09:15:31', '9'))
  await after.save()
  expect(await stored('1m')).toEqual([`${at('09:15:00')} 10 12 8 9`])
})

test('several processes that receive parts of the same feed write the same candle', async () => {
  const [one, other] = [createCandles(db), createCandles(db)]
  told(one, price('09:15:02', '11'), price('09:15:03', '14'), price('09:15:04', '12'))
  told(other, price('09:15:01', '10'), price('09:15:03', '14'), price('09:15:05', '13'))
  await Promise.all([one.save(), other.save()])
  expect(await stored('1m')).toEqual([`${at('09:15:00')} 10 14 10 13`])
  told(one, price('09:15:05', '13'))
  await one.save()
  await one.save()
  expect(await stored('1m')).toEqual([`${at('09:15:00')} 10 14 10 13`])
})

test('two sources never share a candle, and the last one is shown', async () => {
  const candles = createCandles(db)
  candles.add(price('09:15:01', '10'), 'One')
  candles.add(price('09:15:02', '99'), 'Two')
  candles.add(price('09:15:03', '11'), 'One')
  await candles.save()
  expect(await stored('1m')).toEqual([`${at('09:15:00')} 10 11 10 11`])
  const withoutOne = await newestCandles(db, { symbol: 'TCS', span: '1m', without: 'One', limit: 10 })
  expect(withoutOne.map(({ source: from, open }) => `${from} ${open}`)).toEqual(['Two 99'])
})

test('candles that cannot be written while the database is unavailable are written later', async () => {
  let isAway = true
  const shaky: Sql = {
    ...db,
    run: (text, values) => (isAway ? Promise.reject(new Error('away')) : db.run(text, values)),
  }
  const candles = createCandles(shaky)
  told(candles, price('09:15:01', '10'), price('09:15:02', '12'))
  await expect(candles.save()).rejects.toThrow('away')
  told(candles, price('09:15:03', '8'))
  await expect(candles.save()).rejects.toThrow('away')
  told(candles, price('09:16:00', '9'))
  isAway = false
  await candles.save()
  expect(await stored('1m')).toEqual([`${at('09:16:00')} 9 9 9 9`, `${at('09:15:00')} 10 12 8 8`])
  expect(await stored('1d')).toEqual([`${at('00:00:00')} 10 12 8 9`])
})

test('the candles waiting for the database are bounded', async () => {
  const written: number[] = []
  let isAway = true
  const shaky: Sql = {
    ...db,
    run: async (_, values) => {
      if (isAway) throw new Error('away')
      return written.push((values as string[][])[0]!.length)
    },
  }
  const candles = createCandles(shaky)
  for (let n = 0; n < 21_000; n++)
    told(candles, price('09:15:01', '10', `SYM${n % 7000}`), price('09:16:01', '10', `SYM${n % 7000}`))
  await expect(candles.save()).rejects.toThrow('away')
  isAway = false
  await candles.save()
  expect(written).toEqual([20_000])
})

test('old candles are deleted: minutes after three days, hours after sixty, days after ten years', async () => {
  const insert = (span: string, days: number) =>
    server.db.run(
      `insert into candle select 'TCS', 'Exchange', $1, now() - make_interval(days => $2), 1, 1, 1, 1, now(), now()`,
      [span, days],
    )
  for (const [span, days] of [
    ['1m', 2],
    ['1m', 4],
    ['1h', 59],
    ['1h', 61],
    ['1d', 3649],
    ['1d', 3651],
  ] as const)
    await insert(span, days)
  await sweepCandles(db)
  expect(
    await Promise.all([stored('1m'), stored('1h'), stored('1d')].map(async (rows) => (await rows).length)),
  ).toEqual([1, 1, 1])
})
