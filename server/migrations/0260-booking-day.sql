-- The day that reports count a booking for. Rewrites the table, while nothing else uses it (docs/upgrading.md).
alter table journal add column booked_on date generated always as (coalesce(value_date, (at at time zone 'Asia/Kolkata')::date)) stored;
comment on column journal.booked_on is 'The day in India that the booking counts for.';
comment on column journal.value_date is 'The day given with the booking; null: the day of `at`.';

-- The verified point no longer stores what the totals of the days give.
alter table books_point drop column entries, drop column balances;

create table ledger_day (
  day date not null,
  bank_id uuid,
  debit ledger_account not null,
  credit ledger_account not null,
  amount bigint not null check (amount > 0),
  entries bigint not null check (entries > 0),
  constraint ledger_day_once unique nulls not distinct (day, bank_id, debit, credit)
);
comment on table ledger_day is 'Totals of the entries of a day up to ledger_day_point, so that reports and trial balance read days. Written by add_ledger_days only.';
comment on column ledger_day.day is 'journal.booked_on';
comment on column ledger_day.bank_id is 'journal.bank_id';
comment on column ledger_day.amount is 'Paise.';
comment on column ledger_day.entries is 'Number of entries.';

create table ledger_day_point (
  one boolean default true primary key check (one),
  entry_id bigint not null
);
comment on table ledger_day_point is 'One row: ledger_day contains the entries up to this number, and none after it. Without the row it contains none.';

create table books_run (
  one boolean default true primary key check (one),
  entry_id bigint not null,
  at timestamptz not null,
  part text not null check (part in ('day', 'client', 'house', 'cause')),
  start text,
  differences jsonb not null
);
comment on table books_run is 'One row while a complete check of the books is under way: where it continues after a stop.';
comment on column books_run.entry_id is 'The newest entry when it began.';
comment on column books_run.start is 'The first day, client or cause that is not checked yet.';
comment on column books_run.differences is 'Found so far.';
