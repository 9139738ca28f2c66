import { expect, test } from 'vitest'
import { asOf } from './price-words.ts'

test('an old price says of when it is, of another day with the day', () => {
  const now = new Date(2026, 10, 5, 16, 0)
  expect(asOf(new Date(2026, 10, 5, 15, 29).toISOString(), now)).toBe('as of 3:29 pm')
  expect(asOf(new Date(2026, 10, 4, 15, 29).toISOString(), now)).toBe('as of 4 Nov, 3:29 pm')
})
