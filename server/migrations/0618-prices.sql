-- Null where the file agreed with what was stored before, so that it needed no second operator.
alter table price_file add column approved_by uuid references operator (id);
create index price_file_approved_by on price_file (approved_by) where approved_by is not null;
alter table security_file add column approved_by uuid references operator (id);
create index security_file_approved_by on security_file (approved_by) where approved_by is not null;
comment on column price_file.approved_by is 'The second operator; null where the file follows on the trading day before.';
comment on column security_file.approved_by is 'Null where no second operator was needed. What a file changes of known securities has a row of its own.';
