-- Which imported lines one operator may rely on: those of a statement that continues from the last accepted line, or that another
-- operator confirmed by entering the balance of the bank.
alter table bank_statement
  -- Of the file: the balance before its first line and after its last one, where it has running balances.
  add column opening bigint,
  add column closing bigint,
  add column accepted_at timestamptz,
  -- Who entered the balance; without one the running balance continues.
  add column accepted_by uuid references operator (id);
create index bank_statement_waiting on bank_statement (broker_bank_id, last_on) where accepted_at is null;
-- Two operators signed these days off.
update bank_statement s set accepted_at = now()
  from broker_bank b where b.id = s.broker_bank_id and s.last_on <= b.closed_through;

-- The first other file with the same line, imported later.
alter table bank_line add column repeated_by uuid references bank_statement (id);

-- Accounts from which somebody else pays for a client, as a second operator confirmed.
create table payer_account (
  client_id uuid not null references client (id),
  -- The UPI ID in capitals, or the number without leading zeros.
  account text not null,
  confirmed_by uuid not null references operator (id),
  confirmed_at timestamptz not null default now(),
  primary key (client_id, account)
);

-- The line on which one operator approved a deposit alone; without one the approval counts towards the limits per day.
alter table wallet_request add column proof_line_id uuid;
update wallet_request r set proof_line_id = l.id
  from bank_line l
 where l.reference = r.bank_reference and l.amount = coalesce(r.credited, r.amount) and l.direction = 'credit'
   and r.type = 'added' and r.status = 'approved' and r.decided_at > now() - interval '1 day';
