-- Proceeds of shares sold before they were credited, and profits of the day, pay for nothing in another settlement before the pay-out.
alter table client_settlement
  add column unusable bigint not null default 0,
  add constraint client_settlement_unusable_check check (unusable between 0 and unsettled) not valid;
comment on column client_settlement.unusable is 'Paise of unsettled that pay for purchases and charges of this settlement only: from shares that were not credited when they were sold, and profits of shares bought and sold on the day.';
comment on column client_ledger.unsettled is 'Paise from sales, withdrawable after the pay-out of their settlement; client_settlement has the parts, and what of them pays for purchases.';

-- A close-out is also paid by proceeds of its sale that pay for nothing else; its reversal makes them so again.
alter table contract
  add column unusable_used bigint not null default 0,
  add constraint contract_unusable_used_check check (unusable_used >= 0) not valid;
comment on column contract.unusable_used is 'Paise: of a close-out, what it took of the unusable proceeds of its sale (client_settlement.unusable).';

-- The highest price of the day, which proposes the price of a close-out.
alter table closing_price
  add column high numeric,
  add constraint closing_price_high_check check (high >= close) not valid;
comment on column closing_price.high is 'Rupees: the highest price of the day at this exchange (HghPric); null for files imported before it was kept.';

-- Each contract that is booked looks for an earlier one with the same amounts, of which the client was told.
create index contract_reversed on contract (client_id, day) where reversed_at is not null;
-- Statistics do not know the newest day, so a plan for some of its clients may use any index that begins with the day.
drop index exchange_trade_recorded, exchange_trade_open;
create index exchange_trade_recorded on exchange_trade (day, client_id) where client_id is not null;
create index exchange_trade_open on exchange_trade (day, client_id) where booked_at is null;

-- Own and error accounts no longer count as accepted.
comment on column clearing_settlement.accepted_difference is 'Paise of the final obligation beyond the books and the broker''s own and error accounts that an operator accepted; null: none.';
