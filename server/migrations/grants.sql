-- What the application's role may do. Run after the migrations at every start, in their transaction: a new table is
-- open to the application without a line here; what only grows, or only post_journal writes, is closed again below.
revoke create on schema public from public;
grant usage on schema public to sauda_app;
grant select, insert, update, delete on all tables in schema public to sauda_app;
grant usage on all sequences in schema public to sauda_app;
grant execute on all functions in schema public to sauda_app;

revoke insert, update, delete on client_ledger, journal, entry, migration from sauda_app;
revoke update, delete on audit, audit_seal from sauda_app;
revoke delete on audit_head from sauda_app;
revoke update, delete on loan_repayment from sauda_app;
revoke delete on trade, trade_reversal from sauda_app;
revoke delete on bank_line from sauda_app;
