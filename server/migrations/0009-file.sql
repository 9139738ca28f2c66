-- Files nothing refers to: noted before one is written, struck out by the transaction that keeps it,
-- noted again by the one that lets it go. What stays here is removed from the store.
create table loose_file (
  name text primary key,
  since timestamptz not null default now()
);
create index loose_file_since on loose_file (since);
