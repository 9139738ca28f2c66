-- Bank charges, interest and receipts to be returned are the broker's alone: their journals have no client.
alter domain ledger_account drop constraint ledger_account_check;
alter domain ledger_account add constraint ledger_account_check check (value in (
  'cash', 'invested', 'loan', 'cashback', 'withheld',
  'bank', 'clearing', 'loans_receivable', 'fees', 'gst', 'cashback_expense', 'adjustment',
  'bank_charges', 'bank_interest', 'unidentified'
));
alter table journal alter column client_id drop not null;
alter table entry alter column client_id drop not null;
alter table entry add constraint entry_of_client check (client_id is not null
  or (debit not in ('cash', 'invested', 'loan', 'cashback', 'withheld')
    and credit not in ('cash', 'invested', 'loan', 'cashback', 'withheld')));

create function post_house_journal(
  p_journal uuid, p_event text, p_cause uuid, p_reason text,
  p_debits text[], p_credits text[], p_amounts bigint[], p_bank uuid, p_day date
) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  booking record;
begin
  if cardinality(p_amounts) = 0 or 0 >= any (p_amounts) then
    raise exception 'Every posting of % moves an amount above zero', p_event;
  end if;
  select account_id, value_date into booking from bank_booking(p_bank, p_day);
  insert into journal (id, event, cause_id, reason, cash, invested, loan, cashback, withheld, bank_id, value_date)
    values (p_journal, p_event, p_cause, p_reason, 0, 0, 0, 0, 0, booking.account_id, booking.value_date);
  insert into entry (journal_id, debit, credit, amount)
    select p_journal, u.debit, u.credit, u.amount from unnest(p_debits, p_credits, p_amounts) as u (debit, credit, amount);
end $$;
revoke execute on function post_house_journal from public;

-- How operators resolved a bank line that matched no request, with the entries whose cause is this row.
create table line_booking (
  id uuid primary key,
  line_id uuid not null references bank_line (id),
  kind text not null check (kind in ('charge', 'interest', 'return', 'returned', 'client', 'late', 'split')),
  -- Whose balance changed, and the request behind it.
  client_id uuid references client (id),
  payment_id uuid,
  -- Of a payment to the payer: the receipt that it returned.
  return_id uuid references line_booking (id),
  reason text not null,
  requested_by uuid not null references operator (id),
  booked_by uuid not null references operator (id),
  booked_at timestamptz not null default now(),
  reversed_by uuid references operator (id),
  reversed_at timestamptz,
  reversal_reason text,
  check ((reversed_at is null) = (reversed_by is null) and (reversed_at is null) = (reversal_reason is null)),
  check ((kind = 'returned') = (return_id is not null))
);
create unique index line_booking_line on line_booking (line_id) where reversed_at is null;
create unique index line_booking_returned on line_booking (return_id) where reversed_at is null;
create index line_booking_payment on line_booking (payment_id) where payment_id is not null;
create index line_booking_of_line on line_booking (line_id);

-- The requests that one line paid together.
create table line_part (
  payment_id uuid primary key,
  booking_id uuid not null references line_booking (id),
  amount bigint not null check (amount > 0)
);
create index line_part_booking on line_part (booking_id);

-- how: 5 by an operator, who may also undo it with a counter entry.
alter table bank_line drop constraint bank_line_matched_kind_check, drop constraint bank_line_matched_how_check;
alter table bank_line add constraint bank_line_matched_kind_check check (matched_kind in ('deposit', 'withdrawal', 'charge', 'booking'));
alter table bank_line add constraint bank_line_matched_how_check check (matched_how between 1 and 5);
drop trigger bank_line_kept on bank_line;
create trigger bank_line_kept before update on bank_line for each row
  when ((new.id, new.statement_id, new.line_number, new.identity, new.occurrence, new.booked_on, new.direction, new.amount,
         new.balance, new.text)
        is distinct from
        (old.id, old.statement_id, old.line_number, old.identity, old.occurrence, old.booked_on, old.direction, old.amount,
         old.balance, old.text)
    or (old.matched_id is not null and (new.reference, new.names) is distinct from (old.reference, old.names))
    or (old.matched_id is not null and new.matched_id is distinct from old.matched_id
        and not (old.matched_how = 5 and new.matched_id is null))
    or (old.note is not null and new.note is distinct from old.note))
  execute function keep_bank_line();
