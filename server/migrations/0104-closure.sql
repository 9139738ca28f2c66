-- A client's request to close the account. It is closed once nothing is left to pay.
create table closure (
  id uuid primary key,
  client_id uuid not null references client (id),
  status text not null default 'open' check (status in ('open', 'cancelled', 'closed')),
  -- The newest withdrawal of the whole balance; null if the balance was zero.
  request_id uuid unique references wallet_request (id),
  -- Why the account is not closed yet.
  failure text,
  created_at timestamptz not null default statement_timestamp(),
  ended_at timestamptz,
  statement_sent_at timestamptz,
  check ((status = 'open') = (ended_at is null))
);
create unique index closure_current on closure (client_id) where status <> 'cancelled';
create index closure_unsent on closure (ended_at) where status = 'closed' and statement_sent_at is null;

-- Null unless the account is being closed or closed; of the client, and copied into the row every posting updates.
alter table client add column closure text check (closure in ('open', 'closed'));
alter table client_ledger add column closure text;
create function copy_closure() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update client_ledger set closure = new.closure where client_id = new.id;
  return new;
end $$;
create trigger client_closure_copied after update of closure on client for each row
  when (old.closure is distinct from new.closure) execute function copy_closure();

-- Waits for postings and new requests in flight, and they for the caller, until the transaction ends.
create function lock_account(p_client uuid) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from client where id = p_client for no key update;
  perform from client_ledger where client_id = p_client for update;
end $$;
revoke execute on function lock_account from public;

create function raise_closure(p_client uuid, p_closure text) returns void language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'the account of client % is %', p_client, p_closure using errcode = 'check_violation', table = 'client_ledger',
    constraint = case p_closure when 'closed' then 'client_ledger_closed' else 'client_ledger_closing' end;
end $$;

-- Requests that post nothing yet. Waits for a closing in progress.
create function refuse_while_closing() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  state text;
begin
  select closure into state from client_ledger where client_id = new.client_id for key share;
  if state is not null then perform raise_closure(new.client_id, state); end if;
  return new;
end $$;
create trigger deposit_not_closing before insert on wallet_request for each row
  when (new.type = 'added') execute function refuse_while_closing();
create trigger deposit_reopened_not_closing before update of status on wallet_request for each row
  when (new.type = 'added' and old.status = 'rejected' and new.status = 'pending') execute function refuse_while_closing();
create trigger loan_not_closing before insert on loan for each row execute function refuse_while_closing();
create trigger charge_not_closing before insert on charge for each row execute function refuse_while_closing();

-- As before (0077). While an account is being closed, nothing new is posted but the withdrawal that closes it, and what the
-- bank corrects; to a closed account nothing at all.
create or replace function book_journal(
  p_journal uuid, p_event text, p_client uuid, p_cause uuid, p_reason text,
  p_debits text[], p_credits text[], p_amounts bigint[], p_bank uuid default null, p_day date default null
) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  figures client_ledger;
  booking record;
  state text;
begin
  if cardinality(p_amounts) = 0 or 0 >= any (p_amounts) then
    raise exception 'Every posting of % moves an amount above zero', p_event;
  end if;
  update client_ledger l set
    cash = l.cash + d.cash, invested = l.invested + d.invested, loan = l.loan + d.loan,
    cashback = l.cashback + d.cashback, withheld = l.withheld + d.withheld
  from (
    select
      coalesce(sum(m.amount) filter (where m.account = 'cash'), 0)::bigint as cash,
      coalesce(sum(m.amount) filter (where m.account = 'invested'), 0)::bigint as invested,
      coalesce(sum(m.amount) filter (where m.account = 'loan'), 0)::bigint as loan,
      coalesce(sum(m.amount) filter (where m.account = 'cashback'), 0)::bigint as cashback,
      coalesce(sum(m.amount) filter (where m.account = 'withheld'), 0)::bigint as withheld
    from (
      select unnest(p_credits) as account, unnest(p_amounts) as amount
      union all
      select unnest(p_debits), -unnest(p_amounts)
    ) m
  ) d
  where l.client_id = p_client
    and not (l.frozen and p_event in ('withdrawal.requested', 'loan.accepted', 'loan.repaid', 'trade.bought'))
    and (l.closure is null or (l.closure = 'open' and (
      p_event in ('withdrawal.paid', 'withdrawal.refused', 'line.credited', 'line.debited', 'line.reversed')
      or exists (select from closure k where k.client_id = p_client and k.status = 'open' and k.request_id = p_cause))))
  returning l.* into figures;
  if not found then
    select closure into state from client_ledger where client_id = p_client;
    if not found then raise exception 'client % has no ledger accounts', p_client; end if;
    if state is not null then perform raise_closure(p_client, state); end if;
    raise exception 'client % is frozen', p_client
      using errcode = 'check_violation', table = 'client_ledger', constraint = 'client_ledger_frozen';
  end if;
  if 'bank' = any (p_debits || p_credits) then
    select account_id, value_date into booking from bank_booking(p_bank, p_day);
  else
    select null::uuid as account_id, null::date as value_date into booking;
  end if;
  insert into journal (id, event, client_id, cause_id, reason, at, cash, invested, loan, cashback, withheld, bank_id, value_date)
    values (p_journal, p_event, p_client, p_cause, p_reason,
            greatest(clock_timestamp(), (select j.at + interval '1 microsecond' from journal j
                                          where j.client_id = p_client order by j.at desc, j.id desc limit 1)),
            figures.cash, figures.invested, figures.loan, figures.cashback, figures.withheld,
            booking.account_id, booking.value_date);
  insert into entry (journal_id, client_id, debit, credit, amount)
    select p_journal, p_client, u.debit, u.credit, u.amount
    from unnest(p_debits, p_credits, p_amounts) as u (debit, credit, amount);
end $$;

-- What a client has to finish before the account can be closed, or the personal data erased.
create view open_item as
  select c.id as client_id,
         (select count(*) from trade where client_id = c.id and open_quantity > 0)::int as positions,
         (select count(*) from loan where client_id = c.id and status in ('pending', 'admin_approved', 'approved'))::int as loans,
         (select count(*) from wallet_request where client_id = c.id and status = 'pending')::int as requests,
         (select coalesce(sum(amount + gst), 0) from charge where client_id = c.id and status <> 'APPROVED')::bigint as charges,
         (select count(*) from complaint where client_id = c.id and status = 'open')::int as complaints,
         (select count(*) from proposal where client_id = c.id and status = 'pending')::int as proposals,
         (select count(*) from proposal where client_id = c.id and status = 'pending' and kind = 'contact.change')::int as contacts,
         (select count(*) from adjustment where client_id = c.id and status = 'pending')::int as adjustments
    from client c;

alter table challenge drop constraint challenge_action_check;
alter table challenge add constraint challenge_action_check check (action in ('withdrawal', 'bank', 'two-step', 'closure'));
