-- Names of columns that an operator entered for a holdings file, so that the next file with them is read at once.
alter table holding_file add column columns jsonb;
comment on column holding_file.columns is 'Names of the columns as an operator entered them; null where the usual names were enough.';
