-- Recognises the key everything here was encrypted with, and says nothing about it.
create table secret_mark (
  one boolean primary key default true check (one),
  mark bytea not null
);
