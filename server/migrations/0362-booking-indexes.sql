-- Each contract that is booked looks for an earlier one with the same amounts, of which the client was told.
create index contract_reversed on contract (client_id, day) where reversed_at is not null;
-- Statistics do not know the newest day, so a plan for some of its clients may use any index that begins with the day.
drop index exchange_trade_recorded, exchange_trade_open;
create index exchange_trade_recorded on exchange_trade (day, client_id) where client_id is not null;
create index exchange_trade_open on exchange_trade (day, client_id) where booked_at is null;
