-- A booking that moves no bank account counts for the next open day too, once today is closed. Earlier rows fulfil the stricter check.
alter table journal drop constraint journal_of_bank;
alter table journal add constraint journal_of_bank check (bank_id is null or value_date is not null) not valid;

-- As in 0117, with the day of a booking without a bank account.
create or replace function book_journal(
  p_journal uuid, p_event text, p_client uuid, p_cause uuid, p_reason text,
  p_debits text[], p_credits text[], p_amounts bigint[], p_bank uuid default null, p_day date default null
) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  booking record;
  account uuid;
  day date;
  state text;
  change_cash bigint := 0;
  change_invested bigint := 0;
  change_loan bigint := 0;
  change_cashback bigint := 0;
  change_withheld bigint := 0;
begin
  if cardinality(p_amounts) = 0 or 0 >= any (p_amounts) then
    raise exception 'Every posting of % moves an amount above zero', p_event;
  end if;
  if 'bank' = any (p_debits || p_credits) then
    -- An assignment costs less than a statement.
    booking := bank_booking(p_bank, p_day);
    account := booking.account_id;
    day := booking.value_date;
  else
    day := (select closed_through + 1 from broker_bank
             where receives and closed_through >= (clock_timestamp() at time zone 'Asia/Kolkata')::date);
  end if;
  for n in 1 .. cardinality(p_amounts) loop
    change_cash := change_cash + p_amounts[n] * ((p_credits[n] = 'cash')::int - (p_debits[n] = 'cash')::int);
    change_invested := change_invested + p_amounts[n] * ((p_credits[n] = 'invested')::int - (p_debits[n] = 'invested')::int);
    change_loan := change_loan + p_amounts[n] * ((p_credits[n] = 'loan')::int - (p_debits[n] = 'loan')::int);
    change_cashback := change_cashback + p_amounts[n] * ((p_credits[n] = 'cashback')::int - (p_debits[n] = 'cashback')::int);
    change_withheld := change_withheld + p_amounts[n] * ((p_credits[n] = 'withheld')::int - (p_debits[n] = 'withheld')::int);
  end loop;
  with figures as (
    update client_ledger l set
      cash = l.cash + change_cash, invested = l.invested + change_invested, loan = l.loan + change_loan,
      cashback = l.cashback + change_cashback, withheld = l.withheld + change_withheld,
      -- Later than the journal before even if the clock was set back.
      booked_at = greatest(clock_timestamp(), l.booked_at + interval '1 microsecond')
    where l.client_id = p_client
      and not (l.frozen and p_event in ('withdrawal.requested', 'loan.accepted', 'loan.repaid', 'trade.bought'))
      and (l.closure is null or (l.closure = 'open' and (
        p_event in ('withdrawal.paid', 'withdrawal.refused', 'line.credited', 'line.debited', 'line.reversed')
        or exists (select from closure k where k.client_id = p_client and k.status = 'open' and k.request_id = p_cause))))
    returning l.*
  ), booked as (
    insert into journal (id, event, client_id, cause_id, reason, at, cash, invested, loan, cashback, withheld, bank_id, value_date)
    select p_journal, p_event, p_client, p_cause, p_reason, booked_at, cash, invested, loan, cashback, withheld, account, day
      from figures returning id
  )
  insert into entry (journal_id, client_id, debit, credit, amount)
    select booked.id, p_client, u.debit, u.credit, u.amount
      from booked, unnest(p_debits, p_credits, p_amounts) as u (debit, credit, amount);
  if not found then
    select closure into state from client_ledger where client_id = p_client;
    if not found then raise exception 'client % has no ledger accounts', p_client; end if;
    if state is not null then perform raise_closure(p_client, state); end if;
    raise exception 'client % is frozen', p_client
      using errcode = 'check_violation', table = 'client_ledger', constraint = 'client_ledger_frozen';
  end if;
end $$;
