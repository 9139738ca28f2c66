-- Every ledger event has a row that is its cause, with which the check of the books compares it (server/src/books.causes.ts). These three
-- events had none.
create table closure_cashback (
  id uuid primary key,
  client_id uuid not null references client (id),
  is_restored boolean not null,
  amount bigint not null check (amount > 0),
  at timestamptz not null default clock_timestamp()
);
create index closure_cashback_client on closure_cashback (client_id);

create table levy_difference (
  id uuid primary key,
  contract_id uuid references contract (id),
  levy text not null check (levy in ('stt', 'stamp')),
  amount bigint not null check (amount <> 0)
);
create index levy_difference_contract on levy_difference (contract_id) where contract_id is not null;

create table securities_opening (
  id uuid primary key,
  amount bigint not null check (amount > 0)
);

-- What was booked before. Cashback ended and was restored only for clients who asked to close their account.
with booked as materialized (
  select j.cause_id, j.event::text as event, j.client_id, j.at, e.debit::text as debit, e.credit::text as credit, e.amount
    from journal j join entry e on e.journal_id = j.id and e.client_id = j.client_id
   where j.event in ('cashback.ended', 'cashback.restored', 'levy.difference', 'securities.opened')),
cashback as (
  insert into closure_cashback (id, client_id, is_restored, amount, at)
    select b.cause_id, b.client_id, b.event = 'cashback.restored', b.amount, b.at
      from booked b where b.event like 'cashback.%' and b.client_id in (select client_id from closure)),
difference as (
  insert into levy_difference (id, levy, amount)
    select cause_id, case when 'stt' in (debit, credit) then 'stt' else 'stamp' end,
           case 'levy_difference' when debit then amount else -amount end
      from booked where event = 'levy.difference')
insert into securities_opening (id, amount)
  select cause_id, amount from booked where event = 'securities.opened' and debit = 'securities';

-- For the check of what is new.
create index adjustment_approved on adjustment (decided_at) where status = 'approved';
create index contract_undone on contract (reversed_at) where reversed_at is not null;
create index dp_charge_reversed on dp_charge (reversed_at) where reversed_at is not null;
