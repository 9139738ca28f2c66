import type { Candle } from '@sauda/contract/market'
import { expect, test, vi } from 'vitest'
import { candleMoment, candleNow, drawn, priceText, scaleOf } from './candles.ts'

const candle = { start: '2026-11-04T18:30:00.000Z', open: '2950.5', high: '3000', low: '2900.05', close: '2999.95' }

test('a day of India is drawn on its own date, whatever zone the device is in', () => {
  expect(drawn(candle, '1d')).toEqual({ time: '2026-11-05', open: 2950.5, high: 3000, low: 2900.05, close: 2999.95 })
  expect(candleMoment(candle.start, '1d')).toBe('5 Nov 2026')
})

test('hours and minutes are drawn at the time in India', () => {
  const { time } = drawn({ ...candle, start: '2026-11-05T03:45:00.000Z' }, '1m')
  expect(new Date(Number(time) * 1000).toISOString()).toBe('2026-11-05T09:15:00.000Z')
  vi.stubEnv('TZ', 'Asia/Kolkata')
  expect(candleMoment('2026-11-05T03:45:00.000Z', '1m')).toBe('5 Nov, 9:15 am')
})

test('a price is written exactly, with Indian grouping and at least two decimals', () => {
  expect(['2950.5', '1234567', '83.12345678', '999999999999.99'].map(priceText)).toEqual([
    '2,950.50',
    '12,34,567.00',
    '83.12345678',
    '9,99,99,99,99,999.99',
  ])
})

test('a scale writes no more decimals than the prices have, and at least two', () => {
  const dollar = { ...candle, open: '93.01', high: '93.1025', low: '92.5', close: '93' }
  const written = (candles: readonly Candle[]) => scaleOf(candles).formatter(92.98347826086957)
  expect([[], [candle], [candle, dollar]].map(written)).toEqual(['92.98', '92.98', '92.9835'])
  expect(scaleOf([dollar])).toMatchObject({ minMove: 0.0001 })
  expect(scaleOf([dollar]).formatter(93)).toBe('93.00')
})

test('a price of now belongs to the last candle, or to a new one after it', () => {
  const quote = (at: string, price: string) => ({ symbol: 'TCS', price, at, state: 'live' as const })
  expect(candleNow(candle, quote('2026-11-05T10:00:00.000Z', '3000.05'), '1d')).toEqual({
    ...candle,
    high: '3000.05',
    close: '3000.05',
  })
  expect(candleNow(candle, quote('2026-11-05T10:00:00.000Z', '999'), '1d')).toMatchObject({ low: '999', close: '999' })
  expect(candleNow(candle, quote('2026-11-06T10:00:00.000Z', '2999'), '1d')).toEqual({
    start: '2026-11-05T18:30:00.000Z',
    open: '2999',
    high: '2999',
    low: '2999',
    close: '2999',
  })
})

test('an old price, or one from before the last candle, changes no picture', () => {
  const at = '2026-11-05T10:00:00.000Z'
  expect(candleNow(candle, { symbol: 'TCS', price: '1', at, state: 'stale' }, '1d')).toBeUndefined()
  expect(candleNow(candle, { symbol: 'TCS', state: 'none' }, '1d')).toBeUndefined()
  expect(
    candleNow(candle, { symbol: 'TCS', price: '1', at: '2026-11-04T10:00:00.000Z', state: 'live' }, '1d'),
  ).toBeUndefined()
})
