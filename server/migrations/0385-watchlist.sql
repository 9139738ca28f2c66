create table watch (
  client_id uuid not null references client (id),
  symbol text not null references instrument (symbol),
  added_at timestamptz not null default now(),
  primary key (client_id, symbol)
);
create index watch_symbol on watch (symbol);
comment on table watch is 'The symbols of each client''s watchlist.';

create table price_alert (
  id uuid primary key,
  client_id uuid not null references client (id),
  symbol text not null,
  side text not null check (side in ('above', 'below')),
  price numeric not null check (price > 0),
  created_at timestamptz not null default clock_timestamp(),
  fired_at timestamptz,
  fired_price numeric,
  check ((fired_at is null) = (fired_price is null)),
  foreign key (client_id, symbol) references watch (client_id, symbol) on delete cascade
);
create unique index price_alert_once on price_alert (client_id, symbol, side, price) where fired_at is null;
create index price_alert_open on price_alert (symbol) where fired_at is null;
create index price_alert_watch on price_alert (client_id, symbol);
comment on table price_alert is 'Prices at which clients are informed, once, by a price or close later than created_at.';
comment on column price_alert.price is 'Rupees for one.';
comment on column price_alert.fired_price is 'The price that reached it.';
