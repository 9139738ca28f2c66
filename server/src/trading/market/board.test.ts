import { marketRules } from '@sauda/contract/trading/market'
import { beforeEach, describe, expect, test } from 'vitest'
import { createBoard, type Board } from './board.ts'

const start = Date.parse('2026-11-20T05:00:00.000Z')
let now: number
let board: Board
const moment = (secondsLater = 0) => new Date(start + secondsLater * 1000).toISOString()
const later = (seconds: number) => (now = start + seconds * 1000)
const exchange = { name: 'Exchange', late: false }

beforeEach(() => {
  now = start
  board = createBoard({ hasFeed: true, now: () => now })
  board.setSymbols(['TCS', 'INFY'])
})

describe('a close', () => {
  const close = { symbol: 'TCS', price: '3000', at: '2026-11-19T10:00:00.000Z', notTradedSince: false }

  test('stands in where no price is known, and shows since when it was not traded', () => {
    board.setCloses([close])
    expect(board.quote('TCS')).toEqual({ symbol: 'TCS', price: '3000', at: close.at, state: 'close' })
    board.setCloses([{ ...close, notTradedSince: true }])
    expect(board.quote('TCS')).toMatchObject({ state: 'close', notTradedSince: true })
    expect(board.quote('INFY').state).toBe('none')
  })

  test('is replaced by a newer price, and is not brought back by an outage of the feed', () => {
    board.setCloses([close])
    board.alive(exchange)
    board.put({ symbol: 'TCS', price: '3100.5', at: moment() })
    expect(board.quote('TCS').state).toBe('live')
    later(marketRules.staleSeconds + 1)
    expect(board.quote('TCS')).toMatchObject({ price: '3100.5', state: 'stale' })
  })

  test('replaces the last price of its own day', () => {
    board.alive(exchange)
    board.put({ symbol: 'TCS', price: '2999', at: '2026-11-19T09:59:58.000Z' })
    board.setCloses([close])
    expect(board.quote('TCS')).toMatchObject({ price: '3000', state: 'close' })
  })
})

describe('a price', () => {
  beforeEach(() => {
    board.alive(exchange)
    board.put({ symbol: 'TCS', price: '3100.5', at: moment() })
  })

  test('is live while it is fresh', () => {
    later(marketRules.liveSeconds)
    board.alive(exchange)
    expect(board.quote('TCS')).toEqual({ symbol: 'TCS', price: '3100.5', at: moment(), state: 'live' })
  })

  test('is delayed once it is older', () => {
    later(marketRules.liveSeconds + 1)
    board.alive(exchange)
    expect(board.quote('TCS').state).toBe('delayed')
  })

  test('is delayed, however fresh, if its source is delayed', () => {
    board.alive({ name: 'Exchange', late: true })
    expect(board.quote('TCS').state).toBe('delayed')
  })

  test('is stale once it is much older', () => {
    later(marketRules.staleSeconds + 1)
    board.alive(exchange)
    expect(board.quote('TCS').state).toBe('stale')
  })

  test('is stale as soon as the feed is silent, and live again with its next message', () => {
    later(marketRules.silentSeconds)
    expect([board.feed(), board.quote('TCS').state]).toEqual(['up', 'live'])
    later(marketRules.silentSeconds + 0.001)
    expect([board.feed(), board.quote('TCS').state]).toEqual(['down', 'stale'])
    board.alive(exchange)
    board.put({ symbol: 'TCS', price: '3100.5', at: moment(marketRules.silentSeconds) })
    expect([board.feed(), board.quote('TCS').state]).toEqual(['up', 'live'])
  })

  test('of a symbol without a price is none', () => {
    expect(board.quote('INFY')).toEqual({ symbol: 'INFY', state: 'none' })
  })

  test('older than the current one is ignored', () => {
    expect(board.put({ symbol: 'TCS', price: '1', at: moment(-1) })).toBe(false)
    expect(board.put({ symbol: 'TCS', price: '3101', at: moment() })).toBe(true)
    expect(board.quote('TCS').price).toBe('3101')
  })

  test('of an unknown symbol is not stored', () => {
    expect(board.put({ symbol: 'NOBODY', price: '1', at: moment() })).toBe(false)
    expect(board.entry('NOBODY')).toBeUndefined()
  })

  test('of one source is not shown under the name of another', () => {
    board.alive({ name: 'Another', late: false })
    expect(board.quote('TCS').state).toBe('none')
    expect(board.clock()).toEqual({ now: moment(), feed: 'up', source: 'Another', late: false })
  })

  test('is serialised once for all browsers, with an increasing number', () => {
    const before = board.entry('TCS')
    expect(before?.json).toBe(JSON.stringify({ symbol: 'TCS', price: '3100.5', at: moment() }))
    board.put({ symbol: 'INFY', price: '1500', at: moment() })
    expect(board.entry('INFY')?.seq).toBeGreaterThan(before?.seq ?? Number.NaN)
    expect(board.entry('TCS')).toBe(before)
  })
})

test('without a feed there is no price and no source', () => {
  const bare = createBoard({ hasFeed: false, now: () => now })
  expect(bare.clock()).toEqual({ now: moment(), feed: 'none', source: '', late: false })
  expect(bare.quote('TCS')).toEqual({ symbol: 'TCS', state: 'none' })
})

test('prices from before the start are shown as old, and only of the last source', () => {
  const day = (symbol: string, source: string, secondsAgo: number) => ({
    symbol,
    source,
    close: '10',
    last_at: new Date(start - secondsAgo * 1000),
  })
  board.restore([day('TCS', 'Exchange', 5), day('INFY', 'Former exchange', 500)])
  expect(board.clock()).toMatchObject({ feed: 'down', source: 'Exchange' })
  expect(board.quote('TCS')).toEqual({ symbol: 'TCS', price: '10', at: moment(-5), state: 'stale' })
  expect(board.quote('INFY').state).toBe('none')
})

test('new symbols are distinguished from known ones', () => {
  expect(board.setSymbols(['INFY', 'TCS'])).toBe(false)
  expect(board.setSymbols(['INFY', 'TCS', 'SBIN'])).toBe(true)
  expect(board.setSymbols(['INFY', 'TCS', 'ITC'])).toBe(true)
})
