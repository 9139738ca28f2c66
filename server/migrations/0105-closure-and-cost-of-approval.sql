-- As in 0100, which 0104 replaced by an earlier form, with the check of closed accounts (0104).
update client_ledger l set booked_at = j.at
  from (select client_id, max(at) as at from journal group by client_id) j
 where j.client_id = l.client_id and j.at > l.booked_at;
create or replace function book_journal(
  p_journal uuid, p_event text, p_client uuid, p_cause uuid, p_reason text,
  p_debits text[], p_credits text[], p_amounts bigint[], p_bank uuid default null, p_day date default null
) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  booking record;
  account uuid;
  day date;
  state text;
begin
  if cardinality(p_amounts) = 0 or 0 >= any (p_amounts) then
    raise exception 'Every posting of % moves an amount above zero', p_event;
  end if;
  if 'bank' = any (p_debits || p_credits) then
    -- An assignment costs less than a statement.
    booking := bank_booking(p_bank, p_day);
    account := booking.account_id;
    day := booking.value_date;
  end if;
  with figures as (
    update client_ledger l set
      cash = l.cash + d.cash, invested = l.invested + d.invested, loan = l.loan + d.loan,
      cashback = l.cashback + d.cashback, withheld = l.withheld + d.withheld,
      -- Later than the journal before even if the clock was set back.
      booked_at = greatest(clock_timestamp(), l.booked_at + interval '1 microsecond')
    from (
      select
        coalesce(sum(case 'cash' when credit then amount when debit then -amount end), 0)::bigint as cash,
        coalesce(sum(case 'invested' when credit then amount when debit then -amount end), 0)::bigint as invested,
        coalesce(sum(case 'loan' when credit then amount when debit then -amount end), 0)::bigint as loan,
        coalesce(sum(case 'cashback' when credit then amount when debit then -amount end), 0)::bigint as cashback,
        coalesce(sum(case 'withheld' when credit then amount when debit then -amount end), 0)::bigint as withheld
      from unnest(p_debits, p_credits, p_amounts) as u (debit, credit, amount)
    ) d
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
