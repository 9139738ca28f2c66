-- Files with the data of clients that operators took out: each counts towards the limit of its operator, and is mailed to the administrators.
create table data_export (
  id uuid primary key,
  operator_id uuid not null references operator (id),
  what text not null,
  -- Null where the file is not made client by client.
  clients int,
  at timestamptz not null default now(),
  mailed_at timestamptz
);
create index data_export_operator on data_export (operator_id, at);
create index data_export_unmailed on data_export (at) where mailed_at is null;
