import { expect, test } from 'vitest'
import { plusDays, plusMonths, weeksOf } from './month.ts'

test('a month is six weeks from Monday on, with all of its days', () => {
  const weeks = weeksOf('2026-11-27')
  expect(weeks.map((days) => days.length)).toEqual([7, 7, 7, 7, 7, 7])
  expect([weeks[0]?.[0], weeks[5]?.[6]]).toEqual(['2026-10-26', '2026-12-06'])
  expect(weeksOf('2024-02-29')[0]?.[0]).toBe('2024-01-29')
})

test('another month has the same day, or its last one', () => {
  expect([1, -1, 12, -12].map((months) => plusMonths('2024-01-31', months))).toEqual([
    '2024-02-29',
    '2023-12-31',
    '2025-01-31',
    '2023-01-31',
  ])
  expect(plusMonths('2024-02-29', 12)).toBe('2025-02-28')
  expect(plusDays('2026-12-31', 1)).toBe('2027-01-01')
})
