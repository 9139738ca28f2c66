import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setCalendar } from '../src/trading/market/trading-day.ts'
import { daysAgo, tradingDay } from './demo.time.ts'
import { demoClients } from './people.ts'

beforeEach(() => {
  vi.useFakeTimers()
  setCalendar({ holidays: new Set(['2026-11-24']), sessions: new Set() })
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
  ['2026-11-25T10:00:00Z', 1, '2026-11-23T05:45:00.000Z'],
  ['2026-11-20T10:00:00Z', 0, '2026-11-20T05:45:00.000Z'],
])('seen from %s, %d trading days ago at 11:15 in India', (now, back, at) => {
  vi.setSystemTime(new Date(now))
  expect(tradingDay(back, '11:15').toISOString()).toBe(at)
})

test('a day is a day in India', () => {
  vi.setSystemTime(new Date('2026-11-16T20:00:00Z'))
  expect(daysAgo(1, '11:15').toISOString()).toBe('2026-11-16T05:45:00.000Z')
})

test('the first deposit comes after the operators and the client it is for, on every day of a year', () => {
  const early: string[] = []
  for (let day = Date.UTC(2026, 0, 1, 6); day < Date.UTC(2027, 0, 1); day += 86_400_000) {
    vi.setSystemTime(day)
    const isLate = tradingDay(25, '09:40') > daysAgo(42, '09:00')
    const isVerified = tradingDay(23, '10:05') > daysAgo(demoClients.verified.daysAgo, '13:15')
    if (!isLate || !isVerified) early.push(new Date(day).toISOString())
  }
  expect(early).toEqual([])
})
