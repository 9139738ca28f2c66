import { candleSpans, type CandleSpan, type Price } from '@sauda/contract/trading/market'
import type { Sql } from '../../platform/db.ts'
import { indiaMilliseconds } from '../../platform/india.ts'
import { isAbove } from './board.ts'
import { deleteOldCandles, mergeCandles, type CandleRow } from './market.sql.ts'

const minute = 60_000
const length: Record<CandleSpan, number> = { '1m': minute, '1h': 60 * minute, '1d': 24 * 60 * minute }
/** Retention in days: a few hundred thousand rows for some hundred instruments. */
const retentionDays: Record<CandleSpan, number> = { '1m': 3, '1h': 60, '1d': 3650 }
/** Candles stored in memory while the database is unavailable; the oldest are dropped first. */
const mostStored = 20_000

/** Days and hours start by Indian Standard Time. */
export const candleStart = (span: CandleSpan, at: number): number =>
  Math.floor((at + indiaMilliseconds) / length[span]) * length[span] - indiaMilliseconds

type Building = { readonly row: CandleRow; isSaved: boolean }

export function createCandles(sql: Sql) {
  const building = new Map<string, Building>()
  let unsaved = new Map<string, CandleRow>()

  function addPrice(price: Price, source: string): void {
    for (const span of candleSpans) {
      const key = `${span} ${price.symbol}`
      const start = candleStart(span, Date.parse(price.at))
      const now = building.get(key)
      if (now && now.row.start.getTime() === start && now.row.source === source) add(now, price)
      else {
        if (now && !now.isSaved) store(now.row)
        building.set(key, { row: first(price, { source, span, start }), isSaved: false })
      }
    }
  }

  function store(row: CandleRow): void {
    const key = `${row.span} ${row.symbol} ${row.start.getTime()} ${row.source}`
    const earlier = unsaved.get(key)
    unsaved.set(key, earlier ? joined(earlier, row) : row)
    const [oldest] = unsaved.keys()
    if (unsaved.size > mostStored && oldest !== undefined) unsaved.delete(oldest)
  }

  async function save(): Promise<void> {
    for (const one of building.values()) {
      if (one.isSaved) continue
      store({ ...one.row })
      one.isSaved = true
    }
    const rows = [...unsaved.values()]
    if (rows.length === 0) return
    unsaved = new Map()
    try {
      await mergeCandles(sql, rows)
    } catch (error) {
      const newer = unsaved
      unsaved = new Map()
      for (const row of [...rows, ...newer.values()]) store(row)
      throw error
    }
  }

  return { add: addPrice, save }
}

type Place = { readonly source: string; readonly span: CandleSpan; readonly start: number }

function first({ symbol, price, at }: Price, { source, span, start }: Place): CandleRow {
  const [open, high, low, close] = [price, price, price, price]
  const [first_at, last_at] = [new Date(at), new Date(at)]
  return { symbol, source, span, start: new Date(start), open, high, low, close, first_at, last_at }
}

function add(building: Building, { price, at }: Price): void {
  const { row } = building
  if (isAbove(price, row.high)) row.high = price
  if (isAbove(row.low, price)) row.low = price
  row.close = price
  row.last_at = new Date(at)
  building.isSaved = false
}

/** Merges as `mergeCandles` does. */
function joined(one: CandleRow, other: CandleRow): CandleRow {
  const earlier = other.first_at < one.first_at ? other : one
  const later = other.last_at > one.last_at ? other : one
  return {
    ...one,
    open: earlier.open,
    high: isAbove(other.high, one.high) ? other.high : one.high,
    low: isAbove(one.low, other.low) ? other.low : one.low,
    close: later.close,
    first_at: earlier.first_at,
    last_at: later.last_at,
  }
}

export async function sweepCandles(sql: Sql): Promise<void> {
  for (const span of candleSpans) await deleteOldCandles(sql, span, retentionDays[span])
}
