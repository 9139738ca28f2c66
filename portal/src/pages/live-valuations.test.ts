import type { PriceClock } from '@sauda/contract/trading/market'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPriceStore, type PriceStore } from '../trading/market/price-store.ts'
import { createLiveValuations } from './live-valuations.ts'

const start = new Date('2026-11-05T15:00:00+05:30')
const at = (seconds: number) => new Date(start.getTime() + seconds * 1000).toISOString()
const clock = (seconds: number): PriceClock => ({ now: at(seconds), feed: 'up', source: 'NSE', late: false })

const tcs = { _id: 'one', stockName: 'TCS', quantity: 10, cost: 35_000, currentPrice: 3500 }
const dollars = { _id: 'two', stockName: 'USD/INR', quantity: 1000, cost: 83_127.5, currentPrice: 83.1275 }

let store: PriceStore
beforeEach(() => {
  vi.stubEnv('TZ', 'Asia/Kolkata')
  vi.useFakeTimers({ now: start })
  store = createPriceStore()
  store.setClock(clock(0))
})
afterEach(() => vi.useRealTimers())

test('P&L of an open position = price × quantity − cost, at the price of the market, to the paisa', () => {
  const valuations = createLiveValuations(store, [tcs, dollars])
  store.addPrices([
    { symbol: 'TCS', price: '3512.35', at: at(0) },
    { symbol: 'USD/INR', price: '83.0005', at: at(0) },
  ])
  expect(valuations.of('one')).toMatchObject({ profit: 12_350n, basisPoints: 35n, price: '3512.35', quality: 'Live' })
  expect(valuations.of('two')).toMatchObject({ profit: -12_700n, basisPoints: -15n, isStale: false })
})

test('a position without a price has no valuation, and the total counts it as unpriced', () => {
  const valuations = createLiveValuations(store, [tcs, dollars])
  expect(valuations.of('one')).toBeUndefined()
  expect(valuations.total.get()).toBeUndefined()
  const stop = valuations.start()
  store.addPrices([{ symbol: 'TCS', price: '3512.35', at: at(0) }])
  vi.runOnlyPendingTimers()
  expect(valuations.total.get()).toMatchObject({ profit: 12_350n, basisPoints: 35n, unpriced: 1, quality: 'Live' })
  stop()
})

test('a stale price is dated, and so is a total that contains one', () => {
  const valuations = createLiveValuations(store, [tcs, dollars])
  store.addPrices([
    { symbol: 'TCS', price: '3512.35', at: at(0) },
    { symbol: 'USD/INR', price: '83.2', at: at(-1260) },
  ])
  const stop = valuations.start()
  vi.runOnlyPendingTimers()
  expect(valuations.of('two')).toMatchObject({ isStale: true, quality: 'Stale as of 2:39 pm' })
  expect(valuations.total.get()).toMatchObject({ profit: 19_600n, isStale: true, quality: 'Stale as of 2:39 pm' })
  stop()
})

test('without a live price the last close values a position, and the total names its worst price', () => {
  const valuations = createLiveValuations(store, [tcs, dollars])
  store.addPrices([{ symbol: 'USD/INR', price: '83.1275', at: at(0) }])
  const close = { symbol: 'TCS', price: '3490', at: '2026-11-04T10:00:00.000Z', notTradedSince: false }
  store.addCloses([close])
  const stop = valuations.start()
  vi.runOnlyPendingTimers()
  expect(valuations.of('one')).toMatchObject({ profit: -10_000n, isStale: false, quality: 'Close of 4 Nov 2026' })
  expect(valuations.total.get()).toMatchObject({ profit: -10_000n, unpriced: 0, quality: 'Close of 4 Nov 2026' })
  store.addCloses([{ ...close, notTradedSince: true }])
  vi.runOnlyPendingTimers()
  expect(valuations.of('one')?.quality).toBe('Close of 4 Nov 2026 (not traded since)')
  store.addCloses([{ ...close, isSample: true }])
  vi.runOnlyPendingTimers()
  expect(valuations.of('one')?.quality).toBe('Sample close of 4 Nov 2026')
  expect(valuations.total.get()?.quality).toBe('Sample close of 4 Nov 2026')
  stop()
})

test('until there is a market price, the price that came with the trade is used and marked stale', () => {
  const valuations = createLiveValuations(store, [{ ...tcs, currentPrice: 3490, priceAt: at(-3600) }])
  expect(valuations.of('one')).toMatchObject({ profit: -10_000n, isStale: true, quality: 'Stale as of 2:00 pm' })
})

test('a valuation is the same object until its price changes, and several prices update the total once', () => {
  const valuations = createLiveValuations(store, [tcs])
  store.addPrices([{ symbol: 'TCS', price: '3500', at: at(0) }])
  const before = valuations.of('one')
  expect(valuations.of('one')).toBe(before)
  const changed = vi.fn<() => void>()
  valuations.total.subscribe(changed)
  const stop = valuations.start()
  vi.runOnlyPendingTimers()
  changed.mockClear()
  for (let tick = 1; tick <= 20; tick += 1)
    store.addPrices([{ symbol: 'TCS', price: String(3500 + tick), at: at(tick) }])
  vi.runOnlyPendingTimers()
  expect(changed).toHaveBeenCalledTimes(1)
  expect(valuations.of('one')).toMatchObject({ profit: 20_000n })
  stop()
  expect(vi.getTimerCount()).toBe(0)
})
