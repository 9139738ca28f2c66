import { expect, test } from 'vitest'
import { closingPrice, isClosed, isOpen, lastSale, profitOf } from './trade.ts'

test.each([
  ['bought, 10 left', { action: 'BUY', status: 'OPEN', quantity: 10 }, true],
  ['bought, a fraction left', { action: 'BUY', status: 'OPEN', quantity: 0.00000001 }, true],
  ['bought, nothing left', { action: 'BUY', status: 'OPEN', quantity: 0 }, false],
  ['bought and closed', { action: 'BUY', status: 'CLOSED', quantity: 10 }, false],
  ['sold', { action: 'SELL', status: 'OPEN', quantity: 10 }, false],
] as const)(
  'open positions: trades whose action is not SELL, whose status is not CLOSED, and whose quantity is non-zero: %s',
  (_, trade, open) => expect(isOpen(trade)).toBe(open),
)

test.each([
  ['sold', { action: 'SELL', quantity: 4 }, true],
  ['sold, then reversed', { action: 'SELL', quantity: 0 }, false],
  ['bought', { action: 'BUY', quantity: 4 }, false],
] as const)('closed trades: SELL trades with non-zero quantity: %s', (_, trade, closed) =>
  expect(isClosed(trade)).toBe(closed),
)

test.each([
  ['10 at ₹2,450.00 sold at ₹2,512.50', { avgPrice: 2450, sellPrice: 2512.5, quantity: 10 }, 62_500n],
  ['4 at ₹100.00 sold at ₹98.75', { avgPrice: 100, sellPrice: 98.75, quantity: 4 }, -500n],
  ['1,000 dollars at ₹83.1275 sold at ₹83.4025', { avgPrice: 83.1275, sellPrice: 83.4025, quantity: 1000 }, 27_500n],
  ['prices are exact decimals', { avgPrice: 0.1, sellPrice: 0.3, quantity: 3 }, 60n],
  ['a cost of ₹33.335 is rounded to ₹33.34', { avgPrice: 33.335, sellPrice: 40, quantity: 1 }, 666n],
])('Last profit = (sell price − average price) × quantity: %s', (_, trade, paise) =>
  expect(profitOf({ currentPrice: 1, ...trade })).toBe(paise),
)

test('the sell price falls back to the current price, then to the average price', () => {
  expect(closingPrice({ avgPrice: 100, currentPrice: 110, sellPrice: 120 })).toBe(120)
  expect(closingPrice({ avgPrice: 100, currentPrice: 110 })).toBe(110)
  expect(closingPrice({ avgPrice: 100 })).toBe(100)
  expect(profitOf({ avgPrice: 100, currentPrice: 110, quantity: 2 })).toBe(2000n)
  expect(profitOf({ avgPrice: 100, quantity: 2 })).toBe(0n)
})

test('Last profit is of the most recent SELL trade with non-zero quantity, whatever their order', () => {
  const sale = { name: 'second', action: 'SELL', quantity: 1, createdAt: '2026-11-05T10:00:00.000Z' } as const
  const trades = [
    { ...sale, name: 'reversed', quantity: 0, createdAt: '2026-11-07T10:00:00.000Z' },
    { ...sale, name: 'first', createdAt: '2026-11-04T10:00:00.000Z' },
    // Booked after the others, traded before them.
    { ...sale, name: 'late', createdAt: '2026-11-06T11:00:00.000Z', tradedAt: '2026-11-03T10:00:00.000Z' },
    sale,
    { ...sale, name: 'bought', action: 'BUY', createdAt: '2026-11-06T10:00:00.000Z' } as const,
  ]
  expect(lastSale(trades)?.name).toBe('second')
  expect(lastSale(trades.toReversed())?.name).toBe('second')
  expect(lastSale([])).toBeUndefined()
})
