-- no transaction
-- A line is recognised within its bank account, whatever the format of the file.
drop index concurrently if exists bank_line_of_account;
create unique index concurrently bank_line_of_account on bank_line (identity, occurrence, broker_bank_id);
