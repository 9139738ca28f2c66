-- Since when each secret key is the newest, so that an old one is noticed. The id says nothing about the key.
create table secret_key_use (
  key_id text primary key,
  since timestamptz not null default now()
);
-- The last attempt to check everything: until now a failed one was noted as if it had succeeded.
alter table books_point add column tried_at timestamptz;
