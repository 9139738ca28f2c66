import type { Report } from '@sauda/contract/books/report'
import { expect, test } from 'vitest'
import { cellText, datedPoints, headerText, pointsOf } from './report-text.ts'

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

test('a point of several rows is exact to the paisa', () => {
  const rows = [847.46, 847.46, 377.22].map((amount) => ({ cells: ['2026-11-05', amount] }))
  const report = { columns: [day, rupees], rows, chart: { names: 0, values: [1], look: 'bars' } } as unknown as Report
  const [point] = pointsOf(report, 2)
  expect(cellText(point?.values[0], rupees)).toBe('₹2,072.14')
  expect(point?.values).toEqual([2072.14])
})

test('hours are durations, and the header does not repeat the unit', () => {
  const hours = { name: 'Median (hours)', kind: 'hours' } as const
  expect([0, 0.2, 2.6, 24, 30.4, 48].map((each) => cellText(each, hours))).toEqual([
    'under 3 min',
    '12 min',
    '2 h 36 min',
    '1 day',
    '1 day 6 h',
    '2 days',
  ])
  expect(headerText(hours)).toBe('Median')
  expect(headerText({ ...hours, name: 'Median hours' })).toBe('Median')
})

test('a chart of days has a place for every day, a long one for every month', () => {
  const report = {
    columns: [day, rupees],
    rows: [{ cells: ['2026-11-05', 5] }, { cells: ['2026-11-07', 9] }],
    chart: { names: 0, values: [1], look: 'bars' },
  } as unknown as Report
  expect(datedPoints(report, { from: '2026-11-05', to: '2026-11-30' }, '2026-11-07')).toEqual([
    { name: '5 Nov', values: [5] },
    { name: '6 Nov', values: [0] },
    { name: '7 Nov', values: [9] },
  ])
  expect(datedPoints(report, { from: '2026-09-01', to: '2026-11-30' }, '2026-11-30')).toEqual([
    { name: 'Sep 2026', values: [0] },
    { name: 'Oct 2026', values: [0] },
    { name: 'Nov 2026', values: [14] },
  ])
})
