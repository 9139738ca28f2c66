-- Imports run one after another; the time of the transaction's start could be earlier than that of a file stored before.
alter table levy_file alter column imported_at set default clock_timestamp();
