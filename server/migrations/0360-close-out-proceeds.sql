-- A close-out is also paid by proceeds of its sale that pay for nothing else; its reversal makes them so again.
alter table contract
  add column unusable_used bigint not null default 0,
  add constraint contract_unusable_used_check check (unusable_used >= 0) not valid;
comment on column contract.unusable_used is 'Paise: of a close-out, what it took of the unusable proceeds of its sale (client_settlement.unusable).';
