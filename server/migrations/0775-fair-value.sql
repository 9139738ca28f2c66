-- Highest prices of 31 January 2018, for the cost of shares bought until that day in tax reports.
create table fair_value_list (
  id uuid primary key,
  exchange text not null check (exchange in ('NSE', 'BSE')),
  name text not null,
  sha256 bytea not null check (length(sha256) = 32) references sent_file (sha256),
  rows int not null check (rows > 0),
  prices int not null check (prices >= 0),
  imported_by uuid not null references operator (id),
  imported_at timestamptz not null default clock_timestamp(),
  approved_by uuid references operator (id)
);
comment on table fair_value_list is 'Price lists of the exchanges of 31 January 2018, one row for each import; the newest of an exchange counts. Append only.';
comment on column fair_value_list.sha256 is 'Of the file as it was sent.';
comment on column fair_value_list.prices is 'Securities with a price in the list.';
comment on column fair_value_list.approved_by is 'The second operator; null where none was needed.';
create index fair_value_list_newest on fair_value_list (exchange, imported_at);
create index fair_value_list_imported_by on fair_value_list (imported_by);
create index fair_value_list_approved_by on fair_value_list (approved_by) where approved_by is not null;
create index fair_value_list_sha256 on fair_value_list (sha256);

create table fair_value (
  list_id uuid not null references fair_value_list (id),
  isin text not null check (isin ~ '^[A-Z]{2}[A-Z0-9]{9}[0-9]$'),
  symbol text not null,
  price numeric(20,8) not null check (price > 0),
  primary key (list_id, isin)
);
comment on table fair_value is 'The highest price of each security on 31 January 2018 in such a list. Append only.';
comment on column fair_value.symbol is 'As in the list; may be empty.';
comment on column fair_value.price is 'Rupees a share, as traded on that day.';
create index fair_value_isin on fair_value (isin);
