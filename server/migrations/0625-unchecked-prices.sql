-- A trade that one dealer booked while no price of its day was known is compared with the prices of its day afterwards.
alter table trade add column price_unchecked boolean not null default false,
  add column confirmed_by uuid references operator (id),
  add column confirmed_at timestamptz,
  add constraint trade_confirmed check ((confirmed_by is null) = (confirmed_at is null) and (confirmed_by is null or price_unchecked));
comment on column trade.price_unchecked is 'Whether one dealer booked it while no price of its day was known.';
comment on column trade.confirmed_by is 'The other operator who confirmed a price that was unchecked.';
create index trade_unchecked on trade (client_id) where price_unchecked and confirmed_by is null and reversal_id is null and contract_id is null;
create index trade_unchecked_dealer on trade (booked_by, day) where price_unchecked and confirmed_by is null and reversal_id is null and contract_id is null;
