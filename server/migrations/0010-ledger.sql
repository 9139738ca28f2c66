-- The books. One entry moves one amount from one ledger account (debit) to another (credit), so it balances by
-- construction. A client's five accounts are the columns of one row: whoever moves a client's money locks that one row,
-- and no journal of ours touches two clients. House accounts store no balance, so nothing there is a hot row.
create domain ledger_account as text check (value in (
  'cash', 'invested', 'loan', 'cashback', 'withheld',
  'bank', 'clearing', 'loans_receivable', 'fees', 'gst', 'cashback_expense', 'adjustment'
));

create table client_ledger (
  client_id uuid primary key references client (id),
  -- Whole paise. Never negative, whoever races.
  cash bigint not null default 0 check (cash >= 0),
  invested bigint not null default 0 check (invested >= 0),
  loan bigint not null default 0 check (loan >= 0),
  cashback bigint not null default 0 check (cashback >= 0),
  withheld bigint not null default 0 check (withheld >= 0)
);

-- With its owner's rights: whoever may add a client opens the accounts without any right on them.
create function open_client_ledger() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into client_ledger (client_id) values (new.id);
  return new;
end $$;
create trigger client_opens_ledger after insert on client for each row execute function open_client_ledger();
insert into client_ledger (client_id) select id from client;

create table journal (
  id uuid primary key,
  event text not null,
  client_id uuid not null,
  -- The request, loan, trade or charge behind it. Each event happens to each cause once.
  cause_id uuid not null,
  reason text,
  -- Of the moment it was written, not of the transaction's begin: a client's journals are in the order of their times.
  at timestamptz not null default clock_timestamp(),
  constraint journal_once unique (event, cause_id)
);

create table entry (
  id bigint generated always as identity primary key,
  journal_id uuid not null references journal (id),
  client_id uuid not null,
  debit ledger_account not null,
  credit ledger_account not null,
  amount bigint not null check (amount > 0),
  check (debit <> credit)
);
create index entry_client on entry (client_id, id desc);
create index entry_journal on entry (journal_id);

create trigger journal_append_only before update or delete on journal for each row execute function refuse_change();
create trigger journal_no_truncate before truncate on journal for each statement execute function refuse_change();
create trigger entry_append_only before update or delete on entry for each row execute function refuse_change();
create trigger entry_no_truncate before truncate on entry for each statement execute function refuse_change();

-- The only writer of the three tables above: locks the client's row, changes it by the sum of the entries, writes them.
-- Raises check_violation of client_ledger (23514) where an account would become negative, unique_violation on journal_once where the
-- event has happened to this cause already. Runs with its owner's rights; the application's role has none on the tables.
create function post_journal(
  p_journal uuid, p_event text, p_client uuid, p_cause uuid, p_reason text,
  p_debits text[], p_credits text[], p_amounts bigint[]
) returns void language plpgsql security definer set search_path = public, pg_temp as $$
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
  where l.client_id = p_client;
  if not found then raise exception 'client % has no ledger accounts', p_client; end if;
  insert into journal (id, event, client_id, cause_id, reason) values (p_journal, p_event, p_client, p_cause, p_reason);
  insert into entry (journal_id, client_id, debit, credit, amount)
    select p_journal, p_client, u.debit, u.credit, u.amount
    from unnest(p_debits, p_credits, p_amounts) as u (debit, credit, amount);
end $$;
revoke execute on function post_journal from public;

-- A client's figures, held until the transaction ends. With its owner's rights, for to lock a row is to have the right to change it.
create function lock_figures(p_client uuid) returns setof client_ledger
  language sql security definer set search_path = public, pg_temp
  as $$ select * from client_ledger where client_id = p_client for no key update $$;

-- Answers of calls that move money, by the key the caller chose: asked again, they are given again.
create table idempotency (
  owner_id uuid not null,
  key text not null,
  -- SHA-256 of method, path and body.
  request_hash bytea not null,
  status int not null,
  answer jsonb not null,
  at timestamptz not null default now(),
  primary key (owner_id, key)
);
create index idempotency_at on idempotency (at);

-- How banks name payments. One payment pays for one thing, deposits and charges alike.
create table payment_reference (
  reference text primary key,
  used_by uuid not null,
  at timestamptz not null default now()
);
create index payment_reference_used_by on payment_reference (used_by);

create table adjustment (
  id uuid primary key,
  client_id uuid not null references client (id),
  kind text not null check (kind in ('credit', 'debit', 'cashback')),
  amount bigint not null check (amount > 0),
  reason text not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  requested_by uuid not null references operator (id),
  decided_by uuid references operator (id) check (status <> 'approved' or decided_by <> requested_by),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  check ((status = 'pending') = (decided_at is null))
);
create index adjustment_waiting on adjustment (created_at) where status = 'pending';
