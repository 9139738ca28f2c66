-- For tables whose rows are only added.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'Rows of % are never changed or deleted', tg_table_name;
end $$;

-- Every client has a ledger. With the owner's rights, because whoever adds a client has none on it.
create or replace function open_client_ledger() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into client_ledger (client_id, frozen) values (new.id, new.frozen_at is not null);
  return new;
end $$;

-- The only writer of client_ledger.frozen, so that it always agrees with client.frozen_at.
create or replace function copy_frozen() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update client_ledger set frozen = new.frozen_at is not null where client_id = new.id;
  return new;
end $$;

-- The check of entry: who has an account of a client, and of which settlement an amount is. PostgreSQL parses and plans the text of a table's
-- check in every statement, and keeps a function prepared.
create or replace function is_valid_entry(client_id uuid, debit text, credit text, amount bigint, settlement_id text)
returns boolean language plpgsql immutable parallel safe as $$
begin
  return amount > 0 and debit <> credit
    and (client_id <> '00000000-0000-0000-0000-000000000000'
      or not array[debit, credit] && '{cash,invested,loan,cashback,withheld,unsettled,client_dues}')
    and (settlement_id is not null) = (array[debit, credit] && '{unsettled,clearing_corporation}');
end $$;

-- The account and day of a booking on `bank`. Without an account it is the receiving one; without a day, or with a closed one, the first
-- open day from today on. Bookings share the lock; whoever closes a day takes it alone and waits for those under way. One condition in
-- each statement, because both in one would be planned again for every call.
create or replace function bank_booking(p_account uuid, p_day date, out account_id uuid, out value_date date)
language plpgsql set search_path = public, pg_temp as $$
declare
  closed date;
begin
  perform pg_advisory_xact_lock_shared(7234077);
  if p_account is null then
    select b.id, coalesce(b.closed_through, '-infinity') into account_id, closed from broker_bank b where b.receives;
  else
    select b.id, coalesce(b.closed_through, '-infinity') into account_id, closed from broker_bank b where b.id = p_account;
  end if;
  if account_id is null then raise exception 'There is no bank account %', p_account; end if;
  value_date := p_day;
  if value_date is null or value_date <= closed then
    value_date := greatest((clock_timestamp() at time zone 'Asia/Kolkata')::date, closed + 1);
  end if;
end $$;
revoke execute on function bank_booking from public;

-- What every posting does before it locks a row: nothing. A cluster has its own form (server/cluster).
create or replace function begin_posting() returns void language plpgsql as $$
begin
end $$;
revoke execute on function begin_posting from public;

-- Events that are booked for every client, also while the account is being closed, and after that.
create or replace function trading_events() returns text[] language sql immutable parallel safe as $$ select array[
  'contract.booked', 'contract.adjusted.stt', 'contract.adjusted.stamp', 'contract.adjusted.stt.again', 'contract.adjusted.stamp.again', 'contract.reversed', 'trade.confirmed', 'settlement.released', 'dp.charged', 'dp.reversed',
  'fraction.paid', 'fraction.reversed', 'rights.allotted', 'rights.lapsed', 'rights.reversed'
]::text[] $$;

-- What a client has in each settlement, after a posting that holds the lock of the client's ledger. What is used is the usable part first.
-- Raises check_violation of client_settlement where it would become negative.
create or replace function change_settlements(
  p_client uuid, p_debits text[], p_credits text[], p_amounts bigint[], p_settlements text[]
) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  change record;
begin
  for change in
    select u.settlement, sum(case 'unsettled' when u.credit then u.amount else -u.amount end)::bigint as amount
      from unnest(p_debits, p_credits, p_amounts, p_settlements) as u (debit, credit, amount, settlement)
     where 'unsettled' in (u.debit, u.credit) group by u.settlement
  loop
    update client_settlement set unsettled = unsettled + change.amount, unusable = least(unusable, unsettled + change.amount)
     where client_id = p_client and settlement_id = change.settlement;
    if not found then
      insert into client_settlement (client_id, settlement_id, unsettled) values (p_client, change.settlement, change.amount);
    end if;
  end loop;
  delete from client_settlement where client_id = p_client and unsettled = 0;
end $$;
revoke execute on function change_settlements from public;

-- The parts of a client's settlements that pay only within their own settlement before the pay-out; the caller holds the lock of the ledger.
create or replace function set_unusable(p_client uuid, p_settlements text[], p_amounts bigint[])
returns void language sql security definer set search_path = public, pg_temp as $$
  update client_settlement s set unusable = u.amount from unnest(p_settlements, p_amounts) as u (settlement, amount)
   where s.client_id = p_client and s.settlement_id = u.settlement and s.unusable <> u.amount
$$;
revoke execute on function set_unusable from public;

-- The only writer of a client's books: locks the client's ledger, changes it by the sum of the entries, and writes journal and entries.
-- Raises check_violation of client_ledger where an account would become negative, the client is frozen or the account is being
-- closed, and unique_violation of journal_once where the event has happened to this cause. Runs with its owner's rights; the application's
-- role cannot write these tables. A loop sums the changes, because an aggregate costs 11 µs more. Each insert names its
-- one client, so that a cluster sends it to one shard.
create or replace function book_journal(
  p_journal uuid, p_event text, p_client uuid, p_cause uuid, p_reason text,
  p_debits text[], p_credits text[], p_amounts bigint[], p_bank uuid default null, p_day date default null,
  p_settlements text[] default null
) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  booking record;
  account uuid;
  day date;
  change_cash bigint := 0;
  change_invested bigint := 0;
  change_loan bigint := 0;
  change_cashback bigint := 0;
  change_withheld bigint := 0;
  change_unsettled bigint := 0;
  change_dues bigint := 0;
  figures client_ledger;
  held record;
  is_checked boolean := false;
  paid bigint;
begin
  if cardinality(p_amounts) = 0 or 0 >= any (p_amounts) then
    raise exception 'Every posting of % moves an amount above zero', p_event;
  end if;
  perform begin_posting();
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
    case p_debits[n]
      when 'cash' then change_cash := change_cash - p_amounts[n];
      when 'invested' then change_invested := change_invested - p_amounts[n];
      when 'loan' then change_loan := change_loan - p_amounts[n];
      when 'cashback' then change_cashback := change_cashback - p_amounts[n];
      when 'withheld' then change_withheld := change_withheld - p_amounts[n];
      when 'unsettled' then change_unsettled := change_unsettled - p_amounts[n];
      when 'client_dues' then change_dues := change_dues + p_amounts[n];
      else
    end case;
    case p_credits[n]
      when 'cash' then change_cash := change_cash + p_amounts[n];
      when 'invested' then change_invested := change_invested + p_amounts[n];
      when 'loan' then change_loan := change_loan + p_amounts[n];
      when 'cashback' then change_cashback := change_cashback + p_amounts[n];
      when 'withheld' then change_withheld := change_withheld + p_amounts[n];
      when 'unsettled' then change_unsettled := change_unsettled + p_amounts[n];
      when 'client_dues' then change_dues := change_dues - p_amounts[n];
      else
    end case;
  end loop;
  -- One statement is enough for most clients, who are neither frozen nor closing and have no dues. For the others the row is locked and dues are
  -- paid; if none are, the client's state is checked and the statement runs again.
  loop
    update client_ledger l set
      cash = l.cash + change_cash, invested = l.invested + change_invested, loan = l.loan + change_loan,
      cashback = l.cashback + change_cashback, withheld = l.withheld + change_withheld,
      unsettled = l.unsettled + change_unsettled, dues = l.dues + change_dues,
      -- Later than the journal before even if the clock was set back.
      booked_at = greatest(clock_timestamp(), l.booked_at + interval '1 microsecond')
    where l.client_id = p_client
      -- Cash beside dues pays them first, below.
      and (l.dues + change_dues <= 0 or l.cash + change_cash <= 0)
      and (is_checked or not l.frozen and l.closure is null)
    returning l.* into figures;
    exit when found;
    select closure, frozen, cash, dues into held from client_ledger where client_id = p_client for no key update;
    if not found then raise exception 'client % has no ledger accounts', p_client; end if;
    paid := least(held.dues + change_dues, held.cash + change_cash);
    if paid > 0 then
      perform book_journal(p_journal, p_event, p_client, p_cause, p_reason, array_append(p_debits, 'cash'),
                           array_append(p_credits, 'client_dues'), array_append(p_amounts, paid), p_bank, p_day,
                           array_append(p_settlements, null));
      return;
    end if;
    -- Trades of the exchange are booked for every client, and so is what changes no figure, such as a charge's payment that the bank took back.
    if not (held.closure is null or p_event = any (trading_events())
      or (change_cash, change_invested, change_loan, change_cashback, change_withheld, change_unsettled, change_dues) = (0, 0, 0, 0, 0, 0, 0)
      or (held.closure = 'open' and (
        p_event in ('withdrawal.paid', 'withdrawal.refused', 'line.credited', 'line.debited', 'line.reversed', 'cashback.ended', 'cashback.restored')
        or exists (select from closure k where k.client_id = p_client and k.status = 'open' and k.request_id = p_cause)))) then
      perform raise_closure(p_client, held.closure);
    end if;
    if held.frozen and p_event in ('withdrawal.requested', 'loan.accepted', 'loan.repaid', 'trade.bought') then
      raise exception 'client % is frozen', p_client
        using errcode = 'check_violation', table = 'client_ledger', constraint = 'client_ledger_frozen';
    end if;
    is_checked := true;
  end loop;
  if figures.invested < 0 and p_event not in ('trade.confirmed', 'contract.reversed') then
    set constraints client_ledger_invested_kept immediate;
  end if;
  insert into journal (id, event, client_id, cause_id, reason, at, cash, invested, loan, cashback, withheld, unsettled, dues, bank_id,
                       value_date)
    values (p_journal, p_event, p_client, p_cause, p_reason, figures.booked_at, figures.cash, figures.invested, figures.loan,
            figures.cashback, figures.withheld, figures.unsettled, figures.dues, account, day);
  insert into entry (journal_id, client_id, debit, credit, amount, settlement_id)
    select p_journal, p_client, u.debit, u.credit, u.amount, u.settlement
      from unnest(p_debits, p_credits, p_amounts, p_settlements) as u (debit, credit, amount, settlement);
  if 'unsettled' = any (p_debits || p_credits) then
    perform change_settlements(p_client, p_debits, p_credits, p_amounts, p_settlements);
  end if;
end $$;
revoke execute on function book_journal from public;

-- What is invested may be below zero only within a transaction: the journal of a dealer's purchase, or a contract, is undone before a contract
-- books the purchase again, and some of it may have been sold since.
create or replace function keep_invested() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if (select invested < 0 from client_ledger where client_id = new.client_id) then
    raise exception 'client % has less than nothing invested', new.client_id
      using errcode = 'check_violation', table = 'client_ledger', constraint = 'client_ledger_invested_check';
  end if;
  return null;
end $$;

-- Books what concerns no client: charges, interest, transfers and receipts of the broker's bank accounts.
create or replace function post_house_journal(
  p_journal uuid, p_event text, p_cause uuid, p_reason text,
  p_debits text[], p_credits text[], p_amounts bigint[], p_bank uuid, p_day date, p_settlements text[] default null
) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  nobody constant uuid := '00000000-0000-0000-0000-000000000000';
  booking record;
begin
  if cardinality(p_amounts) = 0 or 0 >= any (p_amounts) then
    raise exception 'Every posting of % moves an amount above zero', p_event;
  end if;
  perform begin_posting();
  if 'bank' = any (p_debits || p_credits) then
    select account_id, value_date into booking from bank_booking(p_bank, p_day);
  else
    select null::uuid as account_id,
           (select closed_through + 1 from broker_bank
             where receives and closed_through >= (clock_timestamp() at time zone 'Asia/Kolkata')::date) as value_date into booking;
  end if;
  insert into journal (id, event, client_id, cause_id, reason, cash, invested, loan, cashback, withheld, bank_id, value_date)
    values (p_journal, p_event, nobody, p_cause, p_reason, 0, 0, 0, 0, 0, booking.account_id, booking.value_date);
  insert into entry (journal_id, client_id, debit, credit, amount, settlement_id)
    select p_journal, nobody, u.debit, u.credit, u.amount, u.settlement
      from unnest(p_debits, p_credits, p_amounts, p_settlements) as u (debit, credit, amount, settlement);
end $$;
revoke execute on function post_house_journal from public;

-- A client's figures, locked until the transaction ends. With its owner's rights, because locking a row needs the right to change it.
create or replace function lock_figures(p_client uuid) returns setof client_ledger
  language sql security definer set search_path = public, pg_temp
  as $$ select * from client_ledger where client_id = p_client for no key update $$;

-- What the journals of these causes booked. With its owner's rights, because a cluster shows what a transaction has written to the role that
-- wrote it.
create or replace function entries_of(p_causes uuid[])
returns table (event text, bank_id uuid, value_date date, id bigint, debit text, credit text, amount bigint, settlement_id text)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  return query
    select j.event::text, j.bank_id, j.value_date, e.id, e.debit::text, e.credit::text, e.amount, e.settlement_id
      from journal j join entry e on e.journal_id = j.id and e.client_id = j.client_id
     where j.cause_id = any (p_causes);
end $$;

-- Those of these settlements whose proceeds the client has got. With its owner's rights, as entries_of.
create or replace function released_settlements(p_client uuid, p_settlements text[]) returns setof text
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  return query
    select distinct e.settlement_id from entry e join journal j on j.id = e.journal_id and j.client_id = e.client_id
     where e.client_id = p_client and e.settlement_id = any (p_settlements) and 'unsettled' in (e.debit, e.credit)
       and j.event = 'settlement.released';
end $$;

-- How much of the money booked to a client for a cause went to dues, in paise; null if none. Runs with its owner's rights, as entries_of, and in
-- PL/pgSQL, as figures_before.
create or replace function dues_paid(p_client uuid, p_cause uuid) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  return (select sum(e.amount) from journal j join entry e on e.journal_id = j.id and e.client_id = j.client_id
           where j.client_id = p_client and j.cause_id = p_cause and e.debit = 'cash' and e.credit = 'client_dues');
end $$;

-- A client's figures before a journal. PL/pgSQL, because a cluster cannot do this for several clients in one statement.
create or replace function figures_before(p_client uuid, p_at timestamptz, p_journal uuid)
returns table (client_id uuid, cash bigint, invested bigint, loan bigint, cashback bigint, withheld bigint, unsettled bigint, dues bigint)
language plpgsql stable as $$
begin
  return query
    select j.client_id, j.cash, j.invested, j.loan, j.cashback, j.withheld, j.unsettled, j.dues from journal j
     where j.client_id = p_client and (j.at, j.id) < (p_at, p_journal) order by j.at desc, j.id desc limit 1;
end $$;

-- Adds the next entries to the totals of their days: up to p_through, to which no transaction can add one any more, and at most p_most.
-- Returns how far the totals reach. Postings never touch these rows.
create or replace function add_ledger_days(p_through bigint, p_most int) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  start bigint;
  stop bigint;
begin
  insert into ledger_day_point (entry_id) values (0) on conflict do nothing;
  select entry_id into start from ledger_day_point for update;
  stop := least(p_through, start + p_most);
  if stop <= start then return start; end if;
  insert into ledger_day (day, bank_id, debit, credit, amount, entries)
    with newer as (select journal_id, client_id, debit, credit, amount from entry where id > start and id <= stop)
    select j.booked_on, j.bank_id, e.debit, e.credit, sum(e.amount), count(*)
      from newer e join journal j on j.id = e.journal_id and j.client_id = e.client_id
     group by j.booked_on, j.bank_id, e.debit, e.credit
  on conflict on constraint ledger_day_once do update
    set amount = ledger_day.amount + excluded.amount, entries = ledger_day.entries + excluded.entries;
  update ledger_day_point set entry_id = stop;
  return stop;
end $$;
revoke execute on function add_ledger_days from public;

-- The totals of these days: the stored ones, and the entries after them. A variable holds the point, because a plan made without its value
-- would read all entries. Stable, so that both are of one moment.
create or replace function ledger_days(p_from date, p_to date)
returns table (day date, bank_id uuid, debit text, credit text, amount bigint, entries bigint) language plpgsql stable as $$
declare
  point constant bigint := coalesce((select entry_id from ledger_day_point), 0);
begin
  return query
    select d.day, d.bank_id, d.debit::text, d.credit::text, d.amount, d.entries from ledger_day d
     where d.day between p_from and p_to;
  return query
    with newer as (select e.journal_id, e.client_id, e.debit, e.credit, e.amount from entry e where e.id > point)
    select j.booked_on, j.bank_id, e.debit::text, e.credit::text, sum(e.amount)::bigint, count(*)
      from newer e join journal j on j.id = e.journal_id and j.client_id = e.client_id
     where j.booked_on between p_from and p_to
     group by j.booked_on, j.bank_id, e.debit, e.credit;
end $$;

-- The clearing corporation's account in a settlement, in paise. Of the clients' entries: what their trades receive, less what they pay. Of the
-- entries that concern no client (p_nobody): what the bank received, less what it paid. PL/pgSQL, as figures_before.
create or replace function clearing_sum(p_settlement text, p_nobody boolean) returns bigint language plpgsql stable as $$
declare
  nobody constant uuid := '00000000-0000-0000-0000-000000000000';
begin
  return (select coalesce(sum(case 'clearing_corporation' when e.debit then e.amount when e.credit then -e.amount end), 0)
                 * case when p_nobody then -1 else 1 end
            from entry e where e.settlement_id = p_settlement and (e.client_id = nobody) = p_nobody);
end $$;

-- The first day on which something was booked on a bank account. PL/pgSQL, as figures_before.
create or replace function first_bank_day(p_bank uuid) returns date language plpgsql stable as $$
begin
  return (select min(value_date) from journal where bank_id = p_bank);
end $$;
