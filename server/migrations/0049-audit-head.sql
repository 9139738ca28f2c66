-- The newest line of each head log, so that lines missing at its end are noticed. The lines themselves are outside the database.
create table audit_head (
  place text primary key,
  log uuid not null default gen_random_uuid(),
  line bigint not null default 0,
  mac text not null default '',
  position bigint not null default 0,
  written_at timestamptz
);
