-- Securities of the exchanges by ISIN, from their master files.
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
  imported_at timestamptz not null default now()
);
create unique index security_file_once on security_file (exchange, kind, sha256);
create index security_file_imported_by on security_file (imported_by);
create trigger security_file_append_only before update or delete on security_file for each row execute function refuse_change();
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
create index security_symbol on security (exchange, symbol, from_day);
create index security_file_of on security (file_id);

create table isin_successor (
  isin text primary key check (isin ~ '^[A-Z]{2}[A-Z0-9]{9}[0-9]$'),
  successor text not null check (successor ~ '^[A-Z]{2}[A-Z0-9]{9}[0-9]$' and successor <> isin),
  from_day date not null,
  symbol text not null,
  file_id uuid not null references security_file (id),
  accepted boolean,
  decided_by uuid references operator (id),
  decided_at timestamptz,
  check ((accepted is null) = (decided_by is null) and (accepted is null) = (decided_at is null))
);
create index isin_successor_of on isin_successor (successor);
create index isin_successor_file on isin_successor (file_id);

comment on table security_file is 'Master files of the exchanges, one row for each import. Append only.';
comment on column security_file.kind is 'listing: a list of securities. symbols: changes of symbols.';
comment on column security_file.day is 'The day in India from which its content counts.';
comment on column security_file.sha256 is 'Of the file as it was sent.';
comment on column security_file.content is 'The file as it was sent.';
comment on table security is 'What a security is called on an exchange, from a day until its next row. NSE and BSE rows of one ISIN are one security.';
comment on column security.from_day is '1900-01-01 in the first row of a security.';
comment on column security.series is 'The series of NSE or the group of BSE.';
comment on column security.token is 'The token of NSE or the scrip code of BSE.';
comment on column security.tick is 'Rupees; null where the file has none.';
comment on table isin_successor is 'The ISIN that replaced another one, after a split, consolidation or merger.';
comment on column isin_successor.from_day is 'The first day of the successor, in India.';
comment on column isin_successor.accepted is 'The decision of a second operator; null while it waits, and until then it is not used.';

-- The client's code at the exchanges, and the demat account that receives the shares.
alter table client add column ucc text check (ucc ~ '^[A-Za-z0-9]{1,20}$');
alter table client add column demat text check (demat ~ '^(IN[0-9A-Z]{6}[0-9]{8}|[0-9]{16})$');
create unique index client_ucc on client (upper(ucc)) where ucc is not null;
comment on column client.ucc is 'The client code of the exchanges (UCC); leading zeros and case as the broker gave it, unique without regard to case.';
comment on column client.demat is 'The primary demat account: DP ID and client ID of NSDL, or the BO ID of CDSL, 16 characters without spaces.';

-- Trade files of the exchanges, and the trades booked from them.
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
  check ((status = 'waiting') = (decided_by is null) and (decided_by is null) = (decided_at is null))
);
create unique index exchange_file_open on exchange_file (exchange, day) where status in ('waiting', 'approved', 'booking');
create index exchange_file_imported_by on exchange_file (imported_by);

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
create index exchange_trade_client on exchange_trade (client_id, day) where client_id is not null;
create index exchange_trade_unbooked on exchange_trade (client_id) where booked_at is null and client_id is not null;
create index exchange_trade_open on exchange_trade (day, exchange, client_id) where booked_at is null;
create index exchange_trade_file on exchange_trade (file_id);

create table exchange_code (
  exchange text not null check (exchange in ('NSE', 'BSE')),
  column_name text not null,
  code text not null,
  meaning text not null,
  primary key (exchange, column_name, code)
);
insert into exchange_code (exchange, column_name, code, meaning)
  select e.exchange, c.column_name, c.code, c.meaning
    from (values ('NSE'), ('BSE')) e (exchange)
   cross join (values ('Sgmt', 'CM', 'cash'), ('ClntTp', 'C', 'client'), ('ClntTp', 'P', 'own'), ('BuySellInd', 'B', 'buy'),
     ('BuySellInd', 'S', 'sell'), ('RptdTxSts', 'OR', 'valid'), ('RptdTxSts', 'CN', 'cancelled'), ('SttlmTp', 'M', 'normal'),
     ('SttlmTp', 'Z', 'delivery'), ('SttlmTp', 'A', 'auction'), ('SttlmTp', 'B', 'sme'), ('SttlmTp', '5', 'today')) c (column_name, code, meaning)
  union all
  select 'NSE', 'SctySrs', s, case when s in ('BE', 'BZ', 'ST') then 'delivery' else 'normal' end
    from unnest('{EQ,BE,BZ,SM,ST,T0}'::text[]) s
  union all
  select 'BSE', 'SctySrs', s, case when s in ('T', 'TS', 'XT', 'Z', 'ZP', 'MT') then 'delivery' else 'normal' end
    from unnest('{A,B,E,M,P,X,T,TS,XT,Z,ZP,MT}'::text[]) s;

comment on table exchange_file is 'Trade files of the exchanges, one row for each request to book one.';
comment on column exchange_file.day is 'The trade day in India.';
comment on column exchange_file.sha256 is 'Of the file as it was sent.';
comment on column exchange_file.content is 'The file as it was sent, compressed with gzip on arrival.';
comment on column exchange_file.status is 'approved: the trades are read again. booking: each client is booked. replaced: a later file of the day was booked.';
comment on column exchange_file.totals is 'Count, quantities and values of the trades that count.';
comment on table exchange_trade is 'The trades of the day by the newest file of an exchange, one row for each trade number, order and side.';
comment on column exchange_trade.day is 'The trade day in India.';
comment on column exchange_trade.quantity is 'Units.';
comment on column exchange_trade.line is 'In the file; the header is line 1.';
comment on column exchange_trade.order_ref is 'Order number of the exchange; up to 19 digits.';
comment on column exchange_trade.client_code is 'The UCC as the exchange wrote it.';
comment on column exchange_trade.custodian is 'Not empty where a custodian settles; such a trade is not booked.';
comment on column exchange_trade.price is 'Rupees.';
comment on column exchange_trade.client_id is 'The client with this UCC; null for trades that are not booked.';
comment on column exchange_trade.security_isin is 'The ISIN on the trade day: that of the successor where the ISIN is superseded.';
comment on column exchange_trade.stock is 'The symbol of the instrument.';
comment on column exchange_trade.is_delivered is 'Trade-for-trade: never netted with other trades of the day.';
comment on column exchange_trade.exceptions is 'What needs attention.';
comment on column exchange_trade.trade_id is 'The trade that a dealer typed and this one confirms.';
comment on column exchange_trade.booked_at is 'Null until its client is booked.';
comment on table exchange_code is 'The meanings of the codes in trade files. An unknown code stops a file.';
