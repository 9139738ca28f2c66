-- The files of the exchanges and clearing corporations, what is booked from them, and what clients hold.

-- Days with trading, but without pay-in and pay-out of the clearing corporations.
alter table calendar_day drop constraint calendar_day_kind_check;
alter table calendar_day add constraint calendar_day_kind_check check (kind in ('holiday', 'session', 'clearing', 'monthly', 'quarterly'));
insert into calendar_day (day, kind, name) values
  ('2026-02-19', 'clearing', 'Settlement holiday'), ('2026-03-19', 'clearing', 'Settlement holiday'),
  ('2026-04-01', 'clearing', 'Settlement holiday'), ('2026-08-26', 'clearing', 'Settlement holiday')
on conflict do nothing;

create table trade_file (
  sha256 bytea primary key,
  content bytea not null,
  constraint trade_file_check check (sha256 = sha256(content))
);
comment on table trade_file is 'A file of trades that waits for a second operator, stored once; the proposal names it by its hash.';
comment on column trade_file.sha256 is 'SHA-256 of the content.';
comment on column trade_file.content is 'The file.';
-- Requests had the whole file in them.
insert into trade_file (sha256, content)
  select distinct sha256(f.content), f.content
    from (select convert_to(payload #>> '{body,csv}', 'UTF8') as content
            from proposal where kind = 'trade.file' and payload ? 'body') f;
update proposal
   set payload = payload - 'body'
         || jsonb_build_object('sha256', encode(sha256(convert_to(payload #>> '{body,csv}', 'UTF8')), 'hex'))
 where kind = 'trade.file' and payload ? 'body';

create table price_file (
  id uuid primary key,
  exchange text not null check (exchange in ('NSE', 'BSE')),
  day date not null,
  name text not null,
  sha256 bytea not null check (length(sha256) = 32),
  content bytea not null,
  rows int not null check (rows > 0),
  prices int not null check (prices > 0),
  imported_by uuid not null references operator (id),
  imported_at timestamptz not null default clock_timestamp()
);
comment on table price_file is 'Price files of the exchanges, one row for each import. Append only.';
comment on column price_file.day is 'The trading day of the prices, in India.';
comment on column price_file.sha256 is 'Of the file as it was sent.';
comment on column price_file.content is 'The file as it was sent.';
comment on column price_file.rows is 'Of all series. A later file with far fewer was cut.';
comment on column price_file.prices is 'Securities with a close.';
create index price_file_imported_by on price_file (imported_by);
create index price_file_newest on price_file (exchange, day, imported_at);
create trigger price_file_append_only before delete or update on price_file for each row execute function refuse_change();
create trigger price_file_no_truncate before truncate on price_file for each statement execute function refuse_change();

create table closing_price (
  isin text not null check (isin ~ '^[A-Z]{2}[A-Z0-9]{9}[0-9]$'),
  exchange text not null check (exchange in ('NSE', 'BSE')),
  day date not null,
  symbol text not null,
  series text not null,
  close numeric not null check (close > 0),
  file_id uuid not null references price_file (id),
  reasons text[] not null default '{}',
  accepted boolean,
  decided_by uuid references operator (id),
  decided_at timestamptz,
  high numeric,
  primary key (isin, day, exchange),
  constraint closing_price_check check ((accepted is null) = (decided_by is null) and (accepted is null) = (decided_at is null)),
  constraint closing_price_check1 check (accepted is null or reasons <> '{}'),
  constraint closing_price_high_check check (high >= close)
);
comment on table closing_price is 'The close of each security by exchange and day. A later file of the day replaces it.';
comment on column closing_price.day is 'The trading day in India.';
comment on column closing_price.series is 'The series of NSE or the group of BSE from which the close was taken.';
comment on column closing_price.close is 'Rupees.';
comment on column closing_price.reasons is 'Why it waits for an operator, in sentences. Until it is accepted it is not used.';
comment on column closing_price.accepted is 'The decision on a price with reasons; null while it waits.';
comment on column closing_price.high is 'Rupees: the highest price of the day at this exchange (HghPric); null for files imported before it was kept.';
create index closing_price_file on closing_price (file_id);
create index closing_price_held on closing_price (day) where reasons <> '{}' and accepted is null;
create index closing_price_symbol on closing_price (symbol, day);

create table security_file (
  id uuid primary key,
  kind text not null check (kind in ('listing', 'symbols')),
  exchange text not null check (exchange in ('NSE', 'BSE')),
  day date not null,
  name text not null,
  sha256 bytea not null check (length(sha256) = 32),
  content bytea not null,
  rows int not null check (rows > 0),
  imported_by uuid not null references operator (id),
  imported_at timestamptz not null default clock_timestamp()
);
comment on table security_file is 'Master files of the exchanges, one row for each import. Append only.';
comment on column security_file.kind is 'listing: a list of securities. symbols: changes of symbols.';
comment on column security_file.day is 'The day in India from which its content counts.';
comment on column security_file.sha256 is 'Of the file as it was sent.';
comment on column security_file.content is 'The file as it was sent.';
create index security_file_imported_by on security_file (imported_by);
create index security_file_newest on security_file (exchange, kind, day, imported_at);
create trigger security_file_append_only before delete or update on security_file for each row execute function refuse_change();
create trigger security_file_no_truncate before truncate on security_file for each statement execute function refuse_change();

create table security (
  isin text not null check (isin ~ '^[A-Z]{2}[A-Z0-9]{9}[0-9]$'),
  exchange text not null check (exchange in ('NSE', 'BSE')),
  from_day date not null,
  symbol text not null,
  series text not null,
  name text not null,
  token text,
  lot int check (lot > 0),
  tick numeric check (tick > 0),
  suspended boolean not null default false,
  file_id uuid references security_file (id),
  primary key (isin, exchange, from_day)
);
comment on table security is 'What a security is called on an exchange, from a day until its next row. NSE and BSE rows of one ISIN are one security.';
comment on column security.from_day is '1900-01-01 in the first row of a security.';
comment on column security.series is 'The series of NSE or the group of BSE.';
comment on column security.token is 'The token of NSE or the scrip code of BSE.';
comment on column security.tick is 'Rupees; null where the file has none.';
create index security_file_of on security (file_id);
create index security_symbol on security (exchange, symbol, from_day);

create table isin_successor (
  isin text primary key check (isin ~ '^[A-Z]{2}[A-Z0-9]{9}[0-9]$'),
  successor text not null,
  from_day date not null,
  symbol text not null,
  file_id uuid not null references security_file (id),
  accepted boolean,
  decided_by uuid references operator (id),
  decided_at timestamptz,
  constraint isin_successor_check check (successor ~ '^[A-Z]{2}[A-Z0-9]{9}[0-9]$' and successor <> isin),
  constraint isin_successor_check1 check ((accepted is null) = (decided_by is null) and (accepted is null) = (decided_at is null))
);
comment on table isin_successor is 'The ISIN that replaced another one, after a split, consolidation or merger.';
comment on column isin_successor.from_day is 'The first day of the successor, in India.';
comment on column isin_successor.accepted is 'The decision of a second operator; null while it waits, and until then it is not used.';
create index isin_successor_file on isin_successor (file_id);
create index isin_successor_of on isin_successor (successor);

-- The client's code at the exchanges, and the demat account that receives the shares.
alter table client
  add column ucc text check (ucc ~ '^[A-Za-z0-9]{1,20}$'),
  add column demat text check (demat ~ '^(IN[0-9A-Z]{6}[0-9]{8}|[0-9]{16})$');
create unique index client_ucc on client (upper(ucc)) where ucc is not null;

create table exchange_file (
  id uuid primary key,
  exchange text not null check (exchange in ('NSE', 'BSE')),
  day date not null,
  name text not null,
  sha256 bytea not null check (length(sha256) = 32),
  content bytea not null,
  status text not null default 'waiting' check (status in ('waiting', 'approved', 'booking', 'booked', 'replaced', 'rejected')),
  totals jsonb not null,
  imported_by uuid not null references operator (id),
  imported_at timestamptz not null default now(),
  decided_by uuid references operator (id),
  decided_at timestamptz,
  part text not null default '',
  constraint exchange_file_check check ((status = 'waiting') = (decided_by is null) and (decided_by is null) = (decided_at is null))
);
comment on table exchange_file is 'Trade files of the exchanges, one row for each request to book one.';
comment on column exchange_file.day is 'The trade day in India.';
comment on column exchange_file.sha256 is 'Of the file as it was sent.';
comment on column exchange_file.content is 'The file as it was sent, compressed with gzip on arrival.';
comment on column exchange_file.status is 'approved: the trades are read again. booking: each client is booked. replaced: a later file of the day was booked.';
comment on column exchange_file.totals is 'Count, quantities and values of the trades that count.';
comment on column exchange_file.part is 'P1 of a file in parts, T0 of the one with T+0 trades; empty for the whole.';
create index exchange_file_imported_by on exchange_file (imported_by);
create unique index exchange_file_open on exchange_file (exchange, day) where status in ('waiting', 'approved', 'booking');

create table exchange_trade (
  id bigint generated always as identity unique,
  exchange text not null check (exchange in ('NSE', 'BSE')),
  segment text not null default 'CM',
  day date not null,
  trade_number text not null,
  order_ref text not null,
  side text not null check (side in ('B', 'S')),
  line int not null,
  file_id uuid not null references exchange_file (id),
  client_type text not null check (client_type in ('client', 'own')),
  client_code text not null,
  custodian text not null,
  isin text not null,
  symbol text not null,
  series text not null,
  quantity bigint not null check (quantity > 0),
  price numeric not null check (price > 0),
  settlement_type text not null,
  settlement_number text not null,
  traded_at timestamptz not null,
  ordered_at timestamptz not null,
  client_id uuid references client (id),
  security_isin text,
  stock text,
  is_delivered boolean not null default false,
  exceptions text[] not null default '{}',
  trade_id uuid unique references trade (id),
  booked_at timestamptz,
  primary key (exchange, segment, day, trade_number, order_ref, side)
);
comment on table exchange_trade is 'The trades of the day by the newest file of an exchange, one row for each trade number, order and side.';
comment on column exchange_trade.day is 'The trade day in India.';
comment on column exchange_trade.order_ref is 'Order number of the exchange; up to 19 digits.';
comment on column exchange_trade.line is 'In the file; the header is line 1.';
comment on column exchange_trade.client_code is 'The UCC as the exchange wrote it.';
comment on column exchange_trade.custodian is 'Not empty where a custodian settles; such a trade is not booked.';
comment on column exchange_trade.quantity is 'Units.';
comment on column exchange_trade.price is 'Rupees.';
comment on column exchange_trade.client_id is 'The client with this UCC; null for trades that are not booked.';
comment on column exchange_trade.security_isin is 'The ISIN on the trade day: that of the successor where the ISIN is superseded.';
comment on column exchange_trade.stock is 'The symbol of the instrument.';
comment on column exchange_trade.is_delivered is 'Trade-for-trade: never netted with other trades of the day.';
comment on column exchange_trade.exceptions is 'What needs attention.';
comment on column exchange_trade.trade_id is 'The trade that a dealer typed and this one confirms.';
comment on column exchange_trade.booked_at is 'Null until its client is booked.';
create index exchange_trade_client on exchange_trade (client_id, day) where client_id is not null;
create index exchange_trade_exception on exchange_trade (exchange, day) where exceptions <> '{}';
create index exchange_trade_file on exchange_trade (file_id);
create index exchange_trade_open on exchange_trade (day, client_id) where booked_at is null;
create index exchange_trade_recorded on exchange_trade (day, client_id) where client_id is not null;
create index exchange_trade_unbooked on exchange_trade (client_id) where booked_at is null and client_id is not null;

create table exchange_code (
  exchange text not null check (exchange in ('NSE', 'BSE')),
  column_name text not null,
  code text not null,
  meaning text not null,
  primary key (exchange, column_name, code)
);
comment on table exchange_code is 'The meanings of the codes in trade files. An unknown code stops a file.';
insert into exchange_code (exchange, column_name, code, meaning)
  select e.exchange, c.column_name, c.code, c.meaning
    from (values ('NSE'), ('BSE')) e (exchange)
   cross join (values ('Sgmt', 'CM', 'cash'), ('ClntTp', 'C', 'client'), ('ClntTp', 'P', 'own'), ('BuySellInd', 'B', 'buy'),
     ('BuySellInd', 'S', 'sell'), ('RptdTxSts', 'OR', 'valid'), ('RptdTxSts', 'CN', 'cancelled'), ('SttlmTp', 'M', 'normal'),
     ('SttlmTp', 'Z', 'delivery'), ('SttlmTp', 'A', 'auction'), ('SttlmTp', 'B', 'sme'), ('SttlmTp', '5', 'today'),
     ('TxInd', 'CLO', 'closeout'), ('TxInd', 'AUC', 'auction'), ('TxInd', 'SHT', 'short')) c (column_name, code, meaning)
  union all
  select 'NSE', 'SctySrs', s, case when s in ('BE', 'BZ', 'ST') then 'delivery' else 'normal' end
    from unnest('{EQ,BE,BZ,SM,ST,T0}'::text[]) s
  union all
  select 'BSE', 'SctySrs', s, case when s in ('T', 'TS', 'XT', 'Z', 'ZP', 'MT') then 'delivery' else 'normal' end
    from unnest('{A,B,E,M,P,X,T,TS,XT,Z,ZP,MT}'::text[]) s;

create table charge_rate (
  charge text not null check (charge in ('stt', 'transaction', 'ipft', 'sebi', 'stamp', 'gst', 'dp')),
  exchange text not null check (exchange in ('NSE', 'BSE', 'all')),
  series text not null check (series in ('equity', 'etf', 'exclusive', 'special', 'all')),
  product text not null check (product in ('delivery', 'intraday', 'all')),
  side text not null check (side in ('BUY', 'SELL', 'all')),
  from_day date not null,
  percent numeric not null check (percent >= 0 and percent <= 100 and scale(percent) <= 8),
  set_by uuid references operator (id),
  set_at timestamptz not null default now(),
  primary key (charge, exchange, series, product, side, from_day)
);
comment on table charge_rate is 'Rates of the charges of trades. Each is valid until the day before the next one of its key.';
comment on column charge_rate.series is 'Shares, equity ETFs, or groups of BSE that the exchange charges apart.';
comment on column charge_rate.from_day is 'The first trade day.';
comment on column charge_rate.percent is 'Of the value; of the DP charge rupees for each security and day.';
comment on column charge_rate.set_by is 'The operator who requested it; null for the rates of the installation.';
create index charge_rate_set_by on charge_rate (set_by);
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

create table brokerage_plan (
  name text not null check (length(name) >= 1 and length(name) <= 60),
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
comment on table brokerage_plan is 'Versions of the brokerage plans. Each is valid until the day before the next one of its name.';
comment on column brokerage_plan.from_day is 'The first trade day.';
comment on column brokerage_plan.delivery is 'The tariff of an order, as an operator wrote it: lower of 20 and 0.03 %.';
comment on column brokerage_plan.minimum is 'Least brokerage of a client and trade day, in paise.';
comment on column brokerage_plan.dealer_fee is 'For each order that a dealer placed, in paise.';
create index brokerage_plan_set_by on brokerage_plan (set_by);

create table client_plan (
  id uuid primary key,
  client_id uuid references client (id),
  plan text not null,
  from_day date not null,
  set_by uuid not null references operator (id),
  set_at timestamptz not null default now()
);
comment on table client_plan is 'The brokerage plan of each client, by first trade day.';
comment on column client_plan.client_id is 'Null: all clients without a plan of their own.';
comment on column client_plan.from_day is 'The first trade day.';
create unique index client_plan_once on client_plan (client_id, from_day) nulls not distinct;
create index client_plan_set_by on client_plan (set_by);

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
comment on table security_charge is 'STT and stamp duty as computed for each client, trade day and security. Computing a day again replaces it.';
comment on column security_charge.day is 'The trade day in India.';
comment on column security_charge.exchange is 'all: both exchanges, where they are netted.';
comment on column security_charge.client_code is 'The client code of the trades.';
comment on column security_charge.bought is 'Quantity.';
comment on column security_charge.sold is 'Quantity.';
comment on column security_charge.intraday is 'Bought and sold on the same day.';
comment on column security_charge.stt is 'Rupees, as it is added up before the total of the client is rounded to the rupee.';
comment on column security_charge.stamp is 'Rupees, before it is rounded.';
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
  imported_at timestamptz not null default clock_timestamp()
);
comment on table levy_file is 'STT and stamp duty files of the clearing corporations, one row for each import; the newest of a day is final. Append only.';
comment on column levy_file.day is 'The trade day in India.';
comment on column levy_file.sha256 is 'Of the file as it was sent.';
comment on column levy_file.content is 'The file as it was sent.';
comment on column levy_file.total is 'Of all clients, in rupees.';
create index levy_file_imported_by on levy_file (imported_by);
create index levy_file_newest on levy_file (day, exchange, levy, imported_at);
create trigger levy_file_append_only before delete or update on levy_file for each row execute function refuse_change();
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
comment on table levy_line is 'The figures of the file for each client and security; an empty ISIN is the total of the client.';
comment on column levy_line.client_code is 'As in the file, in capitals.';
comment on column levy_line.bought is 'Quantity.';
comment on column levy_line.sold is 'Quantity.';
comment on column levy_line.intraday is 'Quantity sold other than for delivery, or bought so in a stamp duty file.';
comment on column levy_line.amount is 'Rupees.';

create table clearing_file (
  id uuid primary key,
  kind text not null check (kind in ('master', 'obligation', 'delivery')),
  exchange text not null check (exchange in ('NSE', 'BSE')),
  day date not null,
  is_final boolean not null,
  name text not null,
  sha256 bytea not null check (length(sha256) = 32),
  content bytea not null,
  imported_by uuid not null references operator (id),
  imported_at timestamptz not null default clock_timestamp()
);
comment on table clearing_file is 'Settlement masters, obligation files and delivery files of the clearing corporations, one row for each import. Append only.';
comment on column clearing_file.kind is 'master: the days of settlements. obligation: what each settlement pays or receives. delivery: which shares clients received or did not deliver.';
comment on column clearing_file.day is 'The day in its name, in India; of a settlement master the first of the month.';
comment on column clearing_file.is_final is 'False for a provisional obligation file, which releases nothing.';
comment on column clearing_file.sha256 is 'Of the file as it was sent.';
comment on column clearing_file.content is 'The file as it was sent.';
create index clearing_file_imported_by on clearing_file (imported_by);
create index clearing_file_newest on clearing_file (day, exchange, kind, imported_at);
create trigger clearing_file_append_only before delete or update on clearing_file for each row execute function refuse_change();
create trigger clearing_file_no_truncate before truncate on clearing_file for each statement execute function refuse_change();

create table settlement_day (
  settlement_id text primary key,
  settles_on date not null,
  file_id uuid not null references clearing_file (id)
);
comment on table settlement_day is 'Days of pay-out by the newest settlement master; also of settlements without trades here.';
comment on column settlement_day.settlement_id is 'As in clearing_settlement, which may not have it yet.';
comment on column settlement_day.settles_on is 'The day of pay-out.';
create index settlement_day_file on settlement_day (file_id);

create table obligation (
  file_id uuid not null references clearing_file (id),
  settlement_id text not null references clearing_settlement (id),
  net bigint not null,
  primary key (settlement_id, file_id)
);
comment on table obligation is 'The net funds obligation of a settlement in an obligation file; the newest final file counts. Append only.';
comment on column obligation.net is 'Paise: sales less purchases; above zero the clearing corporation pays.';
create index obligation_file on obligation (file_id);

create table obligation_line (
  file_id uuid not null,
  settlement_id text not null,
  isin text not null,
  bought numeric not null check (bought >= 0),
  sold numeric not null check (sold >= 0),
  primary key (settlement_id, file_id, isin),
  constraint obligation_line_settlement_id_file_id_fkey foreign key (settlement_id, file_id) references obligation (settlement_id, file_id)
);
comment on table obligation_line is 'The volumes of each security in an obligation file. Append only.';
comment on column obligation_line.bought is 'Quantity.';
comment on column obligation_line.sold is 'Quantity.';

create view clearing_obligation as
 select distinct on (o.settlement_id) o.settlement_id,
    o.net,
    o.file_id,
    f.imported_by
   from obligation o
     join clearing_file f on f.id = o.file_id
  where f.is_final
  order by o.settlement_id, f.imported_at desc, f.id desc;
comment on view clearing_obligation is 'The final obligation of each settlement: that of the newest final file.';

create table settlement_release (
  id uuid primary key,
  settlement_id text not null references clearing_settlement (id),
  client_id uuid not null references client (id),
  amount bigint not null check (amount > 0),
  released_at timestamptz not null default clock_timestamp()
);
comment on table settlement_release is 'Sale proceeds that became withdrawable: one row for each journal settlement.released, which has its id as cause. Append only.';
comment on column settlement_release.amount is 'Paise.';
create index settlement_release_client on settlement_release (client_id);
create index settlement_release_settlement on settlement_release (settlement_id, client_id);

create table shortage (
  id uuid primary key,
  settlement_id text not null references clearing_settlement (id),
  client_id uuid not null references client (id),
  amount bigint not null check (amount > 0),
  reason text not null,
  recorded_by uuid not null references operator (id),
  recorded_at timestamptz not null default now(),
  ended_by uuid references operator (id),
  ended_at timestamptz,
  end_reason text,
  isin text check (isin <> ''),
  side text check (side in ('B', 'S')),
  quantity numeric check (quantity > 0),
  file_id uuid references clearing_file (id),
  ended_file_id uuid references clearing_file (id),
  constraint shortage_check check ((ended_at is null) = (ended_by is null) and (ended_at is null) = (end_reason is null)),
  constraint shortage_security check ((isin is null) = (side is null) and (isin is null) = (quantity is null))
);
comment on table shortage is 'Shares that a client did not deliver or receive in a settlement. What was not delivered holds the release to the client until it has ended.';
comment on column shortage.amount is 'Paise: the value of the shares at the price of the sale.';
comment on column shortage.recorded_by is 'One operator; the end needs two.';
comment on column shortage.isin is 'That of the trades; null where an operator recorded only the value.';
comment on column shortage.side is 'S: sold and not delivered. B: bought and not received, which holds nothing.';
comment on column shortage.quantity is 'Units.';
comment on column shortage.file_id is 'The delivery file that names it; null if an operator recorded it.';
comment on column shortage.ended_file_id is 'The later delivery file without it.';
create index shortage_ended_by on shortage (ended_by) where ended_by is not null;
create index shortage_ended_file on shortage (ended_file_id) where ended_file_id is not null;
create index shortage_file on shortage (file_id) where file_id is not null;
create unique index shortage_open on shortage (client_id, settlement_id, coalesce(isin, ''), coalesce(side, '')) where ended_at is null;
create index shortage_recorded_by on shortage (recorded_by);
create index shortage_settlement on shortage (settlement_id);

create table dp_charge (
  id uuid primary key,
  client_id uuid not null references client (id),
  day date not null,
  isin text not null,
  settlement_id text not null references clearing_settlement (id),
  amount bigint not null check (amount > 0),
  gst bigint not null check (gst >= 0),
  booked_at timestamptz not null default now(),
  reversed_at timestamptz
);
comment on table dp_charge is 'DP charges of delivered sales, one for each client, security and day of pay-out; each has a journal dp.charged with its id as cause. Append only, apart from the reversal.';
comment on column dp_charge.day is 'The day of pay-out.';
comment on column dp_charge.amount is 'Paise, without GST.';
comment on column dp_charge.gst is 'Paise.';
comment on column dp_charge.reversed_at is 'When the journal dp.reversed was booked, because a later file of the exchange or the clearing corporation has no such delivery; null while the charge counts.';
create unique index dp_charge_once on dp_charge (client_id, day, isin) where reversed_at is null;
create index dp_charge_settlement on dp_charge (settlement_id);

create table trade_day (
  day date primary key,
  booked_by uuid not null references operator (id),
  requested_at timestamptz not null default now(),
  booked_at timestamptz,
  levied_at timestamptz,
  trades int check (trades >= 0),
  contracts int check (contracts >= 0)
);
comment on table trade_day is 'A trade day that an operator has released for booking: charges are computed and contracts booked client by client.';
comment on column trade_day.day is 'The trade day in India.';
comment on column trade_day.booked_at is 'When the last client was booked; null while clients are left.';
comment on column trade_day.levied_at is 'When the contracts were last compared with the STT and stamp files of the day.';
comment on column trade_day.trades is 'Trades of clients when the day was booked; null if they changed since, or if it was booked before there was this count.';
comment on column trade_day.contracts is 'Contracts when the day was booked; null like the trades.';
create index trade_day_booked_by on trade_day (booked_by);

create table contract (
  id uuid primary key,
  client_id uuid not null references client (id),
  day date not null,
  bought bigint not null check (bought >= 0),
  sold bigint not null check (sold >= 0),
  brokerage bigint not null check (brokerage >= 0),
  exchange_charges bigint not null check (exchange_charges >= 0),
  sebi_fee bigint not null check (sebi_fee >= 0),
  stt bigint not null check (stt >= 0),
  stamp_duty bigint not null check (stamp_duty >= 0),
  gst bigint not null check (gst >= 0),
  charges bigint not null generated always as (brokerage + exchange_charges + sebi_fee + stt + stamp_duty + gst) stored,
  net bigint not null generated always as (sold - bought - brokerage - exchange_charges - sebi_fee - stt - stamp_duty - gst) stored,
  booked_at timestamptz not null default now(),
  reversed_at timestamptz,
  shortage_id uuid references shortage (id),
  stt_difference bigint not null default 0,
  stamp_difference bigint not null default 0,
  unusable_used bigint not null default 0 check (unusable_used >= 0)
);
comment on table contract is 'A client''s trades and charges of a trade day, booked in one journal (contract.booked), from which a contract note will be issued.';
comment on column contract.id is 'UUIDv7; the cause of its journals.';
comment on column contract.day is 'The trade day in India.';
comment on column contract.bought is 'Paise, without charges.';
comment on column contract.sold is 'Paise, without charges.';
comment on column contract.brokerage is 'Paise, with the fee of orders placed by a dealer.';
comment on column contract.exchange_charges is 'Paise: transaction charges and IPFT.';
comment on column contract.sebi_fee is 'Paise.';
comment on column contract.stt is 'Paise; the final figure once the STT file is imported.';
comment on column contract.stamp_duty is 'Paise; the final figure once the stamp duty file is imported.';
comment on column contract.gst is 'Paise: CGST and SGST, or IGST.';
comment on column contract.charges is 'Paise: all of them.';
comment on column contract.net is 'Paise: what the client receives; below zero what the client pays.';
comment on column contract.reversed_at is 'When a later trade file replaced the trades; they are booked again with a contract of their own.';
comment on column contract.shortage_id is 'The shortage that it closes out or settles by auction; null for the trades of a day.';
comment on column contract.stt_difference is 'Paise of STT in the newest file beyond stt, paid by the broker (levy.difference); below zero what the broker keeps to remit.';
comment on column contract.stamp_difference is 'The same of stamp duty.';
comment on column contract.unusable_used is 'Paise: of a close-out, what it took of the unusable proceeds of its sale (client_settlement.unusable).';
create index contract_day on contract (day, client_id) include (shortage_id) where reversed_at is null;
create unique index contract_of_shortage on contract (shortage_id) where reversed_at is null and shortage_id is not null;
create unique index contract_once on contract (client_id, day) where reversed_at is null and shortage_id is null;
create index contract_reversed on contract (client_id, day) where reversed_at is not null;
create index contract_shortage on contract (shortage_id) where shortage_id is not null;

create table contract_fault (
  client_id uuid not null references client (id),
  day date not null,
  message text not null,
  primary key (client_id, day)
);
comment on table contract_fault is 'Clients of a trade day whose trades could not be booked. Booking the day again removes the row.';
comment on column contract_fault.day is 'The trade day in India.';
create index contract_fault_day on contract_fault (day);

-- What clients hold moves from `trade` to `lot`: shares may also come from corporate actions, or be sold without being in the books.
lock table trade in share row exclusive mode;
create table lot (
  id uuid primary key,
  client_id uuid not null references client (id),
  stock text not null,
  isin text check (isin <> ''),
  source text not null check (source in ('trade', 'import', 'unknown')),
  trade_id uuid references trade (id),
  parent_id uuid references lot (id),
  acquired_on date not null,
  quantity numeric(20,8) not null check (quantity > 0),
  cost bigint not null check (cost >= 0),
  loan_part bigint not null default 0,
  open_quantity numeric(20,8) not null,
  open_cost bigint not null,
  open_loan_part bigint not null default 0,
  constraint lot_closed check (open_quantity > 0 or open_cost = 0),
  constraint lot_loan_part check (loan_part >= 0 and loan_part <= cost),
  constraint lot_open_cost check (open_cost >= 0 and open_cost <= cost),
  constraint lot_open_loan_part check (open_loan_part >= 0 and open_loan_part <= open_cost),
  constraint lot_open_quantity check (open_quantity >= 0 and open_quantity <= quantity),
  constraint lot_source check ((source = 'unknown') = (trade_id is null) and (source <> 'unknown' or cost = 0))
);
comment on table lot is 'Units of a stock that a client acquired together at one cost. A purchase has one, with its id; a sell takes from one. Only what is left of it changes.';
comment on column lot.stock is 'The instrument''s symbol.';
comment on column lot.isin is 'The ISIN when acquired; null where the instrument has none.';
comment on column lot.source is 'trade: bought here; import: held before the client was imported; unknown: sold without being in the books, at cost 0.';
comment on column lot.trade_id is 'The purchase; null if unknown.';
comment on column lot.parent_id is 'The lot that a corporate action replaced by this one.';
comment on column lot.acquired_on is 'The trading day of the purchase in India.';
comment on column lot.quantity is 'Units.';
comment on column lot.cost is 'Paise.';
comment on column lot.loan_part is 'Paise of the cost that borrowed money had paid.';
comment on column lot.open_quantity is 'Units left.';
comment on column lot.open_cost is 'Paise of cost left.';
comment on column lot.open_loan_part is 'Paise of borrowed money left in it.';
create index lot_held on lot (client_id, isin) where open_quantity > 0;
create index lot_open on lot (client_id, id desc) where open_quantity > 0;
insert into lot (id, client_id, stock, isin, source, trade_id, acquired_on, quantity, cost, loan_part, open_quantity, open_cost, open_loan_part)
  select t.id, t.client_id, t.stock, nullif(i.isin, ''), case when t.import_id is null then 'trade' else 'import' end, t.id, t.traded_on,
         t.quantity, t.cost, t.loan_part, t.open_quantity, t.open_cost, t.open_loan_part
    from trade t left join instrument i on i.symbol = t.stock
   where t.action = 'BUY';
create trigger lot_kept before update on lot for each row when (old.id is distinct from new.id or old.client_id is distinct from
  new.client_id or old.stock is distinct from new.stock or old.isin is distinct from new.isin or old.source is distinct from new.source or
  old.trade_id is distinct from new.trade_id or old.parent_id is distinct from new.parent_id or old.acquired_on is distinct from
  new.acquired_on or old.quantity is distinct from new.quantity or old.cost is distinct from new.cost or old.loan_part is distinct from
  new.loan_part) execute function refuse_change();
create trigger lot_never_deleted before delete on lot for each row execute function refuse_change();
create trigger lot_no_truncate before truncate on lot for each statement execute function refuse_change();

create or replace view open_item as
 select id as client_id,
    (( select count(*) as count
           from lot
          where lot.client_id = c.id and lot.open_quantity > 0))::int as positions,
    (( select count(*) as count
           from loan
          where loan.client_id = c.id and (loan.status in ('pending', 'admin_approved', 'approved'))))::int as loans,
    (( select count(*) as count
           from wallet_request
          where wallet_request.client_id = c.id and wallet_request.status = 'pending'))::int as requests,
    (( select coalesce(sum(charge.amount + charge.gst), 0) as "coalesce"
           from charge
          where charge.client_id = c.id and (charge.status not in ('APPROVED', 'CANCELLED'))))::bigint as charges,
    (( select count(*) as count
           from complaint
          where complaint.client_id = c.id and complaint.status = 'open'))::int as complaints,
    (( select count(*) as count
           from proposal
          where proposal.client_id = c.id and proposal.status = 'pending'))::int as proposals,
    (( select count(*) as count
           from proposal
          where proposal.client_id = c.id and proposal.status = 'pending' and proposal.kind = 'contact.change'))::int as contacts,
    (( select count(*) as count
           from adjustment
          where adjustment.client_id = c.id and adjustment.status = 'pending'))::int as adjustments,
    (( select count(*) as count
           from exchange_trade
          where exchange_trade.client_id = c.id and exchange_trade.booked_at is null))::int as unbooked,
    (( select count(*) as count
           from shortage
          where shortage.client_id = c.id and shortage.ended_at is null))::int as shortages
   from client c;
comment on view open_item is 'What a client has to finish before the account can be closed or the personal data erased; all zero if nothing is open.';
comment on column open_item.charges is 'Paise of charges that are neither approved nor cancelled.';
comment on column open_item.unbooked is 'Trades of the exchanges'' files that are not booked.';
comment on column open_item.shortages is 'Short deliveries that are neither closed out nor ended.';

alter table trade rename column buy_id to lot_id;
alter table trade
  drop constraint trade_buy_id_fkey,
  drop column open_quantity,
  drop column open_cost,
  drop column open_loan_part,
  add column contract_id uuid,
  add column charges bigint check (charges >= 0),
  add constraint trade_lot_id_fkey foreign key (lot_id) references lot (id) not valid,
  add constraint trade_contract_id_fkey foreign key (contract_id) references contract (id) not valid,
  add constraint trade_of_lot check (action <> 'SELL' or lot_id is not null and to_loan is not null) not valid;
create index trade_contract on trade (contract_id) where contract_id is not null;
create index trade_typed on trade (traded_on) where reversal_id is null and import_id is null and contract_id is null;
drop index trade_realised;
create index trade_realised on trade (client_id, traded_on) include (amount, cost) where action = 'SELL' and reversal_id is null;

-- What open positions cost is also in `securities`, so that it and `invested` are together 0: against `opening` for imported positions,
-- against `clearing` for typed ones.
with total as materialized (
  select gen_random_uuid() as id, l.source, sum(l.open_cost)::bigint as amount
    from lot l
   where l.open_quantity > 0
   group by l.source having sum(l.open_cost) > 0),
booked as (
  insert into journal (id, event, cause_id, reason, cash, invested, loan, cashback, withheld)
  select id, 'securities.opened', id, case source when 'import' then 'Open imported positions at cost' else 'Open positions at cost' end, 0, 0, 0, 0, 0
    from total returning id)
insert into entry (journal_id, debit, credit, amount)
  select b.id, 'securities', case t.source when 'import' then 'opening' else 'clearing' end, t.amount
    from booked b join total t on t.id = b.id;

-- With APPROVALS=single the operator who asked for a reversal also decides it, which is marked.
alter table trade_reversal
  add column waived boolean not null default false,
  drop constraint trade_reversal_check,
  add constraint trade_reversal_two_operators check (status <> 'approved' or decided_by <> requested_by or waived);

create table watch (
  client_id uuid not null references client (id),
  symbol text not null references instrument (symbol),
  added_at timestamptz not null default now(),
  primary key (client_id, symbol)
);
comment on table watch is 'The symbols of each client''s watchlist.';
create index watch_symbol on watch (symbol);

create table price_alert (
  id uuid primary key,
  client_id uuid not null references client (id),
  symbol text not null,
  side text not null check (side in ('above', 'below')),
  price numeric not null check (price > 0),
  created_at timestamptz not null default clock_timestamp(),
  fired_at timestamptz,
  fired_price numeric,
  constraint price_alert_check check ((fired_at is null) = (fired_price is null)),
  constraint price_alert_client_id_symbol_fkey foreign key (client_id, symbol) references watch (client_id, symbol) on delete cascade
);
comment on table price_alert is 'Prices at which clients are informed, once, by a price or close later than created_at.';
comment on column price_alert.price is 'Rupees for one.';
comment on column price_alert.fired_price is 'The price that reached it.';
create unique index price_alert_once on price_alert (client_id, symbol, side, price) where fired_at is null;
create index price_alert_open on price_alert (symbol) where fired_at is null;
create index price_alert_watch on price_alert (client_id, symbol);
