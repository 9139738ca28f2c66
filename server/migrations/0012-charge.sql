create table charge (
  id uuid primary key,
  -- Quoted as CHG100001.
  number bigint generated always as identity (start with 100001) unique,
  client_id uuid not null references client (id),
  type text not null,
  description text not null,
  -- Paise; the client pays both.
  amount bigint not null check (amount > 0),
  gst bigint not null check (gst >= 0),
  due_on date,
  status text not null default 'PENDING' check (status in ('PENDING', 'PAID', 'APPROVED', 'REJECTED')),
  raised_by uuid not null references operator (id),
  -- The newest payment the client told us of; earlier ones are in the audit log.
  transaction_id text,
  remarks text,
  paid_at timestamptz,
  decided_by uuid references operator (id),
  decided_at timestamptz,
  reason text,
  created_at timestamptz not null default now(),
  check ((status = 'PENDING') = (transaction_id is null)),
  check ((transaction_id is null) = (paid_at is null)),
  check ((status in ('APPROVED', 'REJECTED')) = (decided_at is not null)),
  check ((decided_at is null) = (decided_by is null)),
  check ((status = 'REJECTED') = (reason is not null))
);
create index charge_client on charge (client_id, id desc);
create index charge_waiting on charge (paid_at) where status = 'PAID';
