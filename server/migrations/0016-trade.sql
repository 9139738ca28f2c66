-- What the desk bought and sold with a client's money. A buy is a position of its own: what is left of it stands in its
-- row. A sell closes part or all of one. What was booked never changes; a wrong booking is reversed.
create table trade (
  -- UUIDv7: in the order of booking, so it also pages the history.
  id uuid primary key,
  -- Quoted as TRD100001.
  number bigint generated always as identity (start with 100001) unique,
  client_id uuid not null references client (id),
  action text not null check (action in ('BUY', 'SELL')),
  -- The instrument's symbol.
  stock text not null,
  quantity numeric(20, 8) not null check (quantity > 0),
  price numeric(20, 8) not null check (price > 0),
  -- Paise: price × quantity.
  amount bigint not null check (amount > 0),
  -- Of a buy the amount; of a sell, what the sold part had cost.
  cost bigint not null check (cost >= 0),
  -- Of the cost, what borrowed money had paid.
  loan_part bigint not null check (loan_part between 0 and cost),
  -- Of a sell: what went back to the unused loan, after a loss took its part.
  to_loan bigint check (to_loan between 0 and loan_part),
  -- Of a sell: the buy it sold from.
  buy_id uuid references trade (id),
  -- Of a buy: what is left of it.
  open_quantity numeric(20, 8) not null check (open_quantity between 0 and quantity),
  open_cost bigint not null check (open_cost between 0 and cost),
  open_loan_part bigint not null check (open_loan_part between 0 and open_cost),
  -- The reversal that undid it.
  reversal_id uuid,
  booked_by uuid not null references operator (id),
  -- The dealer's own name for it, from a file of trades.
  reference text constraint trade_reference unique,
  created_at timestamptz not null default now(),
  -- The day in India.
  day date not null default (now() at time zone 'Asia/Kolkata')::date,
  check (action <> 'BUY' or (cost = amount and buy_id is null and to_loan is null)),
  check (action <> 'SELL' or (buy_id is not null and to_loan is not null and open_quantity = 0)),
  check (open_quantity > 0 or open_cost = 0),
  check (reversal_id is null or open_quantity = 0)
);
create index trade_client on trade (client_id, id desc);
create index trade_client_action on trade (client_id, action, id desc);
create index trade_open on trade (client_id, id desc) where open_quantity > 0;
create index trade_sales on trade (buy_id, id desc) where buy_id is not null;
-- What sales have realised, by day, without reading the rows themselves.
create index trade_realised on trade (client_id, day) include (amount, cost) where action = 'SELL' and reversal_id is null;

create function keep_trade() returns trigger language plpgsql as $$
begin
  if row (old.id, old.number, old.client_id, old.action, old.stock, old.quantity, old.price, old.amount, old.cost,
          old.loan_part, old.to_loan, old.buy_id, old.booked_by, old.reference, old.created_at, old.day)
     is distinct from
     row (new.id, new.number, new.client_id, new.action, new.stock, new.quantity, new.price, new.amount, new.cost,
          new.loan_part, new.to_loan, new.buy_id, new.booked_by, new.reference, new.created_at, new.day)
     or old.reversal_id is not null and old.reversal_id is distinct from new.reversal_id then
    raise exception 'What was booked is never changed; a wrong booking is reversed';
  end if;
  return new;
end $$;
create trigger trade_kept before update on trade for each row execute function keep_trade();
create trigger trade_never_deleted before delete on trade for each row execute function refuse_change();
create trigger trade_no_truncate before truncate on trade for each statement execute function refuse_change();
