-- Opening and closing balance of days whose imported lines have no running balance, as an operator read them from the statement.
-- They are accepted only if the lines lead from one to the other. The latest one of a day counts.
create table bank_balance (
  id uuid primary key,
  broker_bank_id uuid not null references broker_bank (id),
  -- The first of these days: the one after the last sign-off, or that of the first imported line.
  first_on date not null,
  day date not null,
  opening bigint not null,
  closing bigint not null,
  entered_by uuid not null references operator (id),
  entered_at timestamptz not null default clock_timestamp(),
  check (first_on <= day)
);
create index bank_balance_day on bank_balance (broker_bank_id, day, id desc);
create trigger bank_balance_append_only before update or delete on bank_balance for each row execute function refuse_change();
create trigger bank_balance_no_truncate before truncate on bank_balance for each statement execute function refuse_change();
