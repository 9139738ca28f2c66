-- The money of shortages: close-outs and auctions are booked as contracts of their own.
alter table contract add column shortage_id uuid references shortage (id);
drop index contract_once;
create unique index contract_once on contract (client_id, day) where reversed_at is null and shortage_id is null;
create unique index contract_of_shortage on contract (shortage_id) where reversed_at is null and shortage_id is not null;
create index contract_shortage on contract (shortage_id) where shortage_id is not null;
comment on column contract.shortage_id is 'The shortage that it closes out or settles by auction; null for the trades of a day.';
