-- The signed note that a client gets for a trade day. Its number is taken in the transaction that issues it.
create table contract_note (
  id uuid primary key,
  client_id uuid not null references client (id),
  day date not null,
  contract_id uuid not null references contract (id),
  year int not null check (year between 2000 and 2200),
  number int not null check (number > 0),
  trades_hash text not null,
  file_key text unique,
  sha256 bytea not null check (length(sha256) = 32),
  issued_by uuid not null references operator (id),
  issued_at timestamptz not null default now(),
  due_at timestamptz not null,
  is_late boolean not null,
  replaces_id uuid unique references contract_note (id),
  stt_difference bigint not null default 0,
  stamp_difference bigint not null default 0,
  cancelled_at timestamptz,
  cancelled_by uuid references operator (id),
  cancel_cause text check (cancel_cause in ('file', 'levy', 'code', 'annulled', 'rate')),
  cancel_reason text,
  dispatch_number text check (dispatch_number <> ''),
  dispatched_at timestamptz,
  dispatched_by uuid references operator (id),
  constraint contract_note_number unique (year, number),
  constraint contract_note_cancelled check ((cancelled_at is null) = (cancelled_by is null) and (cancelled_at is null) = (cancel_cause is null) and (cancelled_at is null) = (cancel_reason is null)),
  constraint contract_note_dispatched check ((dispatch_number is null) = (dispatched_at is null) and (dispatch_number is null) = (dispatched_by is null))
);
create unique index contract_note_live on contract_note (client_id, day) where cancelled_at is null;
create index contract_note_on_day on contract_note (day, client_id);
create index contract_note_client on contract_note (client_id, id desc);
create index contract_note_contract on contract_note (contract_id);
create index contract_note_issued_by on contract_note (issued_by);
create index contract_note_cancelled_by on contract_note (cancelled_by) where cancelled_by is not null;
create index contract_note_dispatched_by on contract_note (dispatched_by) where dispatched_by is not null;

create table contract_note_delivery (
  id uuid primary key,
  note_id uuid not null references contract_note (id),
  mail_id uuid not null unique,
  address text not null,
  status text not null default 'queued' check (status in ('queued', 'accepted', 'bounced')),
  queued_at timestamptz not null default now(),
  accepted_at timestamptz,
  bounced_at timestamptz,
  answer text,
  recorded_by uuid references operator (id),
  constraint contract_note_delivery_status check (status <> 'accepted' or accepted_at is not null),
  constraint contract_note_delivery_bounced check ((status = 'bounced') = (bounced_at is not null))
);
create index contract_note_delivery_of on contract_note_delivery (note_id);
create index contract_note_delivery_open on contract_note_delivery (mail_id) where status = 'queued';
create index contract_note_delivery_bounced on contract_note_delivery (note_id) where status = 'bounced';
create index contract_note_delivery_recorded_by on contract_note_delivery (recorded_by) where recorded_by is not null;

create table contract_note_day (
  day date primary key,
  requested_by uuid not null references operator (id),
  requested_at timestamptz not null default now(),
  finished_at timestamptz,
  next_try_at timestamptz not null default now(),
  problem text
);
create index contract_note_day_open on contract_note_day (day) where finished_at is null;
create index contract_note_day_requested_by on contract_note_day (requested_by);

create table contract_note_fault (
  client_id uuid not null references client (id),
  day date not null,
  message text not null,
  primary key (client_id, day)
);
create index contract_note_fault_day on contract_note_fault (day);

-- A mail may carry a stored file instead of a copy of its bytes.
alter table mail add column attachment_key text;
