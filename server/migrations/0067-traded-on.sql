-- The trading day in India, as tax reports, the approval policy and trade confirmations count it: of the time of trading
-- where the dealer gave it, otherwise of the time of booking.
alter table trade
  add column traded_on date not null
    generated always as ((coalesce(traded_at, created_at) at time zone 'Asia/Kolkata')::date) stored;

-- The trades of one trading day of a client.
create index trade_traded_on on trade (client_id, traded_on, id);
