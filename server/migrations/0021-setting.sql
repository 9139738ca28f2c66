-- What a client asks the broker to set; the row that is in force is the setting itself.
create table setting_request (
  id uuid primary key,
  client_id uuid not null references client (id),
  kind text not null check (kind in ('segment', 'nominee', 'settlement')),
  value jsonb not null,
  status text not null default 'requested' check (status in ('requested', 'in_force', 'refused', 'replaced')),
  reason text,
  decided_by uuid references operator (id),
  decided_at timestamptz,
  created_at timestamptz not null,
  check ((decided_at is null) = (decided_by is null)),
  -- A request that was replaced may have been decided before, or not.
  check (status <> 'requested' or decided_at is null),
  check (status not in ('in_force', 'refused') or decided_at is not null),
  check ((status = 'refused') = (reason is not null))
);
create index setting_request_client on setting_request (client_id, kind, created_at desc);
create index setting_request_waiting on setting_request (created_at) where status = 'requested';
-- One of each, whoever races.
create unique index setting_request_open on setting_request (client_id, kind) where status = 'requested';
create unique index setting_request_in_force on setting_request (client_id, kind) where status = 'in_force';
