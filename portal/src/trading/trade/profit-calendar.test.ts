import { expect, test } from 'vitest'
import { monthAfter, monthWeeks, shortRupees } from './profit-calendar.tsx'

test('a month is laid out in weeks from Monday to Sunday', () => {
  const weeks = monthWeeks('2026-02')
  expect(weeks).toHaveLength(5)
  expect(weeks[0]).toEqual([...Array.from({ length: 6 }), '2026-02-01'])
  expect(weeks[4]?.slice(0, 6)).toEqual([
    '2026-02-23',
    '2026-02-24',
    '2026-02-25',
    '2026-02-26',
    '2026-02-27',
    '2026-02-28',
  ])
  expect(monthWeeks('2028-02').flat().filter(Boolean)).toHaveLength(29)
})

test('months go over the end of a year', () => {
  expect(monthAfter('2026-12', 1)).toBe('2027-01')
  expect(monthAfter('2026-01', -1)).toBe('2025-12')
})

test.each([
  [0n, '₹0'],
  [24_750n, '+₹248'],
  [-1_234_500n, '−₹12.3k'],
  [123_456_700n, '+₹12.3L'],
  [-99_99_99_999_00n, '−₹99.9Cr'],
])('a small cell shows %s paise as %s', (paise, text) => {
  expect(shortRupees(paise)).toBe(text)
})
