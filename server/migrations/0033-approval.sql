-- Who added an operator and since when the operator has the present role decide whether an approval counts.
alter table operator
  add column created_by uuid references operator (id),
  add column role_since timestamptz not null default now();
update operator set role_since = created_at;

-- A change that one operator proposed and another must approve before anything happens.
create table proposal (
  id uuid primary key,
  -- trade.buy, trade.sell, operator.add, …
  kind text not null,
  client_id uuid references client (id),
  -- One sentence for the operator who decides.
  summary text not null,
  -- Why one operator is not enough.
  reasons text[] not null,
  -- The body of the call; checked again when it is approved.
  payload jsonb not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  requested_by uuid not null references operator (id),
  decided_by uuid references operator (id) check (status <> 'approved' or decided_by <> requested_by),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  check ((status = 'pending') = (decided_at is null))
);
create index proposal_pending on proposal (created_at) where status = 'pending';

-- An operator waived their own waiting period, with a reason that every administrator reads.
create table break_glass (
  id uuid primary key,
  operator_id uuid not null references operator (id),
  reason text not null,
  at timestamptz not null default now()
);
create index break_glass_at on break_glass (at desc);

-- The sums of the approval policy.
create index wallet_request_decided_by on wallet_request (decided_by, decided_at) where status = 'approved';
create index wallet_request_client_decided on wallet_request (client_id, decided_at) where status = 'approved';
