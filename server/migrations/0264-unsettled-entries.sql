-- no transaction
drop index concurrently if exists entry_settlement;
create index concurrently entry_settlement on entry (settlement_id, client_id) include (debit, credit, amount) where settlement_id is not null;
drop index concurrently if exists entry_unsettled;
create index concurrently entry_unsettled on entry (client_id, settlement_id) include (debit, credit, amount) where debit = 'unsettled' or credit = 'unsettled';
