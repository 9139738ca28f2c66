-- Requests and records of clients. What was decided stays as it was decided, whatever the program does: states change only as the contract
-- says, and no row is deleted (functions/state.sql, functions/wallet.sql).
alter table client
  -- Operators who had the client's e-mail address when it was changed.
  add column own_operators uuid[] not null default '{}',
  -- A revoked verification is a status of its own, which blocks less than one that never was.
  drop constraint client_kyc_status_check,
  add constraint client_kyc_status_check check (kyc_status in ('UNVERIFIED', 'PENDING', 'VERIFIED', 'REVOKED')) not valid;
create index client_own_operators on client (id) where own_operators <> '{}';
alter table kyc_identity add column born_on bytea;
-- Read notifications are kept and listed after the unread ones.
alter table notification add column read_at timestamptz;

-- Every new request locks its client's ledger before the count of its client's requests, as settlements and closings do, so
-- that no two of them wait for each other.
drop trigger deposit_not_closing on wallet_request;
create trigger wallet_request_locks_ledger before insert on wallet_request for each row execute function lock_for_request();
alter table wallet_request
  drop constraint wallet_request_state,
  add constraint wallet_request_state check (is_valid_request(type, status, amount, credited, pay_to_number, first_approval_by, decided_by,
    decided_at, reason, payout_batch_id, settlement)) not valid;
create trigger wallet_request_kept before update on wallet_request for each row execute function keep_request();
create trigger wallet_request_never_deleted before delete on wallet_request for each row execute function refuse_change();
create trigger wallet_request_no_truncate before truncate on wallet_request for each statement execute function refuse_change();

-- A charge that was raised by mistake is cancelled while it is unpaid.
alter table charge
  add constraint charge_type_known check (type = any (charge_types())) not valid,
  drop constraint charge_status_check,
  add constraint charge_status_check check (status in ('PENDING', 'PAID', 'APPROVED', 'REJECTED', 'CANCELLED')) not valid,
  drop constraint charge_check,
  add constraint charge_check check (case status when 'PENDING' then transaction_id is null when 'CANCELLED' then true else transaction_id is not null end) not valid,
  drop constraint charge_check2,
  add constraint charge_check2 check ((status in ('APPROVED', 'REJECTED', 'CANCELLED')) = (decided_at is not null)) not valid,
  drop constraint charge_check4,
  add constraint charge_check4 check ((status in ('REJECTED', 'CANCELLED')) = (reason is not null)) not valid;
create trigger charge_kept before update on charge for each row execute function keep_charge();
create trigger charge_never_deleted before delete on charge for each row execute function refuse_change();
create trigger charge_no_truncate before truncate on charge for each statement execute function refuse_change();

-- The trigger loan_kept also keeps what was accepted.
drop trigger loan_terms_kept on loan;
drop function keep_loan_terms();
-- The terms of a loan are stored in whole paise like every other amount, and their names say so.
create function pg_temp.paise(object json, name text) returns bigint language sql
  return ((object ->> name)::numeric * 100)::bigint;
update loan set terms = json_strip_nulls(json_build_object(
  'amountPaise', pg_temp.paise(terms, 'amount'), 'ratePercent', terms -> 'ratePercent', 'months', terms -> 'months',
  'feePaise', pg_temp.paise(terms, 'fee'), 'feeGstPaise', pg_temp.paise(terms, 'feeGst'), 'aprPercent', terms -> 'aprPercent',
  'totalPayablePaise', pg_temp.paise(terms, 'totalPayable'),
  'schedule', (select json_agg(json_build_object('number', s -> 'number', 'dueDate', s -> 'dueDate',
                 'principalPaise', pg_temp.paise(s, 'principal'), 'interestPaise', pg_temp.paise(s, 'interest'),
                 'feePaise', pg_temp.paise(s, 'fee'), 'amountPaise', pg_temp.paise(s, 'amount')) order by n)
                 from json_array_elements(terms -> 'schedule') with ordinality as part (s, n))))
 where terms is not null;
drop function pg_temp.paise(json, text);
create trigger loan_kept before update on loan for each row execute function keep_loan();
create trigger loan_never_deleted before delete on loan for each row execute function refuse_change();
create trigger loan_no_truncate before truncate on loan for each statement execute function refuse_change();
alter table loan_repayment
  add column gst bigint not null default 0,
  add constraint loan_repayment_gst check (gst between 0 and fee) not valid;

-- A proposal whose maker was disabled or lost the right lapses; `decided_by` is who caused it. With APPROVALS=single the operator who proposed
-- something before the mode was set also decides it, which is marked.
alter table proposal
  add column waived boolean not null default false,
  drop constraint proposal_status_check,
  add constraint proposal_status_check check (status in ('pending', 'approved', 'rejected', 'lapsed')),
  add constraint proposal_kind_known check (kind = any (proposal_kinds())) not valid,
  drop constraint proposal_check,
  add constraint proposal_two_operators check (status <> 'approved' or decided_by <> requested_by or waived);
create trigger proposal_kept before update on proposal for each row execute function keep_proposal();
create trigger proposal_never_deleted before delete on proposal for each row execute function refuse_change();
create trigger proposal_no_truncate before truncate on proposal for each statement execute function refuse_change();
alter table adjustment
  add column waived boolean not null default false,
  drop constraint adjustment_check,
  add constraint adjustment_two_operators check (status <> 'approved' or decided_by <> requested_by or waived);
create trigger adjustment_not_closing before insert on adjustment for each row execute function refuse_while_closing();

-- Their rows are found by the unique indexes of the open documents and requests, which have the same condition.
drop index kyc_document_queue, setting_request_waiting;
-- No statement filters or orders by these columns.
drop index complaint_received, privacy_request_status;

-- Figures and keys that the program never writes otherwise. The start validates them on stored rows.
alter table message add constraint message_template_known foreign key (template_id) references message_template (id) not valid;
alter table client_import
  add constraint client_import_figures check (least(clients, positions, bank_details, balance, cost) >= 0) not valid;
alter table wallet_count add constraint wallet_count_requests check (requests >= 0) not valid;
alter table content add constraint content_version check (version > 0) not valid;
alter table message_template add constraint message_template_version check (version > 0) not valid;
alter table consent add constraint consent_version check (notice_version > 0) not valid;

create table data_export (
  id uuid primary key,
  operator_id uuid not null references operator (id),
  what text not null,
  clients int,
  at timestamptz not null default now(),
  mailed_at timestamptz,
  constraint data_export_clients check (clients >= 0)
);
create index data_export_operator on data_export (operator_id, at);
create index data_export_unmailed on data_export (at) where mailed_at is null;

create table installation (
  single boolean default true primary key check (single),
  mode text not null check (mode in ('demo', 'live')),
  since timestamptz not null default now()
);

create table secret_key_use (
  key_id text primary key,
  since timestamptz not null default now()
);
