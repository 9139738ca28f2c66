-- What the desk finds a client by, wherever in it the text stands: any three letters in a row are looked up.
create extension if not exists pg_trgm with schema public;
alter table client add column search text not null generated always as
  (name || E'\n' || email || E'\n' || mobile || E'\nSD' || number::text) stored;
create index client_search on client using gin (search gin_trgm_ops);
