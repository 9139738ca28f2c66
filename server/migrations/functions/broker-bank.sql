-- The account that clients pay to.
create or replace function receiving_account() returns uuid language sql stable set search_path = public, pg_temp as $$
  select id from broker_bank where receives
$$;

-- broker_bank.closed_through never moves back.
create or replace function keep_closed() returns trigger language plpgsql as $$
begin
  raise exception 'A closed day is never opened again';
end $$;

-- After a sign-off nothing can be booked on the day or before it (bank_booking). Waits for bookings under way.
create or replace function close_bank_day() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(7234077);
  update broker_bank set closed_through = new.day
    where id = new.broker_bank_id and (closed_through is null or closed_through < new.day);
  if not found then raise exception 'This day is closed already'; end if;
  return new;
end $$;

-- An opening balance is reversed once.
create or replace function keep_bank_opening() returns trigger language plpgsql as $$
begin
  if old.reversed_at is not null or new.reversed_at is null
    or (new.id, new.broker_bank_id, new.day, new.amount, new.requested_by, new.booked_by, new.booked_at)
      is distinct from (old.id, old.broker_bank_id, old.day, old.amount, old.requested_by, old.booked_by, old.booked_at) then
    raise exception 'An opening balance is reversed once, and changed in no other way' using errcode = 'check_violation', table = 'bank_opening';
  end if;
  return new;
end $$;
