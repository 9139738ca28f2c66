import { marketRules } from '@sauda/contract/market'
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

  test('is delayed, however fresh, where its source sells prices late', () => {
    board.alive({ name: 'Exchange', late: true })
    expect(board.quote('TCS').state).toBe('delayed')
  })

  test('is stale once it is much older', () => {
    later(marketRules.staleSeconds + 1)
    board.alive(exchange)
    expect(board.quote('TCS').state).toBe('stale')
  })

  test('is stale as soon as the feed is silent, and live again with its next word', () => {
    later(marketRules.silentSeconds)
    expect([board.feed(), board.quote('TCS').state]).toEqual(['up', 'live'])
    later(marketRules.silentSeconds + 0.001)
    expect([board.feed(), board.quote('TCS').state]).toEqual(['down', 'stale'])
    board.alive(exchange)
    board.put({ symbol: 'TCS', price: '3100.5', at: moment(marketRules.silentSeconds) })
    expect([board.feed(), board.quote('TCS').state]).toEqual(['up', 'live'])
  })

  test('of a symbol nobody said anything of is none', () => {
    expect(board.quote('INFY')).toEqual({ symbol: 'INFY', state: 'none' })
  })

  test('older than the one on the board is not put there', () => {
    expect(board.put({ symbol: 'TCS', price: '1', at: moment(-1) })).toBe(false)
    expect(board.put({ symbol: 'TCS', price: '3101', at: moment() })).toBe(true)
    expect(board.quote('TCS').price).toBe('3101')
  })

  test('of a symbol that is not in the master is not kept', () => {
    expect(board.put({ symbol: 'NOBODY', price: '1', at: moment() })).toBe(false)
    expect(board.entry('NOBODY')).toBeUndefined()
  })

  test('of one source is not shown under the name of another', () => {
    board.alive({ name: 'Another', late: false })
    expect(board.quote('TCS').state).toBe('none')
    expect(board.clock()).toEqual({ now: moment(), feed: 'up', source: 'Another', late: false })
  })

  test('is written once for all browsers, with a number that grows', () => {
    const before = board.entry('TCS')
    expect(before?.json).toBe(JSON.stringify({ symbol: 'TCS', price: '3100.5', at: moment() }))
    board.put({ symbol: 'INFY', price: '1500', at: moment() })
    expect(board.entry('INFY')?.seq).toBeGreaterThan(before?.seq ?? Number.NaN)
    expect(board.entry('TCS')).toBe(before)
  })
})

test('without a feed there is no price and nobody who says one', () => {
  const bare = createBoard({ hasFeed: false, now: () => now })
  expect(bare.clock()).toEqual({ now: moment(), feed: 'none', source: '', late: false })
  expect(bare.quote('TCS')).toEqual({ symbol: 'TCS', state: 'none' })
})

test('what was heard before the start is shown as old, and only of the source that spoke last', () => {
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

test('new symbols are told apart from known ones', () => {
  expect(board.setSymbols(['INFY', 'TCS'])).toBe(false)
  expect(board.setSymbols(['INFY', 'TCS', 'SBIN'])).toBe(true)
  expect(board.setSymbols(['INFY', 'TCS', 'ITC'])).toBe(true)
})
