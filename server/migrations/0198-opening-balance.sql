-- The mode of the first start: practice money and real money are never in one database.
create table installation (
  single boolean primary key default true check (single),
  mode text not null check (mode in ('demo', 'live')),
  since timestamptz not null default now()
);

-- What a bank account of the broker had when its books began; the other side of the entry is `opening`. Corrected by a reversal only.
create table bank_opening (
  id uuid primary key,
  broker_bank_id uuid not null references broker_bank (id),
  -- At the beginning of this day.
  day date not null,
  amount bigint not null check (amount >= 0),
  requested_by uuid not null references operator (id),
  booked_by uuid not null references operator (id),
  booked_at timestamptz not null default now(),
  reversed_by uuid references operator (id),
  reversed_at timestamptz,
  reversal_reason text,
  check ((reversed_at is null) = (reversed_by is null) and (reversed_at is null) = (reversal_reason is null))
);
create unique index bank_opening_once on bank_opening (broker_bank_id) where reversed_at is null;
create index bank_opening_account on bank_opening (broker_bank_id);

create function keep_bank_opening() returns trigger language plpgsql as $$
begin
  if old.reversed_at is not null or new.reversed_at is null
    or (new.id, new.broker_bank_id, new.day, new.amount, new.requested_by, new.booked_by, new.booked_at)
      is distinct from (old.id, old.broker_bank_id, old.day, old.amount, old.requested_by, old.booked_by, old.booked_at) then
    raise exception 'An opening balance is reversed once, and changed in no other way' using errcode = 'check_violation', table = 'bank_opening';
  end if;
  return new;
end $$;
create trigger bank_opening_kept before update on bank_opening for each row execute function keep_bank_opening();
create trigger bank_opening_never_deleted before delete on bank_opening for each row execute function refuse_change();
create trigger bank_opening_no_truncate before truncate on bank_opening for each statement execute function refuse_change();

-- Encrypted with the client's data key: the date of birth as an operator corrected it. Otherwise that of the Aadhaar card's QR code counts.
alter table kyc_identity add column born_on bytea;

-- With APPROVALS=single the operator who asked for an adjustment or a reversal also decides it, which is marked.
alter table adjustment add column waived boolean not null default false;
alter table adjustment drop constraint adjustment_check;
alter table adjustment add constraint adjustment_two_operators
  check (status <> 'approved' or decided_by <> requested_by or waived);
alter table trade_reversal add column waived boolean not null default false;
alter table trade_reversal drop constraint trade_reversal_check;
alter table trade_reversal add constraint trade_reversal_two_operators
  check (status <> 'approved' or decided_by <> requested_by or waived);

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

-- Since when each secret key is the newest, so that an old one is noticed. The id says nothing about the key.
create table secret_key_use (
  key_id text primary key,
  since timestamptz not null default now()
);
-- The last attempt to check everything: until now a failed one was noted as if it had succeeded.
alter table books_point add column tried_at timestamptz;
