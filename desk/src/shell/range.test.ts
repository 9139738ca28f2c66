import { expect, test } from 'vitest'
import { presetsOf } from './range.tsx'

test.each([
  ['2026-01-31', ['2026-01-02', '2026-01-01', '2025-12-01 2025-12-31', '2025-04-01']],
  ['2026-04-01', ['2026-03-03', '2026-04-01', '2026-03-01 2026-03-31', '2026-04-01']],
])('the ranges on %s', (today, [days, month, last, year]) => {
  const ranges = presetsOf(today).map(({ range }) => `${range.from} ${range.to}`)
  expect(ranges).toEqual([`${days} ${today}`, `${month} ${today}`, last, `${year} ${today}`])
})
