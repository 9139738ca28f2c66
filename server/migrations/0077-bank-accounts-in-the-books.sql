-- One ledger account for each bank account of the broker: `bank` is their group. A journal that moves `bank` names the account and
-- the day the money counts for.
insert into broker_bank (name, upi_id, upi_name, receives, from_settings)
  select 'Client bank account', '', '', true, true where not exists (select from broker_bank);

-- The last day signed off; nothing can be booked on or before it. It never moves back.
alter table broker_bank add column closed_through date;
create function keep_closed() returns trigger language plpgsql as $$
begin
  raise exception 'A closed day is never opened again';
end $$;
create trigger broker_bank_closed_kept before update of closed_through on broker_bank for each row
  when (old.closed_through is not null and (new.closed_through is null or new.closed_through < old.closed_through))
  execute function keep_closed();

-- Statements, requests and lines belong to one account. Statements before are of the account whose number their file had.
alter table bank_statement add column broker_bank_id uuid references broker_bank (id);
update bank_statement s set broker_bank_id = coalesce(
  (select min(b.id::text)::uuid from broker_bank b where right(b.account_number, 4) = s.account having count(*) = 1),
  (select id from broker_bank where receives));
alter table bank_statement alter column broker_bank_id set not null;
create index bank_statement_account on bank_statement (broker_bank_id, last_on desc);

alter table bank_line add column broker_bank_id uuid references broker_bank (id);
update bank_line l set broker_bank_id = s.broker_bank_id from bank_statement s where s.id = l.statement_id;
alter table bank_line alter column broker_bank_id set not null;
create index bank_line_day on bank_line (broker_bank_id, booked_on, id);
-- Two accounts may have equal lines without a reference, such as a monthly fee.
alter table bank_line drop constraint bank_line_once;
alter table bank_line add constraint bank_line_once unique (identity, occurrence, broker_bank_id);
create trigger bank_line_account_kept before update of broker_bank_id on bank_line for each row
  when (new.broker_bank_id is distinct from old.broker_bank_id) execute function keep_bank_line();

-- Of a pending deposit the account it was asked for, of a decided request the account in the books.
alter table wallet_request add column broker_bank_id uuid references broker_bank (id);
update wallet_request r set broker_bank_id = coalesce(
  (select l.broker_bank_id from bank_line l where l.matched_id = r.id), (select id from broker_bank where receives))
  where r.type = 'added' or r.status = 'approved';

-- Without references: those of all postings would lock the same few rows.
alter table journal add column bank_id uuid, add column value_date date;
alter table journal disable trigger journal_append_only;
update journal j set
    bank_id = coalesce(l.broker_bank_id, (select id from broker_bank where receives)),
    value_date = coalesce(l.booked_on, (j.at at time zone 'Asia/Kolkata')::date)
  from journal n left join bank_line l on l.matched_id = n.cause_id
 where n.id = j.id and exists (select from entry e where e.journal_id = j.id and 'bank' in (e.debit, e.credit));
alter table journal enable trigger journal_append_only;
alter table journal add constraint journal_of_bank check ((bank_id is null) = (value_date is null));
create index journal_bank_day on journal (bank_id, value_date, id) where bank_id is not null;

-- The account and day of an entry of `bank`: without an account the one that receives, and without a day, or with a closed one, the
-- first open day from today on. Bookings share the lock; whoever closes a day takes it alone and waits for those under way.
create function bank_booking(p_account uuid, p_day date, out account_id uuid, out value_date date)
language plpgsql set search_path = public, pg_temp as $$
declare
  closed date;
begin
  perform pg_advisory_xact_lock_shared(7234077);
  select b.id, coalesce(b.closed_through, '-infinity') into account_id, closed
    from broker_bank b where case when p_account is null then b.receives else b.id = p_account end;
  if account_id is null then raise exception 'There is no bank account %', p_account; end if;
  value_date := p_day;
  if value_date is null or value_date <= closed then
    value_date := greatest((clock_timestamp() at time zone 'Asia/Kolkata')::date, closed + 1);
  end if;
end $$;
revoke execute on function bank_booking from public;

-- As before (0061), and names account and day of journals that move `bank`.
drop function post_journal(uuid, text, uuid, uuid, text, text[], text[], bigint[]);
create function post_journal(
  p_journal uuid, p_event text, p_client uuid, p_cause uuid, p_reason text,
  p_debits text[], p_credits text[], p_amounts bigint[], p_bank uuid default null, p_day date default null
) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  figures client_ledger;
  booking record;
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
  returning l.* into figures;
  if not found then
    if exists (select from client_ledger where client_id = p_client) then
      raise exception 'client % is frozen', p_client
        using errcode = 'check_violation', table = 'client_ledger', constraint = 'client_ledger_frozen';
    end if;
    raise exception 'client % has no ledger accounts', p_client;
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
revoke execute on function post_journal from public;
