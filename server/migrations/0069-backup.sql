-- Every finished backup of this database, so that its age can be watched.
create table backup (
  id text primary key,
  kind text not null check (kind in ('data', 'portable')),
  begun_at timestamptz not null,
  ended_at timestamptz not null
);
create index backup_ended on backup (ended_at desc);

-- Files that are stored but not yet copied to the place of backups, where there is one.
create table file_to_back_up (
  name text primary key,
  since timestamptz not null default now()
);
create index file_to_back_up_since on file_to_back_up (since);
