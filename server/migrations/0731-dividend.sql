-- A dividend is stated to the clients who held the share; nothing is booked for it.
alter table corporate_action
  add column clients integer,
  add constraint corporate_action_clients check ((kind = 'dividend') = (clients is not null)),
  drop constraint corporate_action_kind_check,
  add constraint corporate_action_kind_check check (kind in ('split', 'consolidation', 'bonus', 'merger', 'demerger', 'buyback', 'dividend'));
comment on column corporate_action.kind is 'split, consolidation, bonus, merger, demerger, buyback or dividend.';
comment on column corporate_action.clients is 'Of a dividend: the clients who held the share at the close before the ex-date.';
comment on column corporate_action.given is '… holders have so many after a split, consolidation or merger, or receive so many besides (bonus, demerger). Of a dividend: rupees.';
