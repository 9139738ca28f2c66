-- What dealers may do alone, and the rights of those who import the files of the exchanges.
alter table trade
  add column deviation bigint,
  add column requested_by uuid,
  add constraint trade_deviation_check check (deviation >= 0) not valid,
  add constraint trade_requested_by_fkey foreign key (requested_by) references operator (id) not valid;
create index trade_deviation on trade (booked_by, day) include (deviation) where deviation > 0 and reversal_id is null;
create index trade_requested_by on trade (requested_by) where requested_by is not null;

-- The clients of a file are looked up again when it is approved, without reading the file again.
alter table exchange_file add column client_codes text[] not null default '{}';
-- A code that one operator gave to a client counts for later trade days only.
alter table client add column ucc_since date;
create index exchange_trade_unassigned on exchange_trade (upper(client_code)) where client_id is null and client_type = 'client';

-- Whoever booked trades could also import files, prices and settlements, which are rights of their own now.
update role_rights
   set rights = rights[:array_position(rights, 'trade.book')] || array['exchange.import', 'price.import', 'settlement.manage']
             || rights[array_position(rights, 'trade.book') + 1:]
 where 'trade.book' = any (rights);
