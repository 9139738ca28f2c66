import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { tradingDays } from '../market/trading-day.ts'
import { referencePrices } from './trade.alone.ts'

beforeEach(() => {
  // A Monday.
  vi.useFakeTimers({ now: new Date('2026-11-23T18:00:00+05:30') })
})
afterEach(() => vi.useRealTimers())

const close = (at: string) =>
  referencePrices({ state: 'close', price: '100', previousClose: '90', at: `${at}T10:00:00.000Z` }, tradingDays)

describe('the prices that a dealer’s price is compared with', () => {
  test('of a close: today’s with the one before it, or that of the previous trading day alone', () => {
    expect(close('2026-11-23')).toEqual([100_00000000n, 90_00000000n])
    expect(close('2026-11-20')).toEqual([100_00000000n])
    expect(close('2026-11-19')).toEqual([])
  })

  test('of the feed: the last price with the close before it, unless it is older than the longest weekend', () => {
    const last = (at: string) => referencePrices({ state: 'stale', price: '100', previousClose: '90', at }, tradingDays)
    expect(last('2026-11-20T10:00:00.000Z')).toEqual([100_00000000n, 90_00000000n])
    expect(last('2026-11-17T10:00:00.000Z')).toEqual([])
    expect(referencePrices({ state: 'none' }, tradingDays)).toEqual([])
  })
})
