-- A company buys back the shares that it accepts of each client who tendered.
alter table corporate_action
  drop constraint corporate_action_kind_check,
  add constraint corporate_action_kind_check check (kind in ('split', 'consolidation', 'bonus', 'merger', 'demerger', 'buyback'));
comment on column corporate_action.kind is 'split, consolidation, bonus, merger, demerger or buyback.';
comment on column corporate_action.ex_date is 'Who bought before it is entitled, settled or not. In a buyback, the day on which the accepted shares leave.';
comment on column corporate_action.fraction_price is 'Rupees per share for which the company paid fractions, or the shares that it bought back; null while it has not.';
comment on column lot.is_fraction is 'What the company pays in cash, a part of a share or shares bought back: it is never sold otherwise.';
comment on column trade.action_id is 'The corporate action for which the company paid a fraction of a share or bought shares back, booked as its sale; the money does not pass the wallet.';
