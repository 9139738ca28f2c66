-- References are stored in one form (contract/src/reference.ts). Rows from before are converted at the next start. Where two of
-- them turn out to name one payment, the second is marked, so that nothing is lost and nothing else can use that reference.
create table data_migration (
  name text primary key,
  done_at timestamptz
);
insert into data_migration (name) values ('normalize references');

alter table payment_reference add column is_collision boolean not null default false;
alter table payment_reference drop constraint payment_reference_pkey;
create unique index payment_reference_once on payment_reference (reference) where not is_collision;
create index payment_reference_collision on payment_reference (reference) where is_collision;

-- What the bank wrote never changes. Which reference we read in it may, as long as the line has no payment.
drop trigger bank_line_kept on bank_line;
create trigger bank_line_kept before update on bank_line for each row
  when ((new.id, new.statement_id, new.line_number, new.identity, new.occurrence, new.booked_on, new.direction, new.amount,
         new.balance, new.text)
        is distinct from
        (old.id, old.statement_id, old.line_number, old.identity, old.occurrence, old.booked_on, old.direction, old.amount,
         old.balance, old.text)
    or (old.matched_id is not null and (new.matched_id, new.reference, new.names)
        is distinct from (old.matched_id, old.reference, old.names))
    or (old.note is not null and new.note is distinct from old.note))
  execute function keep_bank_line();
