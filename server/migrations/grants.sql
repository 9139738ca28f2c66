-- What the application's role may do. Run after the migrations at every start, in one transaction, once role.ts has opened
-- each of our tables to the application: what only grows, or only book_journal writes, is closed again below.
revoke create on schema public from public;
grant usage on schema public to sauda_app;

revoke insert, update, delete on client_ledger, journal, entry, ledger_day, ledger_day_point, client_settlement, migration from sauda_app;
revoke update, delete on audit, audit_seal, installation, secret_key_use from sauda_app;
revoke delete on audit_head, data_key, hash_key from sauda_app;
revoke update, delete on loan_repayment, reply, note, message from sauda_app;
revoke delete on message_template from sauda_app;
revoke delete on trade, trade_reversal, lot from sauda_app;
revoke delete on role_rights from sauda_app;
revoke delete on bank_line, broker_bank, bank_opening from sauda_app;
revoke insert, update, delete on bank_link from sauda_app;
revoke update, delete on penny_drop from sauda_app;
revoke delete on payout_layout, payout_batch, payout from sauda_app;
revoke update, delete on bank_day, bank_balance from sauda_app;
revoke insert, update, delete on withdrawn_line from sauda_app;
revoke delete on statement_contradiction from sauda_app;
revoke delete on settlement from sauda_app;
revoke delete on complaint, complaint_step, escalation_level from sauda_app;
revoke delete on closure from sauda_app;
revoke update, delete on closure_cashback, levy_difference from sauda_app;
revoke insert, update, delete on securities_opening from sauda_app;
revoke insert, delete on payout_stop from sauda_app;
revoke delete on wallet_request, charge, loan, proposal from sauda_app;
revoke delete on client_import from sauda_app;
revoke update, delete on sent_file, payout_answer from sauda_app;
revoke delete on exchange_file, trade_day from sauda_app;
revoke update, delete on contract_note, contract_note_delivery from sauda_app;
grant update (contract_id, file_key, stt_difference, stamp_difference, cancelled_at, cancelled_by, cancel_cause, cancel_reason, dispatch_number, dispatched_at, dispatched_by) on contract_note to sauda_app;
grant update (status, accepted_at, bounced_at, answer, recorded_by, address) on contract_note_delivery to sauda_app;
revoke delete on contract_note_day from sauda_app;
revoke update, delete on contract from sauda_app;
grant update (stt, stamp_duty, stt_difference, stamp_difference, reversed_at) on contract to sauda_app;
revoke delete on charge_rate, brokerage_plan, client_plan, security_stt, clearing_corporation from sauda_app;
revoke update, delete on stt_list, symbol_change, fair_value_list, fair_value from sauda_app;
revoke update, delete on levy_file, levy_line, levy_adjustment from sauda_app;
revoke update, delete on clearing_file, obligation, obligation_line, delivered_settlement, settlement_release, dp_charge from sauda_app;
grant update (reversed_at) on dp_charge to sauda_app;
revoke delete on shortage from sauda_app;
revoke update on imported_client from sauda_app;
revoke update, delete on consent from sauda_app;
revoke delete on privacy_request, breach from sauda_app;
-- What an erasure empties.
grant update (text, file_key) on reply to sauda_app;
grant update (subject, text) on message to sauda_app;
grant update (name_at_bank, account_lookup) on penny_drop to sauda_app;
