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
