-- Proceeds of shares sold before they were credited, and profits of the day, pay for nothing in another settlement before the pay-out.
alter table client_settlement
  add column unusable bigint not null default 0,
  add constraint client_settlement_unusable_check check (unusable between 0 and unsettled) not valid;
comment on column client_settlement.unusable is 'Paise of unsettled that pay for purchases and charges of this settlement only: from shares that were not credited when they were sold, and profits of shares bought and sold on the day.';
comment on column client_ledger.unsettled is 'Paise from sales, withdrawable after the pay-out of their settlement; client_settlement has the parts, and what of them pays for purchases.';
