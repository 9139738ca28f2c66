alter table trade_day add column trades int check (trades >= 0), add column contracts int check (contracts >= 0);
comment on column trade_day.trades is 'Trades of clients when the day was booked; null if they changed since, or if it was booked before there was this count.';
comment on column trade_day.contracts is 'Contracts when the day was booked; null like the trades.';

-- Imports run one after another; the time of the transaction's start could be earlier than that of a file stored before.
alter table levy_file alter column imported_at set default clock_timestamp();
