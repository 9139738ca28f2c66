create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- The writing transaction: the seal takes only rows whose transactions are all over.
  xact xid8 not null default pg_current_xact_id(),
  actor_kind text not null check (actor_kind in ('client', 'operator', 'visitor', 'system')),
  actor_id text,
  actor_name text,
  action text not null,
  subject_id text,
  before jsonb,
  after jsonb,
  ip text
);
create index audit_subject on audit (subject_id, id desc);
create index audit_action on audit (action, id desc);
create index audit_xact on audit (xact);

-- One link per row: hash = SHA-256(previous hash ‖ the row as text). Made off the hot path, in batches.
create table audit_seal (
  position bigint primary key,
  audit_id bigint not null unique,
  hash bytea not null
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'Rows of % are never changed or deleted', tg_table_name;
end $$;

create trigger audit_append_only before update or delete on audit for each row execute function refuse_change();
create trigger audit_no_truncate before truncate on audit for each statement execute function refuse_change();
create trigger audit_seal_append_only before update or delete on audit_seal for each row execute function refuse_change();
create trigger audit_seal_no_truncate before truncate on audit_seal for each statement execute function refuse_change();
