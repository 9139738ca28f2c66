-- A trade is never changed, except for its reversal and the confirmation of its price.
create or replace function keep_trade() returns trigger language plpgsql as $$
begin
  if row (old.id, old.number, old.client_id, old.action, old.stock, old.quantity, old.price, old.amount, old.cost,
          old.loan_part, old.to_loan, old.lot_id, old.booked_by, old.reference, old.reference_key, old.created_at, old.day,
          old.traded_at, old.exchange, old.order_number, old.exchange_trade_number, old.import_id, old.requested_by, old.deviation,
          old.price_unchecked, old.action_id)
     is distinct from
     row (new.id, new.number, new.client_id, new.action, new.stock, new.quantity, new.price, new.amount, new.cost,
          new.loan_part, new.to_loan, new.lot_id, new.booked_by, new.reference, new.reference_key, new.created_at, new.day,
          new.traded_at, new.exchange, new.order_number, new.exchange_trade_number, new.import_id, new.requested_by, new.deviation,
          new.price_unchecked, new.action_id)
     or old.reversal_id is not null and old.reversal_id is distinct from new.reversal_id
     or old.confirmed_by is not null and old.confirmed_by is distinct from new.confirmed_by then
    raise exception 'What was booked is never changed; a wrong booking is reversed';
  end if;
  return new;
end $$;

-- How names of instruments are compared: letters and digits only, so that usd-inr, USDINR and USD/INR are the same.
create or replace function instrument_key(typed text) returns text language sql immutable parallel safe as $$
  select regexp_replace(upper(regexp_replace(trim(typed), '[[:space:]]+(ltd|limited)[.]?$', '', 'i')), '[^[:alnum:]]', '', 'g')
$$;

-- Keeps instrument_name equal to the symbol, name and aliases of the instrument.
create or replace function name_instrument() returns trigger language plpgsql as $$
begin
  delete from instrument_name where instrument_id = new.id;
  insert into instrument_name (key, instrument_id)
    select distinct k.key, new.id
      from unnest(array[new.symbol, new.name] || new.aliases) as n (name), instrument_key(n.name) as k (key)
     where k.key <> '';
  return new;
end $$;

-- Whose trade of an exchange file it is: the broker's own or error account, that of a client whose custodian settles, or a client's.
create or replace function trade_kind(client_type text, client_code text, custodian text) returns text language sql immutable parallel safe as $$
  select case when client_type = 'own' or upper(client_code) = 'OWN' then 'own' when upper(client_code) ~ '^ERROR[0-9]*$' then 'error'
              when custodian <> '' then 'institutional' else 'client' end
$$;

-- The ISIN of a security on a day: that of its last accepted successor.
create or replace function isin_on(given text, on_day date) returns text language sql stable strict parallel safe as $$
  with recursive chain (isin, step) as (
    select given, 0
    union all
    select s.successor, c.step + 1 from chain c join isin_successor s on s.isin = c.isin
     where s.accepted and s.from_day <= on_day and c.step < 50)
  select isin from chain order by step desc limit 1
$$;

-- The clearing corporation of an exchange on a day, named by its own exchange: NSE is NCL and BSE is ICCL.
create or replace function clears_at(p_exchange text, p_day date) returns text language sql stable parallel safe as $$
  select case coalesce((select case p_exchange when 'NSE' then nse else bse end from clearing_corporation
                         where from_day <= p_day order by from_day desc limit 1), p_exchange)
         when 'NCL' then 'NSE' when 'ICCL' then 'BSE' else p_exchange end
$$;

-- The exchanges whose trades of a day are cleared at the clearing corporation of this exchange.
create or replace function exchanges_at(p_exchange text, p_day date) returns text[] language sql stable parallel safe as $$
  select array(select e from unnest('{NSE,BSE}'::text[]) e where clears_at(e, p_day) = p_exchange)
$$;

-- By what a price before a day is multiplied so that it compares with today's: for each split, consolidation and bonus of the share with an
-- ex-date after that day.
create or replace function price_factor(p_stock text, p_day date) returns numeric language plpgsql stable parallel safe as $$
declare
  action record;
  factor numeric := 1;
begin
  for action in
    select kind, held, given from corporate_action
     where stock = p_stock and ex_date > p_day and reversed_at is null and kind in ('split', 'consolidation', 'bonus')
  loop
    factor := factor * action.held / case action.kind when 'bonus' then action.held + action.given else action.given end;
  end loop;
  return factor;
end $$;
