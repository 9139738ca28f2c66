-- Counts the times the log was restored into another database: transaction ids begin again there, the order of rows must not.
create table audit_era (
  one boolean primary key default true check (one),
  era int not null
);
insert into audit_era (era) values (1);

create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  era int not null,
  -- The writing transaction: rows are sealed in the order (era, xact, id), and only once all earlier transactions are over.
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
create unique index audit_order on audit (era, xact, id);
create index audit_subject on audit (subject_id, id desc);
create index audit_action on audit (action, id desc);

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
