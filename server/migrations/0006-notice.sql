-- What changed, for the event streams. Rows are short-lived; browsers that missed some ask again anyway.
create table notice (
  id bigint generated always as identity primary key,
  -- The writing transaction: a reader asks for what was committed since its last look, whatever order that happened in.
  xact xid8 not null default pg_current_xact_id(),
  -- Null: for the desk.
  client_id uuid,
  topic text not null,
  subject_id text,
  at timestamptz not null default now()
);
create index notice_xact on notice (xact);
