-- The mode of the first start: practice money and real money are never in one database.
create table installation (
  single boolean primary key default true check (single),
  mode text not null check (mode in ('demo', 'live')),
  since timestamptz not null default now()
);
