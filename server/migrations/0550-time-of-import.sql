-- The newest file counts. Its time is that of its row, because the transaction may have waited for another import since its start.
alter table clearing_file alter column imported_at set default clock_timestamp();
alter table price_file alter column imported_at set default clock_timestamp();
alter table security_file alter column imported_at set default clock_timestamp();
-- Compared with the time of a close-out, for which a release may have waited.
alter table settlement_release alter column released_at set default clock_timestamp();
