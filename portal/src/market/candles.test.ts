import { expect, test } from 'vitest'
import { candleMoment, drawn, priceText } from './candles.ts'

const candle = { start: '2026-11-04T18:30:00.000Z', open: '2950.5', high: '3000', low: '2900.05', close: '2999.95' }

test('a day of India is drawn on its own date, whatever zone the device is in', () => {
  expect(drawn(candle, '1d')).toEqual({ time: '2026-11-05', open: 2950.5, high: 3000, low: 2900.05, close: 2999.95 })
  expect(candleMoment(candle.start, '1d')).toBe('5 Nov 2026')
})

test('hours and minutes are drawn at the time in India', () => {
  const { time } = drawn({ ...candle, start: '2026-11-05T03:45:00.000Z' }, '1m')
  expect(new Date(Number(time) * 1000).toISOString()).toBe('2026-11-05T09:15:00.000Z')
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
