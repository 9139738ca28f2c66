-- Closing prices of the exchanges, from their daily price files.
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
  imported_at timestamptz not null default now()
);
create unique index price_file_once on price_file (exchange, day, sha256);
create index price_file_imported_by on price_file (imported_by);
create trigger price_file_append_only before update or delete on price_file for each row execute function refuse_change();
create trigger price_file_no_truncate before truncate on price_file for each statement execute function refuse_change();

-- One row for each security, exchange and day; a later file of the day replaces it.
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
  primary key (isin, day, exchange),
  check ((accepted is null) = (decided_by is null) and (accepted is null) = (decided_at is null)),
  check (accepted is null or reasons <> '{}')
);
create index closing_price_symbol on closing_price (symbol, day);
create index closing_price_file on closing_price (file_id);
create index closing_price_held on closing_price (day) where reasons <> '{}' and accepted is null;

comment on table price_file is 'Price files of the exchanges, one row for each import. Append only.';
comment on column price_file.day is 'The trading day of the prices, in India.';
comment on column price_file.sha256 is 'Of the file as it was sent.';
comment on column price_file.content is 'The file as it was sent.';
comment on column price_file.rows is 'Of all series. A later file with far fewer was cut.';
comment on column price_file.prices is 'Securities with a close.';
comment on table closing_price is 'The close of each security by exchange and day. A later file of the day replaces it.';
comment on column closing_price.day is 'The trading day in India.';
comment on column closing_price.series is 'The series of NSE or the group of BSE from which the close was taken.';
comment on column closing_price.close is 'Rupees.';
comment on column closing_price.reasons is 'Why it waits for an operator, in sentences. Until it is accepted it is not used.';
comment on column closing_price.accepted is 'The decision on a price with reasons; null while it waits.';
