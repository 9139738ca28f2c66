-- When and where a trade was made on the exchange, as far as the dealer gives it. Tax reports and the approval policy use
-- the time; without it, the time of booking counts.
alter table trade
  add column traded_at timestamptz check (traded_at >= '1900-01-01'),
  add column exchange text check (exchange in ('NSE', 'BSE')),
  add column order_number text check (order_number <> ''),
  add column exchange_trade_number text check (exchange_trade_number <> '');

create or replace function keep_trade() returns trigger language plpgsql as $$
begin
  if row (old.id, old.number, old.client_id, old.action, old.stock, old.quantity, old.price, old.amount, old.cost,
          old.loan_part, old.to_loan, old.buy_id, old.booked_by, old.reference, old.reference_key, old.created_at, old.day,
          old.traded_at, old.exchange, old.order_number, old.exchange_trade_number)
     is distinct from
     row (new.id, new.number, new.client_id, new.action, new.stock, new.quantity, new.price, new.amount, new.cost,
          new.loan_part, new.to_loan, new.buy_id, new.booked_by, new.reference, new.reference_key, new.created_at, new.day,
          new.traded_at, new.exchange, new.order_number, new.exchange_trade_number)
     or old.reversal_id is not null and old.reversal_id is distinct from new.reversal_id then
    raise exception 'What was booked is never changed; a wrong booking is reversed';
  end if;
  return new;
end $$;

-- Of the security, for tax reports; empty where it is not known, and for currency pairs.
alter table instrument add column isin text not null default '' check (isin ~ '^([A-Z]{2}[A-Z0-9]{9}[0-9])?$');
