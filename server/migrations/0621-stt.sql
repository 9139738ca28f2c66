create table stt_list (
  id uuid primary key,
  kind text not null check (kind in ('exempt', 'indicator')),
  exchange text not null check (exchange in ('NSE', 'BSE')),
  day date not null,
  name text not null,
  sha256 bytea not null check (length(sha256) = 32),
  content bytea not null,
  rows int not null check (rows > 0),
  imported_by uuid not null references operator (id),
  imported_at timestamptz not null default clock_timestamp(),
  approved_by uuid references operator (id)
);
comment on table stt_list is 'The exchanges'' lists of securities with their STT, one row for each import. Append only.';
comment on column stt_list.kind is 'exempt: every security of the list is exempt. indicator: a column says how each one is charged.';
comment on column stt_list.day is 'The day in the name of the list, from which it counts.';
comment on column stt_list.sha256 is 'Of the file as it was sent.';
comment on column stt_list.content is 'The file as it was sent.';
comment on column stt_list.approved_by is 'The second operator; null where the list changed nothing.';
create index stt_list_newest on stt_list (exchange, kind, day);
create index stt_list_imported_by on stt_list (imported_by);
create index stt_list_approved_by on stt_list (approved_by) where approved_by is not null;
create trigger stt_list_append_only before delete or update on stt_list for each row execute function refuse_change();
create trigger stt_list_no_truncate before truncate on stt_list for each statement execute function refuse_change();

create table security_stt (
  isin text not null check (isin ~ '^[A-Z]{2}[A-Z0-9]{9}[0-9]$'),
  from_day date not null,
  stt text not null check (stt in ('share', 'fund', 'exempt')),
  list_id uuid references stt_list (id),
  set_by uuid references operator (id),
  set_at timestamptz not null default now(),
  primary key (isin, from_day)
);
comment on table security_stt is 'How STT is charged on a security. Each row is valid until the day before the next one of its ISIN; without one the series decides.';
comment on column security_stt.stt is 'As a share, as a unit of an equity fund, or not at all.';
comment on column security_stt.from_day is 'The first trade day.';
comment on column security_stt.list_id is 'The list that says so; null for what two administrators set.';
comment on column security_stt.set_by is 'The operator who requested it; null where the upgrade kept what was charged until then.';
create index security_stt_list on security_stt (list_id);
create index security_stt_set_by on security_stt (set_by);

alter table security add column is_etf boolean not null default false;
comment on column security.is_etf is 'It is in a list of ETFs, so its orders pay the tariff of ETFs whether or not STT is charged.';

-- Until now the letters of the ISIN decided. Securities known by then keep what they were charged until a list or two administrators say otherwise.
insert into security_stt (isin, from_day, stt)
select isin, '1900-01-01', 'fund'
  from (select isin from security union select isin from instrument union select isin from exchange_trade) s
 where isin ~ '^INF[A-Z0-9]{8}[0-9]$';
update security set is_etf = true where isin like 'INF%';

alter table charge_rate drop constraint charge_rate_series_check;
alter table charge_rate add constraint charge_rate_series_check check (
  series in ('equity', 'etf', 'exclusive', 'special', 'all') or charge = 'transaction' and exchange = 'BSE' and series ~ '^group-[A-Z]{1,2}$');
comment on column charge_rate.series is 'Shares, equity funds, or groups of BSE that the exchange charges apart: several, or one, such as group-XT.';

-- Codes that say themselves what they mean, and series of securities on which the law knows no STT.
insert into exchange_code (exchange, column_name, code, meaning)
select e, 'SttInd', c, m from unnest(array['BSE', 'NSE']) e,
  unnest(array['SHARE', 'EQUITY SHARE', 'EQUITY FUND', 'EQUITY ORIENTED FUND', 'EXEMPT', 'NOT APPLICABLE', 'N', 'NO'],
         array['share', 'share', 'fund', 'fund', 'exempt', 'exempt', 'exempt', 'exempt']) as n (c, m)
union all select 'NSE', 'SttSrs', unnest(array['GB', 'GS', 'SG', 'TB']), 'exempt'
union all select 'BSE', 'SttSrs', unnest(array['F', 'G']), 'exempt';

create table symbol_change (
  exchange text not null check (exchange in ('NSE', 'BSE')),
  from_symbol text not null,
  to_symbol text not null,
  day date not null,
  file_id uuid not null references security_file (id),
  primary key (exchange, from_symbol, to_symbol, day)
);
comment on table symbol_change is 'Changes of symbols as an exchange lists them. Append only: they explain which ISIN succeeds another when the symbol changed too.';
comment on column symbol_change.day is 'The first day of the new symbol.';
create index symbol_change_file on symbol_change (file_id);
create trigger symbol_change_append_only before delete or update on symbol_change for each row execute function refuse_change();
create trigger symbol_change_no_truncate before truncate on symbol_change for each statement execute function refuse_change();
