-- no transaction
drop index concurrently if exists lot_held;
create index concurrently lot_held on lot (client_id, isin) where open_quantity > 0;
