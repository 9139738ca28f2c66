import { expect, test } from 'vitest'
import { sparkPoints } from './spark.ts'

test('the newest stands at the right edge, the lowest at the bottom, the highest at the top', () => {
  expect(sparkPoints([0, 4, -4], 3)).toBe('0,12 50,0 100,24')
})

test('a short trail begins further right', () => {
  expect(sparkPoints([0, 4], 5)).toBe('75,24 100,0')
})

test('a position that hardly moves does not look wild', () => {
  expect(sparkPoints([0, 0.1], 2)).toBe('0,12.6 100,11.4')
})

test('one number alone is a short level line', () => {
  expect(sparkPoints([1], 11)).toBe('90,12 100,12')
})
