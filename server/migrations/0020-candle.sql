-- Candles of the feed's prices, built by every process that hears the feed: their rows merge, whoever comes first.
create table candle (
  symbol text not null,
  -- Prices of two sources never share a candle.
  source text not null,
  span text not null check (span in ('1m', '1h', '1d')),
  start timestamptz not null,
  open numeric not null,
  high numeric not null,
  low numeric not null,
  close numeric not null,
  -- The moments of open and close: what decides between two processes.
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (symbol, span, start, source)
);
create index candle_age on candle (span, start);
