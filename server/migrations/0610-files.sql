-- Bytes of every file that a proposal is about, not only of those with dealers' trades.
alter table trade_file rename to proposal_file;
alter table proposal_file rename constraint trade_file_pkey to proposal_file_pkey;
alter table proposal_file rename constraint trade_file_check to proposal_file_check;

-- Null where the file agreed with our own figures, so that it needed no second operator.
alter table levy_file add column approved_by uuid references operator (id);
create index levy_file_approved_by on levy_file (approved_by) where approved_by is not null;

-- The cause of each booking that brings a contract to the levies of the newest file.
create table levy_adjustment (
  id uuid primary key,
  contract_id uuid not null references contract (id),
  client_id uuid not null references client (id),
  levy text not null check (levy in ('stt', 'stamp')),
  amount bigint not null check (amount <> 0),
  booked_at timestamptz not null default now()
);
create index levy_adjustment_contract on levy_adjustment (contract_id);
create index levy_adjustment_client on levy_adjustment (client_id);
create trigger levy_adjustment_append_only before delete or update on levy_adjustment for each row execute function refuse_change();
create trigger levy_adjustment_no_truncate before truncate on levy_adjustment for each statement execute function refuse_change();
