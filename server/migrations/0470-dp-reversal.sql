-- A DP charge is reversed once its sale is not delivered after all; the security can be charged again on that day.
alter table dp_charge add column reversed_at timestamptz;
drop index dp_charge_once;
create unique index dp_charge_once on dp_charge (client_id, day, isin) where reversed_at is null;
comment on table dp_charge is 'DP charges of delivered sales, one for each client, security and day of pay-out; each has a journal dp.charged with its id as cause. Append only, apart from the reversal.';
comment on column dp_charge.reversed_at is 'When the journal dp.reversed was booked, because a later file of the exchange or the clearing corporation has no such delivery; null while the charge counts.';
