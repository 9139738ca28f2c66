-- no transaction
drop index concurrently if exists trade_realised;
create index concurrently trade_realised on trade (client_id, traded_on) include (amount, cost) where action = 'SELL' and reversal_id is null;
