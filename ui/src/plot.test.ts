import { expect, test } from 'vitest'
import { stopAt, axisText } from './plot.tsx'
import { ticksOf } from './series-plot.tsx'

test('reads the last stop up to the pointer, and the first one before it', () => {
  const stops = [{ x: 0.1 }, { x: 0.5 }]
  expect([0, 0.1, 0.49, 0.5, 1].map((part) => stopAt(stops, part))).toEqual([0, 0, 0, 1, 1])
  expect(stopAt([], 0.5)).toBeUndefined()
})

test('the scale has round values with zero among them', () => {
  expect(ticksOf([0, 87_000])).toEqual([100_000, 75_000, 50_000, 25_000, 0])
  expect(ticksOf([-30, 60])).toEqual([75, 50, 25, 0, -25, -50])
  expect(ticksOf([0, 0])).toEqual([4, 3, 2, 1, 0])
  expect(ticksOf([0.3])).toEqual([0.3, 0.2, 0.1, 0])
})

test('a scale without zero has at least three per cent of its top, and values of two decimals in lakh', () => {
  expect(ticksOf([5_00_000, 5_00_500], false)).toEqual([5_10_000, 5_05_000, 5_00_000, 4_95_000, 4_90_000])
  expect(ticksOf([0, 10_000], false)).toEqual([10_000, 5_000, 0])
  expect(ticksOf([0, 0], false)).toEqual([4, 3, 2, 1, 0])
})

test('figures of the scale are grouped in the Indian way, in lakh and crore', () => {
  expect([1_000, 25_000, 5_00_000, 2_50_00_000, -75].map((value) => axisText(value, '₹'))).toEqual([
    '₹1,000',
    '₹25,000',
    '₹5 L',
    '₹2.5 Cr',
    '−₹75',
  ])
  expect(axisText(0.5, '')).toBe('0.5')
})
