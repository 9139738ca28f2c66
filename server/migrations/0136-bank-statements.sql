alter table bank_line drop constraint bank_line_once;
alter table bank_line add constraint bank_line_once unique using index bank_line_of_account;

-- Files for the bank: two of one account and date never share a number, whenever their batches were released.
create table payout_file (
  bank_id uuid not null references broker_bank (id),
  -- The date in the file.
  day date not null,
  serial int not null,
  batch_id uuid not null references payout_batch (id),
  -- SHA-256 of its payments: the same ones again are the same file.
  content bytea not null,
  primary key (bank_id, day, serial),
  unique (batch_id, day, content)
);
create trigger payout_file_kept before update or delete on payout_file for each row execute function refuse_change();

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

-- A later statement without a line that was imported before, or with another balance for it. Open until the line is corrected or
-- withdrawn, or a second operator accepted an explanation.
create table statement_contradiction (
  id uuid primary key,
  -- The later statement.
  statement_id uuid not null references bank_statement (id),
  -- Stays when the line is withdrawn.
  line_id uuid not null,
  -- absent: the later statement covers the day completely and has no such line. balance: it has the line with this balance.
  kind text not null check (kind in ('absent', 'balance')),
  balance bigint,
  found_at timestamptz not null default now(),
  resolution text check (resolution in ('corrected', 'withdrawn', 'explained')),
  resolved_by uuid references operator (id),
  resolved_at timestamptz,
  reason text,
  constraint statement_contradiction_once unique (statement_id, line_id),
  check ((kind = 'balance') = (balance is not null)),
  check ((resolution is null) = (resolved_at is null) and (resolution is null) = (resolved_by is null))
);
create index statement_contradiction_open on statement_contradiction (line_id) where resolution is null;

-- Lines that no longer count, as they were imported.
create table withdrawn_line (
  id uuid primary key,
  statement_id uuid not null references bank_statement (id),
  line jsonb not null,
  withdrawn_by uuid not null references operator (id),
  withdrawn_at timestamptz not null default now()
);
create index withdrawn_line_statement on withdrawn_line (statement_id);
create trigger withdrawn_line_append_only before update or delete on withdrawn_line for each row execute function refuse_change();
create trigger withdrawn_line_no_truncate before truncate on withdrawn_line for each statement execute function refuse_change();
alter table bank_statement add column withdrawn_by uuid references operator (id), add column withdrawn_at timestamptz;

create function keep_bank_lines() returns trigger language plpgsql as $$
begin
  if not exists (select from withdrawn_line w where w.id = old.id) then
    raise exception 'A line of a bank statement is withdrawn, never deleted';
  end if;
  return old;
end $$;
drop trigger bank_line_never_deleted on bank_line;
create trigger bank_line_only_withdrawn before delete on bank_line for each row execute function keep_bank_lines();

-- The only way to remove lines: they count nowhere from then on.
create function withdraw_bank_lines(p_lines uuid[], p_by uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into withdrawn_line (id, statement_id, line, withdrawn_by)
    select l.id, l.statement_id, to_jsonb(l), p_by from bank_line l where l.id = any (p_lines);
  delete from bank_line where id = any (p_lines);
end $$;

-- A balance changes only to that of a later statement, after two operators agreed.
create function keep_bank_balance() returns trigger language plpgsql as $$
begin
  if not exists (select from statement_contradiction c
                  where c.line_id = new.id and c.kind = 'balance' and c.balance = new.balance and c.resolution = 'corrected') then
    raise exception 'The balance of a bank line is only corrected by a later statement';
  end if;
  return new;
end $$;
create trigger bank_line_balance_kept before update of balance on bank_line for each row
  when (new.balance is distinct from old.balance) execute function keep_bank_balance();

-- A payment is missing in the statements of one account; closed with a note, it may still be missing in those of another.
alter table missing_line add column broker_bank_id uuid references broker_bank (id);
alter table missing_line drop constraint missing_line_payment_id_key;
create unique index missing_line_payment on missing_line (payment_id) where settled_at is null;
create index missing_line_of_payment on missing_line (payment_id);
