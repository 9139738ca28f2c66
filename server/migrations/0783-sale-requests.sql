-- What a client who closes the account asks of the dealing desk.
create table sale_request (
  id uuid primary key,
  client_id uuid not null references client (id),
  holdings jsonb not null,
  shown text not null,
  session_id uuid not null,
  ip text not null,
  created_at timestamptz not null default statement_timestamp(),
  ended_at timestamptz,
  outcome text check (outcome in ('cancelled', 'closed', 'done')),
  reason text,
  ended_by uuid references operator (id),
  constraint sale_request_ended check ((ended_at is null) = (outcome is null)),
  constraint sale_request_closed check ((outcome is not distinct from 'closed') = (reason is not null and ended_by is not null))
);
comment on table sale_request is 'Requests of clients that a dealer calls to take the orders to sell all holdings. They are evidence of the wish, and no orders.';
comment on column sale_request.holdings is 'What the client held: name and quantity of each stock.';
comment on column sale_request.shown is 'What the client read beside the button.';
comment on column sale_request.session_id is 'The session that sent it; the row may be gone.';
comment on column sale_request.outcome is 'cancelled by the client, closed by the desk with a reason, or done: nothing was left to sell.';
create unique index sale_request_open on sale_request (client_id) where ended_at is null;
