-- The bank's side of the story. Nothing here moves money: a line only says what the bank did.
create table bank_statement (
  id uuid primary key,
  file_name text not null,
  -- SHA-256 of the file as it was sent.
  file_hash bytea not null,
  -- Last four digits, where the file tells them.
  account text,
  first_on date not null,
  last_on date not null,
  -- In the file, and of those the ones that were new.
  lines int not null,
  added int not null,
  imported_by uuid not null references operator (id),
  imported_at timestamptz not null default now()
);
create index bank_statement_newest on bank_statement (imported_at desc);

create table bank_line (
  -- UUIDv7, in the order of the bank.
  id uuid primary key,
  statement_id uuid not null references bank_statement (id),
  line_number int not null,
  -- SHA-256 of what makes it this line, whatever the download looked like; and which of several such lines.
  identity bytea not null,
  occurrence int not null,
  booked_on date not null,
  direction text not null check (direction in ('credit', 'debit')),
  -- Paise.
  amount bigint not null check (amount > 0),
  balance bigint,
  text text not null,
  -- How the bank names the payment.
  reference text,
  -- Every name of a payment in the line: the bank's, ours, and numbers that may be one.
  names text[] not null,
  -- What the money was for, once that is certain; by whom, where it was approved from the line.
  matched_kind text check (matched_kind in ('deposit', 'withdrawal', 'charge')),
  matched_id uuid,
  -- 1 by the bank's reference, 2 by ours, 3 by another number in the text, 4 by amount and date.
  matched_how smallint check (matched_how between 1 and 4),
  matched_at timestamptz,
  matched_by uuid references operator (id),
  settled_by uuid references operator (id),
  settled_at timestamptz,
  note text,
  constraint bank_line_once unique (identity, occurrence),
  check ((matched_id is null) = (matched_at is null) and (matched_id is null) = (matched_kind is null)
    and (matched_id is null) = (matched_how is null) and (matched_by is null or matched_id is not null)),
  check ((settled_at is null) = (settled_by is null) and (settled_at is null) = (note is null))
);
-- One line explains one payment, whoever races.
create unique index bank_line_match on bank_line (matched_id) where matched_id is not null;
create index bank_line_waiting on bank_line (id) where matched_id is null and settled_at is null;
create index bank_line_settled on bank_line (id) where matched_id is null and settled_at is not null;
create index bank_line_matched on bank_line (id) where matched_id is not null;
create index bank_line_reference on bank_line (reference) where reference is not null;
-- From a request to the lines that name it, or have its amount. What is written is looked up at once, so it is sorted in at once.
create index bank_line_names on bank_line using gin (names) with (fastupdate = off) where matched_id is null;
create index bank_line_amount on bank_line (amount, direction, booked_on, id);
create index bank_line_nameless on bank_line (amount, direction, booked_on, id) where reference is null and matched_id is null;
create index bank_line_statement on bank_line (statement_id);

-- What the bank said stays as it was said, and what a line was for is decided once.
create function keep_bank_line() returns trigger language plpgsql as $$
begin
  raise exception 'A line of a bank statement is never changed';
end $$;
create trigger bank_line_kept before update on bank_line for each row
  when ((new.id, new.statement_id, new.line_number, new.identity, new.occurrence, new.booked_on, new.direction, new.amount,
         new.balance, new.text, new.reference, new.names)
        is distinct from
        (old.id, old.statement_id, old.line_number, old.identity, old.occurrence, old.booked_on, old.direction, old.amount,
         old.balance, old.text, old.reference, old.names)
    or (old.matched_id is not null and new.matched_id is distinct from old.matched_id)
    or (old.note is not null and new.note is distinct from old.note))
  execute function keep_bank_line();
create trigger bank_line_never_deleted before delete on bank_line for each row execute function refuse_change();
create trigger bank_line_no_truncate before truncate on bank_line for each statement execute function refuse_change();

-- After many lines came at once the database plans by what it knew before, which may take minutes instead of moments.
create function analyze_bank_lines() returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  analyze bank_line;
end $$;

-- Payments approved on days that statements cover, of which no statement has a line.
create table missing_line (
  id uuid primary key,
  payment_id uuid not null unique,
  found_at timestamptz not null default now(),
  settled_by uuid references operator (id),
  settled_at timestamptz,
  note text,
  check ((settled_at is null) = (settled_by is null) and (settled_at is null) = (note is null))
);
create index missing_line_open on missing_line (id) where settled_at is null;

create index wallet_request_approved on wallet_request (decided_at) where status = 'approved';
create index charge_approved on charge (decided_at) where status = 'APPROVED';

-- Everything money at the bank can be for, in one shape.
create view bank_payment as
  select id, case type when 'added' then 'deposit' else 'withdrawal' end as kind,
         case type when 'added' then 'ADD' else 'WDR' end || number as name,
         client_id, amount, status, created_at as asked_at, decided_at, decided_by,
         utr as entered, bank_reference
    from wallet_request
  union all
  select id, 'charge', 'CHG' || number, client_id, amount + gst,
         case status when 'PAID' then 'pending' when 'APPROVED' then 'approved' else 'unpaid' end,
         coalesce(paid_at, created_at), decided_at, decided_by, transaction_id, transaction_id
    from charge;
