-- The clearing corporation of each exchange. Without a row, and before the first one, each exchange clears at its own.
create table clearing_corporation (
  from_day date primary key,
  nse text not null,
  bse text not null,
  constraint clearing_corporation_check check ((nse, bse) in (('NCL', 'ICCL'), ('NCL', 'NCL'), ('ICCL', 'ICCL')))
);
comment on table clearing_corporation is 'At which clearing corporation the trades of each exchange are cleared from a day on.';
comment on column clearing_corporation.from_day is 'The first trade day; days with settlements are never changed.';
comment on column clearing_corporation.nse is 'Of trades of NSE.';
comment on column clearing_corporation.bse is 'Of trades of BSE.';

-- Fixed with the settlement, so that a later choice never changes which trades are in it.
alter table clearing_settlement add column exchanges text[];
update clearing_settlement set exchanges = array[exchange];
alter table clearing_settlement alter column exchanges set not null;
comment on column clearing_settlement.exchanges is 'The exchanges whose trades are in it: those that cleared there on the day.';
