import { expect, test } from 'vitest'
import { quoteText } from './instrument-picker.tsx'

const now = '2026-11-20T09:30:00.000Z'
const quote = { symbol: 'INFY', price: '1502.5', at: '2026-11-20T09:29:58.000Z', state: 'live' } as const

test('a price is shown with its age and state', () => {
  expect(quoteText(quote, { now })).toBe('Market ₹1,502.50, just now, live')
  expect(quoteText({ ...quote, at: '2026-11-20T09:05:00.000Z', state: 'stale' }, { now })).toBe(
    'Market ₹1,502.50, 25 min, stale',
  )
  expect(quoteText({ ...quote, state: 'close', notTradedSince: true }, { now })).toBe(
    'Close ₹1,502.50 of 20 Nov 2026 (not traded since)',
  )
})

test('without a price no number is shown', () => {
  expect(quoteText({ symbol: 'INFY', state: 'none' }, { now })).toBe('No live price')
})
