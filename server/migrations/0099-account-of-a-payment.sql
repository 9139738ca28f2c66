-- As before (0077), with one condition in each statement: the two in one were planned again for every call.
create or replace function bank_booking(p_account uuid, p_day date, out account_id uuid, out value_date date)
language plpgsql set search_path = public, pg_temp as $$
declare
  closed date;
begin
  perform pg_advisory_xact_lock_shared(7234077);
  if p_account is null then
    select b.id, coalesce(b.closed_through, '-infinity') into account_id, closed from broker_bank b where b.receives;
  else
    select b.id, coalesce(b.closed_through, '-infinity') into account_id, closed from broker_bank b where b.id = p_account;
  end if;
  if account_id is null then raise exception 'There is no bank account %', p_account; end if;
  value_date := p_day;
  if value_date is null or value_date <= closed then
    value_date := greatest((clock_timestamp() at time zone 'Asia/Kolkata')::date, closed + 1);
  end if;
end $$;
