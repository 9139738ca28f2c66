import { expect, test } from 'vitest'
import { sparklinePoints } from './sparkline.tsx'

test('draws the newest value at the right, the lowest at the bottom and the highest at the top', () => {
  expect(sparklinePoints([0, 4, -4], 3)).toBe('0,12 50,0 100,24')
})

test('a short history starts further right', () => {
  expect(sparklinePoints([0, 4], 5)).toBe('75,24 100,0')
})

test('a small movement looks small', () => {
  expect(sparklinePoints([0, 0.1], 2)).toBe('0,12.6 100,11.4')
})

test('a single value is a short level line', () => {
  expect(sparklinePoints([1], 11)).toBe('90,12 100,12')
})
