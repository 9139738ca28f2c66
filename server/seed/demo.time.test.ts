import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { daysAgo, workday } from './demo.time.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test.each([
  // A Monday, in India already the Tuesday.
  ['2026-11-16T20:00:00Z', 1, '2026-11-16T05:45:00.000Z'],
  ['2026-11-16T10:00:00Z', 1, '2026-11-13T05:45:00.000Z'],
  ['2026-11-15T10:00:00Z', 1, '2026-11-13T05:45:00.000Z'],
  ['2026-11-20T10:00:00Z', 5, '2026-11-13T05:45:00.000Z'],
  ['2026-11-20T10:00:00Z', 0, '2026-11-20T05:45:00.000Z'],
])('seen from %s, %d working days ago at 11:15 in India', (now, back, at) => {
  vi.setSystemTime(new Date(now))
  expect(workday(back, '11:15').toISOString()).toBe(at)
})

test('a day is a day in India', () => {
  vi.setSystemTime(new Date('2026-11-16T20:00:00Z'))
  expect(daysAgo(1, '11:15').toISOString()).toBe('2026-11-16T05:45:00.000Z')
})
