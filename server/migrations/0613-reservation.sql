-- What a pending proposal would use is used by nothing else until it is decided.
alter table proposal add column uses text[] not null default '{}';
update proposal set uses = array['line:' || (payload ->> 'lineId')] where status = 'pending' and kind like 'receipt.%';
update proposal set uses = array['lot:' || (payload ->> 'tradeId')] where status = 'pending' and kind = 'trade.sell';
create index proposal_uses on proposal using gin (uses) where status = 'pending';
comment on column proposal.uses is 'What it would use, such as `line:` and the id of a bank line: nothing else can use it while the proposal is pending.';
