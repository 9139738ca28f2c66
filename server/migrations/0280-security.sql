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
