-- Passkeys (WebAuthn) of clients and operators; `owner_id` is the id of either.
create table passkey (
  id uuid primary key,
  owner_id uuid not null,
  credential_id text not null unique,
  public_key bytea not null,
  -- Of the authenticator; 0 if it counts nothing.
  counter bigint not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkey_owner on passkey (owner_id);

-- A challenge is signed by the server and works once: SHA-256 of those used, until they expire.
create table used_challenge (
  hash bytea primary key,
  expires_at timestamptz not null
);
create index used_challenge_expires on used_challenge (expires_at);

-- What an owner has besides the password, the stronger one of the two; null: nothing.
create function second_factor(owner uuid) returns text language sql stable as $$
  select case
    when exists (select from passkey where owner_id = owner) then 'passkey'
    when exists (select from totp where owner_id = owner and confirmed_at is not null) then 'totp'
  end
$$;

-- Recovery codes also stand in for passkeys.
alter table recovery_code drop constraint recovery_code_owner_id_fkey;
