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

-- STT and stamp duty: what was computed for each client and security of a day, and the clearing corporations' files, which are final.
create table security_charge (
  client_id uuid not null references client (id),
  day date not null,
  exchange text not null check (exchange in ('NSE', 'BSE', 'all')),
  isin text not null,
  client_code text not null,
  bought numeric not null check (bought >= 0),
  sold numeric not null check (sold >= 0),
  intraday numeric not null check (intraday >= 0),
  stt numeric not null check (stt >= 0),
  stamp numeric not null check (stamp >= 0),
  primary key (day, client_id, exchange, isin)
);
create index security_charge_client on security_charge (client_id);

create table levy_file (
  id uuid primary key,
  levy text not null check (levy in ('stt', 'stamp')),
  exchange text not null check (exchange in ('NSE', 'BSE')),
  day date not null,
  name text not null,
  sha256 bytea not null check (length(sha256) = 32),
  content bytea not null,
  total numeric not null check (total >= 0),
  imported_by uuid not null references operator (id),
  imported_at timestamptz not null default now()
);
create unique index levy_file_once on levy_file (levy, exchange, day, sha256);
create index levy_file_imported_by on levy_file (imported_by);
create trigger levy_file_append_only before update or delete on levy_file for each row execute function refuse_change();
create trigger levy_file_no_truncate before truncate on levy_file for each statement execute function refuse_change();

create table levy_line (
  file_id uuid not null references levy_file (id),
  client_code text not null,
  isin text not null,
  bought numeric not null check (bought >= 0),
  sold numeric not null check (sold >= 0),
  intraday numeric not null check (intraday >= 0),
  amount numeric not null check (amount >= 0),
  primary key (file_id, client_code, isin)
);

comment on table security_charge is 'STT and stamp duty as computed for each client, trade day and security. Computing a day again replaces it.';
comment on column security_charge.exchange is 'all: both exchanges, where they are netted.';
comment on column security_charge.client_code is 'The client code of the trades.';
comment on column security_charge.day is 'The trade day in India.';
comment on column security_charge.bought is 'Quantity.';
comment on column security_charge.sold is 'Quantity.';
comment on column security_charge.intraday is 'Bought and sold on the same day.';
comment on column security_charge.stt is 'Rupees, as it is added up before the total of the client is rounded to the rupee.';
comment on column security_charge.stamp is 'Rupees, before it is rounded.';
comment on table levy_file is 'STT and stamp duty files of the clearing corporations, one row for each import; the newest of a day is final. Append only.';
comment on column levy_file.day is 'The trade day in India.';
comment on column levy_file.sha256 is 'Of the file as it was sent.';
comment on column levy_file.content is 'The file as it was sent.';
comment on column levy_file.total is 'Of all clients, in rupees.';
comment on table levy_line is 'The figures of the file for each client and security; an empty ISIN is the total of the client.';
comment on column levy_line.client_code is 'As in the file, in capitals.';
comment on column levy_line.bought is 'Quantity.';
comment on column levy_line.sold is 'Quantity.';
comment on column levy_line.intraday is 'Quantity sold other than for delivery, or bought so in a stamp duty file.';
comment on column levy_line.amount is 'Rupees.';
