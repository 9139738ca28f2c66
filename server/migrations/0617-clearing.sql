-- Null where the file agreed with our own figures, so that it needed no second operator.
alter table clearing_file add column approved_by uuid references operator (id);
create index clearing_file_approved_by on clearing_file (approved_by) where approved_by is not null;
comment on column clearing_file.approved_by is 'The second operator; null where the file agreed with our own figures.';

-- Null in the lines of earlier versions, of which only the volumes are compared.
alter table obligation_line
  add column bought_value numeric check (bought_value >= 0),
  add column sold_value numeric check (sold_value >= 0);
comment on column obligation_line.bought_value is 'Rupees.';
comment on column obligation_line.sold_value is 'Rupees.';

alter table settlement_day add column is_compared boolean not null default true;
comment on column settlement_day.is_compared is 'The day agreed with the calendar or a second operator accepted it; false while its trades were not known yet, and then it moves nothing.';

alter table clearing_settlement add column accepted_gaps text;
comment on column clearing_settlement.accepted_gaps is 'Hash of what was missing when an operator accepted it: differing volumes, no delivery file; null: nothing.';

create table delivered_settlement (
  settlement_id text not null references clearing_settlement (id),
  file_id uuid not null references clearing_file (id),
  primary key (settlement_id, file_id)
);
comment on table delivered_settlement is 'The settlements that a delivery file names. Append only.';
create index delivered_settlement_file on delivered_settlement (file_id);
create trigger delivered_settlement_append_only before delete or update on delivered_settlement for each row execute function refuse_change();
create trigger delivered_settlement_no_truncate before truncate on delivered_settlement for each statement execute function refuse_change();
-- What earlier files named is not stored; they are taken for the settlements of their days.
insert into delivered_settlement (settlement_id, file_id)
select s.id, f.id from clearing_settlement s
  join clearing_file f on f.kind = 'delivery' and f.exchange = s.exchange and f.day between s.traded_on and s.settles_on;
