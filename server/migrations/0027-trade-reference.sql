-- The dealer's reference is one name however it is written: `a1` and `A1` are one trade. Where two trades hold what is one
-- by now, the first keeps the name and the other is known by its TRD number; what was typed stays in both.
alter table trade add column reference_key text;
update trade t set reference_key = one.key
  from (select distinct on (upper(reference)) id, upper(reference) as key from trade
         where reference is not null order by upper(reference), number) one
 where t.id = one.id;
alter table trade add constraint trade_reference_key unique (reference_key), drop constraint trade_reference;

create or replace function keep_trade() returns trigger language plpgsql as $$
begin
  if row (old.id, old.number, old.client_id, old.action, old.stock, old.quantity, old.price, old.amount, old.cost,
          old.loan_part, old.to_loan, old.buy_id, old.booked_by, old.reference, old.reference_key, old.created_at, old.day)
     is distinct from
     row (new.id, new.number, new.client_id, new.action, new.stock, new.quantity, new.price, new.amount, new.cost,
          new.loan_part, new.to_loan, new.buy_id, new.booked_by, new.reference, new.reference_key, new.created_at, new.day)
     or old.reversal_id is not null and old.reversal_id is distinct from new.reversal_id then
    raise exception 'What was booked is never changed; a wrong booking is reversed';
  end if;
  return new;
end $$;
