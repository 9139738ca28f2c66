import { monthName } from '@sauda/contract/platform/day-text'
import { expect, test } from 'vitest'
import { periodOf, periodOptions, rangeOf } from './range.ts'

test.each([
  ['month', '2026-11-21', '2026-11-01', '2026-11-21'],
  ['month', '2028-02-29', '2028-02-01', '2028-02-29'],
  ['last-month', '2026-01-31', '2025-12-01', '2025-12-31'],
  ['last-month', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['year', '2026-03-31', '2025-04-01', '2026-03-31'],
  ['year', '2026-04-01', '2026-04-01', '2026-04-01'],
  ['last-year', '2026-11-21', '2025-04-01', '2026-03-31'],
] as const)('%s on %s is from %s to %s', (period, today, from, to) => {
  expect(rangeOf(period, today, {})).toEqual({ from, to })
})

test('a custom period has the days given, and without a period there are no limits', () => {
  expect(rangeOf('custom', '2026-11-21', { from: '2026-05-05' })).toEqual({ from: '2026-05-05' })
  expect(rangeOf(periodOf('unknown'), '2026-11-21', { from: '2026-05-05' })).toEqual({})
})

test('periods are named after the months and financial years of today', () => {
  expect(periodOptions('2026-01-15').map(({ label }) => label)).toEqual([
    'Since the first entry',
    'This month (January 2026)',
    'Last month (December 2025)',
    'This financial year (FY 2025-26)',
    'Last financial year (FY 2024-25)',
    'Custom dates',
  ])
  expect(monthName('2026-11')).toBe('November 2026')
})
