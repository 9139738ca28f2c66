import type { Report } from '@sauda/contract/books/report'
import { expect, test } from 'vitest'
import { cellText, pointsOf } from './report-text.ts'

const rupees = { name: 'Paid', kind: 'rupees' } as const
const day = { name: 'Day', kind: 'day' } as const

test('cells are formatted as amounts, days, months and counts', () => {
  expect(cellText(-1234567.5, rupees)).toBe('−₹12,34,567.50')
  expect(cellText('2026-11-05', day)).toBe('5 Nov 2026')
  expect(cellText('2026-04', { name: 'Month', kind: 'month' })).toBe('Apr 2026')
  expect(cellText('2026-09', { name: 'Month', kind: 'month' })).toBe('Sep 2026')
  expect(cellText(123456, { name: 'Raised', kind: 'count' })).toBe('1,23,456')
  expect(cellText('Total', day)).toBe('Total')
  expect(cellText(null, rupees)).toBe('')
})

test('rows of one name are one point of the chart', () => {
  const report = {
    columns: [day, { name: 'Operator', kind: 'text' }, rupees],
    rows: [
      { cells: ['2026-11-05', 'Nisha', 5] },
      { cells: ['2026-11-05', 'Omar', 7] },
      { cells: ['2026-11-06', 'Omar', 1] },
      { cells: ['2026-11-07', 'Omar', 9] },
    ],
    chart: { names: 0, values: [2], look: 'bars' },
  } as unknown as Report
  expect(pointsOf(report, 2)).toEqual([
    { name: '5 Nov 2026', values: [12] },
    { name: '6 Nov 2026', values: [1] },
  ])
})
