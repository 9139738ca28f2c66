-- Which version of the privacy notice a client accepted, when and where. Rows are only added.
create table consent (
  id uuid primary key,
  client_id uuid not null references client (id),
  notice_version int not null,
  channel text not null check (channel in ('registration', 'portal')),
  ip text not null,
  at timestamptz not null default now(),
  unique (client_id, notice_version)
);

-- Requests under the DPDP Act. The erasure itself needs two operators and has a proposal of its own.
create table privacy_request (
  id uuid primary key,
  client_id uuid not null references client (id),
  kind text not null check (kind in ('correction', 'erasure')),
  text text not null,
  status text not null default 'open' check (status in ('open', 'done', 'rejected')),
  answer text,
  decided_by uuid references operator (id),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  check ((status = 'open') = (decided_at is null)),
  check ((decided_at is null) = (answer is null))
);
create unique index privacy_request_open on privacy_request (client_id, kind) where status = 'open';
create index privacy_request_status on privacy_request (status, created_at desc);

-- Breaches of personal data, and who was informed when.
create table breach (
  id uuid primary key,
  number bigint generated always as identity (start with 1) unique,
  what text not null,
  happened_at timestamptz not null,
  -- From then on the Board's deadline runs.
  known_at timestamptz not null,
  affected text not null,
  measures text not null,
  clients_informed_at timestamptz,
  board_informed_at timestamptz,
  board_reported_at timestamptz,
  recorded_by uuid not null references operator (id),
  recorded_at timestamptz not null default now(),
  check (known_at >= happened_at)
);
