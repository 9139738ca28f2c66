-- What changed, for the event streams. Rows are short-lived; browsers that missed some ask again anyway.
create table notice (
  id bigint generated always as identity primary key,
  -- Null: for the desk.
  client_id uuid,
  topic text not null,
  subject_id text,
  at timestamptz not null default now()
);
create index notice_at on notice (at);
