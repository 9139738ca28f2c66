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
