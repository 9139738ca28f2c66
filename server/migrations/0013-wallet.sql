-- A reference and its QR, shown before anything is asked of the desk.
create table deposit_intent (
  reference text primary key,
  client_id uuid not null references client (id),
  amount bigint not null check (amount > 0),
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index deposit_intent_created on deposit_intent (created_at);

create table wallet_request (
  -- UUIDv7: in the order of asking, so it also pages the history.
  id uuid primary key,
  -- Quoted as ADD100001 or WDR100001.
  number bigint generated always as identity (start with 100001) unique,
  client_id uuid not null references client (id),
  type text not null check (type in ('added', 'withdrawal')),
  -- Paise.
  amount bigint not null check (amount > 0),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  -- Deposits: what the QR carried, and the UTR the client entered.
  reference text unique,
  utr text,
  -- Withdrawals: the bank details as they stood when asked.
  pay_to_name text,
  pay_to_number text,
  pay_to_ifsc text,
  -- The bank's reference, from the operator who approved.
  bank_reference text,
  first_approval_by uuid references operator (id),
  first_approval_at timestamptz,
  first_approval_reference text,
  decided_by uuid references operator (id),
  decided_at timestamptz,
  reason text,
  created_at timestamptz not null default now(),
  check ((status = 'pending') = (decided_at is null)),
  check ((status = 'rejected') = (reason is not null)),
  check ((type = 'withdrawal') = (pay_to_number is not null)),
  -- Two approvals are two people's.
  check (status <> 'approved' or first_approval_by is null or first_approval_by <> decided_by)
);
-- How many requests each client has made: counting a hundred thousand for every page of a history would take longest.
create table wallet_count (
  client_id uuid primary key references client (id),
  requests bigint not null
);
create function count_requests() returns trigger language plpgsql as $$
begin
  insert into wallet_count as w (client_id, requests)
    select client_id, count(*) from added group by client_id order by client_id
    on conflict (client_id) do update set requests = w.requests + excluded.requests;
  return null;
end $$;
create trigger wallet_request_counted after insert on wallet_request referencing new table as added
  for each statement execute function count_requests();

create index wallet_request_client on wallet_request (client_id, id desc);
create index wallet_request_waiting on wallet_request (type, created_at) where status = 'pending';
-- Duplicate warnings: same UTR, same amount in the same hour, same bank details on two clients.
create index wallet_request_utr on wallet_request (utr) where utr is not null;
create index wallet_request_bank_reference on wallet_request (bank_reference) where bank_reference is not null;
create index wallet_request_amount on wallet_request (amount, created_at);
create index wallet_request_bank on wallet_request (pay_to_number, pay_to_ifsc) where type = 'withdrawal';
