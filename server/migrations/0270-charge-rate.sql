-- Rates of the charges of trades, brokerage plans, and the plans of clients, each from a trade day on.
-- A row is valid until the day before the next row of its key, so that there is neither a gap nor an overlap.
create table charge_rate (
  charge text not null check (charge in ('stt', 'transaction', 'ipft', 'sebi', 'stamp', 'gst')),
  exchange text not null check (exchange in ('NSE', 'BSE', 'all')),
  series text not null check (series in ('equity', 'etf', 'exclusive', 'special', 'all')),
  product text not null check (product in ('delivery', 'intraday', 'all')),
  side text not null check (side in ('BUY', 'SELL', 'all')),
  from_day date not null,
  percent numeric not null check (percent between 0 and 100 and scale(percent) <= 8),
  set_by uuid references operator (id),
  set_at timestamptz not null default now(),
  primary key (charge, exchange, series, product, side, from_day)
);
create index charge_rate_set_by on charge_rate (set_by);

create table brokerage_plan (
  name text not null check (length(name) between 1 and 60),
  from_day date not null,
  delivery text not null,
  intraday text not null,
  etf text not null,
  minimum bigint not null check (minimum >= 0),
  dealer_fee bigint not null check (dealer_fee >= 0),
  set_by uuid not null references operator (id),
  set_at timestamptz not null default now(),
  primary key (name, from_day)
);
create index brokerage_plan_set_by on brokerage_plan (set_by);

create table client_plan (
  id uuid primary key,
  client_id uuid references client (id),
  plan text not null,
  from_day date not null,
  set_by uuid not null references operator (id),
  set_at timestamptz not null default now()
);
create unique index client_plan_once on client_plan (client_id, from_day) nulls not distinct;
create index client_plan_set_by on client_plan (set_by);

insert into charge_rate (charge, exchange, series, product, side, from_day, percent) values
  ('stt', 'all', 'equity', 'delivery', 'BUY', '2024-10-01', 0.1),
  ('stt', 'all', 'equity', 'delivery', 'SELL', '2024-10-01', 0.1),
  ('stt', 'all', 'equity', 'intraday', 'SELL', '2024-10-01', 0.025),
  ('stt', 'all', 'etf', 'delivery', 'BUY', '2024-10-01', 0),
  ('stt', 'all', 'etf', 'delivery', 'SELL', '2024-10-01', 0.001),
  ('stt', 'all', 'etf', 'intraday', 'SELL', '2024-10-01', 0.025),
  ('transaction', 'NSE', 'equity', 'all', 'all', '2024-10-01', 0.00297),
  ('transaction', 'NSE', 'equity', 'all', 'all', '2026-03-01', 0.0030699),
  ('transaction', 'BSE', 'equity', 'all', 'all', '2024-10-01', 0.00375),
  ('transaction', 'BSE', 'exclusive', 'all', 'all', '2024-10-01', 0.1),
  ('ipft', 'NSE', 'all', 'all', 'all', '2024-10-01', 0.0001),
  ('ipft', 'NSE', 'all', 'all', 'all', '2026-03-01', 0.0000001),
  ('ipft', 'BSE', 'all', 'all', 'all', '2024-10-01', 0),
  ('sebi', 'all', 'all', 'all', 'all', '2024-10-01', 0.0001),
  ('stamp', 'all', 'all', 'delivery', 'BUY', '2020-07-01', 0.015),
  ('stamp', 'all', 'all', 'intraday', 'BUY', '2020-07-01', 0.003),
  ('gst', 'all', 'all', 'all', 'all', '2017-07-01', 18);

comment on table charge_rate is 'Rates of the charges of trades. Each is valid until the day before the next one of its key.';
comment on column charge_rate.series is 'Shares, equity ETFs, or groups of BSE that the exchange charges apart.';
comment on column charge_rate.from_day is 'The first trade day.';
comment on column charge_rate.percent is 'Of the value.';
comment on column charge_rate.set_by is 'The operator who requested it; null for the rates of the installation.';
comment on table brokerage_plan is 'Versions of the brokerage plans. Each is valid until the day before the next one of its name.';
comment on column brokerage_plan.from_day is 'The first trade day.';
comment on column brokerage_plan.delivery is 'The tariff of an order, as an operator wrote it: lower of 20 and 0.03 %.';
comment on column brokerage_plan.minimum is 'Least brokerage of a client and trade day, in paise.';
comment on column brokerage_plan.dealer_fee is 'For each order that a dealer placed, in paise.';
comment on table client_plan is 'The brokerage plan of each client, by first trade day.';
comment on column client_plan.client_id is 'Null: all clients without a plan of their own.';
comment on column client_plan.from_day is 'The first trade day.';
