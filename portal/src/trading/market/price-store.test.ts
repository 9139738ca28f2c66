import type { PriceClock } from '@sauda/contract/trading/market'
import { beforeEach, expect, test, vi } from 'vitest'
import { createPriceStore, type PriceStore } from './price-store.ts'

const start = Date.parse('2026-11-05T10:00:00Z')
const at = (seconds: number) => new Date(start + seconds * 1000).toISOString()
const clock = (seconds: number, rest: Partial<PriceClock> = {}): PriceClock => ({
  now: at(seconds),
  feed: 'up',
  source: 'NSE',
  late: false,
  ...rest,
})

/** This device's clock is an hour wrong. */
let device: number
let store: PriceStore
const advance = (seconds: number): void => {
  device += seconds * 1000
  store.tick()
}

beforeEach(() => {
  device = start + 3_600_000
  store = createPriceStore(() => device)
})

test('a symbol without a price has the state none', () => {
  store.setClock(clock(0))
  expect(store.quote('TCS')).toEqual({ symbol: 'TCS', state: 'none' })
})

test('a price is live, then delayed, then stale, by the server’s clock and not the device’s', () => {
  store.setClock(clock(0))
  store.addPrices([{ symbol: 'TCS', price: '3500.5', at: at(0) }])
  expect(store.quote('TCS')).toMatchObject({ price: '3500.5', state: 'live' })
  advance(16)
  expect(store.quote('TCS').state).toBe('delayed')
  store.setClock(clock(20 * 60 + 1))
  expect(store.quote('TCS').state).toBe('stale')
})

test('a price from a late source is delayed, never live', () => {
  store.setClock(clock(0, { late: true }))
  store.addPrices([{ symbol: 'TCS', price: '3500.5', at: at(-900) }])
  expect(store.quote('TCS').state).toBe('delayed')
})

test('when the feed is down, or the server silent, every price is stale and keeps its time', () => {
  store.addPrices([{ symbol: 'TCS', price: '3500.5', at: at(0) }])
  store.setClock(clock(0))
  store.setClock(clock(1, { feed: 'down' }))
  expect(store.quote('TCS')).toMatchObject({ state: 'stale', at: at(0) })
  store.setClock(clock(2))
  expect(store.quote('TCS').state).toBe('live')
  advance(26)
  expect(store.quote('TCS')).toMatchObject({ state: 'stale', at: at(0) })
  expect(store.clock()?.feed).toBe('down')
  store.setClock(clock(28))
  expect(store.clock()?.feed).toBe('up')
})

test('the latest value wins, whatever order prices come in', () => {
  store.setClock(clock(10))
  store.addPrices([{ symbol: 'TCS', price: '3501', at: at(9) }])
  store.addPrices([{ symbol: 'TCS', price: '3400', at: at(5) }])
  expect(store.quote('TCS').price).toBe('3501')
})

test('notifies of changes only, and returns the same object otherwise', () => {
  const changed = { tcs: vi.fn<() => void>(), infy: vi.fn<() => void>(), clock: vi.fn<() => void>() }
  store.setClock(clock(0))
  const before = store.quote('INFY')
  store.follow('TCS', changed.tcs)
  const leave = store.follow('INFY', changed.infy)
  store.followClock(changed.clock)
  store.addPrices([{ symbol: 'TCS', price: '3500', at: at(0) }])
  store.addPrices([{ symbol: 'TCS', price: '3500', at: at(0) }])
  store.setClock(clock(1))
  expect([changed.tcs, changed.infy, changed.clock].map((each) => each.mock.calls.length)).toEqual([1, 0, 0])
  expect(store.quote('INFY')).toBe(before)
  leave()
  store.addPrices([{ symbol: 'INFY', price: '1500', at: at(1) }])
  expect(changed.infy).not.toHaveBeenCalled()
})
