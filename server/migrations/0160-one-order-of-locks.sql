-- Every new request locks its client's ledger before the count of its client's requests, as settlements and closings do, so
-- that no two of them wait for each other. Replaces the check of 0104, which took a weaker lock on the same row.
create function lock_for_request() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  state text;
begin
  select closure into state from client_ledger where client_id = new.client_id for no key update;
  if state is not null and new.type = 'added' then perform raise_closure(new.client_id, state); end if;
  return new;
end $$;
drop trigger deposit_not_closing on wallet_request;
create trigger wallet_request_locks_ledger before insert on wallet_request for each row execute function lock_for_request();
