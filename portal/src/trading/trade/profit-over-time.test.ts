import { expect, test } from 'vitest'
import { profitPoints, profitShape } from './profit-over-time.tsx'

const days = [
  { date: '2026-11-02', profitLoss: 100.1 },
  { date: '2026-11-04', profitLoss: -300.2 },
  { date: '2026-11-06', profitLoss: 0.1 },
]

test('realised profit and loss adds up day by day to Total P&L, to the paisa', () => {
  expect(profitPoints({ days, totalPnL: -200 })).toEqual([
    { date: '2026-11-02', change: 10_010n, sum: 10_010n },
    { date: '2026-11-04', change: -30_020n, sum: -20_010n },
    { date: '2026-11-06', change: 10n, sum: -20_000n },
  ])
})

test('starts at what was realised before the first day', () => {
  expect(profitPoints({ days: days.slice(2), totalPnL: -200 })).toEqual([
    { date: '2026-11-06', change: 10n, sum: -20_000n },
  ])
})

test('the line steps on the day of a sale and is level between', () => {
  const points = profitPoints({
    days: [
      { date: '2026-11-02', profitLoss: 100 },
      { date: '2026-11-04', profitLoss: -300 },
    ],
    totalPnL: -200,
  })
  const { line, zero } = profitShape(points, '2026-11-05')
  expect(zero).toBeCloseTo(1 / 3)
  const expected = [
    [0, 1 / 3],
    [1 / 5, 1 / 3],
    [1 / 5, 0],
    [3 / 5, 0],
    [3 / 5, 1],
    [1, 1],
  ] as const
  expect(line).toHaveLength(expected.length)
  expected.forEach(([x, y], index) => {
    expect(line[index]?.[0]).toBeCloseTo(x)
    expect(line[index]?.[1]).toBeCloseTo(y)
  })
})

test('a sale of today is drawn across today', () => {
  const points = profitPoints({ days: [{ date: '2026-11-05', profitLoss: 20 }], totalPnL: 20 })
  expect(profitShape(points, '2026-11-05')).toEqual({
    line: [
      [0, 1],
      [0.5, 1],
      [0.5, 0],
      [1, 0],
    ],
    zero: 1,
    high: 2000n,
    low: 0n,
    xs: [0.5],
  })
})

test('sales without profit are a flat line, and without sales there is no line', () => {
  const points = profitPoints({ days: [{ date: '2026-11-02', profitLoss: 0 }], totalPnL: 0 })
  expect(profitShape(points, '2026-11-05').line.map(([, y]) => y)).toEqual([0.5, 0.5, 0.5, 0.5])
  expect(profitShape([], '2026-11-05')).toEqual({ line: [], zero: 0.5, high: 0n, low: 0n, xs: [] })
})
