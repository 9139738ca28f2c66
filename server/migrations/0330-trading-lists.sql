-- The lists of trade days, trade files and settlements count with these.
create index exchange_trade_recorded on exchange_trade (day) where client_id is not null;
create index exchange_trade_exception on exchange_trade (exchange, day) where exceptions <> '{}';
create index client_settlement_of_settlement on client_settlement (settlement_id, client_id);
drop index contract_day;
create index contract_day on contract (day, client_id) include (shortage_id) where reversed_at is null;
