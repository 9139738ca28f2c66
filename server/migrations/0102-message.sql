-- What operators wrote to clients about a case. Rows are never changed, except that an erasure empties subject and text.
create table message (
  id uuid primary key,
  client_id uuid not null references client (id),
  -- Of the case; with kind kyc, bank and client it is the client's id.
  kind text not null,
  case_id uuid not null,
  -- As the client got them, with the placeholders filled in.
  subject text not null,
  text text not null,
  template_id uuid,
  operator_id uuid not null references operator (id),
  operator_name text not null,
  created_at timestamptz not null default now()
);
create index message_client on message (client_id, created_at);
create index message_operator on message (operator_id, created_at);

-- Versions before the current one are in the audit log.
create table message_template (
  id uuid primary key,
  title text not null,
  kind text not null,
  subject text not null,
  text text not null,
  version int not null default 1,
  retired boolean not null default false,
  changed_at timestamptz not null default now(),
  -- None: the product came with it.
  changed_by uuid references operator (id)
);
create unique index message_template_title on message_template (kind, lower(title)) where not retired;
