-- What a client is to confirm with a fresh factor: one at a time for each action, replaced by the next one.
create table challenge (
  client_id uuid not null references client (id) on delete cascade,
  action text not null check (action in ('withdrawal', 'bank', 'two-step')),
  -- Keyed hash of the details, such as amount and account.
  details bytea not null,
  factor text not null check (factor in ('email', 'totp')),
  -- Keyed hash of the mailed code.
  code_hash bytea,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  tries int not null default 0,
  primary key (client_id, action),
  check ((factor = 'email') = (code_hash is not null))
);
