import { expect, test } from 'vitest'
import { daysOfChart } from './trade-marks.ts'

const candle = (start: string) => ({ start, open: '1', high: '1', low: '1', close: '1' })

test('adds the days of trades without a candle in their place, by the day in India', () => {
  const candles = [candle('2026-11-04T18:30:00.000Z'), candle('2026-11-08T18:30:00.000Z')]
  const trades = [
    { at: '2026-11-10T04:00:00.000Z', side: 'sell', price: 12 },
    { at: '2026-11-05T18:29:00.000Z', side: 'buy', price: 10 },
    { at: '2026-11-05T18:31:00.000Z', side: 'buy', price: 11 },
  ] as const
  expect(daysOfChart(candles, trades)).toEqual(['2026-11-05', '2026-11-06', '2026-11-09', '2026-11-10'])
})
