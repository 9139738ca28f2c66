-- Bookings that concern no client have the first id of all instead of none, so that every journal and entry has a client, by which a cluster
-- distributes them (server/cluster).
alter table journal disable trigger user;
alter table entry disable trigger user;
alter table entry drop constraint entry_of_client;
update journal set client_id = '00000000-0000-0000-0000-000000000000' where client_id is null;
update entry set client_id = '00000000-0000-0000-0000-000000000000' where client_id is null;
alter table journal enable trigger user, alter column client_id set default '00000000-0000-0000-0000-000000000000', alter column client_id set not null;
alter table entry enable trigger user, alter column client_id set default '00000000-0000-0000-0000-000000000000', alter column client_id set not null,
  add constraint entry_of_client check (client_id <> '00000000-0000-0000-0000-000000000000'
    or (debit not in ('cash', 'invested', 'loan', 'cashback', 'withheld', 'unsettled', 'client_dues')
      and credit not in ('cash', 'invested', 'loan', 'cashback', 'withheld', 'unsettled', 'client_dues'))) not valid;
comment on column journal.client_id is 'The first id of all for bookings that concern no client.';
comment on column entry.client_id is 'The first id of all for bookings that concern no client.';

-- A complete check no longer has a part for them; one under way begins again.
delete from books_run;
alter table books_run drop constraint books_run_part_check, add constraint books_run_part_check check (part in ('day', 'client', 'cause'));

drop function if exists figures_of(uuid);
