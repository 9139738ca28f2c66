-- Days with trading, but without pay-in and pay-out of the clearing corporations.
alter table calendar_day drop constraint calendar_day_kind_check;
alter table calendar_day add constraint calendar_day_kind_check check (kind in ('holiday', 'session', 'clearing', 'monthly', 'quarterly'));
comment on table calendar_day is 'The trading calendar: holidays of the exchanges and of the clearing corporations, sessions on weekends, and the dates on which unused funds are settled.';
comment on column calendar_day.kind is 'holiday, session (trading on a weekend), clearing (trading without pay-in and pay-out), monthly or quarterly (settlement dates).';
insert into calendar_day (day, kind, name) values
  ('2026-02-19', 'clearing', 'Settlement holiday'), ('2026-03-19', 'clearing', 'Settlement holiday'),
  ('2026-04-01', 'clearing', 'Settlement holiday'), ('2026-08-26', 'clearing', 'Settlement holiday')
on conflict do nothing;

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

-- Bank lines of the pay-in or pay-out of settlements, and of levies and bills of the exchanges.
alter table bank_link drop constraint bank_link_kind_check;
alter table bank_link add constraint bank_link_kind_check check (kind in
  ('payment', 'return', 'returned', 'client', 'charge', 'interest', 'penny_drop', 'transfer', 'moved', 'settlement', 'levy', 'note'));
comment on column bank_link.kind is 'payment: of a deposit, withdrawal or charge. return: a receipt held to be returned to its payer. returned: the bank took back or returned what `returns_id` or `payment_id` names. client: booked to a client beside `payment_id`. charge and interest: the bank''s. penny_drop: ₹1 that checks a client''s bank account. transfer: between two accounts of the broker. moved: the payment was booked to another account of the broker and moves to that of the line. settlement: pay-in or pay-out of settlements, which its entries name. levy: STT, stamp duty or a bill of the exchange. note: closed without a booking.';
-- Its result changes; functions/ledger.sql defines it again.
drop function entries_of(uuid[]);

-- Delivery files of the clearing corporations, and the shortages that they name.
alter table clearing_file drop constraint clearing_file_kind_check;
alter table clearing_file add constraint clearing_file_kind_check check (kind in ('master', 'obligation', 'delivery'));
comment on table clearing_file is 'Settlement masters, obligation files and delivery files of the clearing corporations, one row for each import. Append only.';
comment on column clearing_file.kind is 'master: the days of settlements. obligation: what each settlement pays or receives. delivery: which shares clients received or did not deliver.';

alter table shortage
  add column isin text check (isin <> ''),
  add column side text check (side in ('B', 'S')),
  add column quantity numeric check (quantity > 0),
  add column file_id uuid references clearing_file (id),
  add column ended_file_id uuid references clearing_file (id),
  add constraint shortage_security check ((isin is null) = (side is null) and (isin is null) = (quantity is null));
drop index shortage_open;
create unique index shortage_open on shortage (client_id, settlement_id, coalesce(isin, ''), coalesce(side, '')) where ended_at is null;
create index shortage_file on shortage (file_id) where file_id is not null;
create index shortage_ended_file on shortage (ended_file_id) where ended_file_id is not null;
comment on table shortage is 'Shares that a client did not deliver or receive in a settlement. What was not delivered holds the release to the client until it has ended.';
comment on column shortage.isin is 'That of the trades; null where an operator recorded only the value.';
comment on column shortage.side is 'S: sold and not delivered. B: bought and not received, which holds nothing.';
comment on column shortage.quantity is 'Units.';
comment on column shortage.file_id is 'The delivery file that names it; null if an operator recorded it.';
comment on column shortage.ended_file_id is 'The later delivery file without it.';

insert into exchange_code (exchange, column_name, code, meaning)
  select e.exchange, 'TxInd', c.code, c.meaning
    from (values ('NSE'), ('BSE')) e (exchange) cross join (values ('CLO', 'closeout'), ('AUC', 'auction'), ('SHT', 'short')) c (code, meaning)
on conflict do nothing;

-- The money of shortages: close-outs and auctions are booked as contracts of their own.
alter table contract add column shortage_id uuid references shortage (id);
drop index contract_once;
create unique index contract_once on contract (client_id, day) where reversed_at is null and shortage_id is null;
create unique index contract_of_shortage on contract (shortage_id) where reversed_at is null and shortage_id is not null;
create index contract_shortage on contract (shortage_id) where shortage_id is not null;
comment on column contract.shortage_id is 'The shortage that it closes out or settles by auction; null for the trades of a day.';

-- The charge of the depository participant for each security that leaves a client's demat account.
alter table charge_rate drop constraint charge_rate_charge_check;
alter table charge_rate add constraint charge_rate_charge_check check (charge in ('stt', 'transaction', 'ipft', 'sebi', 'stamp', 'gst', 'dp'));
comment on column charge_rate.percent is 'Of the value; of the DP charge rupees for each security and day.';

alter table clearing_settlement add column dp_charged_at timestamptz;
comment on column clearing_settlement.dp_charged_at is 'When the DP charges of its sales were booked; null before the pay-out, or while the day has no rate.';

create table dp_charge (
  id uuid primary key,
  client_id uuid not null references client (id),
  day date not null,
  isin text not null,
  settlement_id text not null references clearing_settlement (id),
  amount bigint not null check (amount > 0),
  gst bigint not null check (gst >= 0),
  booked_at timestamptz not null default now()
);
create unique index dp_charge_once on dp_charge (client_id, day, isin);
create index dp_charge_settlement on dp_charge (settlement_id);
comment on table dp_charge is 'DP charges of delivered sales, one for each client, security and day of pay-out; each has a journal dp.charged with its id as cause. Append only.';
comment on column dp_charge.day is 'The day of pay-out.';
comment on column dp_charge.amount is 'Paise, without GST.';
comment on column dp_charge.gst is 'Paise.';

-- What later levy files ask for beyond the adjusted contract is the broker's.
alter table contract
  add column stt_difference bigint not null default 0,
  add column stamp_difference bigint not null default 0;
comment on column contract.stt_difference is 'Paise of STT in the newest file beyond stt, paid by the broker (levy.difference); below zero what the broker keeps to remit.';
comment on column contract.stamp_difference is 'The same of stamp duty.';
comment on table contract_fault is 'Clients of a trade day whose trades could not be booked. Booking the day again removes the row.';

-- The lists of trade days, trade files and settlements count with these.
create index exchange_trade_recorded on exchange_trade (day) where client_id is not null;
create index exchange_trade_exception on exchange_trade (exchange, day) where exceptions <> '{}';
create index client_settlement_of_settlement on client_settlement (settlement_id, client_id);
drop index contract_day;
create index contract_day on contract (day, client_id) include (shortage_id) where reversed_at is null;
