-- The columns of an account's statements, as an operator chose them.
create table statement_layout (
  broker_bank_id uuid primary key references broker_bank (id),
  -- As in the contract.
  layout jsonb not null,
  saved_by uuid not null references operator (id),
  saved_at timestamptz not null default now()
);

-- Days of a bank account that two operators signed off, with the figures they signed. Paise; of the days since the previous one.
create table bank_day (
  broker_bank_id uuid not null references broker_bank (id),
  day date not null,
  opening bigint not null,
  receipts bigint not null,
  payouts bigint not null,
  -- Charges, interest and other entries of the bank, added or deducted.
  exceptions bigint not null,
  closing bigint not null,
  statement_closing bigint not null,
  -- What is in the books or in the statement only.
  open_points jsonb not null,
  requested_by uuid not null references operator (id),
  -- The same person only with APPROVALS=single.
  closed_by uuid not null references operator (id),
  closed_at timestamptz not null default clock_timestamp(),
  primary key (broker_bank_id, day),
  check (closing = opening + receipts - payouts + exceptions)
);
create trigger bank_day_append_only before update or delete on bank_day for each row execute function refuse_change();
create trigger bank_day_no_truncate before truncate on bank_day for each statement execute function refuse_change();

-- From here on nothing can be booked on the day or before it (bank_booking). Waits for bookings under way.
create function close_bank_day() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(7234077);
  update broker_bank set closed_through = new.day
    where id = new.broker_bank_id and (closed_through is null or closed_through < new.day);
  if not found then raise exception 'This day is closed already'; end if;
  return new;
end $$;
create trigger bank_day_closes before insert on bank_day for each row execute function close_bank_day();

-- While the last release still runs, it posts without account and day, and imports statements without an account.
alter function post_journal(uuid, text, uuid, uuid, text, text[], text[], bigint[], uuid, date) rename to book_journal;
create function post_journal(
  p_journal uuid, p_event text, p_client uuid, p_cause uuid, p_reason text,
  p_debits text[], p_credits text[], p_amounts bigint[]
) returns void language sql security definer set search_path = public, pg_temp as $$
  select book_journal(p_journal, p_event, p_client, p_cause, p_reason, p_debits, p_credits, p_amounts, null::uuid, null::date)
$$;
revoke execute on function post_journal(uuid, text, uuid, uuid, text, text[], text[], bigint[]) from public;
create function receiving_account() returns uuid language sql stable set search_path = public, pg_temp as $$
  select id from broker_bank where receives
$$;
alter table bank_statement alter column broker_bank_id set default receiving_account();
alter table bank_line alter column broker_bank_id set default receiving_account();
-- Equal lines of two accounts have different identities where they have no reference (0024).
alter table bank_line drop constraint bank_line_once;
alter table bank_line add constraint bank_line_once unique (identity, occurrence);
