-- Functions, so that a cluster can read the books in the transaction that wrote them (bench/cluster/distribute.sql).
-- What the journals of these causes booked.
create function entries_of(p_causes uuid[])
returns table (event text, bank_id uuid, value_date date, id bigint, debit text, credit text, amount bigint)
language sql stable as $$
  select j.event, j.bank_id, j.value_date, e.id, e.debit::text, e.credit::text, e.amount
    from journal j join entry e on e.journal_id = j.id
   where j.cause_id = any (p_causes)
$$;

create function figures_of(p_client uuid)
returns table (cash bigint, invested bigint, loan bigint, cashback bigint, withheld bigint) language sql stable as $$
  select l.cash, l.invested, l.loan, l.cashback, l.withheld from client_ledger l where l.client_id = p_client
$$;
