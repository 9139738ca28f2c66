-- The only writer of client_ledger.closure, so that it always equals client.closure.
create or replace function copy_closure() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update client_ledger set closure = new.closure where client_id = new.id;
  return new;
end $$;

-- The error of whatever an account that is being closed, or is closed, does not allow.
create or replace function raise_closure(p_client uuid, p_closure text) returns void language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'the account of client % is %', p_client, p_closure using errcode = 'check_violation', table = 'client_ledger',
    constraint = case p_closure when 'closed' then 'client_ledger_closed' else 'client_ledger_closing' end;
end $$;

-- Waits for bookings and new requests under way; new ones wait until the caller's transaction ends.
create or replace function lock_account(p_client uuid) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from client where id = p_client for no key update;
  perform from client_ledger where client_id = p_client for update;
end $$;
revoke execute on function lock_account from public;

-- Rejects new requests that book nothing yet. Waits for a closing in progress.
create or replace function refuse_while_closing() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  state text;
begin
  select closure into state from client_ledger where client_id = new.client_id for key share;
  if state is not null then perform raise_closure(new.client_id, state); end if;
  return new;
end $$;
