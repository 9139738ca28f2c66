alter table trade_day add column trades int check (trades >= 0), add column contracts int check (contracts >= 0);
comment on column trade_day.trades is 'Trades of clients when the day was booked; null if they changed since, or if it was booked before there was this count.';
comment on column trade_day.contracts is 'Contracts when the day was booked; null like the trades.';
