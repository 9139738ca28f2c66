import { expect, test } from 'vitest'
import { isMarketOpen, isTradingDay, lastMarketTime, setCalendar, tradingDaysBefore } from './trading-day.ts'

setCalendar({ holidays: new Set(['2026-11-24', '2029-01-26']), sessions: new Set(['2026-11-08']) })

test.each([
  ['2026-11-20', true],
  ['2026-11-21', false],
  ['2026-11-22', false],
  // A session on a Sunday.
  ['2026-11-08', true],
  // Guru Nanak Jayanti, and Republic Day.
  ['2026-11-24', false],
  ['2029-01-26', false],
])('%s is a trading day: %s', (day, expected) => {
  expect(isTradingDay(day)).toBe(expected)
})

test('the trading days before a day leave out weekends and holidays', () => {
  expect(tradingDaysBefore('2026-11-25', 3)).toEqual(['2026-11-19', '2026-11-20', '2026-11-23'])
})

test.each([
  ['2026-11-20T03:44:00Z', false],
  ['2026-11-20T03:45:00Z', true],
  ['2026-11-20T09:59:00Z', true],
  ['2026-11-20T10:00:00Z', false],
  ['2026-11-21T06:00:00Z', false],
])('at %s the market is open: %s', (at, expected) => {
  expect(isMarketOpen(new Date(at))).toBe(expected)
})

test.each([
  ['during the market', '2026-11-20T06:00:00Z', '2026-11-20T06:00:00.000Z'],
  ['in the evening', '2026-11-20T15:00:00Z', '2026-11-20T09:59:00.000Z'],
  ['before it opens', '2026-11-20T03:00:00Z', '2026-11-19T09:59:00.000Z'],
  ['on a Sunday', '2026-11-22T06:00:00Z', '2026-11-20T09:59:00.000Z'],
  ['on a holiday', '2026-11-24T06:00:00Z', '2026-11-23T09:59:00.000Z'],
])('the last market time %s', (_, at, expected) => {
  expect(lastMarketTime(new Date(at)).toISOString()).toBe(expected)
})
