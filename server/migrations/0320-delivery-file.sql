-- Delivery files of the clearing corporations, and the shortages that they name.
alter table clearing_file drop constraint clearing_file_kind_check;
alter table clearing_file add constraint clearing_file_kind_check check (kind in ('master', 'obligation', 'delivery'));
comment on table clearing_file is 'Settlement masters, obligation files and delivery files of the clearing corporations, one row for each import. Append only.';
comment on column clearing_file.kind is 'master: the days of settlements. obligation: what each settlement pays or receives. delivery: which shares clients received or did not deliver.';

alter table shortage
  add column isin text check (isin <> ''),
  add column side text check (side in ('B', 'S')),
  add column quantity numeric check (quantity > 0),
  add column file_id uuid references clearing_file (id),
  add column ended_file_id uuid references clearing_file (id),
  add constraint shortage_security check ((isin is null) = (side is null) and (isin is null) = (quantity is null));
drop index shortage_open;
create unique index shortage_open on shortage (client_id, settlement_id, coalesce(isin, ''), coalesce(side, '')) where ended_at is null;
create index shortage_file on shortage (file_id) where file_id is not null;
create index shortage_ended_file on shortage (ended_file_id) where ended_file_id is not null;
comment on table shortage is 'Shares that a client did not deliver or receive in a settlement. What was not delivered holds the release to the client until it has ended.';
comment on column shortage.isin is 'That of the trades; null where an operator recorded only the value.';
comment on column shortage.side is 'S: sold and not delivered. B: bought and not received, which holds nothing.';
comment on column shortage.quantity is 'Units.';
comment on column shortage.file_id is 'The delivery file that names it; null if an operator recorded it.';
comment on column shortage.ended_file_id is 'The later delivery file without it.';

insert into exchange_code (exchange, column_name, code, meaning)
  select e.exchange, 'TxInd', c.code, c.meaning
    from (values ('NSE'), ('BSE')) e (exchange) cross join (values ('CLO', 'closeout'), ('AUC', 'auction'), ('SHT', 'short')) c (code, meaning)
on conflict do nothing;
