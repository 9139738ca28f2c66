import type { PriceClock } from '@sauda/contract/market'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPriceStore, type PriceStore } from '../market/price-store.ts'
import { createLiveMarks } from './live-marks.ts'

const start = new Date(2026, 10, 5, 15, 0)
const at = (seconds: number) => new Date(start.getTime() + seconds * 1000).toISOString()
const clock = (seconds: number): PriceClock => ({ now: at(seconds), feed: 'up', source: 'NSE', late: false })

const tcs = { _id: 'one', stockName: 'TCS', quantity: 10, cost: 35_000, currentPrice: 3500 }
const dollars = { _id: 'two', stockName: 'USD/INR', quantity: 1000, cost: 83_127.5, currentPrice: 83.1275 }

let store: PriceStore
beforeEach(() => {
  vi.useFakeTimers({ now: start })
  store = createPriceStore()
  store.hear(clock(0))
})
afterEach(() => vi.useRealTimers())

test('P&L of an open position = price × quantity − cost, at the price of the market, to the paisa', () => {
  const marks = createLiveMarks(store, [tcs, dollars])
  store.take([
    { symbol: 'TCS', price: '3512.35', at: at(0) },
    { symbol: 'USD/INR', price: '83.0005', at: at(0) },
  ])
  expect(marks.of('one')).toMatchObject({ profit: 12_350n, basisPoints: 35n, price: '3512.35', origin: 'Live' })
  expect(marks.of('two')).toMatchObject({ profit: -12_700n, basisPoints: -15n, isStale: false })
})

test('without a price there is none, and the total says how many are missing', () => {
  const marks = createLiveMarks(store, [tcs, dollars])
  expect(marks.of('one')).toBeUndefined()
  expect(marks.total()).toBeUndefined()
  const leave = marks.watch()
  store.take([{ symbol: 'TCS', price: '3512.35', at: at(0) }])
  vi.runOnlyPendingTimers()
  expect(marks.total()).toMatchObject({ profit: 12_350n, basisPoints: 35n, missing: 1, origin: 'Live' })
  leave()
})

test('a stale price says as of when, and so does a total with one in it', () => {
  const marks = createLiveMarks(store, [tcs, dollars])
  store.take([
    { symbol: 'TCS', price: '3512.35', at: at(0) },
    { symbol: 'USD/INR', price: '83.2', at: at(-1260) },
  ])
  const leave = marks.watch()
  vi.runOnlyPendingTimers()
  expect(marks.of('two')).toMatchObject({ isStale: true, origin: 'Stale as of 2:39 pm' })
  expect(marks.total()).toMatchObject({ profit: 19_600n, isStale: true, origin: 'Stale as of 2:39 pm' })
  leave()
})

test('before the market has said anything, the price the trade came with stands there, stale', () => {
  const marks = createLiveMarks(store, [{ ...tcs, currentPrice: 3490, priceAt: at(-3600) }])
  expect(marks.of('one')).toMatchObject({ profit: -10_000n, isStale: true, origin: 'Stale as of 2:00 pm' })
})

test('a mark stays the same object until its price changes, and many prices are one new total', () => {
  const marks = createLiveMarks(store, [tcs])
  store.take([{ symbol: 'TCS', price: '3500', at: at(0) }])
  const before = marks.of('one')
  expect(marks.of('one')).toBe(before)
  const changed = vi.fn<() => void>()
  marks.followTotal(changed)
  const leave = marks.watch()
  vi.runOnlyPendingTimers()
  changed.mockClear()
  for (let tick = 1; tick <= 20; tick += 1) store.take([{ symbol: 'TCS', price: String(3500 + tick), at: at(tick) }])
  vi.runOnlyPendingTimers()
  expect(changed).toHaveBeenCalledTimes(1)
  expect(marks.of('one')).toMatchObject({ profit: 20_000n, trail: [0, 0.57] })
  leave()
  expect(vi.getTimerCount()).toBe(0)
})
