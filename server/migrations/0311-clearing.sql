-- Settlement with the clearing corporations: their files, what is released to clients, and shortages.
create table clearing_file (
  id uuid primary key,
  kind text not null check (kind in ('master', 'obligation')),
  exchange text not null check (exchange in ('NSE', 'BSE')),
  day date not null,
  is_final boolean not null,
  name text not null,
  sha256 bytea not null check (length(sha256) = 32),
  content bytea not null,
  imported_by uuid not null references operator (id),
  imported_at timestamptz not null default now()
);
create unique index clearing_file_once on clearing_file (kind, exchange, day, is_final, sha256);
create index clearing_file_imported_by on clearing_file (imported_by);
create trigger clearing_file_append_only before update or delete on clearing_file for each row execute function refuse_change();
create trigger clearing_file_no_truncate before truncate on clearing_file for each statement execute function refuse_change();
comment on table clearing_file is 'Settlement masters and obligation files of the clearing corporations, one row for each import. Append only.';
comment on column clearing_file.kind is 'master: the days of settlements. obligation: what each settlement pays or receives.';
comment on column clearing_file.day is 'The day in its name, in India; of a settlement master the first of the month.';
comment on column clearing_file.is_final is 'False for a provisional obligation file, which releases nothing.';
comment on column clearing_file.sha256 is 'Of the file as it was sent.';
comment on column clearing_file.content is 'The file as it was sent.';

create table settlement_day (
  settlement_id text primary key,
  settles_on date not null,
  file_id uuid not null references clearing_file (id)
);
create index settlement_day_file on settlement_day (file_id);
comment on table settlement_day is 'Days of pay-out by the newest settlement master; also of settlements without trades here.';
comment on column settlement_day.settlement_id is 'As in clearing_settlement, which may not have it yet.';
comment on column settlement_day.settles_on is 'The day of pay-out.';

create table obligation (
  file_id uuid not null references clearing_file (id),
  settlement_id text not null references clearing_settlement (id),
  net bigint not null,
  primary key (settlement_id, file_id)
);
create index obligation_file on obligation (file_id);
comment on table obligation is 'The net funds obligation of a settlement in an obligation file; the newest final file counts. Append only.';
comment on column obligation.net is 'Paise: sales less purchases; above zero the clearing corporation pays.';

create table obligation_line (
  file_id uuid not null,
  settlement_id text not null,
  isin text not null,
  bought numeric not null check (bought >= 0),
  sold numeric not null check (sold >= 0),
  primary key (settlement_id, file_id, isin),
  foreign key (settlement_id, file_id) references obligation (settlement_id, file_id)
);
comment on table obligation_line is 'The volumes of each security in an obligation file. Append only.';
comment on column obligation_line.bought is 'Quantity.';
comment on column obligation_line.sold is 'Quantity.';

create view clearing_obligation as
  select distinct on (o.settlement_id) o.settlement_id, o.net, o.file_id, f.imported_by
    from obligation o join clearing_file f on f.id = o.file_id where f.is_final
   order by o.settlement_id, f.imported_at desc, f.id desc;
comment on view clearing_obligation is 'The final obligation of each settlement: that of the newest final file.';

alter table clearing_settlement
  add column accepted_difference bigint,
  add column accepted_by uuid references operator (id);
create index clearing_settlement_accepted_by on clearing_settlement (accepted_by) where accepted_by is not null;
create index clearing_settlement_newest on clearing_settlement (settles_on desc, id);
comment on column clearing_settlement.accepted_difference is 'Paise by which the file may differ from the books, for example for own trades; null: not at all.';
comment on column clearing_settlement.accepted_by is 'Who accepted the difference.';

create table settlement_release (
  id uuid primary key,
  settlement_id text not null references clearing_settlement (id),
  client_id uuid not null references client (id),
  amount bigint not null check (amount > 0),
  released_at timestamptz not null default now()
);
create index settlement_release_settlement on settlement_release (settlement_id, client_id);
create index settlement_release_client on settlement_release (client_id);
comment on table settlement_release is 'Sale proceeds that became withdrawable: one row for each journal settlement.released, which has its id as cause. Append only.';
comment on column settlement_release.amount is 'Paise.';

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
  check ((ended_at is null) = (ended_by is null) and (ended_at is null) = (end_reason is null))
);
create unique index shortage_open on shortage (client_id, settlement_id) where ended_at is null;
create index shortage_settlement on shortage (settlement_id);
create index shortage_recorded_by on shortage (recorded_by);
create index shortage_ended_by on shortage (ended_by) where ended_by is not null;
comment on table shortage is 'Shares that a client did not deliver in a settlement; nothing of it is released to the client until it has ended.';
comment on column shortage.amount is 'Paise: the value of the shares at the price of the sale.';
comment on column shortage.recorded_by is 'One operator; the end needs two.';
