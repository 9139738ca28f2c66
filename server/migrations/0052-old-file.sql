-- Documents and photos from before clients had data keys; each is encrypted with its client's key and removed from here.
create table old_file (
  name text primary key,
  owner_id uuid not null
);
create index old_file_owner on old_file (owner_id);
insert into old_file (name, owner_id)
  select file_key, client_id from kyc_document
  union all
  select 'photo/' || photo_key, id from client where photo_key is not null;
