-- The file of an exchange confirms a dealer's purchase of which the dealer has sold: its journal is undone before a contract books it again, and
-- in between the invested amount may be below zero. It must not be at the end of the transaction.
alter table client_ledger drop constraint client_ledger_invested_check;
create function keep_invested() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if (select invested < 0 from client_ledger where client_id = new.client_id) then
    raise exception 'client % has less than nothing invested', new.client_id
      using errcode = 'check_violation', table = 'client_ledger', constraint = 'client_ledger_invested_check';
  end if;
  return null;
end $$;
create constraint trigger client_ledger_invested_kept after insert or update on client_ledger deferrable initially deferred
  for each row when (new.invested < 0) execute function keep_invested();
