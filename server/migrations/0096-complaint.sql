-- Complaints of clients, and those that SEBI, an exchange or somebody else passed on, as operators record them. What the
-- client writes is a reply whose thread is the complaint's id.
create table complaint (
  id uuid primary key,
  number bigint generated always as identity (start with 100001) unique,
  client_id uuid references client (id),
  -- Of a complaint by somebody who is not a client.
  complainant text,
  source text not null check (source in ('investor', 'sebi', 'exchange', 'other')),
  -- The number that SEBI or the exchange gave it.
  reference text,
  category text not null,
  status text not null default 'open' check (status in ('open', 'closed')),
  level smallint not null default 1 check (level between 1 and 4),
  received_at timestamptz not null,
  -- Later than received_at if it was opened again.
  opened_at timestamptz not null,
  level_since timestamptz not null,
  closed_at timestamptz,
  check ((client_id is null) <> (complainant is null)),
  check ((status = 'closed') = (closed_at is not null))
);
create index complaint_client on complaint (client_id, received_at desc);
create index complaint_open on complaint (opened_at) where status = 'open';
create index complaint_received on complaint (received_at desc, id desc);

-- What happened to a complaint besides the client's replies. Rows are never changed, except that an erasure empties texts.
create table complaint_step (
  id uuid primary key,
  complaint_id uuid not null references complaint (id),
  kind text not null check (kind in ('received', 'reply', 'escalated', 'closed', 'reopened')),
  text text not null,
  -- None: the client did it.
  operator_id uuid references operator (id),
  at timestamptz not null
);
create index complaint_step_of on complaint_step (complaint_id, at);

-- Whom a client turns to, level by level. Changed at the desk.
create table escalation_level (
  level smallint primary key check (level between 1 and 4),
  contact text not null default '',
  address text not null default '',
  phone text not null default '',
  email text not null default '',
  hours text not null default '',
  -- Within which this level answers.
  days smallint not null check (days between 1 and 21)
);
insert into escalation_level (level, days) values (1, 7), (2, 7), (3, 4), (4, 3);
