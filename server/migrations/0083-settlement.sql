-- Withdrawals that return unused funds on a settlement date, without a request of the client.
alter table wallet_request
  add column settlement text check (settlement in ('monthly', 'quarterly')),
  add check (settlement is null or type = 'withdrawal');

-- What an operator keeps back of a client's unused funds on a settlement date, with a reason from a list.
create table settlement_retention (
  day date not null,
  client_id uuid not null references client (id),
  -- Paise.
  amount bigint not null check (amount > 0),
  reason text not null,
  entered_by uuid not null references operator (id),
  primary key (day, client_id)
);

-- What was settled on a date: once for each client, unless the payment failed.
create table settlement (
  day date not null,
  client_id uuid not null references client (id),
  frequency text not null check (frequency in ('monthly', 'quarterly')),
  inactive boolean not null,
  -- Paise.
  funds bigint not null check (funds > 0),
  retained bigint not null check (retained between 0 and funds),
  reason text,
  -- None if everything was retained.
  request_id uuid references wallet_request (id),
  settled_by uuid not null references operator (id),
  settled_at timestamptz not null default now(),
  primary key (day, client_id),
  check ((request_id is null) = (retained = funds))
);
