import { expect, test } from 'vitest'
import { addressOf, agrees, isBlocked, monthsBefore, monthText, periodText, sumsOf } from './bank-day.text.ts'

test('an open point leads to the page that resolves it', () => {
  const payment = { _id: 'p', kind: 'deposit' as const }
  expect(addressOf({ lineId: 'l', payment })).toBe('/reconciliation/l')
  expect(addressOf({ payment })).toBe('/wallet/p')
  expect(addressOf({ payment: { ...payment, kind: 'charge' } })).toBe('/charge/p')
  expect(addressOf({ page: 'import' })).toBe('/reconciliation/import')
  expect(addressOf({ page: 'books' })).toBe('/books')
  expect(addressOf({})).toBeUndefined()
})

test('the entries of the reconciliation statement are summed by kind, in its order', () => {
  const item = { day: '2026-11-05', text: 'A' }
  const items = [
    { ...item, kind: 'bookReceipt' as const, amount: -0.1 },
    { ...item, kind: 'bankReceipt' as const, amount: 5 },
    { ...item, kind: 'bookReceipt' as const, amount: -0.2 },
  ]
  expect(sumsOf(items)).toEqual([
    { kind: 'bankReceipt', paise: 500n },
    { kind: 'bookReceipt', paise: -30n },
  ])
})

test('months and days are named', () => {
  expect(monthsBefore('2026-02', 3)).toEqual(['2026-02', '2026-01', '2025-12'])
  expect(monthText('2026-02')).toBe('February 2026')
  expect(periodText({ from: '2026-11-05', day: '2026-11-05' })).toBe('5 Nov 2026')
  expect(periodText({ from: '2026-11-05', day: '2026-11-08' })).toBe('5 Nov 2026 to 8 Nov 2026')
})

test('books and bank agree only if the balance of the bank is known and nothing is open', () => {
  const day = { items: [], points: [], bankClosing: 100 }
  const point = (blocks: boolean) => ({ text: 'No running balance', blocks })
  expect(agrees(day)).toBe(true)
  expect(agrees({ items: [], points: [] })).toBe(false)
  expect([point(true), point(false)].map((each) => agrees({ ...day, points: [each] }))).toEqual([false, false])
  expect(isBlocked({ points: [point(false)] })).toBe(false)
})
