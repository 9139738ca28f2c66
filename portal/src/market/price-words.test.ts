import { expect, test, vi } from 'vitest'
import { asOf } from './price-words.ts'

test('an old price says of when it is, of another day with the day', () => {
  vi.stubEnv('TZ', 'Asia/Kolkata')
  const now = new Date('2026-11-05T16:00:00+05:30')
  expect(asOf('2026-11-05T09:59:00Z', now)).toBe('as of 3:29 pm')
  expect(asOf('2026-11-04T09:59:00Z', now)).toBe('as of 4 Nov, 3:29 pm')
})
