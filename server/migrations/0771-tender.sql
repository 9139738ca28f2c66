-- Shares that clients tendered in a buyback are blocked until the company has accepted them or not.
alter table corporate_action
  drop constraint corporate_action_kind_check,
  add constraint corporate_action_kind_check check (kind in ('split', 'consolidation', 'bonus', 'merger', 'demerger', 'buyback', 'dividend', 'rights', 'allotment', 'tender'));
comment on column corporate_action.kind is 'split, consolidation, bonus, merger, demerger, buyback, dividend, rights, allotment (which ends a rights issue) or tender (which a buyback ends).';
comment on column lot.is_fraction is 'What is not sold: a part of a share or shares bought back, which the company pays in cash, lapsed entitlements, and what is tendered in a buyback.';
