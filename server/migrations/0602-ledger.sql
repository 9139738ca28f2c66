-- The ledger of trading: what a client gets after the pay-out of a settlement, and owes for executed trades.
alter domain ledger_account drop constraint ledger_account_check;
alter domain ledger_account add constraint ledger_account_check check (value in (
  'cash', 'invested', 'loan', 'cashback', 'withheld', 'unsettled',
  'bank', 'clearing', 'loans_receivable', 'fees', 'gst', 'cashback_expense', 'adjustment',
  'bank_charges', 'bank_interest', 'unidentified', 'opening', 'transit',
  'client_dues', 'clearing_corporation', 'securities', 'brokerage', 'stt', 'stamp_duty', 'exchange_charges', 'sebi_fee',
  'levy_difference'
));

-- A domain, because every posting would evaluate the check of a column, which it never writes. The start validates the domain's check.
create domain ledger_closure as text;

alter table client_ledger
  alter closure type ledger_closure,
  add column unsettled bigint not null default 0,
  add column dues bigint not null default 0,
  drop constraint client_ledger_cash_check,
  drop constraint client_ledger_loan_check,
  drop constraint client_ledger_cashback_check,
  drop constraint client_ledger_withheld_check,
  -- In one, because PostgreSQL parses each check in every statement. The second part: new money pays dues first.
  add constraint client_ledger_valid check (least(cash, loan, cashback, withheld, unsettled, dues) >= 0 and (cash = 0 or dues = 0)) not valid,
  drop constraint client_ledger_invested_check;
alter domain ledger_closure add constraint ledger_closure_check check (value in ('open', 'closed')) not valid;
-- The file of an exchange confirms a dealer's purchase of which the dealer has sold: its journal is undone before a contract books it again, and
-- in between the invested amount may be below zero. It must not be at the end of the transaction.
create constraint trigger client_ledger_invested_kept after insert or update on client_ledger deferrable initially deferred
  for each row when (new.invested < 0) execute function keep_invested();

-- Bookings that concern no client have the first id of all instead of none, so that every journal and entry has a client, by which a cluster
-- distributes them (server/cluster).
alter table journal disable trigger user;
alter table entry disable trigger user;
alter table entry drop constraint entry_of_client;
update journal set client_id = '00000000-0000-0000-0000-000000000000' where client_id is null;
update entry set client_id = '00000000-0000-0000-0000-000000000000' where client_id is null;
alter table journal enable trigger user;
alter table entry enable trigger user;

-- The words of journal.event are checked by a domain, whose check PostgreSQL keeps prepared as it does a function (functions/ledger.sql). The
-- start validates it for the events of before.
create domain ledger_event as text;
alter table journal
  alter event type ledger_event,
  alter column client_id set default '00000000-0000-0000-0000-000000000000',
  alter column client_id set not null,
  add column booked_on date generated always as (coalesce(value_date, (at at time zone 'Asia/Kolkata')::date)) stored,
  add column unsettled bigint not null default 0,
  add column dues bigint not null default 0,
  -- A booking that moves no bank account counts for the next open day too, once today is closed. Earlier rows fulfil the stricter check.
  drop constraint journal_of_bank,
  add constraint journal_of_bank check (bank_id is null or value_date is not null) not valid,
  -- With the cause first, the index also finds the journals of a cause.
  drop constraint journal_once,
  add constraint journal_once unique (cause_id, event);
alter domain ledger_event add constraint ledger_event_check check (value = any (ledger_events())) not valid;
create index journal_booked_on on journal using brin (booked_on) with (pages_per_range = 16, autosummarize = on);

alter table entry
  add column settlement_id text,
  alter column client_id set default '00000000-0000-0000-0000-000000000000',
  alter column client_id set not null,
  drop constraint entry_check,
  drop constraint entry_amount_check,
  add constraint entry_valid check (is_valid_entry(client_id, debit, credit, amount, settlement_id)) not valid;
create index entry_settlement on entry (settlement_id, client_id) include (debit, credit, amount) where settlement_id is not null;
create index entry_unsettled on entry (client_id, settlement_id) include (debit, credit, amount) where debit = 'unsettled' or credit = 'unsettled';

-- tried_at: a failed check was noted as if it had succeeded. The totals of days replace the columns.
alter table books_point
  add column tried_at timestamptz,
  drop column entries,
  drop column balances;

create table ledger_day (
  day date not null,
  bank_id uuid,
  debit ledger_account not null,
  credit ledger_account not null,
  amount bigint not null check (amount > 0),
  entries bigint not null check (entries > 0),
  constraint ledger_day_once unique nulls not distinct (day, bank_id, debit, credit)
);

create table ledger_day_point (
  one boolean default true primary key check (one),
  entry_id bigint not null
);

create table books_run (
  one boolean default true primary key check (one),
  entry_id bigint not null,
  at timestamptz not null,
  part text not null check (part in ('day', 'client', 'cause')),
  start text,
  differences jsonb not null
);

create table clearing_settlement (
  id text primary key,
  exchange text not null check (exchange in ('NSE', 'BSE')),
  type text not null check (type ~ '^[A-Z0-9]{1,4}$'),
  number text not null check (number ~ '^[0-9]{7}$'),
  traded_on date not null,
  settles_on date not null,
  accepted_difference bigint,
  accepted_by uuid references operator (id),
  dp_charged_at timestamptz,
  constraint clearing_settlement_days check (settles_on >= traded_on),
  constraint clearing_settlement_named check (id = ((((exchange || '-') || type) || '-') || number))
);
create index clearing_settlement_accepted_by on clearing_settlement (accepted_by) where accepted_by is not null;
create index clearing_settlement_newest on clearing_settlement (settles_on desc, id);

create table client_settlement (
  client_id uuid not null references client_ledger (client_id),
  settlement_id text not null references clearing_settlement (id),
  unsettled bigint not null check (unsettled >= 0),
  unusable bigint not null default 0,
  primary key (client_id, settlement_id),
  constraint client_settlement_unusable_check check (unusable >= 0 and unusable <= unsettled)
);
create index client_settlement_of_settlement on client_settlement (settlement_id, client_id);
