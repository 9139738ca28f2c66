-- Large trade files come in parts, and T+0 trades in a file of their own.
alter table exchange_file add column part text not null default '';
comment on column exchange_file.part is 'P1 of a file in parts, T0 of the one with T+0 trades; empty for the whole.';
