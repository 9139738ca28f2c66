-- A rights issue gives entitlements, which are shares of their own until they are allotted or lapse. Who takes shares pays the registrar.
alter table corporate_action
  add column issue_price numeric(12,2) check (issue_price > 0),
  add constraint corporate_action_issue_price check ((kind = 'allotment') = (issue_price is not null)),
  add constraint corporate_action_credited check (kind not in ('rights', 'allotment') or credited_on is not null and credited_on >= ex_date),
  drop constraint corporate_action_other,
  add constraint corporate_action_other check ((kind in ('merger', 'demerger', 'rights', 'allotment')) = (other_stock is not null)),
  drop constraint corporate_action_kind_check,
  add constraint corporate_action_kind_check check (kind in ('split', 'consolidation', 'bonus', 'merger', 'demerger', 'buyback', 'dividend', 'rights', 'allotment'));
comment on column corporate_action.kind is 'split, consolidation, bonus, merger, demerger, buyback, dividend, rights or allotment (which ends a rights issue).';
comment on column corporate_action.stock is 'The symbol of the instrument that clients held; of an allotment the entitlement.';
comment on column corporate_action.other_stock is 'The symbol of the share that holders receive; of a rights issue the entitlement.';
comment on column corporate_action.ex_date is 'Who bought before it is entitled, settled or not. In a buyback, the day on which the accepted shares leave; in an allotment, its day.';
comment on column corporate_action.given is '… holders have so many after a split, consolidation or merger, or receive so many besides (bonus, demerger, rights). Of a dividend: rupees.';
comment on column corporate_action.credited_on is 'The first day on which the shares of a bonus or allotment, or entitlements, can be sold.';
comment on column corporate_action.issue_price is 'Of an allotment: rupees that each share cost, paid to the registrar and not from the wallet.';

-- A lapsed entitlement brings nothing.
alter table trade
  drop constraint trade_price_check,
  drop constraint trade_amount_check,
  add constraint trade_price_check check (price > 0 or price = 0 and action_id is not null) not valid,
  add constraint trade_amount_check check (amount > 0 or amount = 0 and action_id is not null) not valid;
alter table trade validate constraint trade_price_check;
alter table trade validate constraint trade_amount_check;
comment on column trade.action_id is 'The corporate action in which the company paid a fraction of a share, bought shares back or allotted them, or an entitlement lapsed (at price 0); the money does not pass the wallet.';
comment on column lot.is_fraction is 'What is never sold: a part of a share or shares bought back, which the company pays in cash, or lapsed entitlements.';
comment on column lot.trade_id is 'The purchase; null if unknown, and of bonus shares and entitlements from a rights issue.';
comment on column lot.acquired_on is 'The trading day of the purchase in India, also after a corporate action; of bonus and rights shares the day of allotment, of entitlements the ex-date.';
