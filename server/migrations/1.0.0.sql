-- The schema of release 1.0.0, from which every later migration begins. Never changed. A database of 1.0.0 has it already; a portable
-- backup of 1.0.0 or later is imported into it, and server/schema.sql is made from it and the migrations.

create extension if not exists pg_trgm with schema public;

create domain ledger_account as text check (value in ('cash', 'invested', 'loan', 'cashback', 'withheld', 'bank', 'clearing',
  'loans_receivable', 'fees', 'gst', 'cashback_expense', 'adjustment', 'bank_charges', 'bank_interest', 'unidentified', 'opening',
  'transit'));

-- -------------------- platform

create table migration (version int primary key, name text not null, applied_at timestamptz not null default now(), checksum text);

create table data_migration (name text primary key, done_at timestamptz);

create table readiness (process uuid primary key, at timestamptz not null default now());

create table throttle (key text primary key, count int not null, blocked_until timestamptz not null default '1970-01-01 00:00:00+00',
  resets_at timestamptz not null);
create index throttle_resets on throttle (resets_at);

create table secret_mark (one boolean default true primary key check (one), mark bytea not null);

create table hash_key (purpose text primary key, wrapped bytea not null);

create table data_key (owner_id uuid primary key, wrapped bytea not null);

create table old_file (name text primary key, owner_id uuid not null);
create index old_file_owner on old_file (owner_id);

create table loose_file (name text primary key, since timestamptz not null default now());
create index loose_file_since on loose_file (since);

create table file_to_back_up (name text primary key, since timestamptz not null default now());
create index file_to_back_up_since on file_to_back_up (since);

create table backup (id text primary key, kind text not null check (kind in ('data', 'portable')), begun_at timestamptz not null, ended_at
  timestamptz not null);
create index backup_ended on backup (ended_at desc);

-- -------------------- core/audit

create table audit_era (one boolean default true primary key check (one), era int not null);

create table audit (id bigint generated always as identity primary key, at timestamptz not null default now(), era int not null, xact xid8
  not null default pg_current_xact_id(), actor_kind text not null check (actor_kind in ('client', 'operator', 'visitor', 'system')),
  actor_id text, actor_name text, action text not null, subject_id text, before jsonb, after jsonb, ip text);
create index audit_action on audit (action, id desc);
create index audit_actor on audit (actor_id, id desc);
create index audit_at on audit using brin (at);
create unique index audit_order on audit (era, xact, id);
create index audit_subject on audit (subject_id, id desc);

create table audit_seal (position bigint primary key, audit_id bigint not null unique, hash bytea not null);

create table audit_head (place text primary key, log uuid not null default gen_random_uuid(), line bigint not null default 0, mac text not
  null default '', position bigint not null default 0, written_at timestamptz);

create table refusal (minute timestamptz not null, actor_kind text not null check (actor_kind in ('client', 'operator')), actor_id text not
  null, call text not null, actor_name text not null, statuses int[] not null, count int not null, ip text not null, primary key (minute,
  actor_kind, actor_id, call));

-- -------------------- broker/operator

create table operator (id uuid primary key, email text not null unique check (email = lower(email)), name text not null, role text not null,
  password_hash text not null, disabled_at timestamptz, last_login_at timestamptz, created_at timestamptz not null default now(), handed_out
  boolean not null default false, created_by uuid references operator (id), role_since timestamptz not null default now(), reset_by uuid
  references operator (id), reset_at timestamptz, digest_through date);

create table role_rights (role text primary key check (role <> 'admin'), rights text[] not null check ('operator.manage' <> all (rights)),
  extended_at timestamptz, retired_at timestamptz);
create unique index role_rights_name on role_rights (lower(role));

create table break_glass (id uuid primary key, operator_id uuid not null references operator (id), reason text not null, at timestamptz not
  null default now());
create index break_glass_at on break_glass (at desc);

-- -------------------- client/client

create table client (id uuid primary key, number bigint generated always as identity (start with 100001) unique, email text not null unique
  check (email = lower(email)), mobile text not null unique, name text not null, password_hash text not null, executive_name text not null,
  referral_id text not null, kyc_status text not null default 'UNVERIFIED' check (kyc_status in ('UNVERIFIED', 'PENDING', 'VERIFIED')),
  photo_key text unique, frozen_at timestamptz, frozen_reason text, created_at timestamptz not null default now(), search text not null
  generated always as ((((((name || '
') || email) || '
') || mobile) || '
SD') || number::text) stored, frozen_by uuid references operator
  (id), gst_state text, contact_changed_at timestamptz, closure text check (closure in ('open', 'closed')));
create index client_search on client using gin (search gin_trgm_ops);

create table pending_registration (id uuid primary key, email text not null, name text not null, mobile text not null, password_hash text
  not null, executive_name text not null, referral_id text not null, flow_hash bytea not null unique, created_at timestamptz not null
  default now(), code_hash bytea not null, code_expires_at timestamptz not null, wrong_tries int not null default 0, mailed_at timestamptz[]
  not null);
create index pending_registration_created on pending_registration (created_at);
create index pending_registration_email on pending_registration (email, created_at desc);

create table client_import (id uuid primary key, file_name text not null, file_hash bytea not null, content bytea, status text not null
  default 'pending' check (status in ('pending', 'imported', 'rejected')), clients int not null, positions int not null, bank_details int
  not null, balance bigint not null, cost bigint not null, requested_by uuid not null references operator (id), requested_at timestamptz not
  null default now(), decided_by uuid references operator (id), decided_at timestamptz, constraint client_import_check check ((status =
  'pending') = (decided_at is null)), constraint client_import_check1 check ((status = 'pending') = (content is not null)));
create unique index client_import_pending on client_import (file_hash) where status = 'pending';

create table imported_client (client_id uuid primary key references client (id) on delete cascade, import_id uuid not null references
  client_import (id), fingerprint bytea not null, balance bigint not null check (balance >= 0));

-- -------------------- core/session

create function network_of(ip text) returns text language sql immutable parallel safe strict as $$
  select case when ip ~ '^[0-9a-fA-F:]+$' and ip like '%:%' then network(set_masklen(ip::inet, 64))::text else ip end
$$;

create table session (id uuid primary key, token_hash bytea not null unique, client_id uuid references client (id) on delete cascade,
  operator_id uuid references operator (id) on delete cascade, ip text not null, device text not null, created_at timestamptz not null
  default now(), last_seen_at timestamptz not null default now(), expires_at timestamptz not null, companion_hash bytea, viewed_client_id
  uuid references client (id) on delete cascade, viewed_from uuid references session (id) on delete cascade, constraint session_check check
  ((client_id is null) <> (operator_id is null)), constraint session_view check ((viewed_client_id is null) = (viewed_from is null) and
  (viewed_client_id is null or operator_id is not null)));
create index session_client on session (client_id) where client_id is not null;
create index session_network on session (network_of(ip), device) where client_id is not null;
create index session_operator on session (operator_id) where operator_id is not null;
create index session_viewed_client on session (viewed_client_id) where viewed_client_id is not null;
create index session_viewed_from on session (viewed_from) where viewed_from is not null;

create table known_browser (owner_id uuid not null, hash bytea not null, seen_at timestamptz not null default now(), primary key (owner_id,
  hash));
create index known_browser_seen on known_browser (seen_at);

create table totp (owner_id uuid primary key, secret bytea not null, confirmed_at timestamptz, last_step bigint not null default 0);

create table recovery_code (owner_id uuid not null, hash bytea not null, primary key (owner_id, hash));

create table passkey (id uuid primary key, owner_id uuid not null, credential_id text not null unique, public_key bytea not null, counter
  bigint not null, name text not null, created_at timestamptz not null default now(), last_used_at timestamptz);
create index passkey_owner on passkey (owner_id);

create table used_challenge (hash bytea primary key, expires_at timestamptz not null);
create index used_challenge_expires on used_challenge (expires_at);

create table one_time_code (flow text not null check (flow in ('reset', 'login-auth', 'login-operator', 'contact-present', 'contact-new')),
  email text not null, hash bytea not null, wrong_tries int not null default 0, expires_at timestamptz not null, used_at timestamptz,
  mailed_at timestamptz[] not null, flow_hash bytea, other_tries int not null default 0, primary key (flow, email));
create index one_time_code_expires on one_time_code (expires_at);

create table challenge (client_id uuid not null references client (id) on delete cascade, action text not null check (action in
  ('withdrawal', 'bank', 'two-step', 'closure')), details bytea not null, factor text not null check (factor in ('email', 'totp')),
  code_hash bytea, created_at timestamptz not null, expires_at timestamptz not null, tries int not null default 0, primary key (client_id,
  action), constraint challenge_check check ((factor = 'email') = (code_hash is not null)));

-- -------------------- core/mail and core/notice

create table mail (id uuid primary key, recipient text not null, subject text not null, body bytea, status text not null default 'queued'
  check (status in ('queued', 'sent', 'stuck')), attempts int not null default 0, next_try_at timestamptz not null default now(), last_error
  text, created_at timestamptz not null default now(), sent_at timestamptz, content bytea, has_secret boolean not null default true,
  client_id uuid, masked bytea, attachment bytea, attachment_name text) with (fillfactor = 50);
create index mail_client on mail (client_id, id desc) where client_id is not null;
create index mail_due on mail (has_secret, next_try_at) where status = 'queued';
create index mail_newest on mail (created_at desc);
create index mail_readable on mail (created_at) where body is not null or masked is not null;
create index mail_unsent on mail (status, created_at desc) where status <> 'sent';

create table notice (id bigint generated always as identity, xact xid8 not null default pg_current_xact_id(), client_id uuid, topic text not
  null, subject_id text, at timestamptz not null default now(), primary key (xact, id));

create table notification (id uuid not null, client_id uuid not null references client (id), topic text not null, subject_id uuid, text text
  not null, at timestamptz not null default now(), primary key (client_id, id));

-- -------------------- core/ledger

create table client_ledger (client_id uuid primary key references client (id), cash bigint not null default 0 check (cash >= 0), invested
  bigint not null default 0 check (invested >= 0), loan bigint not null default 0 check (loan >= 0), cashback bigint not null default 0
  check (cashback >= 0), withheld bigint not null default 0 check (withheld >= 0), frozen boolean not null default false, booked_at
  timestamptz not null default '-infinity', closure text);

create table journal (id uuid primary key, event text not null, client_id uuid, cause_id uuid not null, reason text, at timestamptz not null
  default clock_timestamp(), cash bigint not null, invested bigint not null, loan bigint not null, cashback bigint not null, withheld bigint
  not null, bank_id uuid, value_date date, constraint journal_once unique (event, cause_id), constraint journal_of_bank check ((bank_id is
  null) = (value_date is null)));
create index journal_bank_day on journal (bank_id, value_date, id) where bank_id is not null;
create index journal_statement on journal (client_id, at, id) include (cash);

create table entry (id bigint generated always as identity primary key, journal_id uuid not null references journal (id), client_id uuid,
  debit ledger_account not null, credit ledger_account not null, amount bigint not null check (amount > 0), constraint entry_check check
  (debit::text <> credit::text), constraint entry_of_client check (client_id is not null or (debit::text not in ('cash', 'invested', 'loan',
  'cashback', 'withheld')) and (credit::text not in ('cash', 'invested', 'loan', 'cashback', 'withheld'))));
create index entry_client on entry (client_id, id desc);
create index entry_journal on entry (journal_id);
create index entry_opening on entry (client_id) include (debit, credit, amount) where debit::text = 'opening' or credit::text = 'opening';
create index entry_outside on entry (client_id) include (debit, credit, amount) where (debit::text in ('bank', 'loans_receivable')) or
  (credit::text in ('bank', 'loans_receivable'));
create index entry_transit on entry (journal_id) include (debit, amount) where debit::text = 'transit' or credit::text = 'transit';

create table books_point (one boolean default true primary key check (one), entry_id bigint not null, entries bigint not null, balances
  jsonb not null, at timestamptz not null, full_at timestamptz not null);

create table idempotency (owner_id uuid not null, key text not null, request_hash bytea not null, status int not null, answer jsonb not
  null, at timestamptz not null default now(), primary key (owner_id, key));
create index idempotency_at on idempotency (at);

-- -------------------- core/queue and core/approval

create table proposal (id uuid primary key, kind text not null, client_id uuid references client (id), summary text not null, reasons text[]
  not null, payload jsonb not null, status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  requested_by uuid not null references operator (id), decided_by uuid references operator (id), created_at timestamptz not null default
  now(), decided_at timestamptz, constraint proposal_check check (status <> 'approved' or decided_by <> requested_by), constraint
  proposal_check1 check ((status = 'pending') = (decided_at is null)));
create unique index proposal_loan_key on proposal ((payload ->> 'loanId')) where kind = 'loan.offer' and status = 'pending';
create index proposal_pending on proposal (created_at) where status = 'pending';

create table queue_claim (kind text not null, item_id uuid not null, operator_id uuid not null references operator (id) on delete cascade,
  taken_at timestamptz not null default now(), assigned boolean not null default false, primary key (kind, item_id));
create index queue_claim_operator on queue_claim (operator_id);

create table queue_hold (kind text not null, item_id uuid not null, held_by uuid not null references operator (id), held_at timestamptz not
  null default now(), reason text not null, message text not null default '', remind_at timestamptz not null, reminded boolean not null
  default false, primary key (kind, item_id));
create index queue_hold_due on queue_hold (remind_at) where not reminded;

-- -------------------- banking/broker-bank and banking/bank-day

create table broker_bank (id uuid default gen_random_uuid() primary key, name text not null, account_number text, ifsc text, upi_id text not
  null, upi_name text not null, receives boolean not null, from_settings boolean not null default false, closed_through date, constraint
  broker_bank_once unique (account_number, ifsc));
create unique index broker_bank_receives on broker_bank (receives) where receives;

create table bank_balance (id uuid primary key, broker_bank_id uuid not null references broker_bank (id), first_on date not null, day date
  not null, opening bigint not null, closing bigint not null, entered_by uuid not null references operator (id), entered_at timestamptz not
  null default clock_timestamp(), constraint bank_balance_check check (first_on <= day));
create index bank_balance_day on bank_balance (broker_bank_id, day, id desc);

create table bank_day (broker_bank_id uuid not null references broker_bank (id), day date not null, opening bigint not null, receipts bigint
  not null, payouts bigint not null, exceptions bigint not null, closing bigint not null, statement_closing bigint not null, open_points
  jsonb not null, requested_by uuid not null references operator (id), closed_by uuid not null references operator (id), closed_at
  timestamptz not null default clock_timestamp(), primary key (broker_bank_id, day), constraint bank_day_check check (closing = (opening +
  receipts - payouts + exceptions)));

-- -------------------- money/bank

create table bank_details (client_id uuid primary key references client (id) on delete cascade, holder_name text not null, account_number
  text not null, ifsc text not null, set_at timestamptz not null default now(), changed_at timestamptz, account_lookup bytea);
create index bank_details_account on bank_details (account_lookup, ifsc);
create index bank_details_unsealed on bank_details (client_id) where account_lookup is null;

create view withdrawal_pause as
 select b.client_id,
    greatest(b.changed_at, c.contact_changed_at) as since,
    c.contact_changed_at is not null and c.contact_changed_at >= coalesce(b.changed_at, '-infinity') as by_contact
   from bank_details b
     join client c on c.id = b.client_id;

-- -------------------- banking/payout

create table payout_layout (bank_id uuid primary key references broker_bank (id), layout jsonb not null);

create table payout_batch (id uuid primary key, number bigint generated always as identity (start with 100001) unique, bank_id uuid not null
  references broker_bank (id), layout jsonb not null, debit_account text not null, debit_ifsc text not null, status text not null default
  'prepared' check (status in ('prepared', 'released', 'cancelled')), created_by uuid not null references operator (id), created_at
  timestamptz not null default now(), released_by uuid references operator (id), released_at timestamptz, serial int, downloaded_by uuid
  references operator (id), downloaded_at timestamptz, cancel_reason text, constraint payout_batch_check check ((released_by is null) =
  (released_at is null)), constraint payout_batch_check1 check (status <> 'released' or released_by is not null), constraint
  payout_batch_check2 check ((released_at is null) = (serial is null)));
create unique index payout_batch_serial on payout_batch (bank_id, ((released_at at time zone 'Asia/Kolkata')::date), serial) where serial is
  not null;

-- -------------------- money/wallet

create table deposit_intent (reference text primary key, client_id uuid not null references client (id), amount bigint not null check
  (amount > 0), created_at timestamptz not null default now(), used_at timestamptz);
create index deposit_intent_created on deposit_intent (created_at);

create table wallet_request (id uuid primary key, number bigint generated always as identity (start with 100001) unique, client_id uuid not
  null references client (id), type text not null, amount bigint not null, status text not null default 'pending', reference text unique,
  utr text, pay_to_name text, pay_to_number text, pay_to_ifsc text, bank_reference text, first_approval_by uuid references operator (id),
  first_approval_at timestamptz, first_approval_reference text, decided_by uuid references operator (id), decided_at timestamptz, reason
  text, created_at timestamptz not null default now(), pay_to_lookup bytea, broker_bank_id uuid references broker_bank (id), credited
  bigint, payout_batch_id uuid references payout_batch (id), settlement text, constraint wallet_request_state check (amount > 0 and
case
  status
 when 'pending' then decided_at is null and reason is null
 when 'approved' then decided_at is not null and reason is null and
  (first_approval_by is null or first_approval_by <> decided_by)
 when 'rejected' then decided_at is not null and reason is not null and
  credited is null
 else false
end and
case type
 when 'added' then pay_to_number is null and payout_batch_id is null and settlement is null
  and (credited is null or credited > 0 and credited <> amount)
 when 'withdrawal' then pay_to_number is not null and credited is null and
  (settlement is null or (settlement in ('monthly', 'quarterly')))
 else false
end));
create index wallet_request_amount on wallet_request (amount, created_at);
create index wallet_request_approved on wallet_request (decided_at) where status = 'approved';
create index wallet_request_bank on wallet_request (pay_to_lookup, pay_to_ifsc) where type = 'withdrawal';
create index wallet_request_bank_reference on wallet_request (bank_reference) where bank_reference is not null;
create index wallet_request_client on wallet_request (client_id, id desc);
create index wallet_request_client_decided on wallet_request (client_id, decided_at) where status = 'approved';
create index wallet_request_decided_by on wallet_request (decided_by, decided_at) where status = 'approved';
create index wallet_request_payout on wallet_request (payout_batch_id) where payout_batch_id is not null;
create index wallet_request_rejected on wallet_request (decided_at) where status = 'rejected';
create index wallet_request_utr on wallet_request (utr) where utr is not null;
create index wallet_request_waiting on wallet_request (type, created_at) where status = 'pending';

create table wallet_count (client_id uuid primary key references client (id), requests bigint not null);

create table payment_reference (reference text not null, used_by uuid not null, at timestamptz not null default now(), is_collision boolean
  not null default false);
create index payment_reference_collision on payment_reference (reference) where is_collision;
create unique index payment_reference_once on payment_reference (reference) where not is_collision;
create index payment_reference_used_by on payment_reference (used_by);

create table payout (batch_id uuid not null references payout_batch (id), request_id uuid not null references wallet_request (id), primary
  key (batch_id, request_id));

create table settlement (day date not null, client_id uuid not null references client (id), frequency text not null check (frequency in
  ('monthly', 'quarterly')), inactive boolean not null, funds bigint not null check (funds > 0), retained bigint not null, reason text,
  request_id uuid references wallet_request (id), settled_by uuid not null references operator (id), settled_at timestamptz not null default
  now(), primary key (day, client_id), constraint settlement_check check (retained >= 0 and retained <= funds), constraint settlement_check1
  check ((request_id is null) = (retained = funds)));

create table settlement_retention (day date not null, client_id uuid not null references client (id), amount bigint not null check (amount >
  0), reason text not null, entered_by uuid not null references operator (id), primary key (day, client_id));

-- -------------------- money/charge

create table charge (id uuid primary key, number bigint generated always as identity (start with 100001) unique, client_id uuid not null
  references client (id), type text not null, description text not null, amount bigint not null check (amount > 0), gst bigint not null
  check (gst >= 0), due_on date, status text not null default 'PENDING' check (status in ('PENDING', 'PAID', 'APPROVED', 'REJECTED')),
  raised_by uuid not null references operator (id), transaction_id text, remarks text, paid_at timestamptz, decided_by uuid references
  operator (id), decided_at timestamptz, reason text, created_at timestamptz not null default now(), constraint charge_check check ((status
  = 'PENDING') = (transaction_id is null)), constraint charge_check1 check ((transaction_id is null) = (paid_at is null)), constraint
  charge_check2 check ((status in ('APPROVED', 'REJECTED')) = (decided_at is not null)), constraint charge_check3 check ((decided_at is
  null) = (decided_by is null)), constraint charge_check4 check ((status = 'REJECTED') = (reason is not null)));
create index charge_approved on charge (decided_at) where status = 'APPROVED';
create index charge_client on charge (client_id, id desc);
create index charge_waiting on charge (paid_at) where status = 'PAID';

create table adjustment (id uuid primary key, client_id uuid not null references client (id), kind text not null check (kind in ('credit',
  'debit', 'cashback')), amount bigint not null check (amount > 0), reason text not null, status text not null default 'pending' check
  (status in ('pending', 'approved', 'rejected')), requested_by uuid not null references operator (id), decided_by uuid references operator
  (id), created_at timestamptz not null default now(), decided_at timestamptz, constraint adjustment_check check (status <> 'approved' or
  decided_by <> requested_by), constraint adjustment_check1 check ((status = 'pending') = (decided_at is null)));
create index adjustment_waiting on adjustment (created_at) where status = 'pending';

-- -------------------- money/loan

create table loan (id uuid primary key, client_id uuid not null references client (id), status text not null default 'pending' check (status
  in ('pending', 'admin_approved', 'approved', 'closed', 'rejected')), terms json, principal bigint check (principal >= 0), decided_by uuid
  references operator (id), decided_at timestamptz, reason text, accepted_at timestamptz, closed_at timestamptz, created_at timestamptz not
  null default now(), constraint loan_check check ((status = 'pending') = (decided_at is null)), constraint loan_check1 check ((status =
  'rejected') = (reason is not null)), constraint loan_check2 check (terms is not null or (status in ('pending', 'rejected'))), constraint
  loan_check3 check ((status in ('approved', 'closed')) = (accepted_at is not null)), constraint loan_check4 check ((accepted_at is null) =
  (principal is null)), constraint loan_check5 check ((status = 'closed') = (closed_at is not null)), constraint loan_check6 check (status
  <> 'closed' or principal = 0));
create index loan_accepted on loan (accepted_at) where accepted_at is not null;
create index loan_client on loan (client_id, id desc);
create unique index loan_open on loan (client_id) where status in ('pending', 'admin_approved', 'approved');
create index loan_waiting on loan (created_at) where status = 'pending';

create table loan_repayment (id uuid primary key, loan_id uuid not null references loan (id), paid_on date not null, interest bigint not
  null check (interest >= 0), fee bigint not null check (fee >= 0), principal bigint not null check (principal >= 0), returned bigint not
  null, at timestamptz not null default now(), constraint loan_repayment_check check (returned >= 0 and returned <= principal), constraint
  loan_repayment_check1 check ((interest + fee + principal) > 0));
create index loan_repayment_loan on loan_repayment (loan_id, paid_on);

-- -------------------- banking/reconciliation

create table statement_layout (broker_bank_id uuid primary key references broker_bank (id), layout jsonb not null, saved_by uuid not null
  references operator (id), saved_at timestamptz not null default now());

create function receiving_account() returns uuid language sql stable set search_path = public, pg_temp as $$
  select id from broker_bank where receives
$$;

create table bank_statement (id uuid primary key, file_name text not null, file_hash bytea not null, account text, first_on date not null,
  last_on date not null, lines int not null, added int not null, imported_by uuid not null references operator (id), imported_at timestamptz
  not null default now(), broker_bank_id uuid not null default receiving_account() references broker_bank (id));
create index bank_statement_account on bank_statement (broker_bank_id, last_on desc);
create index bank_statement_newest on bank_statement (imported_at desc);

create table bank_line (id uuid primary key, statement_id uuid not null references bank_statement (id), line_number int not null, identity
  bytea not null, occurrence int not null, booked_on date not null, direction text not null check (direction in ('credit', 'debit')), amount
  bigint not null check (amount > 0), balance bigint, text text not null, reference text, names text[] not null, matched_kind text check
  (matched_kind in ('deposit', 'withdrawal', 'charge', 'booking')), matched_id uuid, matched_how smallint check (matched_how >= 1 and
  matched_how <= 5), matched_at timestamptz, matched_by uuid references operator (id), settled_by uuid references operator (id), settled_at
  timestamptz, note text, broker_bank_id uuid not null default receiving_account() references broker_bank (id), constraint bank_line_once
  unique (identity, occurrence), constraint bank_line_check check ((matched_id is null) = (matched_at is null) and (matched_id is null) =
  (matched_kind is null) and (matched_id is null) = (matched_how is null) and (matched_by is null or matched_id is not null)), constraint
  bank_line_check1 check ((settled_at is null) = (settled_by is null) and (settled_at is null) = (note is null)));
create index bank_line_amount on bank_line (amount, direction, booked_on, id);
create index bank_line_day on bank_line (broker_bank_id, booked_on, id);
create unique index bank_line_match on bank_line (matched_id) where matched_id is not null;
create index bank_line_matched on bank_line (id) where matched_id is not null;
create index bank_line_matched_at on bank_line (matched_at) where matched_id is not null;
create index bank_line_nameless on bank_line (amount, direction, booked_on, id) where reference is null and matched_id is null;
create index bank_line_names on bank_line using gin (names) with (fastupdate=off) where matched_id is null;
create index bank_line_reference on bank_line (reference) where reference is not null;
create index bank_line_settled on bank_line (id) where matched_id is null and settled_at is not null;
create index bank_line_statement on bank_line (statement_id);
create index bank_line_waiting on bank_line (id) where matched_id is null and settled_at is null;

create view bank_payment as
 select wallet_request.id,
        case wallet_request.type
            when 'added' then 'deposit'
            else 'withdrawal'
        end as kind,
        case wallet_request.type
            when 'added' then 'ADD'
            else 'WDR'
        end || wallet_request.number as name,
    wallet_request.client_id,
    coalesce(wallet_request.credited, wallet_request.amount) as amount,
    wallet_request.status,
    wallet_request.created_at as asked_at,
    wallet_request.decided_at,
    wallet_request.decided_by,
    wallet_request.utr as entered,
    wallet_request.bank_reference
   from wallet_request
union all
 select charge.id,
    'charge' as kind,
    'CHG' || charge.number as name,
    charge.client_id,
    charge.amount + charge.gst as amount,
        case charge.status
            when 'PAID' then 'pending'
            when 'APPROVED' then 'approved'
            else 'unpaid'
        end as status,
    coalesce(charge.paid_at, charge.created_at) as asked_at,
    charge.decided_at,
    charge.decided_by,
    charge.transaction_id as entered,
    charge.transaction_id as bank_reference
   from charge;

create table missing_line (id uuid primary key, payment_id uuid not null unique, found_at timestamptz not null default now(), settled_by
  uuid references operator (id), settled_at timestamptz, note text, constraint missing_line_check check ((settled_at is null) = (settled_by
  is null) and (settled_at is null) = (note is null)));
create index missing_line_open on missing_line (id) where settled_at is null;

create table penny_drop (booking_id uuid primary key, client_id uuid not null references client (id), name_at_bank text not null,
  account_lookup bytea, ifsc text not null);
create index penny_drop_client on penny_drop (client_id);

-- -------------------- trading/trade

create table trade (id uuid primary key, number bigint generated always as identity (start with 100001) unique, client_id uuid not null
  references client (id), action text not null check (action in ('BUY', 'SELL')), stock text not null, quantity numeric(20,8) not null check
  (quantity > 0), price numeric(20,8) not null check (price > 0), amount bigint not null check (amount > 0), cost bigint not null check
  (cost >= 0), loan_part bigint not null, to_loan bigint, buy_id uuid references trade (id), open_quantity numeric(20,8) not null, open_cost
  bigint not null, open_loan_part bigint not null, reversal_id uuid, booked_by uuid not null references operator (id), reference text,
  created_at timestamptz not null default now(), day date not null default (now() at time zone 'Asia/Kolkata')::date, reference_key text,
  traded_at timestamptz check (traded_at >= '1900-01-01 00:00:00+00'), exchange text check (exchange in ('NSE', 'BSE')), order_number text
  check (order_number <> ''), exchange_trade_number text check (exchange_trade_number <> ''), traded_on date not null generated always as
  ((coalesce(traded_at, created_at) at time zone 'Asia/Kolkata')::date) stored, import_id uuid references client_import (id), constraint
  trade_reference_key unique (reference_key), constraint trade_check check (loan_part >= 0 and loan_part <= cost), constraint trade_check1
  check (to_loan >= 0 and to_loan <= loan_part), constraint trade_check2 check (open_quantity >= 0 and open_quantity <= quantity),
  constraint trade_check3 check (open_cost >= 0 and open_cost <= cost), constraint trade_check4 check (open_loan_part >= 0 and
  open_loan_part <= open_cost), constraint trade_check5 check (action <> 'BUY' or cost = amount and buy_id is null and to_loan is null),
  constraint trade_check6 check (action <> 'SELL' or buy_id is not null and to_loan is not null and open_quantity = 0), constraint
  trade_check7 check (open_quantity > 0 or open_cost = 0), constraint trade_check8 check (reversal_id is null or open_quantity = 0));
create index trade_client on trade (client_id, id desc);
create index trade_client_action on trade (client_id, action, id desc);
create index trade_open on trade (client_id, id desc) where open_quantity > 0;
create index trade_realised on trade (client_id, day) include (amount, cost) where action = 'SELL' and reversal_id is null;
create index trade_sales on trade (buy_id, id desc) where buy_id is not null;
create index trade_traded_on on trade (client_id, traded_on, id);

create table trade_reversal (id uuid primary key, trade_id uuid not null references trade (id), reason text not null, status text not null
  default 'pending' check (status in ('pending', 'approved', 'rejected')), requested_by uuid not null references operator (id), decided_by
  uuid references operator (id), created_at timestamptz not null default now(), decided_at timestamptz, constraint trade_reversal_check
  check (status <> 'approved' or decided_by <> requested_by), constraint trade_reversal_check1 check ((status = 'pending') = (decided_at is
  null)), constraint trade_reversal_check2 check ((decided_at is null) = (decided_by is null)));
create index trade_reversal_decided on trade_reversal (decided_at desc) where status <> 'pending';
create unique index trade_reversal_once on trade_reversal (trade_id) where status <> 'rejected';
create index trade_reversal_waiting on trade_reversal (created_at) where status = 'pending';
alter table trade add constraint trade_reversal_id_fkey foreign key (reversal_id) references trade_reversal (id);

-- -------------------- trading/market

create table instrument (id uuid default gen_random_uuid() primary key, symbol text not null unique, name text not null, aliases text[] not
  null default '{}', exchange text not null check (exchange in ('NSE', 'BSE')), kind text not null check (kind in ('share', 'pair')), lot
  int not null check (lot > 0), tick numeric not null check (tick > 0), fractional boolean not null, active boolean not null default true,
  isin text not null default '' check (isin ~ '^([A-Z]{2}[A-Z0-9]{9}[0-9])?$'));

create table instrument_name (key text not null, instrument_id uuid not null references instrument (id), constraint instrument_name_once
  primary key (key));
create index instrument_name_of on instrument_name (instrument_id);

create table candle (symbol text not null, source text not null, span text not null check (span in ('1m', '1h', '1d')), start timestamptz
  not null, open numeric not null, high numeric not null, low numeric not null, close numeric not null, first_at timestamptz not null,
  last_at timestamptz not null, primary key (symbol, span, start, source));
create index candle_age on candle (span, start);

create table calendar_day (day date not null, kind text not null check (kind in ('holiday', 'session', 'monthly', 'quarterly')), name text
  not null, primary key (day, kind));

-- -------------------- client/kyc

create table kyc_document (id uuid primary key, client_id uuid not null references client (id) on delete cascade, document text not null
  check (document in ('pan', 'aadhaar')), status text not null default 'waiting' check (status in ('waiting', 'accepted', 'refused')),
  file_key text not null, uploaded_at timestamptz not null default now(), reason text, decided_by uuid references operator (id), decided_at
  timestamptz, qr_result text check (qr_result in ('signed', 'expired', 'unknown', 'forged')), qr_details bytea, constraint
  kyc_document_check check ((status = 'waiting') = (decided_at is null)), constraint kyc_document_check1 check ((status = 'refused') =
  (reason is not null)), constraint kyc_document_check2 check (qr_result is null or document = 'aadhaar'), constraint kyc_document_check3
  check ((qr_details is not null) = coalesce(qr_result in ('signed', 'expired'), false)));
create index kyc_document_client on kyc_document (client_id, document, uploaded_at desc);
create index kyc_document_queue on kyc_document (uploaded_at) where status = 'waiting';
create unique index kyc_document_waiting on kyc_document (client_id, document) where status = 'waiting';

create table kyc_identity (client_id uuid primary key references client (id) on delete cascade, pan_number bytea, pan_lookup bytea, pan_name
  text, aadhaar_last4 text check (aadhaar_last4 ~ '^\d{4}$'));
create index kyc_identity_pan on kyc_identity (pan_lookup) where pan_lookup is not null;
create index kyc_identity_unsealed on kyc_identity (client_id) where pan_number is not null and pan_lookup is null;

-- -------------------- client/setting

create table setting_request (id uuid primary key, client_id uuid not null references client (id), kind text not null check (kind in
  ('segment', 'nominee', 'settlement')), value jsonb not null, status text not null default 'requested' check (status in ('requested',
  'in_force', 'refused', 'replaced')), reason text, decided_by uuid references operator (id), decided_at timestamptz, created_at timestamptz
  not null, constraint setting_request_check check ((decided_at is null) = (decided_by is null)), constraint setting_request_check1 check
  (status <> 'requested' or decided_at is null), constraint setting_request_check2 check ((status not in ('in_force', 'refused')) or
  decided_at is not null), constraint setting_request_check3 check ((status = 'refused') = (reason is not null)));
create index setting_request_client on setting_request (client_id, kind, created_at desc);
create unique index setting_request_in_force on setting_request (client_id, kind) where status = 'in_force';
create unique index setting_request_open on setting_request (client_id, kind) where status = 'requested';
create index setting_request_waiting on setting_request (created_at) where status = 'requested';

-- -------------------- client/message and client/note

create table message_template (id uuid primary key, title text not null, kind text not null, subject text not null, text text not null,
  version int not null default 1, retired boolean not null default false, changed_at timestamptz not null default now(), changed_by uuid
  references operator (id));
create unique index message_template_title on message_template (kind, lower(title)) where not retired;

create table message (id uuid primary key, client_id uuid not null references client (id), kind text not null, case_id uuid not null,
  subject text not null, text text not null, template_id uuid, operator_id uuid not null references operator (id), operator_name text not
  null, created_at timestamptz not null default now());
create index message_client on message (client_id, created_at);
create index message_operator on message (operator_id, created_at);

create table reply (id uuid primary key, client_id uuid not null references client (id), thread text not null, text text not null, file_key
  text unique, reason text, rejected_at timestamptz, created_at timestamptz not null, constraint reply_check check (text <> '' or file_key
  is not null), constraint reply_check1 check ((reason is null) = (rejected_at is null)));
create index reply_thread on reply (client_id, thread, created_at desc);

create table note (id uuid primary key, client_id uuid not null references client (id), text bytea not null, is_warning boolean not null,
  ends uuid unique references note (id), operator_id uuid not null references operator (id), operator_name text not null, created_at
  timestamptz not null default now(), constraint note_check check (not (is_warning and ends is not null)));
create index note_warning on note (client_id, id) where is_warning;

-- -------------------- client/complaint

create table complaint (id uuid primary key, number bigint generated always as identity (start with 100001) unique, client_id uuid
  references client (id), complainant text, source text not null check (source in ('investor', 'sebi', 'exchange', 'other')), reference
  text, category text not null, status text not null default 'open' check (status in ('open', 'closed')), level smallint not null default 1
  check (level >= 1 and level <= 4), received_at timestamptz not null, opened_at timestamptz not null, level_since timestamptz not null,
  closed_at timestamptz, constraint complaint_check check ((client_id is null) <> (complainant is null)), constraint complaint_check1 check
  ((status = 'closed') = (closed_at is not null)));
create index complaint_client on complaint (client_id, received_at desc);
create index complaint_open on complaint (opened_at) where status = 'open';
create index complaint_received on complaint (received_at desc, id desc);

create table complaint_step (id uuid primary key, complaint_id uuid not null references complaint (id), kind text not null check (kind in
  ('received', 'reply', 'escalated', 'closed', 'reopened')), text text not null, operator_id uuid references operator (id), at timestamptz
  not null);
create index complaint_step_of on complaint_step (complaint_id, at);

create table escalation_level (level smallint primary key check (level >= 1 and level <= 4), contact text not null default '', address text
  not null default '', phone text not null default '', email text not null default '', hours text not null default '', days smallint not
  null check (days >= 1 and days <= 21));

-- -------------------- client/privacy and client/closure

create table consent (id uuid primary key, client_id uuid not null references client (id), notice_version int not null, channel text not
  null check (channel in ('registration', 'portal')), ip text not null, at timestamptz not null default now(), constraint
  consent_client_id_notice_version_key unique (client_id, notice_version));

create table privacy_request (id uuid primary key, client_id uuid not null references client (id), kind text not null check (kind in
  ('correction', 'erasure')), text text not null, status text not null default 'open' check (status in ('open', 'done', 'rejected')), answer
  text, decided_by uuid references operator (id), created_at timestamptz not null default now(), decided_at timestamptz, constraint
  privacy_request_check check ((status = 'open') = (decided_at is null)), constraint privacy_request_check1 check ((decided_at is null) =
  (answer is null)));
create unique index privacy_request_open on privacy_request (client_id, kind) where status = 'open';
create index privacy_request_status on privacy_request (status, created_at desc);

create table breach (id uuid primary key, number bigint generated always as identity unique, what text not null, happened_at timestamptz not
  null, known_at timestamptz not null, affected text not null, measures text not null, clients_informed_at timestamptz, board_informed_at
  timestamptz, board_reported_at timestamptz, recorded_by uuid not null references operator (id), recorded_at timestamptz not null default
  now(), constraint breach_check check (known_at >= happened_at));

create table closure (id uuid primary key, client_id uuid not null references client (id), status text not null default 'open' check (status
  in ('open', 'cancelled', 'closed')), request_id uuid unique references wallet_request (id), failure text, created_at timestamptz not null
  default statement_timestamp(), ended_at timestamptz, statement_sent_at timestamptz, constraint closure_check check ((status = 'open') =
  (ended_at is null)));
create unique index closure_current on closure (client_id) where status <> 'cancelled';
create index closure_unsent on closure (ended_at) where status = 'closed' and statement_sent_at is null;

create view open_item as
 select id as client_id,
    (( select count(*) as count
           from trade
          where trade.client_id = c.id and trade.open_quantity > 0))::int as positions,
    (( select count(*) as count
           from loan
          where loan.client_id = c.id and (loan.status in ('pending', 'admin_approved', 'approved'))))::int as loans,
    (( select count(*) as count
           from wallet_request
          where wallet_request.client_id = c.id and wallet_request.status = 'pending'))::int as requests,
    (( select coalesce(sum(charge.amount + charge.gst), 0) as "coalesce"
           from charge
          where charge.client_id = c.id and charge.status <> 'APPROVED'))::bigint as charges,
    (( select count(*) as count
           from complaint
          where complaint.client_id = c.id and complaint.status = 'open'))::int as complaints,
    (( select count(*) as count
           from proposal
          where proposal.client_id = c.id and proposal.status = 'pending'))::int as proposals,
    (( select count(*) as count
           from proposal
          where proposal.client_id = c.id and proposal.status = 'pending' and proposal.kind = 'contact.change'))::int as contacts,
    (( select count(*) as count
           from adjustment
          where adjustment.client_id = c.id and adjustment.status = 'pending'))::int as adjustments
   from client c;

-- -------------------- broker/content

create table content (part text primary key check (part = 'testimonials'), file_name text not null, version int not null);

-- -------------------- replaced since

create table line_part (payment_id uuid primary key, booking_id uuid not null, amount bigint not null check (amount > 0));
create index line_part_booking on line_part (booking_id);

create table line_booking (id uuid primary key, line_id uuid not null references bank_line (id), kind text not null check (kind in
  ('charge', 'interest', 'return', 'returned', 'client', 'late', 'split', 'penny_drop', 'transfer', 'moved')), client_id uuid references
  client (id), payment_id uuid, return_id uuid references line_booking (id), reason text not null, requested_by uuid not null references
  operator (id), booked_by uuid not null references operator (id), booked_at timestamptz not null default now(), reversed_by uuid references
  operator (id), reversed_at timestamptz, reversal_reason text, constraint line_booking_check check ((reversed_at is null) = (reversed_by is
  null) and (reversed_at is null) = (reversal_reason is null)), constraint line_booking_check1 check ((kind = 'returned') = (return_id is
  not null)));
create unique index line_booking_line on line_booking (line_id, (kind = 'moved')) where reversed_at is null;
create index line_booking_of_line on line_booking (line_id);
create index line_booking_payment on line_booking (payment_id) where payment_id is not null;
create unique index line_booking_returned on line_booking (return_id) where reversed_at is null;
alter table penny_drop add constraint penny_drop_booking_id_fkey foreign key (booking_id) references line_booking (id);
alter table line_part add constraint line_part_booking_id_fkey foreign key (booking_id) references line_booking (id);

-- -------------------- functions and triggers

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'Rows of % are never changed or deleted', tg_table_name;
end $$;
create trigger audit_append_only before delete or update on audit for each row execute function refuse_change();
create trigger audit_no_truncate before truncate on audit for each statement execute function refuse_change();
create trigger audit_seal_append_only before delete or update on audit_seal for each row execute function refuse_change();
create trigger audit_seal_no_truncate before truncate on audit_seal for each statement execute function refuse_change();
create trigger bank_balance_append_only before delete or update on bank_balance for each row execute function refuse_change();
create trigger bank_balance_no_truncate before truncate on bank_balance for each statement execute function refuse_change();
create trigger bank_day_append_only before delete or update on bank_day for each row execute function refuse_change();
create trigger bank_day_no_truncate before truncate on bank_day for each statement execute function refuse_change();
create trigger bank_line_never_deleted before delete on bank_line for each row execute function refuse_change();
create trigger bank_line_no_truncate before truncate on bank_line for each statement execute function refuse_change();
create trigger entry_append_only before delete or update on entry for each row execute function refuse_change();
create trigger entry_no_truncate before truncate on entry for each statement execute function refuse_change();
create trigger journal_append_only before delete or update on journal for each row execute function refuse_change();
create trigger journal_no_truncate before truncate on journal for each statement execute function refuse_change();
create trigger loan_repayment_append_only before delete or update on loan_repayment for each row execute function refuse_change();
create trigger loan_repayment_no_truncate before truncate on loan_repayment for each statement execute function refuse_change();
create trigger trade_never_deleted before delete on trade for each row execute function refuse_change();
create trigger trade_no_truncate before truncate on trade for each statement execute function refuse_change();

create function open_client_ledger() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into client_ledger (client_id, frozen) values (new.id, new.frozen_at is not null);
  return new;
end $$;
create trigger client_opens_ledger after insert on client for each row execute function open_client_ledger();

create function lock_figures(p_client uuid) returns SETOF client_ledger language sql security definer set search_path = public, pg_temp as $$ select * from client_ledger where client_id = p_client for no key update $$;

create function keep_loan_terms() returns trigger language plpgsql as $$
begin
  raise exception 'The terms of an accepted loan are never changed';
end $$;
create trigger loan_terms_kept before update on loan for each row when (old.accepted_at is not null and (new.terms::text is distinct from
  old.terms::text or new.accepted_at is distinct from old.accepted_at or new.client_id is distinct from old.client_id)) execute function
  keep_loan_terms();

create function count_requests() returns trigger language plpgsql as $$
begin
  insert into wallet_count as w (client_id, requests)
    select client_id, count(*) from added group by client_id order by client_id
    on conflict (client_id) do update set requests = w.requests + excluded.requests;
  return null;
end $$;
create trigger wallet_request_counted after insert on wallet_request referencing new table as added for each statement execute function
  count_requests();

create function keep_trade() returns trigger language plpgsql as $$
begin
  if row (old.id, old.number, old.client_id, old.action, old.stock, old.quantity, old.price, old.amount, old.cost,
          old.loan_part, old.to_loan, old.buy_id, old.booked_by, old.reference, old.reference_key, old.created_at, old.day,
          old.traded_at, old.exchange, old.order_number, old.exchange_trade_number, old.import_id)
     is distinct from
     row (new.id, new.number, new.client_id, new.action, new.stock, new.quantity, new.price, new.amount, new.cost,
          new.loan_part, new.to_loan, new.buy_id, new.booked_by, new.reference, new.reference_key, new.created_at, new.day,
          new.traded_at, new.exchange, new.order_number, new.exchange_trade_number, new.import_id)
     or old.reversal_id is not null and old.reversal_id is distinct from new.reversal_id then
    raise exception 'What was booked is never changed; a wrong booking is reversed';
  end if;
  return new;
end $$;
create trigger trade_kept before update on trade for each row execute function keep_trade();

create function instrument_key(typed text) returns text language sql immutable parallel safe as $$
  select regexp_replace(upper(regexp_replace(trim(typed), '[[:space:]]+(ltd|limited)[.]?$', '', 'i')), '[^[:alnum:]]', '', 'g')
$$;

create function name_instrument() returns trigger language plpgsql as $$
begin
  delete from instrument_name where instrument_id = new.id;
  insert into instrument_name (key, instrument_id)
    select distinct k.key, new.id
      from unnest(array[new.symbol, new.name] || new.aliases) as n (name), instrument_key(n.name) as k (key)
     where k.key <> '';
  return new;
end $$;
create trigger instrument_is_named after insert or update on instrument for each row execute function name_instrument();

create function keep_bank_line() returns trigger language plpgsql as $$
begin
  raise exception 'A line of a bank statement is never changed';
end $$;
create trigger bank_line_account_kept before update of broker_bank_id on bank_line for each row when (new.broker_bank_id is distinct from
  old.broker_bank_id) execute function keep_bank_line();
create trigger bank_line_kept before update on bank_line for each row when (new.id is distinct from old.id or new.statement_id is distinct
  from old.statement_id or new.line_number is distinct from old.line_number or new.identity is distinct from old.identity or new.occurrence
  is distinct from old.occurrence or new.booked_on is distinct from old.booked_on or new.direction is distinct from old.direction or
  new.amount is distinct from old.amount or new.balance is distinct from old.balance or new.text is distinct from old.text or old.matched_id
  is not null and (new.reference is distinct from old.reference or new.names is distinct from old.names) or old.matched_id is not null and
  new.matched_id is distinct from old.matched_id and not (old.matched_how = 5 and new.matched_id is null) or old.note is not null and
  new.note is distinct from old.note) execute function keep_bank_line();

create function analyze_bank_lines() returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  analyze bank_line;
end $$;

create function copy_frozen() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update client_ledger set frozen = new.frozen_at is not null where client_id = new.id;
  return new;
end $$;
create trigger client_frozen_copied after update of frozen_at on client for each row when ((old.frozen_at is null) <> (new.frozen_at is
  null)) execute function copy_frozen();

create function require_session(p_session uuid, p_role text) returns void language plpgsql set search_path = public, pg_temp as $$
begin
  if p_role is null then
    perform from session where id = p_session and expires_at > clock_timestamp() for key share;
  else
    perform from session s join operator o on o.id = s.operator_id
      where s.id = p_session and s.expires_at > clock_timestamp() and o.disabled_at is null and o.role = p_role
      for key share of s;
  end if;
  if not found then
    raise exception 'session % has ended', p_session using errcode = 'check_violation', table = 'session';
  end if;
end $$;

create function notify_ended_sessions() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into notice (client_id, topic, subject_id) select client_id, 'session', id from ended;
  insert into audit (era, actor_kind, actor_id, actor_name, action, subject_id, after)
    select a.era, 'operator', o.id::text, o.name, 'client.view.end', e.viewed_client_id::text,
           jsonb_build_object('viewId', e.id, 'endedAt', least(now(), e.expires_at))
      from ended e join operator o on o.id = e.operator_id cross join audit_era a
     where e.viewed_client_id is not null;
  return null;
end $$;
create trigger session_end_notified after delete on session referencing old table as ended for each statement execute function
  notify_ended_sessions();

create function second_factor(owner uuid) returns text language sql stable as $$
  select case
    when exists (select from passkey where owner_id = owner) then 'passkey'
    when exists (select from totp where owner_id = owner and confirmed_at is not null) then 'totp'
  end
$$;

create function keep_closed() returns trigger language plpgsql as $$
begin
  raise exception 'A closed day is never opened again';
end $$;
create trigger broker_bank_closed_kept before update of closed_through on broker_bank for each row when (old.closed_through is not null and
  (new.closed_through is null or new.closed_through < old.closed_through)) execute function keep_closed();

create function bank_booking(p_account uuid, p_day date, OUT account_id uuid, OUT value_date date) returns record language plpgsql set search_path = public, pg_temp as $$
declare
  closed date;
begin
  perform pg_advisory_xact_lock_shared(7234077);
  if p_account is null then
    select b.id, coalesce(b.closed_through, '-infinity') into account_id, closed from broker_bank b where b.receives;
  else
    select b.id, coalesce(b.closed_through, '-infinity') into account_id, closed from broker_bank b where b.id = p_account;
  end if;
  if account_id is null then raise exception 'There is no bank account %', p_account; end if;
  value_date := p_day;
  if value_date is null or value_date <= closed then
    value_date := greatest((clock_timestamp() at time zone 'Asia/Kolkata')::date, closed + 1);
  end if;
end $$;
revoke execute on function bank_booking from public;

create function book_journal(p_journal uuid, p_event text, p_client uuid, p_cause uuid, p_reason text, p_debits text[], p_credits text[], p_amounts bigint[], p_bank uuid DEFAULT NULL::uuid, p_day date DEFAULT NULL::date) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  booking record;
  account uuid;
  day date;
  state text;
  change_cash bigint := 0;
  change_invested bigint := 0;
  change_loan bigint := 0;
  change_cashback bigint := 0;
  change_withheld bigint := 0;
begin
  if cardinality(p_amounts) = 0 or 0 >= any (p_amounts) then
    raise exception 'Every posting of % moves an amount above zero', p_event;
  end if;
  if 'bank' = any (p_debits || p_credits) then
    -- An assignment costs less than a statement.
    booking := bank_booking(p_bank, p_day);
    account := booking.account_id;
    day := booking.value_date;
  end if;
  for n in 1 .. cardinality(p_amounts) loop
    change_cash := change_cash + p_amounts[n] * ((p_credits[n] = 'cash')::int - (p_debits[n] = 'cash')::int);
    change_invested := change_invested + p_amounts[n] * ((p_credits[n] = 'invested')::int - (p_debits[n] = 'invested')::int);
    change_loan := change_loan + p_amounts[n] * ((p_credits[n] = 'loan')::int - (p_debits[n] = 'loan')::int);
    change_cashback := change_cashback + p_amounts[n] * ((p_credits[n] = 'cashback')::int - (p_debits[n] = 'cashback')::int);
    change_withheld := change_withheld + p_amounts[n] * ((p_credits[n] = 'withheld')::int - (p_debits[n] = 'withheld')::int);
  end loop;
  with figures as (
    update client_ledger l set
      cash = l.cash + change_cash, invested = l.invested + change_invested, loan = l.loan + change_loan,
      cashback = l.cashback + change_cashback, withheld = l.withheld + change_withheld,
      -- Later than the journal before even if the clock was set back.
      booked_at = greatest(clock_timestamp(), l.booked_at + interval '1 microsecond')
    where l.client_id = p_client
      and not (l.frozen and p_event in ('withdrawal.requested', 'loan.accepted', 'loan.repaid', 'trade.bought'))
      and (l.closure is null or (l.closure = 'open' and (
        p_event in ('withdrawal.paid', 'withdrawal.refused', 'line.credited', 'line.debited', 'line.reversed')
        or exists (select from closure k where k.client_id = p_client and k.status = 'open' and k.request_id = p_cause))))
    returning l.*
  ), booked as (
    insert into journal (id, event, client_id, cause_id, reason, at, cash, invested, loan, cashback, withheld, bank_id, value_date)
    select p_journal, p_event, p_client, p_cause, p_reason, booked_at, cash, invested, loan, cashback, withheld, account, day
      from figures returning id
  )
  insert into entry (journal_id, client_id, debit, credit, amount)
    select booked.id, p_client, u.debit, u.credit, u.amount
      from booked, unnest(p_debits, p_credits, p_amounts) as u (debit, credit, amount);
  if not found then
    select closure into state from client_ledger where client_id = p_client;
    if not found then raise exception 'client % has no ledger accounts', p_client; end if;
    if state is not null then perform raise_closure(p_client, state); end if;
    raise exception 'client % is frozen', p_client
      using errcode = 'check_violation', table = 'client_ledger', constraint = 'client_ledger_frozen';
  end if;
end $$;
revoke execute on function book_journal from public;

create function close_bank_day() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(7234077);
  update broker_bank set closed_through = new.day
    where id = new.broker_bank_id and (closed_through is null or closed_through < new.day);
  if not found then raise exception 'This day is closed already'; end if;
  return new;
end $$;
create trigger bank_day_closes before insert on bank_day for each row execute function close_bank_day();

create function post_journal(p_journal uuid, p_event text, p_client uuid, p_cause uuid, p_reason text, p_debits text[], p_credits text[], p_amounts bigint[]) returns void language sql security definer set search_path = public, pg_temp as $$
  select book_journal(p_journal, p_event, p_client, p_cause, p_reason, p_debits, p_credits, p_amounts, null::uuid, null::date)
$$;
revoke execute on function post_journal from public;

create function post_house_journal(p_journal uuid, p_event text, p_cause uuid, p_reason text, p_debits text[], p_credits text[], p_amounts bigint[], p_bank uuid, p_day date) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  booking record;
begin
  if cardinality(p_amounts) = 0 or 0 >= any (p_amounts) then
    raise exception 'Every posting of % moves an amount above zero', p_event;
  end if;
  select account_id, value_date into booking from bank_booking(p_bank, p_day);
  insert into journal (id, event, cause_id, reason, cash, invested, loan, cashback, withheld, bank_id, value_date)
    values (p_journal, p_event, p_cause, p_reason, 0, 0, 0, 0, 0, booking.account_id, booking.value_date);
  insert into entry (journal_id, debit, credit, amount)
    select p_journal, u.debit, u.credit, u.amount from unnest(p_debits, p_credits, p_amounts) as u (debit, credit, amount);
end $$;
revoke execute on function post_house_journal from public;

create function copy_closure() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update client_ledger set closure = new.closure where client_id = new.id;
  return new;
end $$;
create trigger client_closure_copied after update of closure on client for each row when (old.closure is distinct from new.closure) execute
  function copy_closure();

create function lock_account(p_client uuid) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from client where id = p_client for no key update;
  perform from client_ledger where client_id = p_client for update;
end $$;
revoke execute on function lock_account from public;

create function raise_closure(p_client uuid, p_closure text) returns void language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'the account of client % is %', p_client, p_closure using errcode = 'check_violation', table = 'client_ledger',
    constraint = case p_closure when 'closed' then 'client_ledger_closed' else 'client_ledger_closing' end;
end $$;

create function refuse_while_closing() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  state text;
begin
  select closure into state from client_ledger where client_id = new.client_id for key share;
  if state is not null then perform raise_closure(new.client_id, state); end if;
  return new;
end $$;
create trigger charge_not_closing before insert on charge for each row execute function refuse_while_closing();
create trigger loan_not_closing before insert on loan for each row execute function refuse_while_closing();
create trigger deposit_not_closing before insert on wallet_request for each row when (new.type = 'added') execute function
  refuse_while_closing();
create trigger deposit_reopened_not_closing before update of status on wallet_request for each row when (new.type = 'added' and old.status =
  'rejected' and new.status = 'pending') execute function refuse_while_closing();

create function entries_of(p_causes uuid[]) returns TABLE(event text, bank_id uuid, value_date date, id bigint, debit text, credit text, amount bigint) language sql stable as $$
  select j.event, j.bank_id, j.value_date, e.id, e.debit::text, e.credit::text, e.amount
    from journal j join entry e on e.journal_id = j.id
   where j.cause_id = any (p_causes)
$$;

create function figures_of(p_client uuid) returns TABLE(cash bigint, invested bigint, loan bigint, cashback bigint, withheld bigint) language sql stable as $$
  select l.cash, l.invested, l.loan, l.cashback, l.withheld from client_ledger l where l.client_id = p_client
$$;

create function ledger_events() returns text[] language sql immutable parallel safe as $$ select array[
  'charge.returned',
  'deposit.approved', 'withdrawal.requested', 'withdrawal.paid', 'withdrawal.refused',
  'loan.accepted', 'loan.repaid',
  'trade.bought', 'trade.sold', 'trade.reversed',
  'charge.approved', 'adjustment.approved', 'cashback.ended', 'cashback.restored',
  'bank.charge', 'bank.interest', 'bank.transfer', 'bank.moved', 'bank.moved.reversed',
  'receipt.held', 'receipt.returned', 'line.credited', 'line.debited', 'line.reversed',
  'opening.balance', 'opening.position', 'opening.bank', 'opening.bank.reversed'
]::text[] $$;

create function charge_types() returns text[] language sql immutable parallel safe as $$ select array[
  'Profit Sharing', 'Government Charge', 'GST', 'TDS', 'Brokerage', 'Other'
]::text[] $$;

create function proposal_kinds() returns text[] language sql immutable parallel safe as $$ select array[
  'receipt.close', 'payout.fail', 'trade.buy', 'trade.sell', 'trade.file', 'loan.offer', 'receipt.credit',
  'receipt.book', 'receipt.reverse', 'payout.release', 'payout.cancel', 'payout.resume', 'payout-layout.change',
  'bank-day.close', 'client-import.book', 'statement.correct', 'statement.explain', 'statement.withdraw',
  'statement-layout.change',
  'kyc.pan', 'kyc.correct', 'kyc.identity', 'contact.change', 'operator.add', 'operator.role', 'operator.reset',
  'operator.rights', 'operator.role-add', 'operator.role-rename', 'operator.role-retire', 'client.unfreeze',
  'instrument.add', 'instrument.change', 'broker-bank.add', 'broker-bank.change', 'broker-bank.open', 'broker-bank.open-reverse', 'template.add', 'template.edit', 'template.retire',
  'complaint.level', 'privacy.erase'
]::text[] $$;

-- -------------------- rows

insert into migration (version, name) values (117, '1.0.0');

insert into audit_era (era) values
  (1);

insert into data_migration (name) values
  ('normalize references');

insert into instrument (symbol, name, aliases, exchange, kind, lot, tick, fractional) values
  ('360ONE', '360 ONE WAM', '{}', 'NSE', 'share', 1, 0.05, false), ('3MINDIA', '3M India', '{}', 'NSE', 'share', 1, 0.05, false),
  ('AARTIIND', 'Aarti Industries', '{}', 'NSE', 'share', 1, 0.05, false), ('ABB', 'ABB India', '{}', 'NSE', 'share', 1, 0.05, false),
  ('ABBOTINDIA', 'Abbott India', '{}', 'NSE', 'share', 1, 0.05, false),
  ('ABCAPITAL', 'Aditya Birla Capital', '{}', 'NSE', 'share', 1, 0.05, false),
  ('ABFRL', 'Aditya Birla Fashion and Retail', '{}', 'NSE', 'share', 1, 0.05, false), ('ACC', 'ACC', '{}', 'NSE', 'share', 1, 0.05, false),
  ('ADANIENSOL', 'Adani Energy Solutions', '{ADANITRANS}', 'NSE', 'share', 1, 0.05, false),
  ('ADANIENT', 'Adani Enterprises', '{}', 'NSE', 'share', 1, 0.05, false),
  ('ADANIGREEN', 'Adani Green Energy', '{}', 'NSE', 'share', 1, 0.05, false),
  ('ADANIPORTS', 'Adani Ports and Special Economic Zone', '{"Adani Ports"}', 'NSE', 'share', 1, 0.05, false),
  ('ADANIPOWER', 'Adani Power', '{}', 'NSE', 'share', 1, 0.05, false),
  ('AEGISLOG', 'Aegis Logistics', '{}', 'NSE', 'share', 1, 0.05, false),
  ('AIAENG', 'AIA Engineering', '{}', 'NSE', 'share', 1, 0.05, false),
  ('ALKEM', 'Alkem Laboratories', '{}', 'NSE', 'share', 1, 0.05, false),
  ('ALOKINDS', 'Alok Industries', '{}', 'NSE', 'share', 1, 0.05, false),
  ('AMBER', 'Amber Enterprises India', '{}', 'NSE', 'share', 1, 0.05, false),
  ('AMBUJACEM', 'Ambuja Cements', '{}', 'NSE', 'share', 1, 0.05, false), ('ANGELONE', 'Angel One', '{}', 'NSE', 'share', 1, 0.05, false),
  ('APLAPOLLO', 'APL Apollo Tubes', '{}', 'NSE', 'share', 1, 0.05, false),
  ('APOLLOHOSP', 'Apollo Hospitals Enterprise', '{"Apollo Hospitals"}', 'NSE', 'share', 1, 0.05, false),
  ('APOLLOTYRE', 'Apollo Tyres', '{}', 'NSE', 'share', 1, 0.05, false),
  ('ARE&M', 'Amara Raja Energy & Mobility', '{AMARAJABAT}', 'NSE', 'share', 1, 0.05, false),
  ('ASHOKLEY', 'Ashok Leyland', '{}', 'NSE', 'share', 1, 0.05, false), ('ASIANPAINT', 'Asian Paints', '{}', 'NSE', 'share', 1, 0.05, false),
  ('ASTRAL', 'Astral', '{}', 'NSE', 'share', 1, 0.05, false), ('ATGL', 'Adani Total Gas', '{}', 'NSE', 'share', 1, 0.05, false),
  ('ATUL', 'Atul', '{}', 'NSE', 'share', 1, 0.05, false), ('AUBANK', 'AU Small Finance Bank', '{}', 'NSE', 'share', 1, 0.05, false),
  ('AUROPHARMA', 'Aurobindo Pharma', '{}', 'NSE', 'share', 1, 0.05, false),
  ('AWL', 'AWL Agri Business', '{"Adani Wilmar"}', 'NSE', 'share', 1, 0.05, false),
  ('AXISBANK', 'Axis Bank', '{}', 'NSE', 'share', 1, 0.05, false), ('BAJAJ-AUTO', 'Bajaj Auto', '{}', 'NSE', 'share', 1, 0.05, false),
  ('BAJAJFINSV', 'Bajaj Finserv', '{}', 'NSE', 'share', 1, 0.05, false),
  ('BAJAJHFL', 'Bajaj Housing Finance', '{}', 'NSE', 'share', 1, 0.05, false),
  ('BAJAJHLDNG', 'Bajaj Holdings & Investment', '{}', 'NSE', 'share', 1, 0.05, false),
  ('BAJFINANCE', 'Bajaj Finance', '{}', 'NSE', 'share', 1, 0.05, false),
  ('BALKRISIND', 'Balkrishna Industries', '{}', 'NSE', 'share', 1, 0.05, false),
  ('BALRAMCHIN', 'Balrampur Chini Mills', '{}', 'NSE', 'share', 1, 0.05, false),
  ('BANDHANBNK', 'Bandhan Bank', '{}', 'NSE', 'share', 1, 0.05, false),
  ('BANKBARODA', 'Bank of Baroda', '{}', 'NSE', 'share', 1, 0.05, false),
  ('BANKBEES', 'Nippon India ETF Nifty Bank BeES', '{"Bank BeES"}', 'NSE', 'share', 1, 0.05, false),
  ('BANKINDIA', 'Bank of India', '{}', 'NSE', 'share', 1, 0.05, false), ('BATAINDIA', 'Bata India', '{}', 'NSE', 'share', 1, 0.05, false),
  ('BAYERCROP', 'Bayer CropScience', '{}', 'NSE', 'share', 1, 0.05, false),
  ('BDL', 'Bharat Dynamics', '{}', 'NSE', 'share', 1, 0.05, false), ('BEL', 'Bharat Electronics', '{}', 'NSE', 'share', 1, 0.05, false),
  ('BEML', 'BEML', '{}', 'NSE', 'share', 1, 0.05, false), ('BERGEPAINT', 'Berger Paints India', '{}', 'NSE', 'share', 1, 0.05, false),
  ('BHARATFORG', 'Bharat Forge', '{}', 'NSE', 'share', 1, 0.05, false),
  ('BHARTIARTL', 'Bharti Airtel', '{Airtel}', 'NSE', 'share', 1, 0.05, false),
  ('BHEL', 'Bharat Heavy Electricals', '{}', 'NSE', 'share', 1, 0.05, false), ('BIOCON', 'Biocon', '{}', 'NSE', 'share', 1, 0.05, false),
  ('BLUEDART', 'Blue Dart Express', '{}', 'NSE', 'share', 1, 0.05, false),
  ('BLUESTARCO', 'Blue Star', '{}', 'NSE', 'share', 1, 0.05, false), ('BOSCHLTD', 'Bosch', '{}', 'NSE', 'share', 1, 0.05, false),
  ('BPCL', 'Bharat Petroleum Corporation', '{"Bharat Petroleum"}', 'NSE', 'share', 1, 0.05, false),
  ('BRIGADE', 'Brigade Enterprises', '{}', 'NSE', 'share', 1, 0.05, false),
  ('BRITANNIA', 'Britannia Industries', '{}', 'NSE', 'share', 1, 0.05, false), ('BSE', 'BSE', '{}', 'NSE', 'share', 1, 0.05, false),
  ('BSOFT', 'Birlasoft', '{}', 'NSE', 'share', 1, 0.05, false),
  ('CAMS', 'Computer Age Management Services', '{}', 'NSE', 'share', 1, 0.05, false),
  ('CANBK', 'Canara Bank', '{}', 'NSE', 'share', 1, 0.05, false), ('CASTROLIND', 'Castrol India', '{}', 'NSE', 'share', 1, 0.05, false),
  ('CDSL', 'Central Depository Services (India)', '{}', 'NSE', 'share', 1, 0.05, false),
  ('CEATLTD', 'CEAT', '{}', 'NSE', 'share', 1, 0.05, false), ('CENTRALBK', 'Central Bank of India', '{}', 'NSE', 'share', 1, 0.05, false),
  ('CERA', 'Cera Sanitaryware', '{}', 'NSE', 'share', 1, 0.05, false), ('CESC', 'CESC', '{}', 'NSE', 'share', 1, 0.05, false),
  ('CGPOWER', 'CG Power and Industrial Solutions', '{}', 'NSE', 'share', 1, 0.05, false),
  ('CHAMBLFERT', 'Chambal Fertilisers and Chemicals', '{}', 'NSE', 'share', 1, 0.05, false),
  ('CHOLAFIN', 'Cholamandalam Investment and Finance Company', '{}', 'NSE', 'share', 1, 0.05, false),
  ('CIPLA', 'Cipla', '{}', 'NSE', 'share', 1, 0.05, false), ('COALINDIA', 'Coal India', '{}', 'NSE', 'share', 1, 0.05, false),
  ('COCHINSHIP', 'Cochin Shipyard', '{}', 'NSE', 'share', 1, 0.05, false), ('COFORGE', 'Coforge', '{}', 'NSE', 'share', 1, 0.05, false),
  ('COLPAL', 'Colgate-Palmolive (India)', '{Colgate}', 'NSE', 'share', 1, 0.05, false),
  ('CONCOR', 'Container Corporation of India', '{}', 'NSE', 'share', 1, 0.05, false),
  ('COROMANDEL', 'Coromandel International', '{}', 'NSE', 'share', 1, 0.05, false),
  ('CROMPTON', 'Crompton Greaves Consumer Electricals', '{}', 'NSE', 'share', 1, 0.05, false),
  ('CUB', 'City Union Bank', '{}', 'NSE', 'share', 1, 0.05, false), ('CUMMINSIND', 'Cummins India', '{}', 'NSE', 'share', 1, 0.05, false),
  ('CYIENT', 'Cyient', '{}', 'NSE', 'share', 1, 0.05, false), ('DABUR', 'Dabur India', '{}', 'NSE', 'share', 1, 0.05, false),
  ('DALBHARAT', 'Dalmia Bharat', '{}', 'NSE', 'share', 1, 0.05, false),
  ('DATAPATTNS', 'Data Patterns (India)', '{}', 'NSE', 'share', 1, 0.05, false),
  ('DEEPAKNTR', 'Deepak Nitrite', '{}', 'NSE', 'share', 1, 0.05, false), ('DELHIVERY', 'Delhivery', '{}', 'NSE', 'share', 1, 0.05, false),
  ('DEVYANI', 'Devyani International', '{}', 'NSE', 'share', 1, 0.05, false),
  ('DIVISLAB', 'Divi’s Laboratories', '{"Divis Labs"}', 'NSE', 'share', 1, 0.05, false),
  ('DIXON', 'Dixon Technologies (India)', '{"Dixon Technologies"}', 'NSE', 'share', 1, 0.05, false),
  ('DLF', 'DLF', '{}', 'NSE', 'share', 1, 0.05, false), ('DMART', 'Avenue Supermarts', '{}', 'NSE', 'share', 1, 0.05, false),
  ('DRREDDY', 'Dr. Reddy’s Laboratories', '{"Dr Reddys"}', 'NSE', 'share', 1, 0.05, false),
  ('EICHERMOT', 'Eicher Motors', '{"Royal Enfield"}', 'NSE', 'share', 1, 0.05, false),
  ('EIHOTEL', 'EIH', '{}', 'NSE', 'share', 1, 0.05, false), ('ELCIDIN', 'Elcid Investments', '{}', 'BSE', 'share', 1, 0.05, false),
  ('EMAMILTD', 'Emami', '{}', 'NSE', 'share', 1, 0.05, false), ('ENGINERSIN', 'Engineers India', '{}', 'NSE', 'share', 1, 0.05, false),
  ('ESCORTS', 'Escorts Kubota', '{}', 'NSE', 'share', 1, 0.05, false), ('ETERNAL', 'Eternal', '{ZOMATO}', 'NSE', 'share', 1, 0.05, false),
  ('EUR/INR', 'Euro', '{}', 'NSE', 'pair', 1, 0.0025, true), ('EXIDEIND', 'Exide Industries', '{}', 'NSE', 'share', 1, 0.05, false),
  ('FACT', 'Fertilisers and Chemicals Travancore', '{}', 'NSE', 'share', 1, 0.05, false),
  ('FEDERALBNK', 'The Federal Bank', '{"Federal Bank"}', 'NSE', 'share', 1, 0.05, false),
  ('FINCABLES', 'Finolex Cables', '{}', 'NSE', 'share', 1, 0.05, false),
  ('FINPIPE', 'Finolex Industries', '{}', 'NSE', 'share', 1, 0.05, false),
  ('FORTIS', 'Fortis Healthcare', '{}', 'NSE', 'share', 1, 0.05, false), ('GAIL', 'GAIL (India)', '{}', 'NSE', 'share', 1, 0.05, false),
  ('GBP/INR', 'Pound sterling', '{}', 'NSE', 'pair', 1, 0.0025, true),
  ('GESHIP', 'The Great Eastern Shipping Company', '{}', 'NSE', 'share', 1, 0.05, false),
  ('GICRE', 'General Insurance Corporation of India', '{}', 'NSE', 'share', 1, 0.05, false),
  ('GLAXO', 'GlaxoSmithKline Pharmaceuticals', '{}', 'NSE', 'share', 1, 0.05, false),
  ('GLENMARK', 'Glenmark Pharmaceuticals', '{}', 'NSE', 'share', 1, 0.05, false),
  ('GMRAIRPORT', 'GMR Airports', '{GMRINFRA}', 'NSE', 'share', 1, 0.05, false),
  ('GNFC', 'Gujarat Narmada Valley Fertilizers & Chemicals', '{}', 'NSE', 'share', 1, 0.05, false),
  ('GODREJCP', 'Godrej Consumer Products', '{}', 'NSE', 'share', 1, 0.05, false),
  ('GODREJIND', 'Godrej Industries', '{}', 'NSE', 'share', 1, 0.05, false),
  ('GODREJPROP', 'Godrej Properties', '{}', 'NSE', 'share', 1, 0.05, false),
  ('GOLDBEES', 'Nippon India ETF Gold BeES', '{"Gold BeES"}', 'NSE', 'share', 1, 0.05, false),
  ('GRASIM', 'Grasim Industries', '{}', 'NSE', 'share', 1, 0.05, false),
  ('GRINDWELL', 'Grindwell Norton', '{}', 'NSE', 'share', 1, 0.05, false),
  ('GRSE', 'Garden Reach Shipbuilders & Engineers', '{}', 'NSE', 'share', 1, 0.05, false),
  ('GUJFLUORO', 'Gujarat Fluorochemicals', '{}', 'NSE', 'share', 1, 0.05, false),
  ('GUJGASLTD', 'Gujarat Gas', '{}', 'NSE', 'share', 1, 0.05, false),
  ('HAL', 'Hindustan Aeronautics', '{}', 'NSE', 'share', 1, 0.05, false),
  ('HAPPSTMNDS', 'Happiest Minds Technologies', '{}', 'NSE', 'share', 1, 0.05, false),
  ('HAVELLS', 'Havells India', '{}', 'NSE', 'share', 1, 0.05, false),
  ('HCLTECH', 'HCL Technologies', '{HCL}', 'NSE', 'share', 1, 0.05, false),
  ('HDFCAMC', 'HDFC Asset Management Company', '{"HDFC AMC"}', 'NSE', 'share', 1, 0.05, false),
  ('HDFCBANK', 'HDFC Bank', '{HDFC}', 'NSE', 'share', 1, 0.05, false),
  ('HDFCLIFE', 'HDFC Life Insurance Company', '{"HDFC Life"}', 'NSE', 'share', 1, 0.05, false),
  ('HEROMOTOCO', 'Hero MotoCorp', '{}', 'NSE', 'share', 1, 0.05, false), ('HFCL', 'HFCL', '{}', 'NSE', 'share', 1, 0.05, false),
  ('HINDALCO', 'Hindalco Industries', '{}', 'NSE', 'share', 1, 0.05, false),
  ('HINDCOPPER', 'Hindustan Copper', '{}', 'NSE', 'share', 1, 0.05, false),
  ('HINDPETRO', 'Hindustan Petroleum Corporation', '{HPCL}', 'NSE', 'share', 1, 0.05, false),
  ('HINDUNILVR', 'Hindustan Unilever', '{HUL}', 'NSE', 'share', 1, 0.05, false),
  ('HINDZINC', 'Hindustan Zinc', '{}', 'NSE', 'share', 1, 0.05, false),
  ('HONAUT', 'Honeywell Automation India', '{}', 'NSE', 'share', 1, 0.05, false),
  ('HUDCO', 'Housing & Urban Development Corporation', '{}', 'NSE', 'share', 1, 0.05, false),
  ('HYUNDAI', 'Hyundai Motor India', '{}', 'NSE', 'share', 1, 0.05, false),
  ('ICICIBANK', 'ICICI Bank', '{}', 'NSE', 'share', 1, 0.05, false),
  ('ICICIGI', 'ICICI Lombard General Insurance Company', '{"ICICI Lombard"}', 'NSE', 'share', 1, 0.05, false),
  ('ICICIPRULI', 'ICICI Prudential Life Insurance Company', '{}', 'NSE', 'share', 1, 0.05, false),
  ('IDBI', 'IDBI Bank', '{}', 'NSE', 'share', 1, 0.05, false), ('IDEA', 'Vodafone Idea', '{}', 'NSE', 'share', 1, 0.05, false),
  ('IDFCFIRSTB', 'IDFC First Bank', '{}', 'NSE', 'share', 1, 0.05, false),
  ('IEX', 'Indian Energy Exchange', '{}', 'NSE', 'share', 1, 0.05, false),
  ('IGL', 'Indraprastha Gas', '{}', 'NSE', 'share', 1, 0.05, false),
  ('INDHOTEL', 'The Indian Hotels Company', '{"Indian Hotels"}', 'NSE', 'share', 1, 0.05, false),
  ('INDIAMART', 'IndiaMART InterMESH', '{}', 'NSE', 'share', 1, 0.05, false),
  ('INDIANB', 'Indian Bank', '{}', 'NSE', 'share', 1, 0.05, false), ('INDIGO', 'InterGlobe Aviation', '{}', 'NSE', 'share', 1, 0.05, false),
  ('INDUSINDBK', 'IndusInd Bank', '{}', 'NSE', 'share', 1, 0.05, false),
  ('INDUSTOWER', 'Indus Towers', '{}', 'NSE', 'share', 1, 0.05, false), ('INFY', 'Infosys', '{}', 'NSE', 'share', 1, 0.05, false),
  ('INOXWIND', 'Inox Wind', '{}', 'NSE', 'share', 1, 0.05, false),
  ('INTELLECT', 'Intellect Design Arena', '{}', 'NSE', 'share', 1, 0.05, false),
  ('IOB', 'Indian Overseas Bank', '{}', 'NSE', 'share', 1, 0.05, false),
  ('IOC', 'Indian Oil Corporation', '{"Indian Oil"}', 'NSE', 'share', 1, 0.05, false),
  ('IPCALAB', 'Ipca Laboratories', '{}', 'NSE', 'share', 1, 0.05, false),
  ('IRB', 'IRB Infrastructure Developers', '{}', 'NSE', 'share', 1, 0.05, false),
  ('IRCON', 'Ircon International', '{}', 'NSE', 'share', 1, 0.05, false),
  ('IRCTC', 'Indian Railway Catering and Tourism Corporation', '{}', 'NSE', 'share', 1, 0.05, false),
  ('IREDA', 'Indian Renewable Energy Development Agency', '{}', 'NSE', 'share', 1, 0.05, false),
  ('IRFC', 'Indian Railway Finance Corporation', '{}', 'NSE', 'share', 1, 0.05, false),
  ('ITBEES', 'Nippon India ETF Nifty IT', '{}', 'NSE', 'share', 1, 0.05, false), ('ITC', 'ITC', '{}', 'NSE', 'share', 1, 0.05, false),
  ('ITCHOTELS', 'ITC Hotels', '{}', 'NSE', 'share', 1, 0.05, false), ('ITI', 'ITI', '{}', 'NSE', 'share', 1, 0.05, false),
  ('J&KBANK', 'Jammu & Kashmir Bank', '{}', 'NSE', 'share', 1, 0.05, false),
  ('JINDALSTEL', 'Jindal Steel & Power', '{"Jindal Steel"}', 'NSE', 'share', 1, 0.05, false),
  ('JIOFIN', 'Jio Financial Services', '{}', 'NSE', 'share', 1, 0.05, false),
  ('JKCEMENT', 'JK Cement', '{}', 'NSE', 'share', 1, 0.05, false),
  ('JPPOWER', 'Jaiprakash Power Ventures', '{}', 'NSE', 'share', 1, 0.05, false),
  ('JPY/INR', '100 Japanese yen', '{"Japanese yen"}', 'NSE', 'pair', 1, 0.0025, true),
  ('JSL', 'Jindal Stainless', '{}', 'NSE', 'share', 1, 0.05, false), ('JSWENERGY', 'JSW Energy', '{}', 'NSE', 'share', 1, 0.05, false),
  ('JSWINFRA', 'JSW Infrastructure', '{}', 'NSE', 'share', 1, 0.05, false), ('JSWSTEEL', 'JSW Steel', '{}', 'NSE', 'share', 1, 0.05, false),
  ('JUBLFOOD', 'Jubilant FoodWorks', '{}', 'NSE', 'share', 1, 0.05, false),
  ('JUNIORBEES', 'Nippon India ETF Nifty Next 50 Junior BeES', '{}', 'NSE', 'share', 1, 0.05, false),
  ('JUPITERWAG', 'Jupiter Wagons', '{}', 'NSE', 'share', 1, 0.05, false),
  ('KAJARIACER', 'Kajaria Ceramics', '{}', 'NSE', 'share', 1, 0.05, false),
  ('KALYANKJIL', 'Kalyan Jewellers India', '{}', 'NSE', 'share', 1, 0.05, false),
  ('KANSAINER', 'Kansai Nerolac Paints', '{}', 'NSE', 'share', 1, 0.05, false),
  ('KARURVYSYA', 'Karur Vysya Bank', '{}', 'NSE', 'share', 1, 0.05, false),
  ('KAYNES', 'Kaynes Technology India', '{}', 'NSE', 'share', 1, 0.05, false),
  ('KEC', 'KEC International', '{}', 'NSE', 'share', 1, 0.05, false), ('KEI', 'KEI Industries', '{}', 'NSE', 'share', 1, 0.05, false),
  ('KFINTECH', 'KFin Technologies', '{}', 'NSE', 'share', 1, 0.05, false),
  ('KOTAKBANK', 'Kotak Mahindra Bank', '{}', 'NSE', 'share', 1, 0.05, false),
  ('KPIL', 'Kalpataru Projects International', '{}', 'NSE', 'share', 1, 0.05, false),
  ('KPITTECH', 'KPIT Technologies', '{}', 'NSE', 'share', 1, 0.05, false), ('KPRMILL', 'K.P.R. Mill', '{}', 'NSE', 'share', 1, 0.05, false),
  ('LALPATHLAB', 'Dr. Lal PathLabs', '{}', 'NSE', 'share', 1, 0.05, false),
  ('LAURUSLABS', 'Laurus Labs', '{}', 'NSE', 'share', 1, 0.05, false),
  ('LEMONTREE', 'Lemon Tree Hotels', '{}', 'NSE', 'share', 1, 0.05, false),
  ('LICHSGFIN', 'LIC Housing Finance', '{}', 'NSE', 'share', 1, 0.05, false),
  ('LICI', 'Life Insurance Corporation of India', '{LIC}', 'NSE', 'share', 1, 0.05, false),
  ('LINDEINDIA', 'Linde India', '{}', 'NSE', 'share', 1, 0.05, false),
  ('LIQUIDBEES', 'Nippon India ETF Nifty 1D Rate Liquid BeES', '{}', 'NSE', 'share', 1, 0.05, false),
  ('LODHA', 'Lodha Developers', '{"Macrotech Developers"}', 'NSE', 'share', 1, 0.05, false),
  ('LT', 'Larsen & Toubro', '{L&T}', 'NSE', 'share', 1, 0.05, false), ('LTF', 'L&T Finance', '{}', 'NSE', 'share', 1, 0.05, false),
  ('LTIM', 'LTIMindtree', '{MINDTREE}', 'NSE', 'share', 1, 0.05, false),
  ('LTTS', 'L&T Technology Services', '{}', 'NSE', 'share', 1, 0.05, false), ('LUPIN', 'Lupin', '{}', 'NSE', 'share', 1, 0.05, false),
  ('M&M', 'Mahindra & Mahindra', '{}', 'NSE', 'share', 1, 0.05, false),
  ('M&MFIN', 'Mahindra & Mahindra Financial Services', '{}', 'NSE', 'share', 1, 0.05, false),
  ('MAHABANK', 'Bank of Maharashtra', '{}', 'NSE', 'share', 1, 0.05, false),
  ('MANAPPURAM', 'Manappuram Finance', '{}', 'NSE', 'share', 1, 0.05, false),
  ('MANKIND', 'Mankind Pharma', '{}', 'NSE', 'share', 1, 0.05, false),
  ('MAPMYINDIA', 'C.E. Info Systems', '{}', 'NSE', 'share', 1, 0.05, false), ('MARICO', 'Marico', '{}', 'NSE', 'share', 1, 0.05, false),
  ('MARUTI', 'Maruti Suzuki India', '{"Maruti Suzuki"}', 'NSE', 'share', 1, 0.05, false),
  ('MAXHEALTH', 'Max Healthcare Institute', '{}', 'NSE', 'share', 1, 0.05, false),
  ('MAZDOCK', 'Mazagon Dock Shipbuilders', '{}', 'NSE', 'share', 1, 0.05, false),
  ('MCX', 'Multi Commodity Exchange of India', '{}', 'NSE', 'share', 1, 0.05, false),
  ('MEDANTA', 'Global Health', '{}', 'NSE', 'share', 1, 0.05, false), ('METROBRAND', 'Metro Brands', '{}', 'NSE', 'share', 1, 0.05, false),
  ('METROPOLIS', 'Metropolis Healthcare', '{}', 'NSE', 'share', 1, 0.05, false),
  ('MFSL', 'Max Financial Services', '{}', 'NSE', 'share', 1, 0.05, false), ('MGL', 'Mahanagar Gas', '{}', 'NSE', 'share', 1, 0.05, false),
  ('MON100', 'Motilal Oswal NASDAQ 100 ETF', '{}', 'NSE', 'share', 1, 0.05, false),
  ('MOTHERSON', 'Samvardhana Motherson International', '{"Motherson Sumi"}', 'NSE', 'share', 1, 0.05, false),
  ('MOTILALOFS', 'Motilal Oswal Financial Services', '{}', 'NSE', 'share', 1, 0.05, false),
  ('MPHASIS', 'Mphasis', '{}', 'NSE', 'share', 1, 0.05, false), ('MRF', 'MRF', '{}', 'NSE', 'share', 1, 0.05, false),
  ('MRPL', 'Mangalore Refinery and Petrochemicals', '{}', 'NSE', 'share', 1, 0.05, false),
  ('MUTHOOTFIN', 'Muthoot Finance', '{}', 'NSE', 'share', 1, 0.05, false),
  ('NAM-INDIA', 'Nippon Life India Asset Management', '{}', 'NSE', 'share', 1, 0.05, false),
  ('NATIONALUM', 'National Aluminium Company', '{NALCO}', 'NSE', 'share', 1, 0.05, false),
  ('NAUKRI', 'Info Edge (India)', '{"Info Edge"}', 'NSE', 'share', 1, 0.05, false),
  ('NAVINFLUOR', 'Navin Fluorine International', '{}', 'NSE', 'share', 1, 0.05, false),
  ('NBCC', 'NBCC (India)', '{}', 'NSE', 'share', 1, 0.05, false), ('NESTLEIND', 'Nestle India', '{}', 'NSE', 'share', 1, 0.05, false),
  ('NETWEB', 'Netweb Technologies India', '{}', 'NSE', 'share', 1, 0.05, false), ('NHPC', 'NHPC', '{}', 'NSE', 'share', 1, 0.05, false),
  ('NIACL', 'The New India Assurance Company', '{}', 'NSE', 'share', 1, 0.05, false),
  ('NIFTYBEES', 'Nippon India ETF Nifty 50 BeES', '{"Nifty BeES"}', 'NSE', 'share', 1, 0.05, false),
  ('NLCINDIA', 'NLC India', '{}', 'NSE', 'share', 1, 0.05, false), ('NMDC', 'NMDC', '{}', 'NSE', 'share', 1, 0.05, false),
  ('NSDL', 'National Securities Depository', '{}', 'BSE', 'share', 1, 0.05, false),
  ('NSIL', 'Nalwa Sons Investments', '{}', 'NSE', 'share', 1, 0.05, false), ('NTPC', 'NTPC', '{}', 'NSE', 'share', 1, 0.05, false),
  ('NTPCGREEN', 'NTPC Green Energy', '{}', 'NSE', 'share', 1, 0.05, false),
  ('NYKAA', 'FSN E-Commerce Ventures', '{}', 'NSE', 'share', 1, 0.05, false),
  ('OBEROIRLTY', 'Oberoi Realty', '{}', 'NSE', 'share', 1, 0.05, false),
  ('OFSS', 'Oracle Financial Services Software', '{}', 'NSE', 'share', 1, 0.05, false),
  ('OIL', 'Oil India', '{}', 'NSE', 'share', 1, 0.05, false), ('OLAELEC', 'Ola Electric Mobility', '{}', 'NSE', 'share', 1, 0.05, false),
  ('ONGC', 'Oil & Natural Gas Corporation', '{}', 'NSE', 'share', 1, 0.05, false),
  ('PAGEIND', 'Page Industries', '{}', 'NSE', 'share', 1, 0.05, false),
  ('PARAS', 'Paras Defence and Space Technologies', '{}', 'NSE', 'share', 1, 0.05, false),
  ('PATANJALI', 'Patanjali Foods', '{}', 'NSE', 'share', 1, 0.05, false),
  ('PAYTM', 'One 97 Communications', '{}', 'NSE', 'share', 1, 0.05, false),
  ('PERSISTENT', 'Persistent Systems', '{}', 'NSE', 'share', 1, 0.05, false),
  ('PETRONET', 'Petronet LNG', '{}', 'NSE', 'share', 1, 0.05, false),
  ('PFC', 'Power Finance Corporation', '{}', 'NSE', 'share', 1, 0.05, false),
  ('PGHH', 'Procter & Gamble Hygiene and Health Care', '{}', 'NSE', 'share', 1, 0.05, false),
  ('PHOENIXLTD', 'The Phoenix Mills', '{"Phoenix Mills"}', 'NSE', 'share', 1, 0.05, false),
  ('PIDILITIND', 'Pidilite Industries', '{}', 'NSE', 'share', 1, 0.05, false),
  ('PIIND', 'PI Industries', '{}', 'NSE', 'share', 1, 0.05, false), ('PNB', 'Punjab National Bank', '{}', 'NSE', 'share', 1, 0.05, false),
  ('PNBHOUSING', 'PNB Housing Finance', '{}', 'NSE', 'share', 1, 0.05, false),
  ('POLICYBZR', 'PB Fintech', '{Policybazaar}', 'NSE', 'share', 1, 0.05, false),
  ('POLYCAB', 'Polycab India', '{}', 'NSE', 'share', 1, 0.05, false),
  ('POONAWALLA', 'Poonawalla Fincorp', '{}', 'NSE', 'share', 1, 0.05, false),
  ('POWERGRID', 'Power Grid Corporation of India', '{"Power Grid"}', 'NSE', 'share', 1, 0.05, false),
  ('PRESTIGE', 'Prestige Estates Projects', '{}', 'NSE', 'share', 1, 0.05, false),
  ('PVRINOX', 'PVR INOX', '{PVR}', 'NSE', 'share', 1, 0.05, false), ('RADICO', 'Radico Khaitan', '{}', 'NSE', 'share', 1, 0.05, false),
  ('RAILTEL', 'RailTel Corporation of India', '{}', 'NSE', 'share', 1, 0.05, false),
  ('RAJESHEXPO', 'Rajesh Exports', '{}', 'NSE', 'share', 1, 0.05, false),
  ('RAMCOCEM', 'The Ramco Cements', '{"Ramco Cements"}', 'NSE', 'share', 1, 0.05, false),
  ('RATNAMANI', 'Ratnamani Metals & Tubes', '{}', 'NSE', 'share', 1, 0.05, false),
  ('RAYMOND', 'Raymond', '{}', 'NSE', 'share', 1, 0.05, false), ('RBLBANK', 'RBL Bank', '{}', 'NSE', 'share', 1, 0.05, false),
  ('RCF', 'Rashtriya Chemicals & Fertilizers', '{}', 'NSE', 'share', 1, 0.05, false),
  ('RECLTD', 'REC', '{}', 'NSE', 'share', 1, 0.05, false), ('REDINGTON', 'Redington', '{}', 'NSE', 'share', 1, 0.05, false),
  ('RELAXO', 'Relaxo Footwears', '{}', 'NSE', 'share', 1, 0.05, false),
  ('RELIANCE', 'Reliance Industries', '{RIL}', 'NSE', 'share', 1, 0.05, false),
  ('RELINFRA', 'Reliance Infrastructure', '{}', 'NSE', 'share', 1, 0.05, false), ('RITES', 'RITES', '{}', 'NSE', 'share', 1, 0.05, false),
  ('RPOWER', 'Reliance Power', '{}', 'NSE', 'share', 1, 0.05, false), ('RVNL', 'Rail Vikas Nigam', '{}', 'NSE', 'share', 1, 0.05, false),
  ('SAIL', 'Steel Authority of India', '{}', 'NSE', 'share', 1, 0.05, false),
  ('SAREGAMA', 'Saregama India', '{}', 'NSE', 'share', 1, 0.05, false),
  ('SBICARD', 'SBI Cards and Payment Services', '{"SBI Card"}', 'NSE', 'share', 1, 0.05, false),
  ('SBILIFE', 'SBI Life Insurance Company', '{"SBI Life"}', 'NSE', 'share', 1, 0.05, false),
  ('SBIN', 'State Bank of India', '{SBI}', 'NSE', 'share', 1, 0.05, false),
  ('SCHAEFFLER', 'Schaeffler India', '{}', 'NSE', 'share', 1, 0.05, false),
  ('SCI', 'Shipping Corporation of India', '{}', 'NSE', 'share', 1, 0.05, false),
  ('SENCO', 'Senco Gold', '{}', 'NSE', 'share', 1, 0.05, false), ('SETFNIF50', 'SBI Nifty 50 ETF', '{}', 'NSE', 'share', 1, 0.05, false),
  ('SHREECEM', 'Shree Cement', '{}', 'NSE', 'share', 1, 0.05, false),
  ('SHRIRAMFIN', 'Shriram Finance', '{}', 'NSE', 'share', 1, 0.05, false), ('SIEMENS', 'Siemens', '{}', 'NSE', 'share', 1, 0.05, false),
  ('SILVERBEES', 'Nippon India Silver ETF', '{}', 'NSE', 'share', 1, 0.05, false), ('SJVN', 'SJVN', '{}', 'NSE', 'share', 1, 0.05, false),
  ('SKFINDIA', 'SKF India', '{}', 'NSE', 'share', 1, 0.05, false), ('SOBHA', 'Sobha', '{}', 'NSE', 'share', 1, 0.05, false),
  ('SOLARINDS', 'Solar Industries India', '{}', 'NSE', 'share', 1, 0.05, false),
  ('SONACOMS', 'Sona BLW Precision Forgings', '{}', 'NSE', 'share', 1, 0.05, false),
  ('SONATSOFTW', 'Sonata Software', '{}', 'NSE', 'share', 1, 0.05, false),
  ('SOUTHBANK', 'The South Indian Bank', '{"South Indian Bank"}', 'NSE', 'share', 1, 0.05, false),
  ('SPICEJET', 'SpiceJet', '{}', 'BSE', 'share', 1, 0.05, false), ('SRF', 'SRF', '{}', 'NSE', 'share', 1, 0.05, false),
  ('STARHEALTH', 'Star Health and Allied Insurance Company', '{}', 'NSE', 'share', 1, 0.05, false),
  ('SUNDARMFIN', 'Sundaram Finance', '{}', 'NSE', 'share', 1, 0.05, false),
  ('SUNPHARMA', 'Sun Pharmaceutical Industries', '{"Sun Pharma"}', 'NSE', 'share', 1, 0.05, false),
  ('SUNTV', 'Sun TV Network', '{}', 'NSE', 'share', 1, 0.05, false),
  ('SUPREMEIND', 'Supreme Industries', '{}', 'NSE', 'share', 1, 0.05, false),
  ('SUZLON', 'Suzlon Energy', '{}', 'NSE', 'share', 1, 0.05, false), ('SWIGGY', 'Swiggy', '{}', 'NSE', 'share', 1, 0.05, false),
  ('SYNGENE', 'Syngene International', '{}', 'NSE', 'share', 1, 0.05, false),
  ('SYRMA', 'Syrma SGS Technology', '{}', 'NSE', 'share', 1, 0.05, false),
  ('TANLA', 'Tanla Platforms', '{}', 'NSE', 'share', 1, 0.05, false), ('TATACHEM', 'Tata Chemicals', '{}', 'NSE', 'share', 1, 0.05, false),
  ('TATACOMM', 'Tata Communications', '{}', 'NSE', 'share', 1, 0.05, false),
  ('TATACONSUM', 'Tata Consumer Products', '{}', 'NSE', 'share', 1, 0.05, false),
  ('TATAELXSI', 'Tata Elxsi', '{}', 'NSE', 'share', 1, 0.05, false), ('TATAGOLD', 'Tata Gold ETF', '{}', 'NSE', 'share', 1, 0.05, false),
  ('TATAINVEST', 'Tata Investment Corporation', '{}', 'NSE', 'share', 1, 0.05, false),
  ('TATAMOTORS', 'Tata Motors', '{}', 'NSE', 'share', 1, 0.05, false),
  ('TATAPOWER', 'Tata Power Company', '{"Tata Power"}', 'NSE', 'share', 1, 0.05, false),
  ('TATASTEEL', 'Tata Steel', '{}', 'NSE', 'share', 1, 0.05, false),
  ('TATATECH', 'Tata Technologies', '{}', 'NSE', 'share', 1, 0.05, false),
  ('TCS', 'Tata Consultancy Services', '{}', 'NSE', 'share', 1, 0.05, false),
  ('TECHM', 'Tech Mahindra', '{}', 'NSE', 'share', 1, 0.05, false),
  ('TEXRAIL', 'Texmaco Rail & Engineering', '{}', 'NSE', 'share', 1, 0.05, false),
  ('THERMAX', 'Thermax', '{}', 'NSE', 'share', 1, 0.05, false),
  ('TIINDIA', 'Tube Investments of India', '{}', 'NSE', 'share', 1, 0.05, false),
  ('TIMKEN', 'Timken India', '{}', 'NSE', 'share', 1, 0.05, false),
  ('TITAGARH', 'Titagarh Rail Systems', '{}', 'NSE', 'share', 1, 0.05, false),
  ('TITAN', 'Titan Company', '{Titan}', 'NSE', 'share', 1, 0.05, false),
  ('TORNTPHARM', 'Torrent Pharmaceuticals', '{}', 'NSE', 'share', 1, 0.05, false),
  ('TORNTPOWER', 'Torrent Power', '{}', 'NSE', 'share', 1, 0.05, false), ('TRENT', 'Trent', '{}', 'NSE', 'share', 1, 0.05, false),
  ('TRIDENT', 'Trident', '{}', 'NSE', 'share', 1, 0.05, false),
  ('TTML', 'Tata Teleservices (Maharashtra)', '{}', 'NSE', 'share', 1, 0.05, false),
  ('TVSMOTOR', 'TVS Motor Company', '{"TVS Motor"}', 'NSE', 'share', 1, 0.05, false),
  ('UBL', 'United Breweries', '{}', 'NSE', 'share', 1, 0.05, false), ('UCOBANK', 'UCO Bank', '{}', 'NSE', 'share', 1, 0.05, false),
  ('ULTRACEMCO', 'UltraTech Cement', '{}', 'NSE', 'share', 1, 0.05, false),
  ('UNIONBANK', 'Union Bank of India', '{}', 'NSE', 'share', 1, 0.05, false),
  ('UNITDSPR', 'United Spirits', '{MCDOWELL-N}', 'NSE', 'share', 1, 0.05, false),
  ('UNOMINDA', 'Uno Minda', '{}', 'NSE', 'share', 1, 0.05, false), ('UPL', 'UPL', '{}', 'NSE', 'share', 1, 0.05, false),
  ('USD/INR', 'US dollar', '{}', 'NSE', 'pair', 1, 0.0025, true), ('VBL', 'Varun Beverages', '{}', 'NSE', 'share', 1, 0.05, false),
  ('VEDL', 'Vedanta', '{}', 'NSE', 'share', 1, 0.05, false), ('VMART', 'V-Mart Retail', '{}', 'NSE', 'share', 1, 0.05, false),
  ('VOLTAS', 'Voltas', '{}', 'NSE', 'share', 1, 0.05, false), ('WAAREEENER', 'Waaree Energies', '{}', 'NSE', 'share', 1, 0.05, false),
  ('WELCORP', 'Welspun Corp', '{}', 'NSE', 'share', 1, 0.05, false), ('WELSPUNLIV', 'Welspun Living', '{}', 'NSE', 'share', 1, 0.05, false),
  ('WESTLIFE', 'Westlife Foodworld', '{}', 'NSE', 'share', 1, 0.05, false),
  ('WHIRLPOOL', 'Whirlpool of India', '{}', 'NSE', 'share', 1, 0.05, false), ('WIPRO', 'Wipro', '{}', 'NSE', 'share', 1, 0.05, false),
  ('YESBANK', 'Yes Bank', '{}', 'NSE', 'share', 1, 0.05, false),
  ('ZEEL', 'Zee Entertainment Enterprises', '{}', 'NSE', 'share', 1, 0.05, false),
  ('ZENSARTECH', 'Zensar Technologies', '{}', 'NSE', 'share', 1, 0.05, false),
  ('ZENTEC', 'Zen Technologies', '{}', 'NSE', 'share', 1, 0.05, false),
  ('ZYDUSLIFE', 'Zydus Lifesciences', '{CADILAHC}', 'NSE', 'share', 1, 0.05, false);

insert into broker_bank (name, upi_id, upi_name, receives, from_settings) values
  ('Client bank account', '', '', true, true);

insert into calendar_day (day, kind, name) values
  ('2015-01-26', 'holiday', 'Republic Day'), ('2015-04-14', 'holiday', 'Dr. Ambedkar Jayanti'),
  ('2015-05-01', 'holiday', 'Maharashtra Day'), ('2015-08-15', 'holiday', 'Independence Day'),
  ('2015-10-02', 'holiday', 'Mahatma Gandhi Jayanti'), ('2015-12-25', 'holiday', 'Christmas'), ('2016-01-26', 'holiday', 'Republic Day'),
  ('2016-04-14', 'holiday', 'Dr. Ambedkar Jayanti'), ('2016-05-01', 'holiday', 'Maharashtra Day'),
  ('2016-08-15', 'holiday', 'Independence Day'), ('2016-10-02', 'holiday', 'Mahatma Gandhi Jayanti'),
  ('2016-12-25', 'holiday', 'Christmas'), ('2017-01-26', 'holiday', 'Republic Day'), ('2017-04-14', 'holiday', 'Dr. Ambedkar Jayanti'),
  ('2017-05-01', 'holiday', 'Maharashtra Day'), ('2017-08-15', 'holiday', 'Independence Day'),
  ('2017-10-02', 'holiday', 'Mahatma Gandhi Jayanti'), ('2017-12-25', 'holiday', 'Christmas'), ('2018-01-26', 'holiday', 'Republic Day'),
  ('2018-04-14', 'holiday', 'Dr. Ambedkar Jayanti'), ('2018-05-01', 'holiday', 'Maharashtra Day'),
  ('2018-08-15', 'holiday', 'Independence Day'), ('2018-10-02', 'holiday', 'Mahatma Gandhi Jayanti'),
  ('2018-12-25', 'holiday', 'Christmas'), ('2019-01-26', 'holiday', 'Republic Day'), ('2019-04-14', 'holiday', 'Dr. Ambedkar Jayanti'),
  ('2019-05-01', 'holiday', 'Maharashtra Day'), ('2019-08-15', 'holiday', 'Independence Day'),
  ('2019-10-02', 'holiday', 'Mahatma Gandhi Jayanti'), ('2019-12-25', 'holiday', 'Christmas'), ('2020-01-26', 'holiday', 'Republic Day'),
  ('2020-04-14', 'holiday', 'Dr. Ambedkar Jayanti'), ('2020-05-01', 'holiday', 'Maharashtra Day'),
  ('2020-08-15', 'holiday', 'Independence Day'), ('2020-10-02', 'holiday', 'Mahatma Gandhi Jayanti'),
  ('2020-12-25', 'holiday', 'Christmas'), ('2021-01-26', 'holiday', 'Republic Day'), ('2021-04-14', 'holiday', 'Dr. Ambedkar Jayanti'),
  ('2021-05-01', 'holiday', 'Maharashtra Day'), ('2021-08-15', 'holiday', 'Independence Day'),
  ('2021-10-02', 'holiday', 'Mahatma Gandhi Jayanti'), ('2021-12-25', 'holiday', 'Christmas'), ('2022-01-26', 'holiday', 'Republic Day'),
  ('2022-04-14', 'holiday', 'Dr. Ambedkar Jayanti'), ('2022-05-01', 'holiday', 'Maharashtra Day'),
  ('2022-08-15', 'holiday', 'Independence Day'), ('2022-10-02', 'holiday', 'Mahatma Gandhi Jayanti'),
  ('2022-12-25', 'holiday', 'Christmas'), ('2023-01-26', 'holiday', 'Republic Day'), ('2023-04-14', 'holiday', 'Dr. Ambedkar Jayanti'),
  ('2023-05-01', 'holiday', 'Maharashtra Day'), ('2023-08-15', 'holiday', 'Independence Day'),
  ('2023-10-02', 'holiday', 'Mahatma Gandhi Jayanti'), ('2023-12-25', 'holiday', 'Christmas'), ('2024-01-26', 'holiday', 'Republic Day'),
  ('2024-04-14', 'holiday', 'Dr. Ambedkar Jayanti'), ('2024-05-01', 'holiday', 'Maharashtra Day'),
  ('2024-08-15', 'holiday', 'Independence Day'), ('2024-10-02', 'holiday', 'Mahatma Gandhi Jayanti'),
  ('2024-12-25', 'holiday', 'Christmas'), ('2025-01-26', 'holiday', 'Republic Day'), ('2025-04-14', 'holiday', 'Dr. Ambedkar Jayanti'),
  ('2025-05-01', 'holiday', 'Maharashtra Day'), ('2025-08-15', 'holiday', 'Independence Day'),
  ('2025-10-02', 'holiday', 'Mahatma Gandhi Jayanti'), ('2025-12-25', 'holiday', 'Christmas'), ('2026-01-26', 'holiday', 'Republic Day'),
  ('2026-03-03', 'holiday', 'Holi'), ('2026-03-26', 'holiday', 'Ram Navami'), ('2026-03-31', 'holiday', 'Mahavir Jayanti'),
  ('2026-04-03', 'holiday', 'Good Friday'), ('2026-04-14', 'holiday', 'Dr. Ambedkar Jayanti'),
  ('2026-04-17', 'quarterly', 'Quarterly settlement'), ('2026-04-17', 'monthly', 'Monthly settlement'),
  ('2026-05-01', 'holiday', 'Maharashtra Day'), ('2026-05-15', 'monthly', 'Monthly settlement'), ('2026-05-28', 'holiday', 'Bakri Id'),
  ('2026-06-05', 'monthly', 'Monthly settlement'), ('2026-06-26', 'holiday', 'Muharram'),
  ('2026-07-03', 'quarterly', 'Quarterly settlement'), ('2026-07-03', 'monthly', 'Monthly settlement'),
  ('2026-08-07', 'monthly', 'Monthly settlement'), ('2026-08-15', 'holiday', 'Independence Day'),
  ('2026-09-04', 'monthly', 'Monthly settlement'), ('2026-09-14', 'holiday', 'Ganesh Chaturthi'),
  ('2026-10-02', 'holiday', 'Mahatma Gandhi Jayanti'), ('2026-10-16', 'quarterly', 'Quarterly settlement'),
  ('2026-10-16', 'monthly', 'Monthly settlement'), ('2026-10-20', 'holiday', 'Dussehra'), ('2026-11-06', 'monthly', 'Monthly settlement'),
  ('2026-11-10', 'holiday', 'Diwali Balipratipada'), ('2026-11-24', 'holiday', 'Guru Nanak Jayanti'),
  ('2026-12-04', 'monthly', 'Monthly settlement'), ('2026-12-25', 'holiday', 'Christmas'),
  ('2027-01-01', 'quarterly', 'Quarterly settlement'), ('2027-01-01', 'monthly', 'Monthly settlement'),
  ('2027-01-26', 'holiday', 'Republic Day'), ('2027-02-05', 'monthly', 'Monthly settlement'),
  ('2027-03-05', 'monthly', 'Monthly settlement'), ('2027-04-14', 'holiday', 'Dr. Ambedkar Jayanti'),
  ('2027-05-01', 'holiday', 'Maharashtra Day'), ('2027-08-15', 'holiday', 'Independence Day'),
  ('2027-10-02', 'holiday', 'Mahatma Gandhi Jayanti'), ('2027-12-25', 'holiday', 'Christmas'), ('2028-01-26', 'holiday', 'Republic Day'),
  ('2028-04-14', 'holiday', 'Dr. Ambedkar Jayanti'), ('2028-05-01', 'holiday', 'Maharashtra Day'),
  ('2028-08-15', 'holiday', 'Independence Day'), ('2028-10-02', 'holiday', 'Mahatma Gandhi Jayanti'),
  ('2028-12-25', 'holiday', 'Christmas'), ('2029-01-26', 'holiday', 'Republic Day'), ('2029-04-14', 'holiday', 'Dr. Ambedkar Jayanti'),
  ('2029-05-01', 'holiday', 'Maharashtra Day'), ('2029-08-15', 'holiday', 'Independence Day'),
  ('2029-10-02', 'holiday', 'Mahatma Gandhi Jayanti'), ('2029-12-25', 'holiday', 'Christmas'), ('2030-01-26', 'holiday', 'Republic Day'),
  ('2030-04-14', 'holiday', 'Dr. Ambedkar Jayanti'), ('2030-05-01', 'holiday', 'Maharashtra Day'),
  ('2030-08-15', 'holiday', 'Independence Day'), ('2030-10-02', 'holiday', 'Mahatma Gandhi Jayanti'),
  ('2030-12-25', 'holiday', 'Christmas'), ('2031-01-26', 'holiday', 'Republic Day'), ('2031-04-14', 'holiday', 'Dr. Ambedkar Jayanti'),
  ('2031-05-01', 'holiday', 'Maharashtra Day'), ('2031-08-15', 'holiday', 'Independence Day'),
  ('2031-10-02', 'holiday', 'Mahatma Gandhi Jayanti'), ('2031-12-25', 'holiday', 'Christmas'), ('2032-01-26', 'holiday', 'Republic Day'),
  ('2032-04-14', 'holiday', 'Dr. Ambedkar Jayanti'), ('2032-05-01', 'holiday', 'Maharashtra Day'),
  ('2032-08-15', 'holiday', 'Independence Day'), ('2032-10-02', 'holiday', 'Mahatma Gandhi Jayanti'),
  ('2032-12-25', 'holiday', 'Christmas'), ('2033-01-26', 'holiday', 'Republic Day'), ('2033-04-14', 'holiday', 'Dr. Ambedkar Jayanti'),
  ('2033-05-01', 'holiday', 'Maharashtra Day'), ('2033-08-15', 'holiday', 'Independence Day'),
  ('2033-10-02', 'holiday', 'Mahatma Gandhi Jayanti'), ('2033-12-25', 'holiday', 'Christmas'), ('2034-01-26', 'holiday', 'Republic Day'),
  ('2034-04-14', 'holiday', 'Dr. Ambedkar Jayanti'), ('2034-05-01', 'holiday', 'Maharashtra Day'),
  ('2034-08-15', 'holiday', 'Independence Day'), ('2034-10-02', 'holiday', 'Mahatma Gandhi Jayanti'),
  ('2034-12-25', 'holiday', 'Christmas'), ('2035-01-26', 'holiday', 'Republic Day'), ('2035-04-14', 'holiday', 'Dr. Ambedkar Jayanti'),
  ('2035-05-01', 'holiday', 'Maharashtra Day'), ('2035-08-15', 'holiday', 'Independence Day'),
  ('2035-10-02', 'holiday', 'Mahatma Gandhi Jayanti'), ('2035-12-25', 'holiday', 'Christmas'), ('2036-01-26', 'holiday', 'Republic Day'),
  ('2036-04-14', 'holiday', 'Dr. Ambedkar Jayanti'), ('2036-05-01', 'holiday', 'Maharashtra Day'),
  ('2036-08-15', 'holiday', 'Independence Day'), ('2036-10-02', 'holiday', 'Mahatma Gandhi Jayanti'),
  ('2036-12-25', 'holiday', 'Christmas'), ('2037-01-26', 'holiday', 'Republic Day'), ('2037-04-14', 'holiday', 'Dr. Ambedkar Jayanti'),
  ('2037-05-01', 'holiday', 'Maharashtra Day'), ('2037-08-15', 'holiday', 'Independence Day'),
  ('2037-10-02', 'holiday', 'Mahatma Gandhi Jayanti'), ('2037-12-25', 'holiday', 'Christmas'), ('2038-01-26', 'holiday', 'Republic Day'),
  ('2038-04-14', 'holiday', 'Dr. Ambedkar Jayanti'), ('2038-05-01', 'holiday', 'Maharashtra Day'),
  ('2038-08-15', 'holiday', 'Independence Day'), ('2038-10-02', 'holiday', 'Mahatma Gandhi Jayanti'),
  ('2038-12-25', 'holiday', 'Christmas'), ('2039-01-26', 'holiday', 'Republic Day'), ('2039-04-14', 'holiday', 'Dr. Ambedkar Jayanti'),
  ('2039-05-01', 'holiday', 'Maharashtra Day'), ('2039-08-15', 'holiday', 'Independence Day'),
  ('2039-10-02', 'holiday', 'Mahatma Gandhi Jayanti'), ('2039-12-25', 'holiday', 'Christmas'), ('2040-01-26', 'holiday', 'Republic Day'),
  ('2040-04-14', 'holiday', 'Dr. Ambedkar Jayanti'), ('2040-05-01', 'holiday', 'Maharashtra Day'),
  ('2040-08-15', 'holiday', 'Independence Day'), ('2040-10-02', 'holiday', 'Mahatma Gandhi Jayanti'), ('2040-12-25', 'holiday', 'Christmas');

insert into escalation_level (level, days) values
  ('1', '7'), ('2', '7'), ('3', '4'), ('4', '3');

insert into message_template (id, title, kind, subject, text) values
  (gen_random_uuid(), 'Amount differs from the bank statement', 'deposit', 'The amount of your deposit differs', 'You reported a deposit of {amount} on {date}. The amount in our bank statement differs from it.

Please send us a screenshot of the payment that shows the UTR and the amount.'),
  (gen_random_uuid(), 'Bank details to be checked', 'withdrawal', 'Please check your bank details', 'Before we can process your withdrawal of {amount}, please check the account number, the IFSC and the name of the account holder in your profile.

If anything is wrong, please correct it there and write to us.'),
  (gen_random_uuid(), 'Contact details to be confirmed', 'client', 'Please confirm your contact details', 'We could not reach you at the contact details in your account {client_id}.

Please check your e-mail address and mobile number in your profile, and change them there if they are no longer correct.'),
  (gen_random_uuid(), 'Deposit not found in the bank statement', 'deposit', 'We have not found your deposit yet', 'You reported a deposit of {amount} on {date}. We have not found it in our bank statement yet.

Please check the UTR in your bank''s app, and send us a screenshot of the payment that shows the UTR, the date and the amount.'),
  (gen_random_uuid(), 'Details incomplete', 'setting', 'Please complete your request', 'Details are missing in your request of {date}, so we cannot decide it yet.

Please open the request in your account, complete it and submit it again.'),
  (gen_random_uuid(), 'Documents needed for a complaint', 'complaint', 'We need documents for your complaint', 'To examine your complaint {request} we need the documents it refers to, for example contract notes, statements or screenshots. Please send them with a reply to the complaint in your account.'),
  (gen_random_uuid(), 'More information needed', 'loan', 'We need more information about your loan request', 'To review your loan request of {date} we need more information.

Please send us your bank statement of the last three months.'),
  (gen_random_uuid(), 'Name at the bank differs', 'bank', 'The name on your bank account differs', 'The name your bank has for the account differs from the name in your documents.

Please send us a bank statement or a cancelled cheque that shows your name and the account number.'),
  (gen_random_uuid(), 'Name differs on the documents', 'kyc', 'The name on your documents differs', 'The name on your PAN card differs from the name on your Aadhaar card or in your account.

Please tell us which name is correct, and upload documents that show it.'),
  (gen_random_uuid(), 'Paid from another person''s account', 'deposit', 'Please confirm the account you paid from', 'Your deposit of {amount} appears to come from a bank account that is not in your name. We can accept money only from your own bank account.

Please send us a bank statement or a cancelled cheque of the account you paid from that shows your name.'),
  (gen_random_uuid(), 'Payment not found', 'charge', 'We have not found your payment yet', 'You reported a payment of {amount} for {request}. We have not found it in our bank statement yet.

Please check the transaction ID, and send us a screenshot of the payment that shows the transaction ID, the date and the amount.'),
  (gen_random_uuid(), 'Photo not readable', 'kyc', 'Please upload your document again', 'We could not read all details on the photo of your document.

Please upload a clear photo of the whole card, without glare and with all four corners visible.'),
  (gen_random_uuid(), 'Returned by the bank', 'withdrawal', 'Your bank returned the payment', 'The bank returned the payment of your withdrawal of {amount}.

Please check your bank details in your profile, and ask your bank whether the account can receive payments.');
