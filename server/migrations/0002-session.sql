create table session (
  id uuid primary key,
  -- SHA-256 of the token; the token is only with its owner.
  token_hash bytea not null unique,
  client_id uuid references client (id) on delete cascade,
  operator_id uuid,
  ip text not null,
  device text not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  check ((client_id is null) <> (operator_id is null))
);
create index session_client on session (client_id) where client_id is not null;
create index session_operator on session (operator_id) where operator_id is not null;

-- Second factor of a client or an operator; `owner_id` is the id of either.
create table totp (
  owner_id uuid primary key,
  -- Encrypted with the field key, bound to the owner.
  secret bytea not null,
  confirmed_at timestamptz,
  -- Time step of the last accepted code: a code works once.
  last_step bigint not null default 0
);

create table recovery_code (
  owner_id uuid not null references totp (owner_id) on delete cascade,
  hash bytea not null,
  primary key (owner_id, hash)
);

-- Counts of attempts within a window, shared by every copy of the server.
create table throttle (
  key text primary key,
  count int not null,
  -- No further attempt before this moment.
  blocked_until timestamptz not null default 'epoch',
  -- When the count starts again.
  resets_at timestamptz not null
);
create index throttle_resets on throttle (resets_at);
