import { expect, test } from 'vitest'
import { stopAt } from './line-plot.tsx'

test('reads the last stop up to the pointer, and the first one before it', () => {
  const stops = [{ x: 0.1 }, { x: 0.5 }]
  expect([0, 0.1, 0.49, 0.5, 1].map((part) => stopAt(stops, part))).toEqual([0, 0, 0, 1, 1])
  expect(stopAt([], 0.5)).toBeUndefined()
})
