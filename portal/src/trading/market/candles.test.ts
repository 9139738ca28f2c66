import type { Candle } from '@sauda/contract/trading/market'
import { expect, test, vi } from 'vitest'
import { candleTime, chartCandle, currentCandle, scaleFormat } from './trade-marks.ts'

const candle = { start: '2026-11-04T18:30:00.000Z', open: '2950.5', high: '3000', low: '2900.05', close: '2999.95' }

test('a day in India is drawn on its own date, whatever the time zone of the device', () => {
  expect(chartCandle(candle, '1d')).toEqual({
    time: '2026-11-05',
    open: 2950.5,
    high: 3000,
    low: 2900.05,
    close: 2999.95,
  })
  expect(candleTime(candle.start, '1d')).toBe('5 Nov 2026')
})

test('hours and minutes are drawn in Indian time', () => {
  vi.stubEnv('TZ', 'Asia/Kolkata')
  const { time } = chartCandle({ ...candle, start: '2026-11-05T03:45:00.000Z' }, '1m')
  expect(new Date(Number(time) * 1000).toISOString()).toBe('2026-11-05T09:15:00.000Z')
  expect(candleTime('2026-11-05T03:45:00.000Z', '1m')).toBe('5 Nov, 9:15 am')
})

test('the scale has as many decimals as the prices, and at least two', () => {
  const dollar = { ...candle, open: '93.01', high: '93.1025', low: '92.5', close: '93' }
  const written = (candles: readonly Candle[]) => scaleFormat(candles).formatter(92.98347826086957)
  expect([[], [candle], [candle, dollar]].map(written)).toEqual(['92.98', '92.98', '92.9835'])
  expect(scaleFormat([dollar])).toMatchObject({ minMove: 0.0001 })
  expect(scaleFormat([dollar]).formatter(93)).toBe('93.00')
})

test('the current price updates the last candle or starts a new one', () => {
  const quote = (at: string, price: string) => ({ symbol: 'TCS', price, at, state: 'live' as const })
  expect(currentCandle(candle, quote('2026-11-05T10:00:00.000Z', '3000.05'), '1d')).toEqual({
    ...candle,
    high: '3000.05',
    close: '3000.05',
  })
  expect(currentCandle(candle, quote('2026-11-05T10:00:00.000Z', '999'), '1d')).toMatchObject({
    low: '999',
    close: '999',
  })
  expect(currentCandle(candle, quote('2026-11-06T10:00:00.000Z', '2999'), '1d')).toEqual({
    start: '2026-11-05T18:30:00.000Z',
    open: '2999',
    high: '2999',
    low: '2999',
    close: '2999',
  })
})

test('a stale price, or one from before the last candle, changes nothing', () => {
  const at = '2026-11-05T10:00:00.000Z'
  expect(currentCandle(candle, { symbol: 'TCS', price: '1', at, state: 'stale' }, '1d')).toBeUndefined()
  expect(currentCandle(candle, { symbol: 'TCS', state: 'none' }, '1d')).toBeUndefined()
  expect(
    currentCandle(candle, { symbol: 'TCS', price: '1', at: '2026-11-04T10:00:00.000Z', state: 'live' }, '1d'),
  ).toBeUndefined()
})
