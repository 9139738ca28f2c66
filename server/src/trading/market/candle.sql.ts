import type { CandleSpan } from '@sauda/contract/trading/market'
import type { Sql } from '../../platform/db.ts'

export type CandleRow = {
  symbol: string
  source: string
  span: CandleSpan
  start: Date
  open: string
  high: string
  low: string
  close: string
  first_at: Date
  last_at: Date
}

const columns = ['symbol', 'source', 'span', 'start', 'open', 'high', 'low', 'close', 'first_at', 'last_at'] as const

/** Merges candles into the stored ones; idempotent. */
export const mergeCandles = (sql: Sql, rows: readonly CandleRow[]) =>
  sql.run(
    `insert into candle as c (${columns.join()})
     select * from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::numeric[], $6::numeric[],
                          $7::numeric[], $8::numeric[], $9::timestamptz[], $10::timestamptz[]) as n
             (${columns.join()})
      -- The same order in every process, against deadlocks.
      order by n.symbol, n.span, n.start, n.source
     on conflict (symbol, span, start, source) do update set
       open = case when excluded.first_at < c.first_at then excluded.open else c.open end,
       high = greatest(c.high, excluded.high),
       low = least(c.low, excluded.low),
       close = case when excluded.last_at > c.last_at then excluded.close else c.close end,
       first_at = least(c.first_at, excluded.first_at),
       last_at = greatest(c.last_at, excluded.last_at)
     where excluded.first_at < c.first_at or excluded.last_at > c.last_at
        or excluded.high > c.high or excluded.low < c.low`,
    columns.map((name) => rows.map((row) => row[name])),
  )

/** Candles of the source that sent the latest candle, newest first. */
export const newestCandles = (
  sql: Sql,
  {
    symbol,
    span,
    without,
    limit,
  }: {
    readonly symbol: string
    readonly span: CandleSpan
    /** Source to exclude. */
    readonly without: string | null
    readonly limit: number
  },
) =>
  sql.rows<Pick<CandleRow, 'source' | 'start' | 'open' | 'high' | 'low' | 'close'>>(
    `with newest as (
       select source from candle where symbol = $1 and span = $2 and source is distinct from $3
        order by start desc, last_at desc limit 1)
     select c.source, c.start, c.open::text, c.high::text, c.low::text, c.close::text
       from candle c join newest n on n.source = c.source
      where c.symbol = $1 and c.span = $2
      order by c.start desc limit $4`,
    [symbol, span, without, limit],
  )

export const newestDays = (sql: Sql, without: string | null) =>
  sql.rows<{ symbol: string; name: string; source: string; close: string; last_at: Date }>(
    `select i.symbol, i.name, c.source, c.close::text as close, c.last_at
       from instrument i
       cross join lateral (
         select source, close, last_at from candle
          where symbol = i.symbol and span = '1d' and source is distinct from $1
          order by start desc, last_at desc limit 1) c
      order by i.symbol`,
    [without],
  )

export const deleteOldCandles = (sql: Sql, span: CandleSpan, days: number) =>
  sql.run('delete from candle where span = $1 and start < now() - make_interval(days => $2)', [span, days])
