-- Distributes the books by client over the workers of a Citus cluster (PostgreSQL with the extension citus). Run once by the owner, on the coordinator, after the first start has migrated the database and citus_add_node has named the workers. The plain schema stays as it is:
-- everything that differs is in this file, with the guarantee it replaces and the test that proves it.
--
-- What a client's money does touches one shard: client_ledger, journal and entry of a client lie together. Requests, sessions, audit and
-- everything else remain tables of the coordinator, where their keys and triggers work as before.
begin;

-- The triggers of these tables only refuse changes, which is safe on a shard.
set local citus.enable_unsafe_triggers = on;
set local citus.multi_shard_modify_mode = 'sequential';

-- The coordinator connects to workers as this role. How it logs in there is set in pg_hba.conf and pg_dist_authinfo.
do $$ begin
  if not (select rolcanlogin from pg_roles where rolname = 'sauda_app') then alter role sauda_app login; end if;
end $$;

-- Guarantee: a ledger belongs to a client. A key into a table of the coordinator is impossible, so that table refuses to lose a client who
-- has a ledger; only the trigger of an inserted client opens one. Test: bench:cluster citus, "a client with a ledger cannot be deleted".
alter table client_ledger drop constraint client_ledger_client_id_fkey;
create function keep_ledger_owner() returns trigger language plpgsql as $$
begin
  raise exception 'client % has a ledger', old.id using errcode = 'foreign_key_violation', table = 'client_ledger';
end $$;
create trigger client_has_ledger before delete or update of id on client for each row execute function keep_ledger_owner();

-- Guarantee: an entry belongs to a journal, now also of the same client. Unique keys contain the client.
-- Test: ledger.test.ts; bench:cluster citus, the comparison of entries and figures.
alter table entry drop constraint entry_journal_id_fkey;
alter table journal drop constraint journal_pkey;
alter table journal add primary key (client_id, id);
alter table entry drop constraint entry_pkey;
alter table entry add primary key (client_id, id);

-- Guarantee: an event happens to a cause once. A cause is one client's. Test: ledger.test.ts, "an event happens to a cause once".
alter table journal drop constraint journal_once;
alter table journal add constraint journal_once unique (cause_id, event, client_id);

-- Guarantee: journals of the broker alone have no client, and touch no account of a client. The column that distributes is never null, so
-- here their client is the zero one. Test: reconciliation.book.test.ts.
alter table journal disable trigger user;
alter table entry disable trigger user;
alter table entry drop constraint entry_of_client;
update journal set client_id = '00000000-0000-0000-0000-000000000000' where client_id is null;
update entry set client_id = '00000000-0000-0000-0000-000000000000' where client_id is null;
alter table entry add constraint entry_of_client check (client_id <> '00000000-0000-0000-0000-000000000000'
  or (debit not in ('cash', 'invested', 'loan', 'cashback', 'withheld', 'unsettled', 'client_dues')
    and credit not in ('cash', 'invested', 'loan', 'cashback', 'withheld', 'unsettled', 'client_dues')));
alter table journal enable trigger user;
alter table entry enable trigger user;

-- Guarantee: a settlement exists. A key into a table of the coordinator is impossible; the check of the books finds one that does not.
alter table client_settlement drop constraint client_settlement_settlement_id_fkey, drop constraint client_settlement_client_id_fkey;

select create_distributed_table('client_ledger', 'client_id');
select create_distributed_table('client_settlement', 'client_id', colocate_with => 'client_ledger');
select create_distributed_table('journal', 'client_id', colocate_with => 'client_ledger');
select create_distributed_table('entry', 'client_id', colocate_with => 'client_ledger');
alter table entry add constraint entry_journal_id_fkey foreign key (client_id, journal_id) references journal (client_id, id);

-- Guarantee: a request and its money are committed together or not at all. Citus commits a transaction of one worker before the coordinator's
-- own, unless a table it manages on the coordinator was written too: then in two phases. This one is always empty.
-- Test: bench:cluster citus, the coordinator and a worker killed under load.
create table two_phases (id int primary key);
select citus_add_local_table_to_metadata('two_phases');
grant select, update on two_phases to sauda_app;
create function commit_in_two_phases() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update two_phases set id = id where id = 0;
  return null;
end $$;
-- These triggers change the client's ledger too. Test: bench:cluster citus, a client frozen while a node is killed.
create trigger client_in_two_phases before insert or update of frozen_at, closure on client
  for each statement execute function commit_in_two_phases();

-- Guarantee: a check of the books reads one state of all databases. Postings share a lock, which they take before any row of a ledger and
-- which is released after every database has committed; a check takes it alone until each database has its snapshot (ledger/books.ts).
-- Test: bench:cluster citus, checks of the books under load.
create function share_snapshots() returns void language sql as $$ select pg_advisory_xact_lock_shared(7234105) $$;

-- What every posting does first.
create function begin_posting(p_event text, p_amounts bigint[]) returns void language plpgsql as $$
begin
  if cardinality(p_amounts) = 0 or 0 >= any (p_amounts) then
    raise exception 'Every posting of % moves an amount above zero', p_event;
  end if;
  perform share_snapshots();
  update two_phases set id = id where id = 0;
end $$;

-- Guarantee: as in the migrations (0105), the only writer of the books. A constraint that fails on a worker is not named here, so what the
-- application must distinguish is decided before, under the lock of the client's row. Tests: ledger.test.ts and ledger.property.test.ts.
create or replace function book_journal(
  p_journal uuid, p_event text, p_client uuid, p_cause uuid, p_reason text,
  p_debits text[], p_credits text[], p_amounts bigint[], p_bank uuid default null, p_day date default null,
  p_settlements text[] default null
) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  held record;
  paid bigint;
  moved record;
  booking record;
  booked timestamptz;
begin
  perform begin_posting(p_event, p_amounts);
  select l.cash, l.invested, l.loan, l.cashback, l.withheld, l.unsettled, l.dues, l.frozen, l.closure, l.booked_at into held
    from client_ledger l where l.client_id = p_client for no key update;
  if not found then raise exception 'client % has no ledger accounts', p_client; end if;
  if (held.frozen and p_event in ('withdrawal.requested', 'loan.accepted', 'loan.repaid', 'trade.bought'))
    or (held.closure is not null and not p_event = any (trading_events()) and not (held.closure = 'open' and (
      p_event in ('withdrawal.paid', 'withdrawal.refused', 'line.credited', 'line.debited', 'line.reversed')
      or exists (select from closure k where k.client_id = p_client and k.status = 'open' and k.request_id = p_cause))))
  then
    if held.closure is not null then perform raise_closure(p_client, held.closure); end if;
    raise exception 'client % is frozen', p_client
      using errcode = 'check_violation', table = 'client_ledger', constraint = 'client_ledger_frozen';
  end if;
  select
    held.cash + coalesce(sum(m.amount) filter (where m.account = 'cash'), 0)::bigint as cash,
    held.invested + coalesce(sum(m.amount) filter (where m.account = 'invested'), 0)::bigint as invested,
    held.loan + coalesce(sum(m.amount) filter (where m.account = 'loan'), 0)::bigint as loan,
    held.cashback + coalesce(sum(m.amount) filter (where m.account = 'cashback'), 0)::bigint as cashback,
    held.withheld + coalesce(sum(m.amount) filter (where m.account = 'withheld'), 0)::bigint as withheld,
    held.unsettled + coalesce(sum(m.amount) filter (where m.account = 'unsettled'), 0)::bigint as unsettled,
    held.dues - coalesce(sum(m.amount) filter (where m.account = 'client_dues'), 0)::bigint as dues
  into moved
  from (
    select unnest(p_credits) as account, unnest(p_amounts) as amount
    union all
    select unnest(p_debits), -unnest(p_amounts)
  ) m;
  paid := least(moved.cash, moved.dues);
  if paid > 0 then
    perform book_journal(p_journal, p_event, p_client, p_cause, p_reason, array_append(p_debits, 'cash'),
                         array_append(p_credits, 'client_dues'), array_append(p_amounts, paid), p_bank, p_day,
                         array_append(p_settlements, null));
    return;
  end if;
  if least(moved.cash, moved.invested, moved.loan, moved.cashback, moved.withheld, moved.unsettled, moved.dues) < 0 then
    raise exception 'an account of client % would become negative', p_client
      using errcode = 'check_violation', table = 'client_ledger', constraint = 'client_ledger_check';
  end if;
  if exists (select from journal j where j.client_id = p_client and j.event = p_event and j.cause_id = p_cause) then
    raise exception '% has happened to % already', p_event, p_cause
      using errcode = 'unique_violation', table = 'journal', constraint = 'journal_once';
  end if;
  if 'bank' = any (p_debits || p_credits) then
    select account_id, value_date into booking from bank_booking(p_bank, p_day);
  else
    select null::uuid as account_id, null::date as value_date into booking;
  end if;
  -- Later than the journal before even if the clock was set back.
  booked := greatest(clock_timestamp(), held.booked_at + interval '1 microsecond');
  update client_ledger set
    cash = moved.cash, invested = moved.invested, loan = moved.loan, cashback = moved.cashback, withheld = moved.withheld,
    unsettled = moved.unsettled, dues = moved.dues, booked_at = booked
  where client_id = p_client;
  insert into journal (id, event, client_id, cause_id, reason, at, cash, invested, loan, cashback, withheld, unsettled, dues, bank_id,
                       value_date)
    values (p_journal, p_event, p_client, p_cause, p_reason, booked,
            moved.cash, moved.invested, moved.loan, moved.cashback, moved.withheld, moved.unsettled, moved.dues, booking.account_id, booking.value_date);
  for n in 1 .. cardinality(p_amounts) loop
    insert into entry (journal_id, client_id, debit, credit, amount, settlement_id)
      values (p_journal, p_client, p_debits[n], p_credits[n], p_amounts[n], p_settlements[n]);
  end loop;
  if 'unsettled' = any (p_debits || p_credits) then
    perform change_settlements(p_client, p_debits, p_credits, p_amounts, p_settlements);
  end if;
end $$;

-- Guarantee: as in the migrations (0080), with the client that stands for none. Test: reconciliation.book.test.ts.
create or replace function post_house_journal(
  p_journal uuid, p_event text, p_cause uuid, p_reason text,
  p_debits text[], p_credits text[], p_amounts bigint[], p_bank uuid, p_day date, p_settlements text[] default null
) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  broker constant uuid := '00000000-0000-0000-0000-000000000000';
  booking record;
begin
  perform begin_posting(p_event, p_amounts);
  if 'bank' = any (p_debits || p_credits) then
    select account_id, value_date into booking from bank_booking(p_bank, p_day);
  else
    select null::uuid as account_id, null::date as value_date into booking;
  end if;
  insert into journal (id, event, client_id, cause_id, reason, cash, invested, loan, cashback, withheld, bank_id, value_date)
    values (p_journal, p_event, broker, p_cause, p_reason, 0, 0, 0, 0, 0, booking.account_id, booking.value_date);
  for n in 1 .. cardinality(p_amounts) loop
    insert into entry (journal_id, client_id, debit, credit, amount, settlement_id)
      values (p_journal, broker, p_debits[n], p_credits[n], p_amounts[n], p_settlements[n]);
  end loop;
end $$;

-- Guarantee: as in the migrations (0113). Citus lets only the owner read, in one transaction, what the owner's functions wrote.
-- Tests: reconciliation.race.test.ts and app.every.test.ts.
create or replace function entries_of(p_causes uuid[])
returns table (event text, bank_id uuid, value_date date, id bigint, debit text, credit text, amount bigint, settlement_id text)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  return query with booked as (select j.id, j.event, j.bank_id, j.value_date from journal j where j.cause_id = any (p_causes))
    select j.event, j.bank_id, j.value_date, e.id, e.debit::text, e.credit::text, e.amount, e.settlement_id
      from booked j join entry e on e.journal_id = j.id;
end $$;
create or replace function figures_of(p_client uuid)
returns table (cash bigint, invested bigint, loan bigint, cashback bigint, withheld bigint, unsettled bigint, dues bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  return query select l.cash, l.invested, l.loan, l.cashback, l.withheld, l.unsettled, l.dues
    from client_ledger l where l.client_id = p_client;
end $$;

-- Guarantee: as before. A set of rows of a distributed table cannot be returned. Tests: the race tests of wallet, trade and charge.
drop function lock_figures(uuid);
create function lock_figures(p_client uuid)
  returns table (cash bigint, invested bigint, loan bigint, cashback bigint, withheld bigint, unsettled bigint, dues bigint)
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform share_snapshots();
  return query select l.cash, l.invested, l.loan, l.cashback, l.withheld, l.unsettled, l.dues
    from client_ledger l where l.client_id = p_client for no key update;
end $$;
grant execute on function lock_figures(uuid) to sauda_app;

commit;
