-- no transaction
drop index concurrently if exists trade_contract;
create index concurrently trade_contract on trade (contract_id) where contract_id is not null;
drop index concurrently if exists trade_typed;
create index concurrently trade_typed on trade (traded_on) where reversal_id is null and import_id is null and contract_id is null;
