-- The whole schema, from which a new installation starts: what the migrations come to. Made by npm run schema, checked by the tests;
-- change a migration, not this file. Only the comments are written here: npm run schema keeps them. Tables by feature, each with its
-- columns, constraints, comments and indexes; then functions with the triggers that call them (server/migrations/functions); then the
-- first rows. Rights are in server/migrations/grants.sql. Amounts are whole paise where nothing else is said; days are days in India.
create extension if not exists pg_trgm with schema public;

create domain ledger_account as text check (value in ('cash', 'invested', 'loan', 'cashback', 'withheld', 'unsettled', 'bank', 'clearing',
  'loans_receivable', 'fees', 'gst', 'cashback_expense', 'adjustment', 'bank_charges', 'bank_interest', 'unidentified', 'opening',
  'transit', 'client_dues', 'clearing_corporation', 'securities', 'brokerage', 'stt', 'stamp_duty', 'exchange_charges', 'sebi_fee',
  'levy_difference'));

create domain ledger_closure as text check (value in ('open', 'closed'));

-- The words that the database accepts, run at every start after the migrations. An addition to one of these lists in the
-- contract is added here; server/src/app/lists.test.ts compares both.
create function ledger_events() returns text[] language sql immutable parallel safe as $$ select array[
  'charge.returned',
  'deposit.approved', 'withdrawal.requested', 'withdrawal.paid', 'withdrawal.refused',
  'loan.accepted', 'loan.repaid',
  'trade.bought', 'trade.sold', 'trade.reversed',
  'charge.approved', 'adjustment.approved', 'cashback.ended', 'cashback.restored',
  'bank.charge', 'bank.interest', 'bank.transfer', 'bank.moved', 'bank.moved.reversed',
  'receipt.held', 'receipt.returned', 'line.credited', 'line.debited', 'line.reversed',
  'opening.balance', 'opening.position', 'securities.opened', 'opening.bank', 'opening.bank.reversed',
  'trade.confirmed', 'contract.booked', 'contract.adjusted.stt', 'contract.adjusted.stamp', 'contract.adjusted.stt.again', 'contract.adjusted.stamp.again', 'contract.reversed', 'settlement.released', 'dp.charged', 'dp.reversed',
  'clearing.paid', 'clearing.received', 'levy.paid', 'levy.difference', 'fraction.paid', 'fraction.reversed', 'rights.allotted', 'rights.lapsed', 'rights.reversed'
]::text[] $$;

create domain ledger_event as text check (value = any (ledger_events()));

-- -------------------- platform

create table migration (
  version int primary key,
  name text not null,
  applied_at timestamptz not null default now(),
  checksum text
);
comment on table migration is 'The applied migrations; written at the start.';
comment on column migration.checksum is 'SHA-256 of the file, which must not change afterwards.';

create table installation (
  single boolean default true primary key check (single),
  mode text not null check (mode in ('demo', 'live')),
  since timestamptz not null default now()
);
comment on table installation is 'One row: the mode of the first start, because practice money and real money are never in one database.';
comment on column installation.mode is 'demo or live.';

create table readiness (
  process uuid primary key,
  at timestamptz not null default now()
);
comment on table readiness is 'Written by every server process to see whether the database accepts writes.';

create table throttle (
  key text primary key,
  count int not null,
  blocked_until timestamptz not null default '1970-01-01 00:00:00+00',
  resets_at timestamptz not null
);
comment on table throttle is 'Counts of attempts within a window, shared by all server processes.';
comment on column throttle.key is 'What is limited, such as login:address.';
comment on column throttle.blocked_until is 'No further attempt before.';
comment on column throttle.resets_at is 'When the count starts again.';
create index throttle_resets on throttle (resets_at);

create table secret_mark (
  one boolean default true primary key check (one),
  mark bytea not null
);
comment on table secret_mark is 'One row, which recognises the key that everything was encrypted with.';
comment on column secret_mark.mark is 'Says nothing about the key.';

create table secret_key_use (
  key_id text primary key,
  since timestamptz not null default now()
);
comment on table secret_key_use is 'Since when each secret key is the newest, so that an old one is noticed.';
comment on column secret_key_use.key_id is 'Says nothing about the key.';

create table hash_key (
  purpose text primary key,
  wrapped bytea not null
);
comment on table hash_key is 'Keys of the keyed hashes, which outlive a master key.';
comment on column hash_key.purpose is 'What is hashed with it.';
comment on column hash_key.wrapped is 'Encrypted with the newest master key.';

create table data_key (
  owner_id uuid primary key,
  wrapped bytea not null
);
comment on table data_key is 'One key per client for the client''s encrypted fields and files. Without it they cannot be read.';
comment on column data_key.owner_id is 'The client, or an import''s id. No foreign key, because the key comes before its owner''s row.';
comment on column data_key.wrapped is 'Encrypted with the newest master key; empty for an erased client, and then never replaced.';

create table loose_file (
  name text primary key,
  since timestamptz not null default now()
);
comment on table loose_file is 'Files of the file store that no row names: noted before a file is written and removed by the transaction that uses it. A job deletes the rest.';
create index loose_file_since on loose_file (since);

create table file_to_back_up (
  name text primary key,
  since timestamptz not null default now()
);
comment on table file_to_back_up is 'Files that are stored but not yet copied to the place of backups, where there is one.';
create index file_to_back_up_since on file_to_back_up (since);

create table backup (
  id text primary key,
  kind text not null check (kind in ('data', 'portable')),
  begun_at timestamptz not null,
  ended_at timestamptz
);
comment on table backup is 'Every backup of this database, so that its age can be watched; ended_at is null until it has finished.';
comment on column backup.kind is 'data (the database''s files) or portable (rows of every table).';
create index backup_ended on backup (ended_at desc);

-- -------------------- core/audit

create table audit_era (
  one boolean default true primary key check (one),
  era int not null
);
comment on table audit_era is 'One row: counts the restores of the log into another database, where transaction ids begin again.';
comment on column audit_era.era is '1 in a new database.';

create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  era int not null,
  xact xid8 not null default pg_current_xact_id(),
  actor_kind text not null check (actor_kind in ('client', 'operator', 'visitor', 'system')),
  actor_id text,
  actor_name text,
  action text not null,
  subject_id text,
  before jsonb,
  after jsonb,
  ip text
);
comment on table audit is 'The audit log: who did what, when and from where. Rows are only added.';
comment on column audit.era is 'How often the log had been restored into another database before (audit_era).';
comment on column audit.xact is 'The writing transaction. Rows are sealed in the order (era, xact, id), once all earlier transactions are over.';
comment on column audit.actor_kind is 'client, operator, visitor (nobody logged in) or system.';
comment on column audit.actor_id is 'Id of the client or operator; null for visitors and the system.';
comment on column audit.actor_name is 'The name at that time.';
comment on column audit.action is 'feature.verb, such as wallet.withdraw.';
comment on column audit.subject_id is 'What was changed; usually the id of a client or of the changed row.';
comment on column audit.before is 'The changed values before; secrets are never written here.';
comment on column audit.after is 'The changed values afterwards.';
create index audit_action on audit (action, id desc);
create index audit_actor on audit (actor_id, id desc);
create index audit_at on audit using brin (at);
create unique index audit_order on audit (era, xact, id);
create index audit_subject on audit (subject_id, id desc);

create table audit_seal (
  position bigint primary key,
  audit_id bigint not null unique,
  hash bytea not null
);
comment on table audit_seal is 'The chain over the audit log: one link per row, made in batches after the commit. Rows are only added.';
comment on column audit_seal.position is 'The place in the chain, from 1 without a gap.';
comment on column audit_seal.hash is 'SHA-256 of the previous hash and the row as text.';

create table audit_head (
  place text primary key,
  log uuid not null default gen_random_uuid(),
  line bigint not null default 0,
  mac text not null default '',
  position bigint not null default 0,
  written_at timestamptz
);
comment on table audit_head is 'The newest line of each head log, so that lines missing at its end are noticed. The lines themselves are outside the database.';
comment on column audit_head.place is 'Where the head log is kept.';
comment on column audit_head.log is 'Identifies the log in its lines.';
comment on column audit_head.line is 'Number of the newest line.';
comment on column audit_head.mac is 'Authentication code of the newest line.';
comment on column audit_head.position is 'The newest audit_seal.position that a line confirms.';

create table refusal (
  minute timestamptz not null,
  actor_kind text not null check (actor_kind in ('client', 'operator')),
  actor_id text not null,
  call text not null,
  actor_name text not null,
  statuses int[] not null,
  count int not null,
  ip text not null,
  primary key (minute, actor_kind, actor_id, call)
);
comment on table refusal is 'Rejected requests of a client or operator, counted per minute; then each row becomes one of the audit log.';
comment on column refusal.minute is 'Its beginning.';
comment on column refusal.call is 'Method and path.';
comment on column refusal.statuses is 'HTTP statuses.';

-- -------------------- broker/operator

create table operator (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  name text not null,
  role text not null,
  password_hash text not null,
  disabled_at timestamptz,
  last_login_at timestamptz,
  created_at timestamptz not null default now(),
  handed_out boolean not null default false,
  created_by uuid references operator (id),
  role_since timestamptz not null default now(),
  reset_by uuid references operator (id),
  reset_at timestamptz,
  digest_through date
);
comment on table operator is 'An operator of the broker at the desk.';
comment on column operator.role is 'admin, or another role of the program or of role_rights.';
comment on column operator.handed_out is 'True until the operator has chosen a password.';
comment on column operator.created_by is 'Who added the operator; the two do not decide for each other for a while.';
comment on column operator.role_since is 'Since when the operator has the role; approvals count after a waiting period.';
comment on column operator.reset_by is 'Who last reset the login; the two do not decide for each other for a while.';
comment on column operator.digest_through is 'The last day, in India, whose digest the operator was sent or need not be sent; null: no digest wanted.';

create table role_rights (
  role text primary key check (role <> 'admin'),
  rights text[] not null check ('operator.manage' <> all (rights)),
  extended_at timestamptz,
  retired_at timestamptz
);
comment on table role_rights is 'Roles changed or made at the desk; a role without a row has the rights of the program.';
comment on column role_rights.rights is 'As in the contract.';
comment on column role_rights.extended_at is 'When a right was last added; approvals of its operators count again after the waiting period.';
comment on column role_rights.retired_at is 'A role made at the desk that nobody has any more.';
create unique index role_rights_name on role_rights (lower(role));

create table break_glass (
  id uuid primary key,
  operator_id uuid not null references operator (id),
  reason text not null,
  at timestamptz not null default now()
);
comment on table break_glass is 'An operator waived their own waiting period, with a reason that every administrator reads.';
create index break_glass_at on break_glass (at desc);

create table data_export (
  id uuid primary key,
  operator_id uuid not null references operator (id),
  what text not null,
  clients int,
  at timestamptz not null default now(),
  mailed_at timestamptz,
  constraint data_export_clients check (clients >= 0)
);
comment on table data_export is 'Files with data of clients that operators took out: each counts towards the operator''s limit and is mailed to the administrators.';
comment on column data_export.clients is 'Null where the file is not made client by client.';
create index data_export_operator on data_export (operator_id, at);
create index data_export_unmailed on data_export (at) where mailed_at is null;

-- -------------------- client/client

create table client (
  id uuid primary key,
  number bigint generated always as identity (start with 100001) unique,
  email text not null unique check (email = lower(email)),
  mobile text not null unique,
  name text not null,
  password_hash text not null,
  executive_name text not null,
  referral_id text not null,
  kyc_status text not null default 'UNVERIFIED' check (kyc_status in ('UNVERIFIED', 'PENDING', 'VERIFIED', 'REVOKED')),
  photo_key text unique,
  frozen_at timestamptz,
  frozen_reason text,
  created_at timestamptz not null default now(),
  search text not null generated always as ((((((name || '
') || email) || '
') || mobile) || '
SD') || number::text) stored,
  frozen_by uuid references operator (id),
  gst_state text,
  contact_changed_at timestamptz,
  closure text check (closure in ('open', 'closed')),
  ucc text check (ucc ~ '^[A-Za-z0-9]{1,20}$'),
  demat text check (demat ~ '^(IN[0-9A-Z]{6}[0-9]{8}|[0-9]{16})$'),
  own_operators uuid[] not null default '{}'::uuid[],
  ucc_since date,
  note_address text not null default '',
  note_consent_on date
);
comment on table client is 'A client, from the verification of the e-mail address on.';
comment on column client.number is 'Shown as SD100001.';
comment on column client.mobile is 'Ten digits, without the country code.';
comment on column client.kyc_status is 'UNVERIFIED, PENDING (documents wait), VERIFIED or REVOKED. Spelled as in the specified calls.';
comment on column client.photo_key is 'Name of the profile photo in the file store, 256 random bits.';
comment on column client.frozen_at is 'Null unless an operator froze the login; copied to client_ledger.frozen.';
comment on column client.search is 'What the desk finds a client by, with an index of trigrams.';
comment on column client.frozen_by is 'Lifting a freeze that another operator set needs a second administrator. Null: not recorded.';
comment on column client.gst_state is 'The two digits that GST gives the client''s state; null until an operator records it.';
comment on column client.contact_changed_at is 'When the client last changed the e-mail address or mobile number; withdrawals pause afterwards.';
comment on column client.closure is 'open while the account is being closed, then closed; copied to client_ledger.closure.';
comment on column client.ucc is 'The client code of the exchanges (UCC); leading zeros and case as the broker gave it, unique without regard to case.';
comment on column client.demat is 'The primary demat account: DP ID and client ID of NSDL, or the BO ID of CDSL, 16 characters without spaces.';
comment on column client.own_operators is 'Operators who had the client''s e-mail address when it was changed: they request and decide nothing about this account.';
comment on column client.ucc_since is 'The first trade day for which the UCC counts; null: all days.';
comment on column client.note_address is 'Printed on contract notes; empty until an operator records it.';
comment on column client.note_consent_on is 'The day of the consent to contract notes by e-mail; null: none is recorded.';
create index client_of_operators on client using gin (own_operators) where own_operators <> '{}'::uuid[];
create index client_own_operators on client (id) where own_operators <> '{}'::uuid[];
create index client_search on client using gin (search gin_trgm_ops);
create unique index client_ucc on client (upper(ucc)) where ucc is not null;

create table pending_registration (
  id uuid primary key,
  email text not null,
  name text not null,
  mobile text not null,
  password_hash text not null,
  executive_name text not null,
  referral_id text not null,
  flow_hash bytea not null unique,
  created_at timestamptz not null default now(),
  code_hash bytea not null,
  code_expires_at timestamptz not null,
  wrong_tries int not null default 0,
  mailed_at timestamptz[] not null,
  other_tries int not null default 0
);
comment on table pending_registration is 'A registration until its code is entered; then it becomes a client. Each has its own code, so that a second registration of the address cannot use the first one''s.';
comment on column pending_registration.id is 'Becomes the client''s id.';
comment on column pending_registration.flow_hash is 'SHA-256 of the cookie that finds this registration.';
comment on column pending_registration.code_hash is 'Keyed hash of the code.';
comment on column pending_registration.mailed_at is 'When each mail with a code was or will be sent.';
comment on column pending_registration.other_tries is 'Wrong tries without the cookie, which leave that browser its own.';
create index pending_registration_created on pending_registration (created_at);
create index pending_registration_email on pending_registration (email, created_at desc);

create table client_import (
  id uuid primary key,
  file_name text not null,
  file_hash bytea not null,
  content bytea,
  status text not null default 'pending' check (status in ('pending', 'imported', 'rejected')),
  clients int not null,
  positions int not null,
  bank_details int not null,
  balance bigint not null,
  cost bigint not null,
  requested_by uuid not null references operator (id),
  requested_at timestamptz not null default now(),
  decided_by uuid references operator (id),
  decided_at timestamptz,
  constraint client_import_check check ((status = 'pending') = (decided_at is null)),
  constraint client_import_check1 check ((status = 'pending') = (content is not null)),
  constraint client_import_figures check (least(clients::bigint, positions::bigint, bank_details::bigint, balance, cost) >= 0)
);
comment on table client_import is 'A file of clients, opening balances, positions and bank details. It is booked when a second operator approves.';
comment on column client_import.file_hash is 'Keyed hash, because the file has PANs and account numbers.';
comment on column client_import.content is 'Encrypted with a data key of its own, and removed when the import is decided.';
comment on column client_import.status is 'pending, imported or rejected.';
comment on column client_import.balance is 'Paise of all opening balances.';
comment on column client_import.cost is 'Paise of all positions.';
create unique index client_import_pending on client_import (file_hash) where status = 'pending';

create table imported_client (
  client_id uuid primary key references client (id) on delete cascade,
  import_id uuid not null references client_import (id),
  fingerprint bytea not null,
  balance bigint not null check (balance >= 0)
);
comment on table imported_client is 'Which import a client came from.';
comment on column imported_client.fingerprint is 'Keyed hash of the client''s lines, which recognises the client in a later file.';
comment on column imported_client.balance is 'Paise of the opening balance.';

-- -------------------- core/session

-- An IPv4 address, or the /64 of an IPv6 address.
create function network_of(ip text) returns text language sql immutable strict parallel safe as $$
  select case when ip ~ '^[0-9a-fA-F:]+$' and ip like '%:%' then network(set_masklen(ip::inet, 64))::text else ip end
$$;

create table session (
  id uuid primary key,
  token_hash bytea not null unique,
  client_id uuid references client (id) on delete cascade,
  operator_id uuid references operator (id) on delete cascade,
  ip text not null,
  device text not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  companion_hash bytea,
  viewed_client_id uuid references client (id) on delete cascade,
  viewed_from uuid references session (id) on delete cascade,
  constraint session_check check ((client_id is null) <> (operator_id is null)),
  constraint session_view check ((viewed_client_id is null) = (viewed_from is null) and (viewed_client_id is null or operator_id is not null))
);
comment on table session is 'A login of a client or operator, or an operator''s view of a client''s portal.';
comment on column session.token_hash is 'SHA-256 of the token.';
comment on column session.companion_hash is 'SHA-256 of the cookie that must come with the token of a session opened by the portal; null for API clients.';
comment on column session.viewed_client_id is 'The client whose portal the operator reads.';
comment on column session.viewed_from is 'The operator''s session from which the view was opened, and with which it ends.';
create index session_client on session (client_id) where client_id is not null;
create index session_network on session (network_of(ip), device) where client_id is not null;
create index session_operator on session (operator_id) where operator_id is not null;
create index session_viewed_client on session (viewed_client_id) where viewed_client_id is not null;
create index session_viewed_from on session (viewed_from) where viewed_from is not null;

create table known_browser (
  owner_id uuid not null,
  hash bytea not null,
  seen_at timestamptz not null default now(),
  primary key (owner_id, hash)
);
comment on table known_browser is 'Where a client or operator has logged in before.';
comment on column known_browser.hash is 'SHA-256 of the browser''s cookie, or keyed hash of network and device.';
create index known_browser_seen on known_browser (seen_at);

create table totp (
  owner_id uuid primary key,
  secret bytea not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0
);
comment on table totp is 'The authenticator app of a client or operator.';
comment on column totp.owner_id is 'The client or operator.';
comment on column totp.secret is 'Encrypted, and bound to the owner.';
comment on column totp.confirmed_at is 'Null until the first code was entered.';
comment on column totp.last_step is 'Time step of the last accepted code, because a code works once.';

create table recovery_code (
  owner_id uuid not null,
  hash bytea not null,
  primary key (owner_id, hash)
);
comment on table recovery_code is 'Codes that replace the second factor once.';
comment on column recovery_code.hash is 'Keyed hash of the code.';

create table passkey (
  id uuid primary key,
  owner_id uuid not null,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
comment on table passkey is 'Passkeys (WebAuthn) of clients and operators.';
comment on column passkey.owner_id is 'The client or operator.';
comment on column passkey.public_key is 'COSE key.';
comment on column passkey.counter is 'Of the authenticator; 0 if it counts nothing.';
create index passkey_owner on passkey (owner_id);

create table used_challenge (
  hash bytea primary key,
  expires_at timestamptz not null
);
comment on table used_challenge is 'Signed challenges work once: those used, until they expire.';
comment on column used_challenge.hash is 'SHA-256 of the challenge.';
create index used_challenge_expires on used_challenge (expires_at);

create table one_time_code (
  flow text not null check (flow in ('reset', 'login-auth', 'login-operator', 'contact-present', 'contact-new')),
  email text not null,
  hash bytea not null,
  wrong_tries int not null default 0,
  expires_at timestamptz not null,
  used_at timestamptz,
  mailed_at timestamptz[] not null,
  flow_hash bytea,
  other_tries int not null default 0,
  primary key (flow, email)
);
comment on table one_time_code is 'A mailed one-time code: one per flow and address, replaced by the next one. The row outlives its code, because it limits the mails.';
comment on column one_time_code.flow is 'reset (of the password), login-auth and login-operator (unknown browser), contact-present and contact-new (change of address).';
comment on column one_time_code.hash is 'Keyed hash of flow, address and code.';
comment on column one_time_code.mailed_at is 'The mails of the last hour, oldest first.';
comment on column one_time_code.flow_hash is 'SHA-256 of the cookie of the browser that asked for the code.';
comment on column one_time_code.other_tries is 'Attempts from other browsers, which have one.';
create index one_time_code_expires on one_time_code (expires_at);

create table challenge (
  client_id uuid not null references client (id) on delete cascade,
  action text not null check (action in ('withdrawal', 'bank', 'two-step', 'closure')),
  details bytea not null,
  factor text not null check (factor in ('email', 'totp')),
  code_hash bytea,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  tries int not null default 0,
  primary key (client_id, action),
  constraint challenge_check check ((factor = 'email') = (code_hash is not null))
);
comment on table challenge is 'What a client is to confirm with a second factor: one for each action, replaced by the next one.';
comment on column challenge.action is 'What is confirmed: withdrawal, bank, two-step or closure.';
comment on column challenge.details is 'Keyed hash of what is confirmed, such as amount and account.';
comment on column challenge.factor is 'email (a mailed code) or totp.';
comment on column challenge.code_hash is 'Keyed hash of the mailed code.';

-- -------------------- core/mail and core/notice

create table mail (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  body bytea,
  status text not null default 'queued' check (status in ('queued', 'sent', 'stuck')),
  attempts int not null default 0,
  next_try_at timestamptz not null default now(),
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  content bytea,
  has_secret boolean not null default true,
  client_id uuid,
  masked bytea,
  attachment bytea,
  attachment_name text,
  attachment_key text
) with (fillfactor = 50);
comment on table mail is 'The outbox: written in the transaction that causes the mail, sent afterwards at least once.';
comment on column mail.body is 'The text, encrypted with the mail key; emptied after sending where has_secret is true.';
comment on column mail.status is 'queued, sent or stuck (given up).';
comment on column mail.next_try_at is 'Later than now while a sender has the mail, so that another takes over if that one dies.';
comment on column mail.last_error is 'Null before the first attempt and during one.';
comment on column mail.content is 'What the HTML shows besides the text, encrypted like the body.';
comment on column mail.has_secret is 'It has a code or a link that logs somebody in: emptied once it is sent, and never shown at the desk.';
comment on column mail.client_id is 'The client it was sent to. No foreign key, which every mail would check.';
comment on column mail.masked is 'The text without codes and links, for operators; encrypted like the body.';
comment on column mail.attachment is 'A PDF, encrypted and emptied like the body.';
comment on column mail.attachment_key is 'Name of a PDF of the client in the file store, which is attached when the mail is sent.';
create index mail_client on mail (client_id, id desc) where client_id is not null;
create index mail_due on mail (has_secret, next_try_at) where status = 'queued';
create index mail_newest on mail (created_at desc);
create index mail_readable on mail (created_at) where body is not null or masked is not null;
create index mail_unsent on mail (status, created_at desc) where status <> 'sent';

create table notice (
  id bigint generated always as identity,
  xact xid8 not null default pg_current_xact_id(),
  client_id uuid,
  topic text not null,
  subject_id text,
  at timestamptz not null default now(),
  primary key (xact, id)
);
comment on table notice is 'What changed, for the event streams of open screens. Rows are kept for a short time.';
comment on column notice.xact is 'The writing transaction: a reader asks for what was committed since its last look.';
comment on column notice.client_id is 'Null: for the desk.';
comment on column notice.topic is 'What is to be read again, such as wallet.';

create table notification (
  id uuid not null,
  client_id uuid not null references client (id),
  topic text not null,
  subject_id uuid,
  text text not null,
  at timestamptz not null default now(),
  read_at timestamptz,
  primary key (client_id, id)
);
comment on table notification is 'What a client is told. Written in the transaction that causes it; deleted after 90 days, and beyond the newest 200 of a client.';
comment on column notification.subject_id is 'The request, loan, charge or trade; null if the topic is enough.';
comment on column notification.read_at is 'Null while it is unread.';

-- -------------------- core/ledger

create table client_ledger (
  client_id uuid primary key references client (id),
  cash bigint not null default 0,
  invested bigint not null default 0,
  loan bigint not null default 0,
  cashback bigint not null default 0,
  withheld bigint not null default 0,
  frozen boolean not null default false,
  booked_at timestamptz not null default '-infinity',
  closure ledger_closure,
  unsettled bigint not null default 0,
  dues bigint not null default 0,
  constraint client_ledger_valid check (least(cash, loan, cashback, withheld, unsettled, dues) >= 0 and (cash = 0 or dues = 0))
);
comment on table client_ledger is 'The balances of a client, in paise and never negative: one row that every booking locks. Written by book_journal only.';
comment on column client_ledger.cash is 'Paise available to withdraw or to trade with.';
comment on column client_ledger.invested is 'Paise of the client''s own money in open positions, at cost.';
comment on column client_ledger.loan is 'Paise borrowed and not used.';
comment on column client_ledger.cashback is 'Paise of cashback.';
comment on column client_ledger.withheld is 'Paise of pending withdrawals.';
comment on column client_ledger.frozen is 'Copy of client.frozen_at, written by the trigger client_frozen_copied, so that a booking needs no second query.';
comment on column client_ledger.booked_at is 'Time of the client''s newest journal.';
comment on column client_ledger.closure is 'Copy of client.closure, written by the trigger client_closure_copied.';
comment on column client_ledger.unsettled is 'Paise from sales, withdrawable after the pay-out of their settlement; client_settlement has the parts, and what of them pays for purchases.';
comment on column client_ledger.dues is 'Paise owed for executed trades: debits less credits of client_dues. Never beside cash, because new money pays them first.';

create table journal (
  id uuid primary key,
  event ledger_event not null,
  client_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  cause_id uuid not null,
  reason text,
  at timestamptz not null default clock_timestamp(),
  cash bigint not null,
  invested bigint not null,
  loan bigint not null,
  cashback bigint not null,
  withheld bigint not null,
  bank_id uuid,
  value_date date,
  booked_on date generated always as (coalesce(value_date, (at at time zone 'Asia/Kolkata')::date)) stored,
  unsettled bigint not null default 0,
  dues bigint not null default 0,
  constraint journal_once unique (cause_id, event),
  constraint journal_of_bank check (bank_id is null or value_date is not null)
);
comment on table journal is 'One event in the books, with one or more entries. Rows are only added, by book_journal and post_house_journal.';
comment on column journal.event is 'What happened (ledger_events).';
comment on column journal.client_id is 'The first id of all for bookings that concern no client.';
comment on column journal.cause_id is 'The request, loan, trade, charge or bank link behind it. An event happens to a cause once.';
comment on column journal.at is 'Time of writing; a client''s journals are in the order of their times.';
comment on column journal.cash is 'Paise of client_ledger.cash after this journal, so that a statement needs no sum.';
comment on column journal.invested is 'Paise of client_ledger.invested after this journal.';
comment on column journal.loan is 'Paise of client_ledger.loan after this journal.';
comment on column journal.cashback is 'Paise of client_ledger.cashback after this journal.';
comment on column journal.withheld is 'Paise of client_ledger.withheld after this journal.';
comment on column journal.bank_id is 'The bank account that the account `bank` means here. No foreign key, because every booking would lock the same few rows.';
comment on column journal.value_date is 'The day given with the booking; null: the day of `at`.';
comment on column journal.booked_on is 'The day in India that the booking counts for.';
comment on column journal.unsettled is 'Paise of client_ledger.unsettled after this journal.';
comment on column journal.dues is 'Paise of client_ledger.dues after this journal.';
create index journal_bank_day on journal (bank_id, value_date, id) where bank_id is not null;
create index journal_booked_on on journal using brin (booked_on) with (pages_per_range='16', autosummarize='on');
create index journal_statement on journal (client_id, at, id) include (cash);

-- The check of entry: who has an account of a client, and of which settlement an amount is. PostgreSQL parses and plans the text of a table's
-- check in every statement, and keeps a function prepared.
create function is_valid_entry(client_id uuid, debit text, credit text, amount bigint, settlement_id text)
returns boolean language plpgsql immutable parallel safe as $$
begin
  return amount > 0 and debit <> credit
    and (client_id <> '00000000-0000-0000-0000-000000000000'
      or not array[debit, credit] && '{cash,invested,loan,cashback,withheld,unsettled,client_dues}')
    and (settlement_id is not null) = (array[debit, credit] && '{unsettled,clearing_corporation}');
end $$;

create table entry (
  id bigint generated always as identity primary key,
  journal_id uuid not null references journal (id),
  client_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  debit ledger_account not null,
  credit ledger_account not null,
  amount bigint not null,
  settlement_id text,
  constraint entry_valid check (is_valid_entry(client_id, debit::text, credit::text, amount, settlement_id))
);
comment on table entry is 'The books: one amount moved from one ledger account to another. Rows are only added, by book_journal and post_house_journal.';
comment on column entry.client_id is 'The first id of all for bookings that concern no client.';
comment on column entry.debit is 'The account the amount leaves.';
comment on column entry.credit is 'The account the amount goes to.';
comment on column entry.amount is 'Paise.';
comment on column entry.settlement_id is 'The clearing_settlement of an entry of `unsettled` or `clearing_corporation`. No foreign key, because every booking would lock the same row.';
create index entry_client on entry (client_id, id desc);
create index entry_journal on entry (journal_id);
create index entry_opening on entry (client_id) include (debit, credit, amount) where debit::text = 'opening' or credit::text = 'opening';
create index entry_outside on entry (client_id) include (debit, credit, amount) where (debit::text in ('bank', 'loans_receivable')) or
  (credit::text in ('bank', 'loans_receivable'));
create index entry_settlement on entry (settlement_id, client_id) include (debit, credit, amount) where settlement_id is not null;
create index entry_transit on entry (journal_id) include (debit, amount) where debit::text = 'transit' or credit::text = 'transit';
create index entry_unsettled on entry (client_id, settlement_id) include (debit, credit, amount) where debit::text = 'unsettled' or
  credit::text = 'unsettled';

create table ledger_day (
  day date not null,
  bank_id uuid,
  debit ledger_account not null,
  credit ledger_account not null,
  amount bigint not null check (amount > 0),
  entries bigint not null check (entries > 0),
  constraint ledger_day_once unique nulls not distinct (day, bank_id, debit, credit)
);
comment on table ledger_day is 'Totals of the entries of a day up to ledger_day_point, so that reports and trial balance read days. Written by add_ledger_days only.';
comment on column ledger_day.day is 'journal.booked_on';
comment on column ledger_day.bank_id is 'journal.bank_id';
comment on column ledger_day.amount is 'Paise.';
comment on column ledger_day.entries is 'Number of entries.';

create table ledger_day_point (
  one boolean default true primary key check (one),
  entry_id bigint not null
);
comment on table ledger_day_point is 'One row: ledger_day contains the entries up to this number, and none after it. Without the row it contains none.';

create table clearing_settlement (
  id text primary key,
  exchange text not null check (exchange in ('NSE', 'BSE')),
  type text not null check (type ~ '^[A-Z0-9]{1,4}$'),
  number text not null check (number ~ '^[0-9]{7}$'),
  traded_on date not null,
  settles_on date not null,
  accepted_difference bigint,
  accepted_by uuid references operator (id),
  dp_charged_at timestamptz,
  accepted_gaps text,
  exchanges text[] not null,
  constraint clearing_settlement_days check (settles_on >= traded_on),
  constraint clearing_settlement_named check (id = ((((exchange || '-') || type) || '-') || number))
);
comment on table clearing_settlement is 'A settlement of the clearing corporation: the trades of a day and type that are paid in and out together.';
comment on column clearing_settlement.id is 'Exchange, type and number: NSE-M-2026220.';
comment on column clearing_settlement.type is 'SttlmTp of the trade file.';
comment on column clearing_settlement.number is 'Year and running number.';
comment on column clearing_settlement.traded_on is 'The day of the trades.';
comment on column clearing_settlement.settles_on is 'The day of pay-in and pay-out.';
comment on column clearing_settlement.accepted_difference is 'Paise of the final obligation beyond the books and the broker''s own and error accounts that an operator accepted; null: none.';
comment on column clearing_settlement.accepted_by is 'Who accepted the difference.';
comment on column clearing_settlement.dp_charged_at is 'When the DP charges of its sales were booked; null before the pay-out, or while the day has no rate.';
comment on column clearing_settlement.accepted_gaps is 'Hash of what was missing when an operator accepted it: differing volumes, no delivery file; null: nothing.';
comment on column clearing_settlement.exchanges is 'The exchanges whose trades are in it: those that cleared there on the day.';
create index clearing_settlement_accepted_by on clearing_settlement (accepted_by) where accepted_by is not null;
create index clearing_settlement_newest on clearing_settlement (settles_on desc, id);

create table client_settlement (
  client_id uuid not null references client_ledger (client_id),
  settlement_id text not null references clearing_settlement (id),
  unsettled bigint not null check (unsettled >= 0),
  unusable bigint not null default 0,
  primary key (client_id, settlement_id),
  constraint client_settlement_unusable_check check (unusable >= 0 and unusable <= unsettled)
);
comment on table client_settlement is 'What a client has in a settlement that is not released: the parts of client_ledger.unsettled. Written by book_journal only.';
comment on column client_settlement.unsettled is 'Paise; a row with 0 is deleted.';
comment on column client_settlement.unusable is 'Paise of unsettled that pay for purchases and charges of this settlement only: from shares that were not credited when they were sold, and profits of shares bought and sold on the day.';
create index client_settlement_of_settlement on client_settlement (settlement_id, client_id);

create table books_point (
  one boolean default true primary key check (one),
  entry_id bigint not null,
  at timestamptz not null,
  full_at timestamptz not null,
  tried_at timestamptz,
  share_at timestamptz not null default now(),
  whole_milliseconds double precision check (whole_milliseconds >= 0::double precision)
);
comment on table books_point is 'One row: up to where the books are verified, so that the next check reads only what is new. Without the row it reads everything.';
comment on column books_point.entry_id is 'No transaction can add an entry up to this number any more.';
comment on column books_point.full_at is 'The last complete check that succeeded.';
comment on column books_point.tried_at is 'The last attempt at a complete check.';
comment on column books_point.share_at is 'When the last complete check, or share of one, succeeded.';
comment on column books_point.whole_milliseconds is 'How long the last complete check took in all its shares; null if it was before this was measured.';

create table books_run (
  one boolean default true primary key check (one),
  entry_id bigint not null,
  at timestamptz not null,
  part text not null check (part in ('day', 'client', 'cause')),
  start text,
  differences jsonb not null,
  milliseconds double precision not null default 0 check (milliseconds >= 0::double precision)
);
comment on table books_run is 'One row while a complete check of the books is under way: where it continues after a stop.';
comment on column books_run.entry_id is 'The newest entry when it began.';
comment on column books_run.start is 'The first day, client or cause that is not checked yet.';
comment on column books_run.differences is 'Found so far.';
comment on column books_run.milliseconds is 'How long it took so far.';

create table idempotency (
  owner_id uuid not null,
  key text not null,
  request_hash bytea not null,
  status int not null,
  answer jsonb not null,
  at timestamptz not null default now(),
  primary key (owner_id, key)
);
comment on table idempotency is 'Answers of calls that move money, by the key the caller chose; the same key gets the same answer.';
comment on column idempotency.owner_id is 'The client or operator.';
comment on column idempotency.request_hash is 'SHA-256 of method, path and body.';
comment on column idempotency.status is 'HTTP status of the answer.';
comment on column idempotency.answer is 'Body of the answer.';
create index idempotency_at on idempotency (at);

-- -------------------- core/queue, core/approval and core/sent-file

create function proposal_kinds() returns text[] language sql immutable parallel safe as $$ select array[
  'receipt.close', 'payout.fail', 'trade.buy', 'trade.sell', 'trade.file', 'exchange-file.book', 'contract-note.reissue', 'levy-file.count', 'price-file.count', 'security-file.count', 'stt-list.count', 'fair-value.count', 'holding-file.count', 'clearing-file.count', 'clearing.corporation', 'shortage.end', 'shortage.close', 'shortage.reopen', 'exchange-code.change', 'loan.offer', 'receipt.credit',
  'receipt.book', 'receipt.reverse', 'payout.release', 'payout.cancel', 'payout.resume', 'payout-layout.change',
  'bank-day.close', 'client-import.book', 'statement.correct', 'statement.explain', 'statement.withdraw',
  'statement-layout.change',
  'kyc.pan', 'kyc.correct', 'kyc.identity', 'contact.change', 'operator.add', 'operator.role', 'operator.reset',
  'operator.rights', 'operator.role-add', 'operator.role-rename', 'operator.role-retire', 'client.unfreeze', 'client.trading-account',
  'instrument.add', 'instrument.change', 'broker-bank.add', 'broker-bank.change', 'broker-bank.open', 'broker-bank.open-reverse', 'template.add', 'template.edit', 'template.retire',
  'complaint.level', 'privacy.erase', 'charge-rate.set', 'stt-class.set', 'stt-class.exempt', 'brokerage-plan.set', 'brokerage-plan.assign', 'brokerage-plan.assign-several', 'calendar.change', 'calendar-list.count', 'corporate-action.book', 'corporate-action.pay', 'corporate-action.reverse'
]::text[] $$;

create table proposal (
  id uuid primary key,
  kind text not null,
  client_id uuid references client (id),
  summary text not null,
  reasons text[] not null,
  payload jsonb not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected', 'lapsed')),
  requested_by uuid not null references operator (id),
  decided_by uuid references operator (id),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  waived boolean not null default false,
  uses text[] not null default '{}',
  constraint proposal_check1 check ((status = 'pending') = (decided_at is null)),
  constraint proposal_kind_known check (kind = any (proposal_kinds())),
  constraint proposal_two_operators check (status <> 'approved' or decided_by <> requested_by or waived)
);
comment on table proposal is 'A change that one operator proposed and another must approve before anything happens.';
comment on column proposal.kind is 'feature.verb (proposal_kinds).';
comment on column proposal.summary is 'One sentence for the operator who decides.';
comment on column proposal.reasons is 'Why one operator is not enough.';
comment on column proposal.payload is 'The body of the call, checked again at the approval; emptied by an erasure.';
comment on column proposal.status is 'pending, approved, rejected, or lapsed (its maker lost the right).';
comment on column proposal.waived is 'With APPROVALS=single the operator who requested it also decided it.';
comment on column proposal.uses is 'What it would use, such as `line:` and the id of a bank line: nothing else can use it while the proposal is pending.';
create unique index proposal_loan_key on proposal ((payload ->> 'loanId')) where kind = 'loan.offer' and status = 'pending';
create index proposal_pending on proposal (created_at) where status = 'pending';
create index proposal_uses on proposal using gin (uses) where status = 'pending';

create table sent_file (
  sha256 bytea primary key,
  content bytea not null,
  constraint sent_file_check check (sha256 = sha256(content))
);
comment on table sent_file is 'The bytes of a file that an operator sent, stored once; what was made of it names it by its hash.';
comment on column sent_file.sha256 is 'SHA-256 of the content.';
comment on column sent_file.content is 'The file.';

create table queue_claim (
  kind text not null,
  item_id uuid not null,
  operator_id uuid not null references operator (id) on delete cascade,
  taken_at timestamptz not null default now(),
  assigned boolean not null default false,
  primary key (kind, item_id)
);
comment on table queue_claim is 'Which operator works on an item of the queue.';
comment on column queue_claim.kind is 'The queue.';
comment on column queue_claim.assigned is 'Stays with the operator until it is decided, released or assigned to another one.';
create index queue_claim_operator on queue_claim (operator_id);

create table queue_hold (
  kind text not null,
  item_id uuid not null,
  held_by uuid not null references operator (id),
  held_at timestamptz not null default now(),
  reason text not null,
  message text not null default '',
  remind_at timestamptz not null,
  reminded boolean not null default false,
  primary key (kind, item_id)
);
comment on table queue_hold is 'Cases that wait for something until remind_at.';
comment on column queue_hold.kind is 'The queue.';
comment on column queue_hold.message is 'Sent to the client; empty if none was.';
comment on column queue_hold.reminded is 'Screens were told that the reminder has come.';
create index queue_hold_due on queue_hold (remind_at) where not reminded;

-- -------------------- money/broker-bank and money/bank-day

create table broker_bank (
  id uuid default gen_random_uuid() primary key,
  name text not null,
  account_number text,
  ifsc text,
  upi_id text not null,
  upi_name text not null,
  receives boolean not null,
  from_settings boolean not null default false,
  closed_through date,
  constraint broker_bank_once unique (account_number, ifsc)
);
comment on table broker_bank is 'The broker''s own bank accounts. Deposits and charges are paid to the one that receives them.';
comment on column broker_bank.account_number is 'Readable, because clients see it; null until it is entered.';
comment on column broker_bank.receives is 'True for the one account that clients pay to.';
comment on column broker_bank.from_settings is 'UPI_ID and UPI_NAME are taken from the settings until the account is changed at the desk.';
comment on column broker_bank.closed_through is 'The last day signed off, in India; nothing can be booked on or before it. It never moves back.';
create unique index broker_bank_receives on broker_bank (receives) where receives;

create table bank_opening (
  id uuid primary key,
  broker_bank_id uuid not null references broker_bank (id),
  day date not null,
  amount bigint not null check (amount >= 0),
  requested_by uuid not null references operator (id),
  booked_by uuid not null references operator (id),
  booked_at timestamptz not null default now(),
  reversed_by uuid references operator (id),
  reversed_at timestamptz,
  reversal_reason text,
  constraint bank_opening_check check ((reversed_at is null) = (reversed_by is null) and (reversed_at is null) = (reversal_reason is null))
);
comment on table bank_opening is 'What a bank account of the broker had when its books began; the other side of the entry is `opening`. Corrected by a reversal only.';
comment on column bank_opening.day is 'The balance is that at the beginning of this day, in India.';
comment on column bank_opening.amount is 'Paise.';
create unique index bank_opening_once on bank_opening (broker_bank_id) where reversed_at is null;

create table bank_balance (
  id uuid primary key,
  broker_bank_id uuid not null references broker_bank (id),
  first_on date not null,
  day date not null,
  opening bigint not null,
  closing bigint not null,
  entered_by uuid not null references operator (id),
  entered_at timestamptz not null default clock_timestamp(),
  constraint bank_balance_check check (first_on <= day)
);
comment on table bank_balance is 'Opening and closing balance of days whose imported lines have no running balance, as an operator read them from the statement. The latest row of a day counts.';
comment on column bank_balance.first_on is 'The first of these days: the one after the last sign-off, or that of the first imported line.';
comment on column bank_balance.day is 'The last of these days, in India.';
comment on column bank_balance.opening is 'Paise before the first day''s first line.';
comment on column bank_balance.closing is 'Paise after the last line of `day`; accepted only if the lines lead there from `opening`.';
create index bank_balance_day on bank_balance (broker_bank_id, day, id desc);

create table bank_day (
  broker_bank_id uuid not null references broker_bank (id),
  day date not null,
  opening bigint not null,
  receipts bigint not null,
  payouts bigint not null,
  exceptions bigint not null,
  closing bigint not null,
  statement_closing bigint not null,
  open_points jsonb not null,
  requested_by uuid not null references operator (id),
  closed_by uuid not null references operator (id),
  closed_at timestamptz not null default clock_timestamp(),
  primary key (broker_bank_id, day),
  constraint bank_day_check check (closing = (opening + receipts - payouts + exceptions))
);
comment on table bank_day is 'Days of a bank account that two operators signed off, with the figures they signed. Rows are only added; bookings on or before the day are then impossible.';
comment on column bank_day.day is 'The day in India; the figures count the days since the previous sign-off.';
comment on column bank_day.opening is 'Paise.';
comment on column bank_day.receipts is 'Paise received from clients.';
comment on column bank_day.payouts is 'Paise paid to clients.';
comment on column bank_day.exceptions is 'Paise of charges, interest and other entries of the bank, added or deducted.';
comment on column bank_day.closing is 'Paise: opening + receipts - payouts + exceptions.';
comment on column bank_day.statement_closing is 'Paise that the statement shows.';
comment on column bank_day.open_points is 'What is in the books or in the statement only.';
comment on column bank_day.closed_by is 'The same operator as requested_by only with APPROVALS=single.';

-- -------------------- money/bank

create table bank_details (
  client_id uuid primary key references client (id) on delete cascade,
  holder_name text not null,
  account_number text not null,
  ifsc text not null,
  set_at timestamptz not null default now(),
  changed_at timestamptz,
  account_lookup bytea
);
comment on table bank_details is 'The bank account that a client is paid to; one per client.';
comment on column bank_details.account_number is 'Encrypted with the client''s data key.';
comment on column bank_details.changed_at is 'Null while the first setting stands; withdrawals wait 24 hours after a change.';
comment on column bank_details.account_lookup is 'Keyed hash of the account number, which finds the same account on two clients.';
create index bank_details_account on bank_details (account_lookup, ifsc);
create index bank_details_unsealed on bank_details (client_id) where account_lookup is null;

create table payer_account (
  client_id uuid not null references client (id),
  account text not null,
  confirmed_by uuid not null references operator (id),
  confirmed_at timestamptz not null default now(),
  primary key (client_id, account)
);
comment on table payer_account is 'Accounts from which somebody else pays for a client, as a second operator confirmed.';
comment on column payer_account.account is 'The UPI ID in capitals, or the number without leading zeros.';

create view withdrawal_pause as
 select b.client_id,
    greatest(b.changed_at, c.contact_changed_at) as since,
    c.contact_changed_at is not null and c.contact_changed_at >= coalesce(b.changed_at, '-infinity') as by_contact
   from bank_details b
     join client c on c.id = b.client_id;
comment on view withdrawal_pause is 'Since when a client''s withdrawals pause: the last change of bank details, e-mail address or mobile number.';
comment on column withdrawal_pause.by_contact is 'The change of e-mail address or mobile number was the last one.';

-- -------------------- money/payout

create table payout_layout (
  bank_id uuid primary key references broker_bank (id),
  layout jsonb not null
);
comment on table payout_layout is 'How the bank of each of the broker''s accounts wants its payout files, and how it answers them.';
comment on column payout_layout.layout is 'As in the contract.';

create table payout_batch (
  id uuid primary key,
  number bigint generated always as identity (start with 100001) unique,
  bank_id uuid not null references broker_bank (id),
  layout jsonb not null,
  debit_account text not null,
  debit_ifsc text not null,
  status text not null default 'prepared' check (status in ('prepared', 'released', 'cancelled')),
  created_by uuid not null references operator (id),
  created_at timestamptz not null default now(),
  released_by uuid references operator (id),
  released_at timestamptz,
  serial int,
  downloaded_by uuid references operator (id),
  downloaded_at timestamptz,
  cancel_reason text,
  constraint payout_batch_check check ((released_by is null) = (released_at is null)),
  constraint payout_batch_check1 check (status <> 'released' or released_by is not null),
  constraint payout_batch_check2 check ((released_at is null) = (serial is null)),
  constraint payout_batch_serial_known check (serial > 0)
);
comment on table payout_batch is 'Withdrawals that a file for the bank pays together. They stay pending until the bank answers.';
comment on column payout_batch.number is 'Shown as PAY100001.';
comment on column payout_batch.layout is 'The bank''s layout as it was when the batch was made.';
comment on column payout_batch.debit_account is 'The broker''s account that pays.';
comment on column payout_batch.status is 'prepared, released or cancelled.';
comment on column payout_batch.serial is 'Counts the files of the account released on the same day in India.';
create unique index payout_batch_serial on payout_batch (bank_id, ((released_at at time zone 'Asia/Kolkata')::date), serial) where serial is
  not null;

create table payout_file (
  bank_id uuid not null references broker_bank (id),
  day date not null,
  serial int not null,
  batch_id uuid not null references payout_batch (id),
  content bytea not null,
  primary key (bank_id, day, serial),
  constraint payout_file_batch_id_day_content_key unique (batch_id, day, content),
  constraint payout_file_serial check (serial > 0)
);
comment on table payout_file is 'Files made for the bank: two of one account and day never share a serial.';
comment on column payout_file.day is 'The date in the file.';
comment on column payout_file.content is 'SHA-256 of its payments: the same payments are the same file.';

create table payout_answer (
  id uuid primary key,
  batch_id uuid not null references payout_batch (id),
  name text not null,
  sha256 bytea not null references sent_file (sha256),
  imported_by uuid not null references operator (id),
  imported_at timestamptz not null default clock_timestamp()
);
comment on table payout_answer is 'Answers of banks to payout batches, as they were imported.';
comment on column payout_answer.sha256 is 'The file as it was sent.';
create index payout_answer_batch on payout_answer (batch_id);

create table payout_stop (
  is_only boolean default true primary key check (is_only),
  stopped_at timestamptz,
  reason text,
  stopped_by uuid references operator (id),
  constraint payout_stop_check check ((stopped_at is null) = (reason is null)),
  constraint payout_stop_check1 check (stopped_by is null or stopped_at is not null)
);
comment on table payout_stop is 'One row: whether all payouts and approvals of withdrawals are stopped, and why.';
comment on column payout_stop.stopped_by is 'Null: stopped by the check of the books.';

-- -------------------- money/wallet

create table deposit_intent (
  reference text primary key,
  client_id uuid not null references client (id),
  amount bigint not null check (amount > 0),
  created_at timestamptz not null default now(),
  used_at timestamptz
);
comment on table deposit_intent is 'The reference and QR code of a deposit that a client prepared, before it is reported.';
comment on column deposit_intent.reference is 'In the QR code, SD and letters.';
comment on column deposit_intent.amount is 'Paise.';
comment on column deposit_intent.used_at is 'When a request was made with it.';
create index deposit_intent_created on deposit_intent (created_at);

-- The check of wallet_request, a function for the reason of is_valid_entry.
create function is_valid_request(
  type text, status text, amount bigint, credited bigint, pay_to_number text, first_approval_by uuid, decided_by uuid, decided_at timestamptz,
  reason text, payout_batch_id uuid, settlement text
) returns boolean language plpgsql immutable parallel safe as $$
begin
  return amount > 0 and case status
    when 'pending' then decided_at is null and reason is null
    when 'approved' then decided_at is not null and reason is null and (first_approval_by is null or first_approval_by <> decided_by)
    when 'rejected' then decided_at is not null and reason is not null and credited is null
    else false
  end and case type
    when 'added' then pay_to_number is null and payout_batch_id is null and settlement is null
      and (credited is null or credited > 0 and credited <> amount)
    when 'withdrawal' then pay_to_number is not null and credited is null and (settlement is null or settlement in ('monthly', 'quarterly'))
    else false
  end;
end $$;

create table wallet_request (
  id uuid primary key,
  number bigint generated always as identity (start with 100001) unique,
  client_id uuid not null references client (id),
  type text not null,
  amount bigint not null,
  status text not null default 'pending',
  reference text unique,
  utr text,
  pay_to_name text,
  pay_to_number text,
  pay_to_ifsc text,
  bank_reference text,
  first_approval_by uuid references operator (id),
  first_approval_at timestamptz,
  first_approval_reference text,
  decided_by uuid references operator (id),
  decided_at timestamptz,
  reason text,
  created_at timestamptz not null default now(),
  pay_to_lookup bytea,
  broker_bank_id uuid references broker_bank (id),
  credited bigint,
  payout_batch_id uuid references payout_batch (id),
  settlement text,
  approved_from uuid,
  proof_line_id uuid,
  constraint wallet_request_state check (is_valid_request(type, status, amount, credited, pay_to_number, first_approval_by, decided_by,
    decided_at, reason, payout_batch_id, settlement))
);
comment on table wallet_request is 'A deposit that a client reported, or a withdrawal that a client requested or a settlement made.';
comment on column wallet_request.id is 'UUIDv7, in the order of the requests.';
comment on column wallet_request.number is 'Shown as ADD100001 or WDR100001.';
comment on column wallet_request.type is 'added (deposit) or withdrawal.';
comment on column wallet_request.amount is 'Paise, as requested.';
comment on column wallet_request.status is 'pending, approved or rejected; a cancelled withdrawal is rejected without decided_by.';
comment on column wallet_request.reference is 'Deposits: the reference in the QR code.';
comment on column wallet_request.utr is 'Deposits: the UTR that the client entered.';
comment on column wallet_request.pay_to_name is 'Withdrawals: the holder as it was at the request.';
comment on column wallet_request.pay_to_number is 'Withdrawals: the account number, encrypted with the client''s data key.';
comment on column wallet_request.bank_reference is 'The bank''s reference, from the operator who approved.';
comment on column wallet_request.first_approval_by is 'The first of two operators, where two are needed.';
comment on column wallet_request.pay_to_lookup is 'Withdrawals: keyed hash of the account number.';
comment on column wallet_request.broker_bank_id is 'Of a pending deposit the account it was reported for, of a decided request the account in the books.';
comment on column wallet_request.credited is 'Paise credited, if a deposit was approved at another amount.';
comment on column wallet_request.payout_batch_id is 'While it names a batch, the withdrawal can be neither decided singly nor cancelled.';
comment on column wallet_request.settlement is 'monthly or quarterly, if a settlement made the withdrawal; otherwise null.';
comment on column wallet_request.approved_from is 'The bank line that it was approved from, where the bank gave it no reference.';
comment on column wallet_request.proof_line_id is 'The bank line on which one operator approved a deposit alone; null: the approval counts towards the limits per day.';
create index wallet_request_alone on wallet_request (decided_by, decided_at) where status = 'approved' and first_approval_by is null and
  proof_line_id is null;
create index wallet_request_amount on wallet_request (amount, created_at);
create index wallet_request_approved on wallet_request (decided_at) where status = 'approved';
create index wallet_request_bank on wallet_request (pay_to_lookup, pay_to_ifsc) where type = 'withdrawal';
create index wallet_request_bank_reference on wallet_request (bank_reference) where bank_reference is not null;
create index wallet_request_client on wallet_request (client_id, id desc);
create index wallet_request_client_decided on wallet_request (client_id, decided_at) where status = 'approved';
create index wallet_request_payout on wallet_request (payout_batch_id) where payout_batch_id is not null;
create index wallet_request_rejected on wallet_request (decided_at) where status = 'rejected';
create index wallet_request_utr on wallet_request (utr) where utr is not null;
create index wallet_request_waiting on wallet_request (type, created_at) where status = 'pending';

create table wallet_count (
  client_id uuid primary key references client (id),
  requests bigint not null,
  constraint wallet_count_requests check (requests >= 0)
);
comment on table wallet_count is 'How many requests each client has made, so that a page of the history need not count. Written by the trigger wallet_request_counted.';
comment on column wallet_count.requests is 'Number of rows in wallet_request.';

create table payment_reference (
  reference text not null,
  used_by uuid not null,
  at timestamptz not null default now(),
  is_collision boolean not null default false,
  direction text not null check (direction in ('credit', 'debit'))
);
comment on table payment_reference is 'References of banks in use: a payment pays for one thing. A reference is reserved for its direction, because the bank returns a payment under the same one.';
comment on column payment_reference.reference is 'UTR or transaction ID in its normal spelling.';
comment on column payment_reference.used_by is 'The request, charge or bank link.';
comment on column payment_reference.is_collision is 'Another row had the reference already when spellings were unified; it is never reused.';
comment on column payment_reference.direction is 'credit (received) or debit (paid).';
create index payment_reference_collision on payment_reference (reference, direction) where is_collision;
create unique index payment_reference_once on payment_reference (reference, direction) where not is_collision;
create index payment_reference_used_by on payment_reference (used_by);

create table payout (
  batch_id uuid not null references payout_batch (id),
  request_id uuid not null references wallet_request (id),
  primary key (batch_id, request_id)
);
comment on table payout is 'Every withdrawal that was put into a batch. It was taken out again if its request names another batch or none.';

create table settlement (
  day date not null,
  client_id uuid not null references client (id),
  frequency text not null check (frequency in ('monthly', 'quarterly')),
  inactive boolean not null,
  funds bigint not null check (funds > 0),
  retained bigint not null,
  reason text,
  request_id uuid references wallet_request (id),
  settled_by uuid not null references operator (id),
  settled_at timestamptz not null default now(),
  primary key (day, client_id),
  constraint settlement_check check (retained >= 0 and retained <= funds),
  constraint settlement_check1 check ((request_id is null) = (retained = funds))
);
comment on table settlement is 'What was settled of a client''s unused funds on a settlement date: once, unless the payment failed.';
comment on column settlement.day is 'The settlement date in India.';
comment on column settlement.frequency is 'monthly or quarterly.';
comment on column settlement.inactive is 'Settled because the client did not trade for 30 days.';
comment on column settlement.funds is 'Paise of unused funds.';
comment on column settlement.retained is 'Paise kept back.';
comment on column settlement.request_id is 'The withdrawal that pays the rest; null if everything was retained.';

create table settlement_retention (
  day date not null,
  client_id uuid not null references client (id),
  amount bigint not null check (amount > 0),
  reason text not null,
  entered_by uuid not null references operator (id),
  primary key (day, client_id)
);
comment on table settlement_retention is 'What an operator keeps back of a client''s unused funds on a settlement date.';
comment on column settlement_retention.day is 'The settlement date in India.';
comment on column settlement_retention.amount is 'Paise.';
comment on column settlement_retention.reason is 'From a list.';

-- -------------------- money/charge

create function charge_types() returns text[] language sql immutable parallel safe as $$ select array[
  'Profit Sharing', 'Government Charge', 'GST', 'TDS', 'Brokerage', 'Other'
]::text[] $$;

create table charge (
  id uuid primary key,
  number bigint generated always as identity (start with 100001) unique,
  client_id uuid not null references client (id),
  type text not null,
  description text not null,
  amount bigint not null check (amount > 0),
  gst bigint not null check (gst >= 0),
  due_on date,
  status text not null default 'PENDING' check (status in ('PENDING', 'PAID', 'APPROVED', 'REJECTED', 'CANCELLED')),
  raised_by uuid not null references operator (id),
  transaction_id text,
  remarks text,
  paid_at timestamptz,
  decided_by uuid references operator (id),
  decided_at timestamptz,
  reason text,
  created_at timestamptz not null default now(),
  constraint charge_check check (
case status
 when 'PENDING' then transaction_id is null
 when 'CANCELLED' then true
 else transaction_id is
    not null
end),
  constraint charge_check1 check ((transaction_id is null) = (paid_at is null)),
  constraint charge_check2 check ((status in ('APPROVED', 'REJECTED', 'CANCELLED')) = (decided_at is not null)),
  constraint charge_check3 check ((decided_at is null) = (decided_by is null)),
  constraint charge_check4 check ((status in ('REJECTED', 'CANCELLED')) = (reason is not null)),
  constraint charge_type_known check (type = any (charge_types()))
);
comment on table charge is 'What the broker charges a client; the client pays it by bank transfer.';
comment on column charge.number is 'Shown as CHG100001.';
comment on column charge.type is 'One of charge_types().';
comment on column charge.amount is 'Paise without GST.';
comment on column charge.gst is 'Paise of GST; the client pays amount and GST.';
comment on column charge.due_on is 'The day in India; null: no due date.';
comment on column charge.status is 'PENDING (unpaid), PAID (the client reported a payment), APPROVED or REJECTED (the payment was decided), CANCELLED (raised by mistake). Spelled as in the specified calls.';
comment on column charge.transaction_id is 'The payment that the client reported last; earlier ones are in the audit log.';
create index charge_approved on charge (decided_at) where status = 'APPROVED';
create index charge_client on charge (client_id, id desc);
create index charge_waiting on charge (paid_at) where status = 'PAID';

create table adjustment (
  id uuid primary key,
  client_id uuid not null references client (id),
  kind text not null check (kind in ('credit', 'debit', 'cashback')),
  amount bigint not null check (amount > 0),
  reason text not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  requested_by uuid not null references operator (id),
  decided_by uuid references operator (id),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  waived boolean not null default false,
  constraint adjustment_check1 check ((status = 'pending') = (decided_at is null)),
  constraint adjustment_two_operators check (status <> 'approved' or decided_by <> requested_by or waived)
);
comment on table adjustment is 'A correction of one client''s balance that one operator requests and another decides.';
comment on column adjustment.kind is 'credit and debit change the available cash; cashback changes the cashback.';
comment on column adjustment.amount is 'Paise.';
comment on column adjustment.status is 'pending, approved or rejected; the ledger is changed by the approval.';
comment on column adjustment.waived is 'With APPROVALS=single the operator who requested it also decided it.';
create index adjustment_approved on adjustment (decided_at) where status = 'approved';
create index adjustment_waiting on adjustment (created_at) where status = 'pending';

-- -------------------- money/loan

create table loan (
  id uuid primary key,
  client_id uuid not null references client (id),
  status text not null default 'pending' check (status in ('pending', 'admin_approved', 'approved', 'closed', 'rejected')),
  terms json,
  principal bigint check (principal >= 0),
  decided_by uuid references operator (id),
  decided_at timestamptz,
  reason text,
  accepted_at timestamptz,
  closed_at timestamptz,
  created_at timestamptz not null default now(),
  constraint loan_check check ((status = 'pending') = (decided_at is null)),
  constraint loan_check1 check ((status = 'rejected') = (reason is not null)),
  constraint loan_check2 check (terms is not null or (status in ('pending', 'rejected'))),
  constraint loan_check3 check ((status in ('approved', 'closed')) = (accepted_at is not null)),
  constraint loan_check4 check ((accepted_at is null) = (principal is null)),
  constraint loan_check5 check ((status = 'closed') = (closed_at is not null)),
  constraint loan_check6 check (status <> 'closed' or principal = 0)
);
comment on table loan is 'Money lent to a client for trading.';
comment on column loan.status is 'pending (requested), admin_approved (offered by the desk), approved (accepted by the client), closed or rejected. Spelled as in the specified calls.';
comment on column loan.terms is 'The offer, with amounts in whole paise; from acceptance on with its due dates. Never changed afterwards. The audit log has the hash of the terms as the client saw them.';
comment on column loan.principal is 'Paise lent and not paid back: the client''s sum of loans_receivable.';
comment on column loan.decided_by is 'Who made the offer, rejected the request or took the offer back.';
create index loan_accepted on loan (accepted_at) where accepted_at is not null;
create index loan_client on loan (client_id, id desc);
create unique index loan_open on loan (client_id) where status in ('pending', 'admin_approved', 'approved');
create index loan_waiting on loan (created_at) where status = 'pending';

create table loan_repayment (
  id uuid primary key,
  loan_id uuid not null references loan (id),
  paid_on date not null,
  interest bigint not null check (interest >= 0),
  fee bigint not null check (fee >= 0),
  principal bigint not null check (principal >= 0),
  returned bigint not null,
  at timestamptz not null default now(),
  gst bigint not null default 0,
  constraint loan_repayment_check check (returned >= 0 and returned <= principal),
  constraint loan_repayment_check1 check ((interest + fee + principal) > 0),
  constraint loan_repayment_gst check (gst >= 0 and gst <= fee)
);
comment on table loan_repayment is 'What was repaid of a loan. Rows are only added.';
comment on column loan_repayment.paid_on is 'The day in India, from which interest counts.';
comment on column loan_repayment.interest is 'Paise.';
comment on column loan_repayment.fee is 'Paise.';
comment on column loan_repayment.principal is 'Paise.';
comment on column loan_repayment.returned is 'Paise of the principal that came from borrowed money not used.';
comment on column loan_repayment.gst is 'Paise of the fee that are GST; 0 where the broker had no GSTIN at the acceptance.';
create index loan_repayment_loan on loan_repayment (loan_id, paid_on);

-- -------------------- money/reconciliation

create table statement_layout (
  broker_bank_id uuid primary key references broker_bank (id),
  layout jsonb not null,
  saved_by uuid not null references operator (id),
  saved_at timestamptz not null default now()
);
comment on table statement_layout is 'The columns of an account''s statement files, as an operator chose them.';
comment on column statement_layout.layout is 'As in the contract.';

-- The account that clients pay to.
create function receiving_account() returns uuid language sql stable set search_path = public, pg_temp as $$
  select id from broker_bank where receives
$$;

create table bank_statement (
  id uuid primary key,
  file_name text not null,
  file_hash bytea not null,
  account text,
  first_on date not null,
  last_on date not null,
  lines int not null,
  added int not null,
  imported_by uuid not null references operator (id),
  imported_at timestamptz not null default now(),
  broker_bank_id uuid not null default receiving_account() references broker_bank (id),
  opening bigint,
  closing bigint,
  accepted_at timestamptz,
  accepted_by uuid references operator (id),
  withdrawn_by uuid references operator (id),
  withdrawn_at timestamptz,
  sha256 bytea,
  constraint bank_statement_figures check (first_on <= last_on and added >= 0 and added <= lines)
);
comment on table bank_statement is 'A statement file of one of the broker''s bank accounts, as an operator imported it.';
comment on column bank_statement.file_hash is 'SHA-256 of the file.';
comment on column bank_statement.account is 'The last four digits, where the file has them.';
comment on column bank_statement.first_on is 'The first day it covers.';
comment on column bank_statement.last_on is 'The last day it covers.';
comment on column bank_statement.lines is 'Number of lines in the file.';
comment on column bank_statement.added is 'How many of them were new.';
comment on column bank_statement.opening is 'Paise before its first line, where the file has running balances.';
comment on column bank_statement.closing is 'Paise after its last line, where the file has running balances.';
comment on column bank_statement.accepted_at is 'Since when one operator may rely on its lines: it continues from an accepted line, or its balance was confirmed. Null: not yet.';
comment on column bank_statement.accepted_by is 'Who entered the balance; null where the running balance continues.';
comment on column bank_statement.sha256 is 'The file as it was sent; null for a statement imported before files were kept. file_hash differs where a sheet of a workbook was chosen.';
create index bank_statement_account on bank_statement (broker_bank_id, last_on desc);
create index bank_statement_newest on bank_statement (imported_at desc);
create index bank_statement_waiting on bank_statement (broker_bank_id, last_on) where accepted_at is null;

create table bank_line (
  id uuid primary key,
  statement_id uuid not null references bank_statement (id),
  line_number int not null,
  identity bytea not null,
  occurrence int not null,
  booked_on date not null,
  direction text not null check (direction in ('credit', 'debit')),
  amount bigint not null check (amount > 0),
  balance bigint,
  text text not null,
  reference text,
  names text[] not null,
  broker_bank_id uuid not null default receiving_account() references broker_bank (id),
  unexplained bigint not null check (unexplained >= 0),
  is_closed boolean not null default false,
  repeated_by uuid references bank_statement (id),
  constraint bank_line_once unique (identity, occurrence, broker_bank_id),
  constraint bank_line_place check (line_number > 0 and occurrence >= 0)
);
comment on table bank_line is 'A line of a bank statement of the broker. Rows are imported and never changed; a line is withdrawn, not deleted.';
comment on column bank_line.id is 'UUIDv7, in the order of the statement.';
comment on column bank_line.identity is 'SHA-256 of what makes it this line, whatever the file''s format.';
comment on column bank_line.occurrence is 'Which of several lines with the same identity.';
comment on column bank_line.booked_on is 'The day the bank gives.';
comment on column bank_line.direction is 'credit (received) or debit (paid).';
comment on column bank_line.amount is 'Paise.';
comment on column bank_line.balance is 'The bank''s running balance after the line in paise; null where the file has none.';
comment on column bank_line.text is 'As in the file.';
comment on column bank_line.reference is 'How the bank names the payment (UTR), in its normal spelling.';
comment on column bank_line.names is 'Every reference in the line: the bank''s, ours, and numbers that may be one.';
comment on column bank_line.unexplained is 'Paise that no bank_link explains yet. Written by link_bank_line and unlink_bank_line only.';
comment on column bank_line.is_closed is 'An operator closed the unexplained rest with a note.';
comment on column bank_line.repeated_by is 'The first other file with the same line, imported later.';
create index bank_line_amount on bank_line (amount, direction, booked_on, id);
create index bank_line_closed on bank_line (id) where unexplained > 0 and is_closed;
create index bank_line_day on bank_line (broker_bank_id, booked_on, id);
create index bank_line_explained on bank_line (id) where unexplained = 0;
create index bank_line_nameless on bank_line (amount, direction, booked_on, id) where reference is null and unexplained > 0;
create index bank_line_names on bank_line using gin (names) with (fastupdate=off) where unexplained > 0;
create index bank_line_open_amount on bank_line (amount, direction, booked_on, id) where unexplained > 0 and not is_closed;
create index bank_line_reference on bank_line (reference) where reference is not null;
create index bank_line_statement on bank_line (statement_id);
create index bank_line_waiting on bank_line (id) where unexplained > 0 and not is_closed;

create table bank_link (
  id uuid primary key,
  line_id uuid not null,
  kind text not null check (kind in ('payment', 'return', 'returned', 'client', 'charge', 'interest', 'penny_drop', 'transfer', 'moved', 'settlement', 'levy', 'note')),
  payment_id uuid,
  returns_id uuid references bank_link (id),
  client_id uuid references client (id),
  amount bigint not null,
  how smallint not null check (how >= 1 and how <= 5),
  reason text,
  requested_by uuid references operator (id),
  linked_by uuid references operator (id),
  linked_at timestamptz not null default now(),
  unlinked_by uuid references operator (id),
  unlinked_at timestamptz,
  unlink_reason text,
  constraint bank_link_check check ((unlinked_at is null) = (unlinked_by is null) and (unlinked_at is null) = (unlink_reason is null)),
  constraint bank_link_check1 check ((amount = 0) = (kind in ('moved', 'note')) and (amount >= 0 or kind = 'client')),
  constraint bank_link_check2 check (kind <> 'payment' or payment_id is not null),
  constraint bank_link_check3 check ((kind = 'returned') = (returns_id is not null or kind = 'returned' and payment_id is not null))
);
comment on table bank_link is 'What a bank line explains: one row for each thing, with its part of the amount. Written by link_bank_line and unlink_bank_line only.';
comment on column bank_link.kind is 'payment: of a deposit, withdrawal or charge. return: a receipt held to be returned to its payer. returned: the bank took back or returned what `returns_id` or `payment_id` names. client: booked to a client beside `payment_id`. charge and interest: the bank''s. penny_drop: ₹1 that checks a client''s bank account. transfer: between two accounts of the broker. moved: the payment was booked to another account of the broker and moves to that of the line. settlement: pay-in or pay-out of settlements, which its entries name. levy: STT, stamp duty or a bill of the exchange. note: closed without a booking.';
comment on column bank_link.payment_id is 'The request or charge that the line pays, or that explains the booking.';
comment on column bank_link.returns_id is 'The link whose receipt or payment this one returns.';
comment on column bank_link.client_id is 'Whose balance the booking changed.';
comment on column bank_link.amount is 'Paise of the line, in its direction; below zero for what a payment has beyond the line.';
comment on column bank_link.how is '1 by the bank''s reference, 2 by ours, 3 by another number in the text, 4 by amount and date, 5 by an operator.';
comment on column bank_link.requested_by is 'Null where the line was matched after an import.';
comment on column bank_link.unlinked_at is 'Null while the link counts; a link is removed once and then kept.';
create index bank_link_at on bank_link (linked_at);
create index bank_link_line on bank_link (line_id);
create index bank_link_of_payment on bank_link (payment_id) where payment_id is not null;
create unique index bank_link_payment on bank_link (payment_id) where kind = 'payment' and unlinked_at is null;
create unique index bank_link_returned on bank_link (coalesce(returns_id, payment_id)) where kind = 'returned' and unlinked_at is null;

create table withdrawn_line (
  id uuid primary key,
  statement_id uuid not null references bank_statement (id),
  line jsonb not null,
  withdrawn_by uuid not null references operator (id),
  withdrawn_at timestamptz not null default now()
);
comment on table withdrawn_line is 'Bank lines that no longer count, as they were imported. Written by withdraw_bank_lines only.';
comment on column withdrawn_line.line is 'The row of bank_line.';
create index withdrawn_line_statement on withdrawn_line (statement_id);

create table statement_contradiction (
  id uuid primary key,
  statement_id uuid not null references bank_statement (id),
  line_id uuid not null,
  kind text not null check (kind in ('absent', 'balance')),
  balance bigint,
  found_at timestamptz not null default now(),
  resolution text check (resolution in ('corrected', 'withdrawn', 'explained')),
  resolved_by uuid references operator (id),
  resolved_at timestamptz,
  reason text,
  constraint statement_contradiction_once unique (statement_id, line_id),
  constraint statement_contradiction_check check ((kind = 'balance') = (balance is not null)),
  constraint statement_contradiction_check1 check ((resolution is null) = (resolved_at is null) and (resolution is null) = (resolved_by is
    null))
);
comment on table statement_contradiction is 'A later statement without a line imported before, or with another balance for it. Open until the line is corrected or withdrawn, or a second operator accepted an explanation.';
comment on column statement_contradiction.statement_id is 'The later statement.';
comment on column statement_contradiction.line_id is 'No foreign key, because the row outlives a withdrawn line.';
comment on column statement_contradiction.kind is 'absent: the later statement covers the day and has no such line. balance: it has the line with another balance.';
comment on column statement_contradiction.balance is 'Paise that the later statement has.';
comment on column statement_contradiction.resolution is 'corrected, withdrawn or explained; null while it is open.';
create index statement_contradiction_open on statement_contradiction (line_id) where resolution is null;

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
comment on view bank_payment is 'Every payment at the bank that a line can explain, in one form: deposits, withdrawals and charges.';
comment on column bank_payment.kind is 'deposit, withdrawal or charge.';
comment on column bank_payment.name is 'The number shown, such as ADD100001.';
comment on column bank_payment.amount is 'Paise; of a deposit approved at another amount, what was credited.';
comment on column bank_payment.status is 'pending, approved, rejected, or unpaid for a charge whose payment nobody reported.';
comment on column bank_payment.entered is 'The reference that the client entered.';
comment on column bank_payment.bank_reference is 'The reference with which it was approved.';

create table missing_line (
  id uuid primary key,
  payment_id uuid not null,
  found_at timestamptz not null default now(),
  settled_by uuid references operator (id),
  settled_at timestamptz,
  note text,
  broker_bank_id uuid references broker_bank (id),
  constraint missing_line_check check ((settled_at is null) = (settled_by is null) and (settled_at is null) = (note is null))
);
comment on table missing_line is 'Approved payments of days that statements cover, without a line in any statement.';
comment on column missing_line.settled_at is 'Null while it is open; closed with a note, it may be found again in another account.';
comment on column missing_line.broker_bank_id is 'The account in whose statements it is missing.';
create index missing_line_of_payment on missing_line (payment_id);
create index missing_line_open on missing_line (id) where settled_at is null;
create unique index missing_line_payment on missing_line (payment_id) where settled_at is null;

create table penny_drop (
  link_id uuid primary key references bank_link (id),
  client_id uuid not null references client (id),
  name_at_bank text not null,
  account_lookup bytea,
  ifsc text not null
);
comment on table penny_drop is '₹1 paid to a client''s bank account and the name that the bank returned. Rows are only added.';
comment on column penny_drop.account_lookup is 'Keyed hash of the account number it was paid to; null for an erased client.';
create index penny_drop_client on penny_drop (client_id);

-- -------------------- trading/trade and corporate-action

create table trade (
  id uuid primary key,
  number bigint generated always as identity (start with 100001) unique,
  client_id uuid not null references client (id),
  action text not null check (action in ('BUY', 'SELL')),
  stock text not null,
  quantity numeric(20,8) not null check (quantity > 0),
  price numeric(20,8) not null,
  amount bigint not null,
  cost bigint not null check (cost >= 0),
  loan_part bigint not null,
  to_loan bigint,
  lot_id uuid,
  reversal_id uuid,
  booked_by uuid not null references operator (id),
  reference text,
  created_at timestamptz not null default now(),
  day date not null default (now() at time zone 'Asia/Kolkata')::date,
  reference_key text,
  traded_at timestamptz check (traded_at >= '1900-01-01 00:00:00+00'),
  exchange text check (exchange in ('NSE', 'BSE')),
  order_number text check (order_number <> ''),
  exchange_trade_number text check (exchange_trade_number <> ''),
  traded_on date not null generated always as ((coalesce(traded_at, created_at) at time zone 'Asia/Kolkata')::date) stored,
  import_id uuid references client_import (id),
  contract_id uuid,
  charges bigint check (charges >= 0),
  deviation bigint check (deviation >= 0),
  requested_by uuid references operator (id),
  price_unchecked boolean not null default false,
  confirmed_by uuid references operator (id),
  confirmed_at timestamptz,
  action_id uuid,
  constraint trade_reference_key unique (reference_key),
  constraint trade_amount_check check (amount > 0 or amount = 0 and action_id is not null),
  constraint trade_check check (loan_part >= 0 and loan_part <= cost),
  constraint trade_check1 check (to_loan >= 0 and to_loan <= loan_part),
  constraint trade_check5 check (action <> 'BUY' or cost = amount and lot_id is null and to_loan is null),
  constraint trade_confirmed check ((confirmed_by is null) = (confirmed_at is null) and (confirmed_by is null or price_unchecked)),
  constraint trade_of_lot check (action <> 'SELL' or lot_id is not null and to_loan is not null),
  constraint trade_price_check check (price > 0 or price = 0 and action_id is not null)
);
comment on table trade is 'What the desk bought and sold with a client''s money. A buy is a position, a sell closes part or all of one buy. What was booked never changes; a wrong booking is reversed.';
comment on column trade.id is 'UUIDv7, in the order of booking.';
comment on column trade.number is 'Shown as TRD100001.';
comment on column trade.action is 'BUY or SELL. Spelled as in the specified calls.';
comment on column trade.stock is 'The instrument''s symbol.';
comment on column trade.quantity is 'Units.';
comment on column trade.price is 'Rupees per unit.';
comment on column trade.amount is 'Paise: price times quantity.';
comment on column trade.cost is 'Paise; of a buy the amount, of a sell what the sold part had cost.';
comment on column trade.loan_part is 'Paise of the cost that borrowed money had paid.';
comment on column trade.to_loan is 'Of a sell: paise that went back to the unused loan.';
comment on column trade.lot_id is 'Of a sell: the lot it took from.';
comment on column trade.reversal_id is 'The reversal that undid it.';
comment on column trade.reference is 'The dealer''s reference from a file of trades, as typed.';
comment on column trade.day is 'The day of booking in India.';
comment on column trade.reference_key is 'The reference in capitals, which is unique.';
comment on column trade.traded_at is 'Time on the exchange, where the dealer gave it.';
comment on column trade.traded_on is 'The trading day in India: of traded_at, otherwise of created_at.';
comment on column trade.import_id is 'The import of a position that the client already had; it was not traded here.';
comment on column trade.contract_id is 'The contract note whose journal (contract.booked) books this trade of the exchange; null: it has a journal of its own.';
comment on column trade.charges is 'Paise: its part of the charges of its contract, by value; null without a contract.';
comment on column trade.deviation is 'Paise by which the amount differs from that at the last price, of a trade that one dealer booked alone; null without a price.';
comment on column trade.requested_by is 'The operator who requested it, if booked_by approved it.';
comment on column trade.price_unchecked is 'Whether one dealer booked it while no price of its day was known.';
comment on column trade.confirmed_by is 'The other operator who confirmed a price that was unchecked.';
comment on column trade.action_id is 'The corporate action for which the company paid a fraction of a share or bought shares back, booked as its sale; the money does not pass the wallet.';
create index trade_action on trade (action_id) where action_id is not null;
create index trade_client on trade (client_id, id desc);
create index trade_client_action on trade (client_id, action, id desc);
create index trade_contract on trade (contract_id) where contract_id is not null;
create index trade_deviation on trade (booked_by, day) include (deviation) where deviation > 0 and reversal_id is null;
create index trade_lately on trade using brin (traded_on) with (pages_per_range='16', autosummarize='on');
create index trade_realised on trade (client_id, traded_on) include (amount, cost) where action = 'SELL' and reversal_id is null;
create index trade_requested_by on trade (requested_by) where requested_by is not null;
create index trade_sales on trade (lot_id, id desc) where lot_id is not null;
create index trade_traded_on on trade (client_id, traded_on, id);
create index trade_typed on trade (traded_on) where reversal_id is null and import_id is null and contract_id is null;
create index trade_unchecked on trade (client_id) where price_unchecked and confirmed_by is null and reversal_id is null and contract_id is
  null;
create index trade_unchecked_dealer on trade (booked_by, day) where price_unchecked and confirmed_by is null and reversal_id is null and
  contract_id is null;

create table trade_reversal (
  id uuid primary key,
  trade_id uuid not null references trade (id),
  reason text not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  requested_by uuid not null references operator (id),
  decided_by uuid references operator (id),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  waived boolean not null default false,
  constraint trade_reversal_check1 check ((status = 'pending') = (decided_at is null)),
  constraint trade_reversal_check2 check ((decided_at is null) = (decided_by is null)),
  constraint trade_reversal_two_operators check (status <> 'approved' or decided_by <> requested_by or waived)
);
comment on table trade_reversal is 'The reversal of a trade: one operator requests it, another approves; then the trade no longer counts.';
comment on column trade_reversal.status is 'pending, approved or rejected.';
comment on column trade_reversal.waived is 'With APPROVALS=single the operator who requested it also decided it.';
create index trade_reversal_decided on trade_reversal (decided_at desc) where status <> 'pending';
create unique index trade_reversal_once on trade_reversal (trade_id) where status <> 'rejected';
create index trade_reversal_waiting on trade_reversal (created_at) where status = 'pending';
alter table trade add constraint trade_reversal_id_fkey foreign key (reversal_id) references trade_reversal (id);

create table lot (
  id uuid primary key,
  client_id uuid not null references client (id),
  stock text not null,
  isin text check (isin <> ''),
  source text not null check (source in ('trade', 'import', 'unknown', 'action')),
  trade_id uuid references trade (id),
  parent_id uuid references lot (id),
  acquired_on date not null,
  quantity numeric(20,8) not null check (quantity > 0),
  cost bigint not null check (cost >= 0),
  loan_part bigint not null default 0,
  open_quantity numeric(20,8) not null,
  open_cost bigint not null,
  open_loan_part bigint not null default 0,
  opened_by uuid,
  is_fraction boolean not null default false,
  constraint lot_closed check (open_quantity > 0 or open_cost = 0),
  constraint lot_loan_part check (loan_part >= 0 and loan_part <= cost),
  constraint lot_open_cost check (open_cost >= 0 and open_cost <= cost),
  constraint lot_open_loan_part check (open_loan_part >= 0 and open_loan_part <= open_cost),
  constraint lot_open_quantity check (open_quantity >= 0 and open_quantity <= quantity),
  constraint lot_source check ((source = 'action') = (opened_by is not null) and (source <> 'unknown' or trade_id is null and cost = 0) and
    ((source in ('unknown', 'action')) or trade_id is not null) and (opened_by is not null or not is_fraction))
);
comment on table lot is 'Units of a stock that a client acquired together at one cost. A purchase has one, with its id; a sell takes from one. Only what is left of it changes.';
comment on column lot.stock is 'The instrument''s symbol.';
comment on column lot.isin is 'The ISIN when acquired; null where the instrument has none.';
comment on column lot.source is 'trade: bought here; import: held before the client was imported; unknown: sold without being in the books, at cost 0.';
comment on column lot.trade_id is 'The purchase; null if unknown.';
comment on column lot.parent_id is 'The lot that a corporate action replaced by this one.';
comment on column lot.acquired_on is 'The trading day of the purchase in India.';
comment on column lot.quantity is 'Units.';
comment on column lot.cost is 'Paise.';
comment on column lot.loan_part is 'Paise of the cost that borrowed money had paid.';
comment on column lot.open_quantity is 'Units left.';
comment on column lot.open_cost is 'Paise of cost left.';
comment on column lot.open_loan_part is 'Paise of borrowed money left in it.';
comment on column lot.opened_by is 'The corporate action that opened it.';
comment on column lot.is_fraction is 'What the company pays in cash, a part of a share or shares bought back: it is never sold otherwise.';
create index lot_held on lot (client_id, isin) where open_quantity > 0;
create index lot_open on lot (client_id, id desc) where open_quantity > 0;
create index lot_opened_by on lot (opened_by) where opened_by is not null;
create index lot_parent on lot (parent_id) where parent_id is not null;
create index lot_stock on lot (stock) where open_quantity > 0;
alter table trade add constraint trade_lot_id_fkey foreign key (lot_id) references lot (id);

create table securities_opening (
  id uuid primary key,
  amount bigint not null check (amount > 0)
);
comment on table securities_opening is 'Positions from before lots existed, at cost: one row for each journal securities.opened, which has its id as cause. The upgrade wrote them, and nothing adds to them.';
comment on column securities_opening.amount is 'Paise.';

create table corporate_action (
  id uuid primary key,
  number bigint generated always as identity (start with 100001) unique,
  kind text not null check (kind in ('split', 'consolidation', 'bonus', 'merger', 'demerger', 'buyback', 'dividend', 'rights', 'allotment', 'tender')),
  stock text not null,
  isin text check (isin ~ '^[A-Z]{2}[A-Z0-9]{9}[0-9]$'),
  other_stock text,
  other_isin text check (other_isin ~ '^[A-Z]{2}[A-Z0-9]{9}[0-9]$'),
  ex_date date not null,
  held numeric(12,4) not null check (held > 0),
  given numeric(12,4) not null check (given > 0),
  cost_percent numeric(7,4),
  allotted_on date,
  credited_on date,
  stated_in text not null,
  requested_by uuid not null references operator (id),
  decided_by uuid not null references operator (id),
  booked_at timestamptz not null default now(),
  waived boolean not null default false,
  fraction_price numeric(20,8) check (fraction_price > 0),
  fraction_paid_on date,
  reversed_at timestamptz,
  reversal_reason text,
  reversed_by uuid references operator (id),
  clients int,
  issue_price numeric(12,2) check (issue_price > 0),
  constraint corporate_action_allotted check (kind <> 'bonus' or allotted_on >= ex_date and credited_on >= allotted_on),
  constraint corporate_action_clients check ((kind = 'dividend') = (clients is not null)),
  constraint corporate_action_credited check ((kind not in ('rights', 'allotment')) or credited_on is not null and credited_on >= ex_date),
  constraint corporate_action_issue_price check ((kind = 'allotment') = (issue_price is not null)),
  constraint corporate_action_other check ((kind in ('merger', 'demerger', 'rights', 'allotment')) = (other_stock is not null)),
  constraint corporate_action_paid check ((fraction_price is null) = (fraction_paid_on is null)),
  constraint corporate_action_percent check ((kind = 'demerger') = (cost_percent is not null) and cost_percent > 0 and cost_percent < 100),
  constraint corporate_action_reversed check ((reversed_at is null) = (reversed_by is null) and (reversed_at is null) = (reversal_reason is
    null)),
  constraint corporate_action_two_operators check (decided_by <> requested_by or waived)
);
comment on table corporate_action is 'A split, bonus or other action of a company that was booked: it closed lots of all holders (replaced_lot) and opened others (lot.opened_by). What waits for a second operator is a proposal.';
comment on column corporate_action.id is 'UUIDv7.';
comment on column corporate_action.number is 'Shown as CA100001.';
comment on column corporate_action.kind is 'split, consolidation, bonus, merger, demerger or buyback.';
comment on column corporate_action.stock is 'The symbol of the instrument that clients held.';
comment on column corporate_action.isin is 'Its ISIN before the action; null where the instrument has none.';
comment on column corporate_action.other_stock is 'Of a merger or demerger: the symbol of the share that holders receive.';
comment on column corporate_action.other_isin is 'The ISIN of the shares that are opened; null where it stays the same.';
comment on column corporate_action.ex_date is 'Who bought before it is entitled, settled or not. In a buyback, the day on which the accepted shares leave.';
comment on column corporate_action.held is 'For so many shares held …';
comment on column corporate_action.given is '… holders have so many after a split, consolidation or merger, or receive so many besides (bonus, demerger).';
comment on column corporate_action.cost_percent is 'Of a demerger: the part of the cost that goes to the other share, as the company publishes it.';
comment on column corporate_action.allotted_on is 'Of a bonus: the day from which the shares are held, for tax.';
comment on column corporate_action.credited_on is 'Of a bonus: the first day on which the shares can be sold.';
comment on column corporate_action.stated_in is 'The file or notice that states it.';
comment on column corporate_action.waived is 'With APPROVALS=single the operator who requested it also decided it.';
comment on column corporate_action.fraction_price is 'Rupees per share for which the company paid fractions, or the shares that it bought back; null while it has not.';
comment on column corporate_action.fraction_paid_on is 'The day of that payment, which is the day of sale of the fractions.';
comment on column corporate_action.reversed_at is 'When it was reversed: then it no longer counts.';
comment on column corporate_action.clients is 'Of a dividend: the clients who held the share at the close before the ex-date.';
comment on column corporate_action.issue_price is 'Of an allotment: rupees that each share cost, paid to the registrar and not from the wallet.';
create index corporate_action_decided_by on corporate_action (decided_by);
create unique index corporate_action_once on corporate_action (stock, ex_date, kind) where reversed_at is null;
create index corporate_action_other_stock on corporate_action (other_stock) where other_stock is not null;
create index corporate_action_requested_by on corporate_action (requested_by);
create index corporate_action_reversed_at on corporate_action (reversed_at) where reversed_at is not null;
create index corporate_action_reversed_by on corporate_action (reversed_by) where reversed_by is not null;
alter table trade add constraint trade_action_id_fkey foreign key (action_id) references corporate_action (id);
alter table lot add constraint lot_opened_by_fkey foreign key (opened_by) references corporate_action (id);

create table replaced_lot (
  action_id uuid not null references corporate_action (id),
  lot_id uuid not null references lot (id),
  quantity numeric(20,8) not null check (quantity > 0),
  cost bigint not null check (cost >= 0),
  loan_part bigint not null,
  primary key (action_id, lot_id),
  constraint replaced_lot_check check (loan_part >= 0 and loan_part <= cost)
);
comment on table replaced_lot is 'What a corporate action closed of a lot: all that was left of it. A reversal of the action gives it back. Append only.';
comment on column replaced_lot.quantity is 'Units.';
comment on column replaced_lot.cost is 'Paise.';
comment on column replaced_lot.loan_part is 'Paise of the cost that borrowed money had paid.';
create index replaced_lot_of on replaced_lot (lot_id);

-- -------------------- trading/market

create table instrument (
  id uuid default gen_random_uuid() primary key,
  symbol text not null unique,
  name text not null,
  aliases text[] not null default '{}',
  exchange text not null check (exchange in ('NSE', 'BSE')),
  kind text not null check (kind in ('share', 'pair')),
  lot int not null check (lot > 0),
  tick numeric not null check (tick > 0),
  fractional boolean not null,
  active boolean not null default true,
  isin text not null default '' check (isin ~ '^([A-Z]{2}[A-Z0-9]{9}[0-9])?$')
);
comment on table instrument is 'What can be traded. Trades name it by its symbol, which therefore never changes; rows are never deleted.';
comment on column instrument.aliases is 'Other names it is found by, such as an earlier symbol.';
comment on column instrument.kind is 'share or pair (of currencies).';
comment on column instrument.lot is 'Units per lot.';
comment on column instrument.tick is 'Smallest change of the price, in rupees.';
comment on column instrument.fractional is 'Whether a part of a unit can be traded.';
comment on column instrument.active is 'Whether new buys are allowed.';
comment on column instrument.isin is 'For tax reports; empty where it is not known, and for currency pairs.';

create table instrument_name (
  key text not null,
  instrument_id uuid not null references instrument (id),
  constraint instrument_name_once primary key (key)
);
comment on table instrument_name is 'Every name of an instrument, so that a name means one instrument. Written by the trigger instrument_is_named.';
comment on column instrument_name.key is 'The name as instrument_key normalizes it.';
create index instrument_name_of on instrument_name (instrument_id);

create table candle (
  symbol text not null,
  source text not null,
  span text not null check (span in ('1m', '1h', '1d')),
  start timestamptz not null,
  open numeric not null,
  high numeric not null,
  low numeric not null,
  close numeric not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (symbol, span, start, source)
);
comment on table candle is 'Candles of the feed''s prices. Every process that hears the feed writes them, and their rows merge.';
comment on column candle.source is 'The feed; prices of two sources never share a candle.';
comment on column candle.span is '1m, 1h or 1d.';
comment on column candle.open is 'Rupees.';
comment on column candle.high is 'Rupees.';
comment on column candle.low is 'Rupees.';
comment on column candle.close is 'Rupees.';
comment on column candle.first_at is 'The time of `open`, which decides between two processes.';
comment on column candle.last_at is 'The time of `close`, which decides between two processes.';
create index candle_age on candle (span, start);

create table calendar_day (
  day date not null,
  kind text not null check (kind in ('holiday', 'session', 'clearing', 'monthly', 'quarterly')),
  name text not null,
  primary key (day, kind)
);
comment on table calendar_day is 'The trading calendar: holidays of the exchanges and of the clearing corporations, sessions on weekends, and the dates on which unused funds are settled.';
comment on column calendar_day.day is 'The day in India.';
comment on column calendar_day.kind is 'holiday, session (trading on a weekend), clearing (trading without pay-in and pay-out), monthly or quarterly (settlement dates).';

-- -------------------- trading/watch

create table watch (
  client_id uuid not null references client (id),
  symbol text not null references instrument (symbol),
  added_at timestamptz not null default now(),
  primary key (client_id, symbol)
);
comment on table watch is 'The symbols of each client''s watchlist.';
create index watch_symbol on watch (symbol);

create table price_alert (
  id uuid primary key,
  client_id uuid not null references client (id),
  symbol text not null,
  side text not null check (side in ('above', 'below')),
  price numeric not null check (price > 0),
  created_at timestamptz not null default clock_timestamp(),
  fired_at timestamptz,
  fired_price numeric,
  constraint price_alert_check check ((fired_at is null) = (fired_price is null)),
  constraint price_alert_client_id_symbol_fkey foreign key (client_id, symbol) references watch (client_id, symbol) on delete cascade
);
comment on table price_alert is 'Prices at which clients are informed, once, by a price or close later than created_at.';
comment on column price_alert.price is 'Rupees for one.';
comment on column price_alert.fired_price is 'The price that reached it.';
create unique index price_alert_once on price_alert (client_id, symbol, side, price) where fired_at is null;
create index price_alert_open on price_alert (symbol) where fired_at is null;
create index price_alert_watch on price_alert (client_id, symbol);

-- -------------------- trading/closing-price and trading/fair-value

create table price_file (
  id uuid primary key,
  exchange text not null check (exchange in ('NSE', 'BSE')),
  day date not null,
  name text not null,
  sha256 bytea not null check (length(sha256) = 32) references sent_file (sha256),
  rows int not null check (rows > 0),
  prices int not null check (prices > 0),
  imported_by uuid not null references operator (id),
  imported_at timestamptz not null default clock_timestamp(),
  approved_by uuid references operator (id)
);
comment on table price_file is 'Price files of the exchanges, one row for each import. Append only.';
comment on column price_file.day is 'The trading day of the prices, in India.';
comment on column price_file.sha256 is 'Of the file as it was sent.';
comment on column price_file.rows is 'Of all series. A later file with far fewer was cut.';
comment on column price_file.prices is 'Securities with a close.';
comment on column price_file.approved_by is 'The second operator; null where the file follows on the trading day before.';
create index price_file_approved_by on price_file (approved_by) where approved_by is not null;
create index price_file_imported_by on price_file (imported_by);
create index price_file_newest on price_file (exchange, day, imported_at);

create table closing_price (
  isin text not null check (isin ~ '^[A-Z]{2}[A-Z0-9]{9}[0-9]$'),
  exchange text not null check (exchange in ('NSE', 'BSE')),
  day date not null,
  symbol text not null,
  series text not null,
  close numeric not null check (close > 0),
  file_id uuid not null references price_file (id),
  accepted boolean,
  decided_by uuid references operator (id),
  decided_at timestamptz,
  high numeric,
  previous numeric check (previous >= 0),
  is_held boolean not null default false,
  low numeric,
  primary key (isin, day, exchange),
  constraint closing_price_check check ((accepted is null) = (decided_by is null) and (accepted is null) = (decided_at is null)),
  constraint closing_price_check1 check (low > 0 and low <= close),
  constraint closing_price_held_check check (accepted is null or is_held),
  constraint closing_price_high_check check (high >= close)
);
comment on table closing_price is 'The close of each security by exchange and day. A later file of the day replaces it.';
comment on column closing_price.day is 'The trading day in India.';
comment on column closing_price.series is 'The series of NSE or the group of BSE from which the close was taken.';
comment on column closing_price.close is 'Rupees.';
comment on column closing_price.accepted is 'The decision on a held price; null while it waits.';
comment on column closing_price.high is 'Rupees: the highest price of the day at this exchange (HghPric); null for files imported before it was kept.';
comment on column closing_price.previous is 'Rupees: the previous close according to the exchange (PrvsClsgPric); null for files imported before it was kept.';
comment on column closing_price.is_held is 'Whether it waits for an operator, or waited. Until it is accepted it is not used.';
comment on column closing_price.low is 'Rupees: the lowest price of the day at this exchange (LwPric); null for files imported before it was kept.';
create index closing_price_file on closing_price (file_id);
create index closing_price_held on closing_price (day) where is_held and accepted is null;
create index closing_price_symbol on closing_price (symbol, day);

create table fair_value_list (
  id uuid primary key,
  exchange text not null check (exchange in ('NSE', 'BSE')),
  name text not null,
  sha256 bytea not null check (length(sha256) = 32) references sent_file (sha256),
  rows int not null check (rows > 0),
  prices int not null check (prices >= 0),
  imported_by uuid not null references operator (id),
  imported_at timestamptz not null default clock_timestamp(),
  approved_by uuid references operator (id)
);
comment on table fair_value_list is 'Price lists of the exchanges of 31 January 2018, one row for each import; the newest of an exchange counts. Append only.';
comment on column fair_value_list.sha256 is 'Of the file as it was sent.';
comment on column fair_value_list.prices is 'Securities with a price in the list.';
comment on column fair_value_list.approved_by is 'The second operator; null where none was needed.';
create index fair_value_list_approved_by on fair_value_list (approved_by) where approved_by is not null;
create index fair_value_list_imported_by on fair_value_list (imported_by);
create index fair_value_list_newest on fair_value_list (exchange, imported_at);
create index fair_value_list_sha256 on fair_value_list (sha256);

create table fair_value (
  list_id uuid not null references fair_value_list (id),
  isin text not null check (isin ~ '^[A-Z]{2}[A-Z0-9]{9}[0-9]$'),
  symbol text not null,
  price numeric(20,8) not null check (price > 0),
  primary key (list_id, isin)
);
comment on table fair_value is 'The highest price of each security on 31 January 2018 in such a list. Append only.';
comment on column fair_value.symbol is 'As in the list; may be empty.';
comment on column fair_value.price is 'Rupees a share, as traded on that day.';
create index fair_value_isin on fair_value (isin);

-- -------------------- trading/security and trading/holding

create table security_file (
  id uuid primary key,
  kind text not null check (kind in ('listing', 'symbols')),
  exchange text not null check (exchange in ('NSE', 'BSE')),
  day date not null,
  name text not null,
  sha256 bytea not null check (length(sha256) = 32) references sent_file (sha256),
  rows int not null check (rows > 0),
  imported_by uuid not null references operator (id),
  imported_at timestamptz not null default clock_timestamp(),
  approved_by uuid references operator (id)
);
comment on table security_file is 'Master files of the exchanges, one row for each import. Append only.';
comment on column security_file.kind is 'listing: a list of securities. symbols: changes of symbols.';
comment on column security_file.day is 'The day in India from which its content counts.';
comment on column security_file.sha256 is 'Of the file as it was sent.';
comment on column security_file.approved_by is 'Null where no second operator was needed. What a file changes of known securities has a row of its own.';
create index security_file_approved_by on security_file (approved_by) where approved_by is not null;
create index security_file_imported_by on security_file (imported_by);
create index security_file_newest on security_file (exchange, kind, day, imported_at);

create table security (
  isin text not null check (isin ~ '^[A-Z]{2}[A-Z0-9]{9}[0-9]$'),
  exchange text not null check (exchange in ('NSE', 'BSE')),
  from_day date not null,
  symbol text not null,
  series text not null,
  name text not null,
  token text,
  lot int check (lot > 0),
  tick numeric check (tick > 0),
  suspended boolean not null default false,
  file_id uuid references security_file (id),
  is_etf boolean not null default false,
  underlying text,
  primary key (isin, exchange, from_day)
);
comment on table security is 'What a security is called on an exchange, from a day until its next row. NSE and BSE rows of one ISIN are one security.';
comment on column security.from_day is '1900-01-01 in the first row of a security.';
comment on column security.series is 'The series of NSE or the group of BSE.';
comment on column security.token is 'The token of NSE or the scrip code of BSE.';
comment on column security.tick is 'Rupees; null where the file has none.';
comment on column security.is_etf is 'It is in a list of ETFs, so its orders pay the tariff of ETFs whether or not STT is charged.';
comment on column security.underlying is 'What an ETF holds, such as Gold, as the list of ETFs names it.';
create index security_file_of on security (file_id);
create index security_symbol on security (exchange, symbol, from_day);

create table symbol_change (
  exchange text not null check (exchange in ('NSE', 'BSE')),
  from_symbol text not null,
  to_symbol text not null,
  day date not null,
  file_id uuid not null references security_file (id),
  primary key (exchange, from_symbol, to_symbol, day)
);
comment on table symbol_change is 'Changes of symbols as an exchange lists them. Append only: they explain which ISIN succeeds another when the symbol changed too.';
comment on column symbol_change.day is 'The first day of the new symbol.';
create index symbol_change_file on symbol_change (file_id);

create table isin_successor (
  isin text primary key check (isin ~ '^[A-Z]{2}[A-Z0-9]{9}[0-9]$'),
  successor text not null,
  from_day date not null,
  symbol text not null,
  file_id uuid references security_file (id),
  accepted boolean,
  decided_by uuid references operator (id),
  decided_at timestamptz,
  action_id uuid references corporate_action (id),
  constraint isin_successor_check check (successor ~ '^[A-Z]{2}[A-Z0-9]{9}[0-9]$' and successor <> isin),
  constraint isin_successor_check1 check ((accepted is null) = (decided_by is null) and (accepted is null) = (decided_at is null)),
  constraint isin_successor_source check (file_id is not null or action_id is not null)
);
comment on table isin_successor is 'The ISIN that replaced another one, after a split, consolidation or merger.';
comment on column isin_successor.from_day is 'The first day of the successor, in India.';
comment on column isin_successor.accepted is 'The decision of a second operator; null while it waits, and until then it is not used.';
comment on column isin_successor.action_id is 'The corporate action that named the successor, where no list of securities had.';
create index isin_successor_action on isin_successor (action_id) where action_id is not null;
create index isin_successor_file on isin_successor (file_id);
create index isin_successor_of on isin_successor (successor);

create table holding_file (
  id uuid primary key,
  day date not null,
  name text not null,
  sha256 bytea not null check (length(sha256) = 32) references sent_file (sha256),
  rows int not null check (rows > 0),
  imported_by uuid not null references operator (id),
  imported_at timestamptz not null default clock_timestamp(),
  approved_by uuid references operator (id),
  columns jsonb
);
comment on table holding_file is 'Holdings files of the depositories, one row for each import. Append only.';
comment on column holding_file.day is 'The holdings are those of the evening of this day in India.';
comment on column holding_file.sha256 is 'Of the file as it was sent.';
comment on column holding_file.approved_by is 'The second operator; null where one was enough.';
comment on column holding_file.columns is 'Names of the columns as an operator entered them; null where the usual names were enough.';
create index holding_file_approved_by on holding_file (approved_by) where approved_by is not null;
create index holding_file_day on holding_file (day, imported_at);
create index holding_file_imported_by on holding_file (imported_by);
create index holding_file_sha256 on holding_file (sha256);

create table holding_line (
  client_id uuid not null references client (id),
  day date not null,
  isin text not null check (isin ~ '^[A-Z]{2}[A-Z0-9]{9}[0-9]$'),
  file_id uuid not null references holding_file (id),
  depository numeric(20,8) not null check (depository >= 0),
  pledged numeric(20,8) not null check (pledged >= 0),
  locked_in numeric(20,8) not null check (locked_in >= 0),
  books numeric(20,8) not null check (books >= 0),
  bought numeric(20,8) not null check (bought >= 0),
  sold numeric(20,8) not null check (sold >= 0),
  entitled numeric(20,8) not null check (entitled >= 0),
  difference numeric(20,8) not null generated always as ((books - depository - bought - entitled + sold)) stored,
  primary key (client_id, day, isin)
);
comment on table holding_line is 'The shares of one ISIN in a client''s demat account on the evening of a day, and the position here. A newer file of the day replaces the lines of its clients.';
comment on column holding_line.day is 'The evening of this day in India.';
comment on column holding_line.depository is 'Units in the demat account: free, pledged and locked in.';
comment on column holding_line.pledged is 'Units of them that are pledged.';
comment on column holding_line.locked_in is 'Units of them that are locked in.';
comment on column holding_line.books is 'Units of the client''s position on that evening, as it was known when the file was imported.';
comment on column holding_line.bought is 'Units bought until that evening and not yet paid out.';
comment on column holding_line.sold is 'Units sold until that evening and still in the demat account.';
comment on column holding_line.entitled is 'Units of bonus shares in the position that are not in the demat account, because they are credited after that evening.';
comment on column holding_line.difference is 'What no term explains; 0 if the line is equal or explained.';
create index holding_line_day on holding_line (day);
create index holding_line_file_id on holding_line (file_id);

-- -------------------- books/tradebook

create table tradebook (
  id uuid primary key,
  client_id uuid not null references client (id),
  name text not null,
  sha256 bytea not null check (length(sha256) = 32),
  imported_at timestamptz not null default clock_timestamp(),
  constraint tradebook_once unique (client_id, sha256)
);
comment on table tradebook is 'Files with the trades that a client made with another broker, by the client''s own statement. Used for tax only, never in the books. The client may remove one.';
comment on column tradebook.name is 'The name of the file, which is not stored.';
comment on column tradebook.sha256 is 'Of the file as it was sent.';

create table tradebook_trade (
  tradebook_id uuid not null references tradebook (id) on delete cascade,
  line int not null check (line > 0),
  client_id uuid not null references client (id),
  day date not null,
  time text not null,
  exchange text not null,
  isin text not null check (isin ~ '^[A-Z]{2}[A-Z0-9]{9}[0-9]$'),
  symbol text not null,
  side text not null check (side in ('B', 'S')),
  quantity numeric(20,8) not null check (quantity > 0),
  price numeric(20,8) not null check (price > 0),
  is_delivered boolean not null,
  key text not null,
  primary key (tradebook_id, line),
  constraint tradebook_trade_once unique (client_id, day, isin, side, key)
);
comment on table tradebook_trade is 'The trades in a tradebook that are used.';
comment on column tradebook_trade.line is 'In the file.';
comment on column tradebook_trade.day is 'The trading day in India.';
comment on column tradebook_trade.time is 'HH:MM:SS in India; empty if the file has none.';
comment on column tradebook_trade.exchange is 'As in the file; empty if it has none.';
comment on column tradebook_trade.symbol is 'As in the file, or the ISIN.';
comment on column tradebook_trade.quantity is 'Units.';
comment on column tradebook_trade.price is 'Rupees a unit.';
comment on column tradebook_trade.is_delivered is 'Trade-for-trade: not matched with other trades of the day.';
comment on column tradebook_trade.key is 'Tells trades of a day, share and side apart: the trade number, or what the row says with a count of equal rows.';

-- -------------------- trading/exchange-file

create table exchange_file (
  id uuid primary key,
  exchange text not null check (exchange in ('NSE', 'BSE')),
  day date not null,
  name text not null,
  sha256 bytea not null check (length(sha256) = 32),
  content bytea not null,
  status text not null default 'waiting' check (status in ('waiting', 'approved', 'booking', 'booked', 'replaced', 'rejected')),
  totals jsonb not null,
  imported_by uuid not null references operator (id),
  imported_at timestamptz not null default now(),
  decided_by uuid references operator (id),
  decided_at timestamptz,
  part text not null default '',
  client_codes text[] not null default '{}',
  constraint exchange_file_check check ((status = 'waiting') = (decided_by is null) and (decided_by is null) = (decided_at is null))
);
comment on table exchange_file is 'Trade files of the exchanges, one row for each request to book one.';
comment on column exchange_file.day is 'The trade day in India.';
comment on column exchange_file.sha256 is 'Of the file as it was sent.';
comment on column exchange_file.content is 'The file as it was sent, compressed with gzip on arrival.';
comment on column exchange_file.status is 'approved: the trades are read again. booking: each client is booked. replaced: a later file of the day was booked.';
comment on column exchange_file.totals is 'Count, quantities and values of the trades that count.';
comment on column exchange_file.part is 'P1 of a file in parts, T0 of the one with T+0 trades; empty for the whole.';
comment on column exchange_file.client_codes is 'The client codes in the file, in capitals.';
create index exchange_file_imported_by on exchange_file (imported_by);
create unique index exchange_file_open on exchange_file (exchange, day) where status in ('waiting', 'approved', 'booking');

create table exchange_trade (
  id bigint generated always as identity unique,
  exchange text not null check (exchange in ('NSE', 'BSE')),
  segment text not null default 'CM',
  day date not null,
  trade_number text not null,
  order_ref text not null,
  side text not null check (side in ('B', 'S')),
  line int not null,
  file_id uuid not null references exchange_file (id),
  client_type text not null check (client_type in ('client', 'own')),
  client_code text not null,
  custodian text not null,
  isin text not null,
  symbol text not null,
  series text not null,
  quantity bigint not null check (quantity > 0),
  price numeric not null check (price > 0),
  settlement_type text not null,
  settlement_number text not null,
  traded_at timestamptz not null,
  ordered_at timestamptz not null,
  client_id uuid references client (id),
  security_isin text,
  stock text,
  is_delivered boolean not null default false,
  exceptions text[] not null default '{}',
  trade_id uuid unique references trade (id),
  booked_at timestamptz,
  primary key (exchange, segment, day, trade_number, order_ref, side)
);
comment on table exchange_trade is 'The trades of the day by the newest file of an exchange, one row for each trade number, order and side.';
comment on column exchange_trade.day is 'The trade day in India.';
comment on column exchange_trade.order_ref is 'Order number of the exchange; up to 19 digits.';
comment on column exchange_trade.line is 'In the file; the header is line 1.';
comment on column exchange_trade.client_code is 'The UCC as the exchange wrote it.';
comment on column exchange_trade.custodian is 'Not empty where a custodian settles; such a trade is not booked.';
comment on column exchange_trade.quantity is 'Units.';
comment on column exchange_trade.price is 'Rupees.';
comment on column exchange_trade.client_id is 'The client with this UCC; null for trades that are not booked.';
comment on column exchange_trade.security_isin is 'The ISIN on the trade day: that of the successor where the ISIN is superseded.';
comment on column exchange_trade.stock is 'The symbol of the instrument.';
comment on column exchange_trade.is_delivered is 'Trade-for-trade: never netted with other trades of the day.';
comment on column exchange_trade.exceptions is 'What needs attention.';
comment on column exchange_trade.trade_id is 'The trade that a dealer typed and this one confirms.';
comment on column exchange_trade.booked_at is 'Null until its client is booked.';
create index exchange_trade_client on exchange_trade (client_id, day) where client_id is not null;
create index exchange_trade_exception on exchange_trade (exchange, day) where exceptions <> '{}';
create index exchange_trade_file on exchange_trade (file_id);
create index exchange_trade_open on exchange_trade (day, client_id) where booked_at is null;
create index exchange_trade_recorded on exchange_trade (day, client_id) where client_id is not null;
create index exchange_trade_unassigned on exchange_trade (upper(client_code)) where client_id is null and client_type = 'client';
create index exchange_trade_unbooked on exchange_trade (client_id) where booked_at is null and client_id is not null;

create table exchange_code (
  exchange text not null check (exchange in ('NSE', 'BSE')),
  column_name text not null,
  code text not null,
  meaning text not null,
  primary key (exchange, column_name, code)
);
comment on table exchange_code is 'The meanings of the codes in trade files. An unknown code stops a file.';

-- -------------------- trading/contract

create table trade_day (
  day date primary key,
  booked_by uuid not null references operator (id),
  requested_at timestamptz not null default now(),
  booked_at timestamptz,
  levied_at timestamptz,
  trades int check (trades >= 0),
  contracts int check (contracts >= 0)
);
comment on table trade_day is 'A trade day that an operator has released for booking: charges are computed and contracts booked client by client.';
comment on column trade_day.day is 'The trade day in India.';
comment on column trade_day.booked_at is 'When the last client was booked; null while clients are left.';
comment on column trade_day.levied_at is 'When the contracts were last compared with the STT and stamp files of the day.';
comment on column trade_day.trades is 'Trades of clients when the day was booked; null if they changed since, or if it was booked before there was this count.';
comment on column trade_day.contracts is 'Contracts when the day was booked; null like the trades.';
create index trade_day_booked_by on trade_day (booked_by);

create table contract (
  id uuid primary key,
  client_id uuid not null references client (id),
  day date not null,
  bought bigint not null check (bought >= 0),
  sold bigint not null check (sold >= 0),
  brokerage bigint not null check (brokerage >= 0),
  exchange_charges bigint not null check (exchange_charges >= 0),
  sebi_fee bigint not null check (sebi_fee >= 0),
  stt bigint not null check (stt >= 0),
  stamp_duty bigint not null check (stamp_duty >= 0),
  gst bigint not null check (gst >= 0),
  charges bigint not null generated always as (brokerage + exchange_charges + sebi_fee + stt + stamp_duty + gst) stored,
  net bigint not null generated always as (sold - bought - brokerage - exchange_charges - sebi_fee - stt - stamp_duty - gst) stored,
  booked_at timestamptz not null default now(),
  reversed_at timestamptz,
  shortage_id uuid,
  stt_difference bigint not null default 0,
  stamp_difference bigint not null default 0,
  unusable_used bigint not null default 0 check (unusable_used >= 0)
);
comment on table contract is 'A client''s trades and charges of a trade day, booked in one journal (contract.booked), from which a contract note will be issued.';
comment on column contract.id is 'UUIDv7; the cause of its journals.';
comment on column contract.day is 'The trade day in India.';
comment on column contract.bought is 'Paise, without charges.';
comment on column contract.sold is 'Paise, without charges.';
comment on column contract.brokerage is 'Paise, with the fee of orders placed by a dealer.';
comment on column contract.exchange_charges is 'Paise: transaction charges and IPFT.';
comment on column contract.sebi_fee is 'Paise.';
comment on column contract.stt is 'Paise; the final figure once the STT file is imported.';
comment on column contract.stamp_duty is 'Paise; the final figure once the stamp duty file is imported.';
comment on column contract.gst is 'Paise: CGST and SGST, or IGST.';
comment on column contract.charges is 'Paise: all of them.';
comment on column contract.net is 'Paise: what the client receives; below zero what the client pays.';
comment on column contract.reversed_at is 'When a later trade file replaced the trades; they are booked again with a contract of their own.';
comment on column contract.shortage_id is 'The shortage that it closes out or settles by auction; null for the trades of a day.';
comment on column contract.stt_difference is 'Paise of STT in the newest file beyond stt, paid by the broker (levy.difference); below zero what the broker keeps to remit.';
comment on column contract.stamp_difference is 'The same of stamp duty.';
comment on column contract.unusable_used is 'Paise: of a close-out, what it took of the unusable proceeds of its sale (client_settlement.unusable).';
create index contract_day on contract (day, client_id) include (shortage_id) where reversed_at is null;
create unique index contract_of_shortage on contract (shortage_id) where reversed_at is null and shortage_id is not null;
create unique index contract_once on contract (client_id, day) where reversed_at is null and shortage_id is null;
create index contract_reversed on contract (client_id, day) where reversed_at is not null;
create index contract_shortage on contract (shortage_id) where shortage_id is not null;
create index contract_undone on contract (reversed_at) where reversed_at is not null;
alter table trade add constraint trade_contract_id_fkey foreign key (contract_id) references contract (id);

create table contract_fault (
  client_id uuid not null references client (id),
  day date not null,
  message text not null,
  primary key (client_id, day)
);
comment on table contract_fault is 'Clients of a trade day whose trades could not be booked. Booking the day again removes the row.';
comment on column contract_fault.day is 'The trade day in India.';
create index contract_fault_day on contract_fault (day);

create table levy_difference (
  id uuid primary key,
  contract_id uuid references contract (id),
  levy text not null check (levy in ('stt', 'stamp')),
  amount bigint not null check (amount <> 0)
);
comment on table levy_difference is 'What a final STT or stamp duty file stated otherwise than a contract note had it, as far as the broker bore it: one row for each journal levy.difference, which has its id as cause. Append only.';
comment on column levy_difference.contract_id is 'Null for what was booked before this table.';
comment on column levy_difference.amount is 'Paise; above zero if the file asked for more.';
create index levy_difference_contract on levy_difference (contract_id) where contract_id is not null;

-- -------------------- trading/contract-note

create table contract_note (
  id uuid primary key,
  client_id uuid not null references client (id),
  day date not null,
  contract_id uuid not null references contract (id),
  year int not null check (year >= 2000 and year <= 2200),
  number int not null check (number > 0),
  trades_hash text not null,
  file_key text unique,
  sha256 bytea not null check (length(sha256) = 32),
  issued_by uuid not null references operator (id),
  issued_at timestamptz not null default now(),
  due_at timestamptz not null,
  is_late boolean not null,
  replaces_id uuid unique references contract_note (id),
  stt_difference bigint not null default 0,
  stamp_difference bigint not null default 0,
  cancelled_at timestamptz,
  cancelled_by uuid references operator (id),
  cancel_cause text check (cancel_cause in ('file', 'levy', 'code', 'annulled', 'rate')),
  cancel_reason text,
  dispatch_number text check (dispatch_number <> ''),
  dispatched_at timestamptz,
  dispatched_by uuid references operator (id),
  constraint contract_note_number unique (year, number),
  constraint contract_note_cancelled check ((cancelled_at is null) = (cancelled_by is null) and (cancelled_at is null) = (cancel_cause is
    null) and (cancelled_at is null) = (cancel_reason is null)),
  constraint contract_note_dispatched check ((dispatch_number is null) = (dispatched_at is null) and (dispatch_number is null) =
    (dispatched_by is null))
);
comment on table contract_note is 'The signed note of a client and trade day over both exchanges. Never changed: it is cancelled, and another one with a new number replaces it.';
comment on column contract_note.day is 'The trade day in India.';
comment on column contract_note.contract_id is 'The booked trades and charges that it states; where they are booked again with the same amounts, the newer booking.';
comment on column contract_note.year is 'The first year of the financial year in which it was issued.';
comment on column contract_note.number is 'Running number of the year without gaps, taken in the transaction that issues it.';
comment on column contract_note.trades_hash is 'Digest of its trades in the files of the exchanges: another one of the newest files is a difference.';
comment on column contract_note.file_key is 'Name of the signed PDF in the file store; null after an erasure.';
comment on column contract_note.sha256 is 'Of the signed PDF, which is never drawn again.';
comment on column contract_note.issued_by is 'Who released the notes of the day.';
comment on column contract_note.due_at is '24 hours after the client''s first trade of the day.';
comment on column contract_note.is_late is 'Whether it was issued after due_at; not of a note that replaces another.';
comment on column contract_note.replaces_id is 'The cancelled note that it replaces.';
comment on column contract_note.stt_difference is 'Paise of STT in the newest file beyond the note; below zero less.';
comment on column contract_note.stamp_difference is 'The same of stamp duty.';
comment on column contract_note.cancel_cause is 'One of the causes for which a note may be issued again.';
comment on column contract_note.dispatch_number is 'Of the note on paper, after its mail bounced.';
create index contract_note_cancelled_by on contract_note (cancelled_by) where cancelled_by is not null;
create index contract_note_client on contract_note (client_id, id desc);
create index contract_note_contract on contract_note (contract_id);
create index contract_note_dispatched_by on contract_note (dispatched_by) where dispatched_by is not null;
create index contract_note_issued_by on contract_note (issued_by);
create unique index contract_note_live on contract_note (client_id, day) where cancelled_at is null;
create index contract_note_on_day on contract_note (day, client_id);

create table contract_note_delivery (
  id uuid primary key,
  note_id uuid not null references contract_note (id),
  mail_id uuid not null unique,
  address text not null,
  status text not null default 'queued' check (status in ('queued', 'accepted', 'bounced')),
  queued_at timestamptz not null default now(),
  accepted_at timestamptz,
  bounced_at timestamptz,
  answer text,
  recorded_by uuid references operator (id),
  constraint contract_note_delivery_bounced check ((status = 'bounced') = (bounced_at is not null)),
  constraint contract_note_delivery_status check (status <> 'accepted' or accepted_at is not null)
);
comment on table contract_note_delivery is 'The log of deliveries: each mail with a contract note, and what became of it. Kept longer than mails.';
comment on column contract_note_delivery.mail_id is 'The mail. No foreign key, because mails are deleted earlier.';
comment on column contract_note_delivery.status is 'queued, accepted (by the mail server) or bounced.';
comment on column contract_note_delivery.answer is 'What the mail server answered, or what an operator recorded.';
comment on column contract_note_delivery.recorded_by is 'The operator who recorded that the mail came back; null if the mail server rejected it.';
create index contract_note_delivery_bounced on contract_note_delivery (note_id) where status = 'bounced';
create index contract_note_delivery_of on contract_note_delivery (note_id);
create index contract_note_delivery_open on contract_note_delivery (mail_id) where status = 'queued';
create index contract_note_delivery_recorded_by on contract_note_delivery (recorded_by) where recorded_by is not null;

create table contract_note_day (
  day date primary key,
  requested_by uuid not null references operator (id),
  requested_at timestamptz not null default now(),
  finished_at timestamptz,
  next_try_at timestamptz not null default now(),
  problem text
);
comment on table contract_note_day is 'A trade day whose contract notes an operator has released; a job issues them.';
comment on column contract_note_day.day is 'The trade day in India.';
comment on column contract_note_day.finished_at is 'Null while notes are left to issue.';
comment on column contract_note_day.next_try_at is 'Later than now while a process issues the notes, or after a signer that did not work.';
comment on column contract_note_day.problem is 'Why the last try stopped.';
create index contract_note_day_open on contract_note_day (day) where finished_at is null;
create index contract_note_day_requested_by on contract_note_day (requested_by);

create table contract_note_fault (
  client_id uuid not null references client (id),
  day date not null,
  message text not null,
  primary key (client_id, day)
);
comment on table contract_note_fault is 'Clients whose contract note was not issued, and why. Releasing the notes of the day again removes the row.';
comment on column contract_note_fault.day is 'The trade day in India.';
create index contract_note_fault_day on contract_note_fault (day);

-- -------------------- trading/trade-charge

create table charge_rate (
  charge text not null check (charge in ('stt', 'transaction', 'ipft', 'sebi', 'stamp', 'gst', 'dp')),
  exchange text not null check (exchange in ('NSE', 'BSE', 'all')),
  series text not null,
  product text not null check (product in ('delivery', 'intraday', 'all')),
  side text not null check (side in ('BUY', 'SELL', 'all')),
  from_day date not null,
  percent numeric not null check (percent >= 0 and percent <= 100 and scale(percent) <= 8),
  set_by uuid references operator (id),
  set_at timestamptz not null default now(),
  primary key (charge, exchange, series, product, side, from_day),
  constraint charge_rate_series_check check ((series in ('equity', 'etf', 'exclusive', 'special', 'all')) or charge = 'transaction' and
    exchange = 'BSE' and series ~ '^group-[A-Z]{1,2}$')
);
comment on table charge_rate is 'Rates of the charges of trades. Each is valid until the day before the next one of its key.';
comment on column charge_rate.series is 'Shares, equity ETFs, or groups of BSE that the exchange charges apart.';
comment on column charge_rate.from_day is 'The first trade day.';
comment on column charge_rate.percent is 'Of the value; of the DP charge rupees for each security and day.';
comment on column charge_rate.set_by is 'The operator who requested it; null for the rates of the installation.';
create index charge_rate_set_by on charge_rate (set_by);

create table stt_list (
  id uuid primary key,
  kind text not null check (kind in ('exempt', 'indicator')),
  exchange text not null check (exchange in ('NSE', 'BSE')),
  day date not null,
  name text not null,
  sha256 bytea not null check (length(sha256) = 32) references sent_file (sha256),
  rows int not null check (rows > 0),
  imported_by uuid not null references operator (id),
  imported_at timestamptz not null default clock_timestamp(),
  approved_by uuid references operator (id)
);
comment on table stt_list is 'The exchanges'' lists of securities with their STT, one row for each import. Append only.';
comment on column stt_list.kind is 'exempt: every security of the list is exempt. indicator: a column says how each one is charged.';
comment on column stt_list.day is 'The day in the name of the list, from which it counts.';
comment on column stt_list.sha256 is 'Of the file as it was sent.';
comment on column stt_list.approved_by is 'The second operator; null where the list changed nothing.';
create index stt_list_approved_by on stt_list (approved_by) where approved_by is not null;
create index stt_list_imported_by on stt_list (imported_by);
create index stt_list_newest on stt_list (exchange, kind, day);

create table security_stt (
  isin text not null check (isin ~ '^[A-Z]{2}[A-Z0-9]{9}[0-9]$'),
  from_day date not null,
  stt text not null check (stt in ('share', 'fund', 'exempt')),
  list_id uuid references stt_list (id),
  set_by uuid references operator (id),
  set_at timestamptz not null default now(),
  primary key (isin, from_day)
);
comment on table security_stt is 'How STT is charged on a security. Each row is valid until the day before the next one of its ISIN; without one the series decides.';
comment on column security_stt.from_day is 'The first trade day.';
comment on column security_stt.stt is 'As a share, as a unit of an equity fund, or not at all.';
comment on column security_stt.list_id is 'The list that says so; null for what two administrators set.';
comment on column security_stt.set_by is 'The operator who requested it; null where the upgrade kept what was charged until then.';
create index security_stt_list on security_stt (list_id);
create index security_stt_set_by on security_stt (set_by);

create table brokerage_plan (
  name text not null check (length(name) >= 1 and length(name) <= 60),
  from_day date not null,
  delivery text not null,
  intraday text not null,
  etf text not null,
  minimum bigint not null check (minimum >= 0),
  dealer_fee bigint not null check (dealer_fee >= 0),
  set_by uuid not null references operator (id),
  set_at timestamptz not null default now(),
  primary key (name, from_day)
);
comment on table brokerage_plan is 'Versions of the brokerage plans. Each is valid until the day before the next one of its name.';
comment on column brokerage_plan.from_day is 'The first trade day.';
comment on column brokerage_plan.delivery is 'The tariff of an order, as an operator wrote it: lower of 20 and 0.03 %.';
comment on column brokerage_plan.minimum is 'Least brokerage of a client and trade day, in paise.';
comment on column brokerage_plan.dealer_fee is 'For each order that a dealer placed, in paise.';
create index brokerage_plan_set_by on brokerage_plan (set_by);

create table client_plan (
  id uuid primary key,
  client_id uuid references client (id),
  plan text not null,
  from_day date not null,
  set_by uuid not null references operator (id),
  set_at timestamptz not null default now()
);
comment on table client_plan is 'The brokerage plan of each client, by first trade day.';
comment on column client_plan.client_id is 'Null: all clients without a plan of their own.';
comment on column client_plan.from_day is 'The first trade day.';
create unique index client_plan_once on client_plan (client_id, from_day) nulls not distinct;
create index client_plan_set_by on client_plan (set_by);

create table security_charge (
  client_id uuid not null references client (id),
  day date not null,
  exchange text not null check (exchange in ('NSE', 'BSE', 'all')),
  isin text not null,
  client_code text not null,
  bought numeric not null check (bought >= 0),
  sold numeric not null check (sold >= 0),
  intraday numeric not null check (intraday >= 0),
  stt numeric not null check (stt >= 0),
  stamp numeric not null check (stamp >= 0),
  primary key (day, client_id, exchange, isin)
);
comment on table security_charge is 'STT and stamp duty as computed for each client, trade day and security. Computing a day again replaces it.';
comment on column security_charge.day is 'The trade day in India.';
comment on column security_charge.exchange is 'all: both exchanges, where they are netted.';
comment on column security_charge.client_code is 'The client code of the trades.';
comment on column security_charge.bought is 'Quantity.';
comment on column security_charge.sold is 'Quantity.';
comment on column security_charge.intraday is 'Bought and sold on the same day.';
comment on column security_charge.stt is 'Rupees, as it is added up before the total of the client is rounded to the rupee.';
comment on column security_charge.stamp is 'Rupees, before it is rounded.';
create index security_charge_client on security_charge (client_id);

create table levy_file (
  id uuid primary key,
  levy text not null check (levy in ('stt', 'stamp')),
  exchange text not null check (exchange in ('NSE', 'BSE')),
  day date not null,
  name text not null,
  sha256 bytea not null check (length(sha256) = 32) references sent_file (sha256),
  total numeric not null check (total >= 0),
  imported_by uuid not null references operator (id),
  imported_at timestamptz not null default clock_timestamp(),
  approved_by uuid references operator (id)
);
comment on table levy_file is 'STT and stamp duty files of the clearing corporations, one row for each import; the newest of a day is final. Append only.';
comment on column levy_file.day is 'The trade day in India.';
comment on column levy_file.sha256 is 'Of the file as it was sent.';
comment on column levy_file.total is 'Of all clients, in rupees.';
comment on column levy_file.approved_by is 'The second operator; null where the file agreed with our own figures.';
create index levy_file_approved_by on levy_file (approved_by) where approved_by is not null;
create index levy_file_imported_by on levy_file (imported_by);
create index levy_file_newest on levy_file (day, exchange, levy, imported_at);

create table levy_line (
  file_id uuid not null references levy_file (id),
  client_code text not null,
  isin text not null,
  bought numeric not null check (bought >= 0),
  sold numeric not null check (sold >= 0),
  intraday numeric not null check (intraday >= 0),
  amount numeric not null check (amount >= 0),
  primary key (file_id, client_code, isin)
);
comment on table levy_line is 'The figures of the file for each client and security; an empty ISIN is the total of the client.';
comment on column levy_line.client_code is 'As in the file, in capitals.';
comment on column levy_line.bought is 'Quantity.';
comment on column levy_line.sold is 'Quantity.';
comment on column levy_line.intraday is 'Quantity sold other than for delivery, or bought so in a stamp duty file.';
comment on column levy_line.amount is 'Rupees.';

create table levy_adjustment (
  id uuid primary key,
  contract_id uuid not null references contract (id),
  client_id uuid not null references client (id),
  levy text not null check (levy in ('stt', 'stamp')),
  amount bigint not null check (amount <> 0),
  booked_at timestamptz not null default now()
);
comment on table levy_adjustment is 'A booking that brings a contract to the levies of the newest file that counts; the cause of its journal.';
comment on column levy_adjustment.id is 'UUIDv7.';
comment on column levy_adjustment.amount is 'Paise; below zero where the client gets some back.';
create index levy_adjustment_client on levy_adjustment (client_id);
create index levy_adjustment_contract on levy_adjustment (contract_id);

-- -------------------- trading/clearing

create table clearing_corporation (
  from_day date primary key,
  nse text not null,
  bse text not null,
  constraint clearing_corporation_check check (nse = 'NCL' and bse = 'ICCL' or nse = 'NCL' and bse = 'NCL' or nse = 'ICCL' and bse = 'ICCL')
);
comment on table clearing_corporation is 'At which clearing corporation the trades of each exchange are cleared from a day on.';
comment on column clearing_corporation.from_day is 'The first trade day; days with settlements are never changed.';
comment on column clearing_corporation.nse is 'Of trades of NSE.';
comment on column clearing_corporation.bse is 'Of trades of BSE.';

create table clearing_file (
  id uuid primary key,
  kind text not null check (kind in ('master', 'obligation', 'delivery')),
  exchange text not null check (exchange in ('NSE', 'BSE')),
  day date not null,
  is_final boolean not null,
  name text not null,
  sha256 bytea not null check (length(sha256) = 32) references sent_file (sha256),
  imported_by uuid not null references operator (id),
  imported_at timestamptz not null default clock_timestamp(),
  approved_by uuid references operator (id)
);
comment on table clearing_file is 'Settlement masters, obligation files and delivery files of the clearing corporations, one row for each import. Append only.';
comment on column clearing_file.kind is 'master: the days of settlements. obligation: what each settlement pays or receives. delivery: which shares clients received or did not deliver.';
comment on column clearing_file.day is 'The day in its name, in India; of a settlement master the first of the month.';
comment on column clearing_file.is_final is 'False for a provisional obligation file, which releases nothing.';
comment on column clearing_file.sha256 is 'Of the file as it was sent.';
comment on column clearing_file.approved_by is 'The second operator; null where the file agreed with our own figures.';
create index clearing_file_approved_by on clearing_file (approved_by) where approved_by is not null;
create index clearing_file_imported_by on clearing_file (imported_by);
create index clearing_file_newest on clearing_file (day, exchange, kind, imported_at);

create table settlement_day (
  settlement_id text primary key,
  settles_on date not null,
  file_id uuid not null references clearing_file (id),
  is_compared boolean not null default true
);
comment on table settlement_day is 'Days of pay-out by the newest settlement master; also of settlements without trades here.';
comment on column settlement_day.settlement_id is 'As in clearing_settlement, which may not have it yet.';
comment on column settlement_day.settles_on is 'The day of pay-out.';
comment on column settlement_day.is_compared is 'The day agreed with the calendar or a second operator accepted it; false while its trades were not known yet, and then it moves nothing.';
create index settlement_day_file on settlement_day (file_id);

create table obligation (
  file_id uuid not null references clearing_file (id),
  settlement_id text not null references clearing_settlement (id),
  net bigint not null,
  primary key (settlement_id, file_id)
);
comment on table obligation is 'The net funds obligation of a settlement in an obligation file; the newest final file counts. Append only.';
comment on column obligation.net is 'Paise: sales less purchases; above zero the clearing corporation pays.';
create index obligation_file on obligation (file_id);

create table obligation_line (
  file_id uuid not null,
  settlement_id text not null,
  isin text not null,
  bought numeric not null check (bought >= 0),
  sold numeric not null check (sold >= 0),
  bought_value numeric check (bought_value >= 0),
  sold_value numeric check (sold_value >= 0),
  primary key (settlement_id, file_id, isin),
  constraint obligation_line_settlement_id_file_id_fkey foreign key (settlement_id, file_id) references obligation (settlement_id, file_id)
);
comment on table obligation_line is 'The volumes of each security in an obligation file. Append only.';
comment on column obligation_line.bought is 'Quantity.';
comment on column obligation_line.sold is 'Quantity.';
comment on column obligation_line.bought_value is 'Rupees.';
comment on column obligation_line.sold_value is 'Rupees.';

create view clearing_obligation as
 select distinct on (o.settlement_id) o.settlement_id,
    o.net,
    o.file_id,
    f.imported_by
   from obligation o
     join clearing_file f on f.id = o.file_id
  where f.is_final
  order by o.settlement_id, f.imported_at desc, f.id desc;
comment on view clearing_obligation is 'The final obligation of each settlement: that of the newest final file.';

create table delivered_settlement (
  settlement_id text not null references clearing_settlement (id),
  file_id uuid not null references clearing_file (id),
  primary key (settlement_id, file_id)
);
comment on table delivered_settlement is 'The settlements that a delivery file names. Append only.';
create index delivered_settlement_file on delivered_settlement (file_id);

create table settlement_release (
  id uuid primary key,
  settlement_id text not null references clearing_settlement (id),
  client_id uuid not null references client (id),
  amount bigint not null check (amount > 0),
  released_at timestamptz not null default clock_timestamp()
);
comment on table settlement_release is 'Sale proceeds that became withdrawable: one row for each journal settlement.released, which has its id as cause. Append only.';
comment on column settlement_release.amount is 'Paise.';
create index settlement_release_client on settlement_release (client_id);
create index settlement_release_settlement on settlement_release (settlement_id, client_id);

create table shortage (
  id uuid primary key,
  settlement_id text not null references clearing_settlement (id),
  client_id uuid not null references client (id),
  amount bigint not null check (amount > 0),
  reason text not null,
  recorded_by uuid not null references operator (id),
  recorded_at timestamptz not null default now(),
  ended_by uuid references operator (id),
  ended_at timestamptz,
  end_reason text,
  isin text check (isin <> ''),
  side text check (side in ('B', 'S')),
  quantity numeric check (quantity > 0),
  file_id uuid references clearing_file (id),
  ended_file_id uuid references clearing_file (id),
  constraint shortage_check check ((ended_at is null) = (ended_by is null) and (ended_at is null) = (end_reason is null)),
  constraint shortage_security check ((isin is null) = (side is null) and (isin is null) = (quantity is null))
);
comment on table shortage is 'Shares that a client did not deliver or receive in a settlement. What was not delivered holds the release to the client until it has ended.';
comment on column shortage.amount is 'Paise: the value of the shares at the price of the sale.';
comment on column shortage.recorded_by is 'One operator; the end needs two.';
comment on column shortage.isin is 'That of the trades; null where an operator recorded only the value.';
comment on column shortage.side is 'S: sold and not delivered. B: bought and not received, which holds nothing.';
comment on column shortage.quantity is 'Units.';
comment on column shortage.file_id is 'The delivery file that names it; null if an operator recorded it.';
comment on column shortage.ended_file_id is 'The later delivery file without it.';
create index shortage_ended_by on shortage (ended_by) where ended_by is not null;
create index shortage_ended_file on shortage (ended_file_id) where ended_file_id is not null;
create index shortage_file on shortage (file_id) where file_id is not null;
create unique index shortage_open on shortage (client_id, settlement_id, coalesce(isin, ''), coalesce(side, '')) where ended_at is null;
create index shortage_recorded_by on shortage (recorded_by);
create index shortage_settlement on shortage (settlement_id);
alter table contract add constraint contract_shortage_id_fkey foreign key (shortage_id) references shortage (id);

create table dp_charge (
  id uuid primary key,
  client_id uuid not null references client (id),
  day date not null,
  isin text not null,
  settlement_id text not null references clearing_settlement (id),
  amount bigint not null check (amount > 0),
  gst bigint not null check (gst >= 0),
  booked_at timestamptz not null default now(),
  reversed_at timestamptz
);
comment on table dp_charge is 'DP charges of delivered sales, one for each client, security and day of pay-out; each has a journal dp.charged with its id as cause. Append only, apart from the reversal.';
comment on column dp_charge.day is 'The day of pay-out.';
comment on column dp_charge.amount is 'Paise, without GST.';
comment on column dp_charge.gst is 'Paise.';
comment on column dp_charge.reversed_at is 'When the journal dp.reversed was booked, because a later file of the exchange or the clearing corporation has no such delivery; null while the charge counts.';
create unique index dp_charge_once on dp_charge (client_id, day, isin) where reversed_at is null;
create index dp_charge_reversed on dp_charge (reversed_at) where reversed_at is not null;
create index dp_charge_settlement on dp_charge (settlement_id);

-- -------------------- client/kyc

create table kyc_document (
  id uuid primary key,
  client_id uuid not null references client (id) on delete cascade,
  document text not null check (document in ('pan', 'aadhaar')),
  status text not null default 'waiting' check (status in ('waiting', 'accepted', 'refused')),
  file_key text not null,
  uploaded_at timestamptz not null default now(),
  reason text,
  decided_by uuid references operator (id),
  decided_at timestamptz,
  qr_result text check (qr_result in ('signed', 'expired', 'unknown', 'forged')),
  qr_details bytea,
  constraint kyc_document_check check ((status = 'waiting') = (decided_at is null)),
  constraint kyc_document_check1 check ((status = 'refused') = (reason is not null)),
  constraint kyc_document_check2 check (qr_result is null or document = 'aadhaar'),
  constraint kyc_document_check3 check ((qr_details is not null) = coalesce(qr_result in ('signed', 'expired'), false))
);
comment on table kyc_document is 'An uploaded document; the newest row of a client and a document counts.';
comment on column kyc_document.document is 'pan or aadhaar.';
comment on column kyc_document.status is 'waiting, accepted or refused.';
comment on column kyc_document.file_key is 'Random name in the file store; the file is encrypted with the client''s data key.';
comment on column kyc_document.qr_result is 'What the check of the Aadhaar QR code found: signed (by UIDAI), expired (the certificate was not valid on the day of the code), unknown (no certificate fits) or forged.';
comment on column kyc_document.qr_details is 'Name, date of birth and last four digits of the QR code, encrypted with the client''s data key.';
create index kyc_document_client on kyc_document (client_id, document, uploaded_at desc);
create unique index kyc_document_waiting on kyc_document (client_id, document) where status = 'waiting';

create table kyc_identity (
  client_id uuid primary key references client (id) on delete cascade,
  pan_number bytea,
  pan_lookup bytea,
  pan_name text,
  aadhaar_last4 text check (aadhaar_last4 ~ '^\d{4}$'),
  born_on bytea
);
comment on table kyc_identity is 'What the reviewer read on the documents. The full Aadhaar number is never stored.';
comment on column kyc_identity.pan_number is 'Encrypted with the client''s data key.';
comment on column kyc_identity.pan_lookup is 'Keyed hash, which finds the same PAN on another client.';
comment on column kyc_identity.born_on is 'The date of birth as an operator corrected it, encrypted with the client''s data key; otherwise that of the QR code counts.';
create index kyc_identity_pan on kyc_identity (pan_lookup) where pan_lookup is not null;
create index kyc_identity_unsealed on kyc_identity (client_id) where pan_number is not null and pan_lookup is null;

-- -------------------- client/setting

create table setting_request (
  id uuid primary key,
  client_id uuid not null references client (id),
  kind text not null check (kind in ('segment', 'nominee', 'settlement')),
  value jsonb not null,
  status text not null default 'requested' check (status in ('requested', 'in_force', 'refused', 'replaced')),
  reason text,
  decided_by uuid references operator (id),
  decided_at timestamptz,
  created_at timestamptz not null,
  constraint setting_request_check check ((decided_at is null) = (decided_by is null)),
  constraint setting_request_check1 check (status <> 'requested' or decided_at is null),
  constraint setting_request_check2 check ((status not in ('in_force', 'refused')) or decided_at is not null),
  constraint setting_request_check3 check ((status = 'refused') = (reason is not null))
);
comment on table setting_request is 'What a client asks the broker to set; the row with the status in_force is the setting itself.';
comment on column setting_request.kind is 'segment, nominee or settlement.';
comment on column setting_request.value is 'As in the contract.';
comment on column setting_request.status is 'requested, in_force, refused or replaced.';
create index setting_request_client on setting_request (client_id, kind, created_at desc);
create unique index setting_request_in_force on setting_request (client_id, kind) where status = 'in_force';
create unique index setting_request_open on setting_request (client_id, kind) where status = 'requested';

-- -------------------- client/message and client/note

create table message_template (
  id uuid primary key,
  title text not null,
  kind text not null,
  subject text not null,
  text text not null,
  version int not null default 1,
  retired boolean not null default false,
  changed_at timestamptz not null default now(),
  changed_by uuid references operator (id),
  constraint message_template_version check (version > 0)
);
comment on table message_template is 'Texts that operators choose for a message. Earlier versions are in the audit log.';
comment on column message_template.kind is 'Of the cases it is offered for.';
comment on column message_template.version is 'Counts the changes.';
comment on column message_template.changed_by is 'Null: delivered with the product.';
create unique index message_template_title on message_template (kind, lower(title)) where not retired;

create table message (
  id uuid primary key,
  client_id uuid not null references client (id),
  kind text not null,
  case_id uuid not null,
  subject text not null,
  text text not null,
  template_id uuid,
  operator_id uuid not null references operator (id),
  operator_name text not null,
  created_at timestamptz not null default now(),
  constraint message_template_known foreign key (template_id) references message_template (id)
);
comment on table message is 'What operators wrote to clients about a case. Rows are never changed, except that an erasure empties subject and text.';
comment on column message.kind is 'Of the case, such as deposit or loan; kyc, bank and client are about the client as a whole.';
comment on column message.case_id is 'The case; the client''s id where the kind is kyc, bank or client.';
comment on column message.subject is 'As the client got it, with the placeholders filled in.';
comment on column message.text is 'As the client got it, with the placeholders filled in.';
create index message_client on message (client_id, created_at);
create index message_operator on message (operator_id, created_at);

create table reply (
  id uuid primary key,
  client_id uuid not null references client (id),
  thread text not null,
  text text not null,
  file_key text unique,
  reason text,
  rejected_at timestamptz,
  created_at timestamptz not null,
  constraint reply_check check (text <> '' or file_key is not null),
  constraint reply_check1 check ((reason is null) = (rejected_at is null))
);
comment on table reply is 'What clients add to a pending or rejected case. Rows are never changed, except that an erasure empties them.';
comment on column reply.thread is 'What it is about: kyc, a kind of setting, or the id of the case.';
comment on column reply.file_key is 'A photo in the file store, encrypted with the client''s data key.';
comment on column reply.reason is 'The rejection that it answers; null if the case was pending.';
create index reply_thread on reply (client_id, thread, created_at desc);

create table note (
  id uuid primary key,
  client_id uuid not null references client (id),
  text bytea not null,
  is_warning boolean not null,
  ends uuid unique references note (id),
  operator_id uuid not null references operator (id),
  operator_name text not null,
  created_at timestamptz not null default now(),
  constraint note_check check (not (is_warning and ends is not null))
);
comment on table note is 'What operators write down about a client. Rows are never changed: a warning is ended by a row of its own.';
comment on column note.text is 'Encrypted with the client''s data key.';
comment on column note.ends is 'The warning that this row ends.';
create index note_warning on note (client_id, id) where is_warning;

-- -------------------- client/complaint

create table complaint (
  id uuid primary key,
  number bigint generated always as identity (start with 100001) unique,
  client_id uuid references client (id),
  complainant text,
  source text not null check (source in ('investor', 'sebi', 'exchange', 'other')),
  reference text,
  category text not null,
  status text not null default 'open' check (status in ('open', 'closed')),
  level smallint not null default 1 check (level >= 1 and level <= 4),
  received_at timestamptz not null,
  opened_at timestamptz not null,
  level_since timestamptz not null,
  closed_at timestamptz,
  constraint complaint_check check ((client_id is null) <> (complainant is null)),
  constraint complaint_check1 check ((status = 'closed') = (closed_at is not null))
);
comment on table complaint is 'Complaints of clients, and those that SEBI, an exchange or somebody else passed on. What the client writes is a reply whose thread is the complaint''s id.';
comment on column complaint.number is 'Shown to the client, from 100001.';
comment on column complaint.complainant is 'The name, if it is not a client.';
comment on column complaint.source is 'investor (the client), sebi, exchange or other.';
comment on column complaint.reference is 'The number that SEBI or the exchange gave it.';
comment on column complaint.status is 'open or closed.';
comment on column complaint.level is 'The level of the escalation matrix, 1 to 4.';
comment on column complaint.opened_at is 'Later than received_at if it was opened again.';
create index complaint_client on complaint (client_id, received_at desc);
create index complaint_open on complaint (opened_at) where status = 'open';

create table complaint_step (
  id uuid primary key,
  complaint_id uuid not null references complaint (id),
  kind text not null check (kind in ('received', 'reply', 'escalated', 'closed', 'reopened')),
  text text not null,
  operator_id uuid references operator (id),
  at timestamptz not null
);
comment on table complaint_step is 'What happened to a complaint besides the client''s replies. Rows are never changed, except that an erasure empties texts.';
comment on column complaint_step.kind is 'received, reply, escalated, closed or reopened.';
comment on column complaint_step.operator_id is 'Null: the client did it.';
create index complaint_step_of on complaint_step (complaint_id, at);

create table escalation_level (
  level smallint primary key check (level >= 1 and level <= 4),
  contact text not null default '',
  address text not null default '',
  phone text not null default '',
  email text not null default '',
  hours text not null default '',
  days smallint not null check (days >= 1 and days <= 21)
);
comment on table escalation_level is 'The contacts for complaints, level by level; changed at the desk.';
comment on column escalation_level.level is '1 to 4.';
comment on column escalation_level.days is 'Calendar days within which the level answers.';

-- -------------------- client/privacy and client/closure

create table consent (
  id uuid primary key,
  client_id uuid not null references client (id),
  notice_version int not null,
  channel text not null check (channel in ('registration', 'portal')),
  ip text not null,
  at timestamptz not null default now(),
  constraint consent_client_id_notice_version_key unique (client_id, notice_version),
  constraint consent_version check (notice_version > 0)
);
comment on table consent is 'Which version of the privacy notice a client accepted, when and where. Rows are only added.';
comment on column consent.channel is 'registration or portal.';

create table privacy_request (
  id uuid primary key,
  client_id uuid not null references client (id),
  kind text not null check (kind in ('correction', 'erasure')),
  text text not null,
  status text not null default 'open' check (status in ('open', 'done', 'rejected')),
  answer text,
  decided_by uuid references operator (id),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  constraint privacy_request_check check ((status = 'open') = (decided_at is null)),
  constraint privacy_request_check1 check ((decided_at is null) = (answer is null))
);
comment on table privacy_request is 'Requests under the DPDP Act. The erasure itself is a proposal.';
comment on column privacy_request.kind is 'correction or erasure.';
comment on column privacy_request.status is 'open, done or rejected.';
create unique index privacy_request_open on privacy_request (client_id, kind) where status = 'open';

create table breach (
  id uuid primary key,
  number bigint generated always as identity unique,
  what text not null,
  happened_at timestamptz not null,
  known_at timestamptz not null,
  affected text not null,
  measures text not null,
  clients_informed_at timestamptz,
  board_informed_at timestamptz,
  board_reported_at timestamptz,
  recorded_by uuid not null references operator (id),
  recorded_at timestamptz not null default now(),
  constraint breach_check check (known_at >= happened_at)
);
comment on table breach is 'Breaches of personal data, and who was informed when.';
comment on column breach.number is 'Shown to operators, from 1.';
comment on column breach.known_at is 'The deadline of the Data Protection Board runs from then on.';

create table closure (
  id uuid primary key,
  client_id uuid not null references client (id),
  status text not null default 'open' check (status in ('open', 'cancelled', 'closed')),
  request_id uuid unique references wallet_request (id),
  failure text,
  created_at timestamptz not null default statement_timestamp(),
  ended_at timestamptz,
  statement_sent_at timestamptz,
  constraint closure_check check ((status = 'open') = (ended_at is null))
);
comment on table closure is 'A client''s request to close the account. It is closed once nothing is left to pay.';
comment on column closure.status is 'open, cancelled or closed.';
comment on column closure.request_id is 'The newest withdrawal of the whole balance; null if the balance was zero.';
comment on column closure.failure is 'Why the account is not closed yet.';
create unique index closure_current on closure (client_id) where status <> 'cancelled';
create index closure_unsent on closure (ended_at) where status = 'closed' and statement_sent_at is null;

create table closure_cashback (
  id uuid primary key,
  client_id uuid not null references client (id),
  is_restored boolean not null,
  amount bigint not null check (amount > 0),
  at timestamptz not null default clock_timestamp()
);
comment on table closure_cashback is 'Cashback that ended with the closing of an account, or was restored when the account was opened again: one row for each journal cashback.ended and cashback.restored, which has its id as cause. Append only.';
comment on column closure_cashback.amount is 'Paise.';
create index closure_cashback_client on closure_cashback (client_id);

create table sale_request (
  id uuid primary key,
  client_id uuid not null references client (id),
  holdings jsonb not null,
  shown text not null,
  session_id uuid not null,
  ip text not null,
  created_at timestamptz not null default statement_timestamp(),
  ended_at timestamptz,
  outcome text check (outcome in ('cancelled', 'closed', 'done')),
  reason text,
  ended_by uuid references operator (id),
  constraint sale_request_closed check ((not outcome is distinct from 'closed') = (reason is not null and ended_by is not null)),
  constraint sale_request_ended check ((ended_at is null) = (outcome is null))
);
comment on table sale_request is 'Requests of clients that a dealer calls to take the orders to sell all holdings. They are evidence of the wish, and no orders.';
comment on column sale_request.holdings is 'What the client held: name and quantity of each stock.';
comment on column sale_request.shown is 'What the client read beside the button.';
comment on column sale_request.session_id is 'The session that sent it; the row may be gone.';
comment on column sale_request.outcome is 'cancelled by the client, closed by the desk with a reason, or done: nothing was left to sell.';
create unique index sale_request_open on sale_request (client_id) where ended_at is null;

create view open_item as
 select id as client_id,
    (( select count(*) as count
           from lot
          where lot.client_id = c.id and lot.open_quantity > 0))::int as positions,
    (( select count(*) as count
           from loan
          where loan.client_id = c.id and (loan.status in ('pending', 'admin_approved', 'approved'))))::int as loans,
    (( select count(*) as count
           from wallet_request
          where wallet_request.client_id = c.id and wallet_request.status = 'pending'))::int as requests,
    (( select coalesce(sum(charge.amount + charge.gst), 0) as "coalesce"
           from charge
          where charge.client_id = c.id and (charge.status not in ('APPROVED', 'CANCELLED'))))::bigint as charges,
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
          where adjustment.client_id = c.id and adjustment.status = 'pending'))::int as adjustments,
    (( select count(*) as count
           from exchange_trade
          where exchange_trade.client_id = c.id and exchange_trade.booked_at is null))::int as unbooked,
    (( select count(*) as count
           from shortage
          where shortage.client_id = c.id and shortage.ended_at is null))::int as shortages
   from client c;
comment on view open_item is 'What a client has to finish before the account can be closed or the personal data erased; all zero if nothing is open.';
comment on column open_item.charges is 'Paise of charges that are neither approved nor cancelled.';
comment on column open_item.unbooked is 'Trades of the exchanges'' files that are not booked.';
comment on column open_item.shortages is 'Short deliveries that are neither closed out nor ended.';

-- -------------------- broker/content

create table content (
  part text primary key check (part = 'testimonials'),
  file_name text not null,
  version int not null,
  constraint content_version check (version > 0)
);
comment on table content is 'Parts of the public pages that the broker publishes: each is a file in the file store, and a change writes a new file.';
comment on column content.part is 'testimonials.';
comment on column content.version is 'Counts the changes, so that two operators do not overwrite each other.';

-- -------------------- functions and triggers: bank-line.sql

-- A new line explains nothing yet.
create function begin_bank_line() returns trigger language plpgsql as $$
begin
  new.unexplained := new.amount;
  new.is_closed := false;
  return new;
end $$;
create trigger bank_line_begins before insert on bank_line for each row execute function begin_bank_line();

-- What the bank wrote never changes; the references read in it may change until the line is explained.
create function keep_bank_line() returns trigger language plpgsql as $$
begin
  raise exception 'A line of a bank statement is never changed';
end $$;
create trigger bank_line_account_kept before update of broker_bank_id on bank_line for each row when (new.broker_bank_id is distinct from
  old.broker_bank_id) execute function keep_bank_line();
create trigger bank_line_kept before update on bank_line for each row when (new.id is distinct from old.id or new.statement_id is distinct
  from old.statement_id or new.line_number is distinct from old.line_number or new.identity is distinct from old.identity or new.occurrence
  is distinct from old.occurrence or new.booked_on is distinct from old.booked_on or new.direction is distinct from old.direction or
  new.amount is distinct from old.amount or new.text is distinct from old.text or old.unexplained = 0 and new.unexplained = 0 and
  (new.reference is distinct from old.reference or new.names is distinct from old.names)) execute function keep_bank_line();

-- Lines leave the table through withdraw_bank_lines only.
create function keep_bank_lines() returns trigger language plpgsql as $$
begin
  if not exists (select from withdrawn_line w where w.id = old.id) then
    raise exception 'A line of a bank statement is withdrawn, never deleted';
  end if;
  return old;
end $$;
create trigger bank_line_only_withdrawn before delete on bank_line for each row execute function keep_bank_lines();

-- A balance changes only to that of a later statement, after two operators agreed to it.
create function keep_bank_balance() returns trigger language plpgsql as $$
begin
  if not exists (select from statement_contradiction c
                  where c.line_id = new.id and c.kind = 'balance' and c.balance = new.balance and c.resolution = 'corrected') then
    raise exception 'The balance of a bank line is only corrected by a later statement';
  end if;
  return new;
end $$;
create trigger bank_line_balance_kept before update of balance on bank_line for each row when (new.balance is distinct from old.balance)
  execute function keep_bank_balance();

-- The only way to remove lines: they count nowhere from then on.
create function withdraw_bank_lines(p_lines uuid[], p_by uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into withdrawn_line (id, statement_id, line, withdrawn_by)
    select l.id, l.statement_id, to_jsonb(l), p_by from bank_line l where l.id = any (p_lines);
  delete from bank_line where id = any (p_lines);
end $$;

-- After a large import the planner needs new statistics; only the table's owner may collect them.
create function analyze_bank_lines() returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  analyze bank_line;
end $$;

-- A link is written once and removed once.
create function keep_bank_link() returns trigger language plpgsql as $$
begin
  raise exception 'A link of a bank line is never changed, only removed once';
end $$;
create trigger bank_link_kept before update on bank_link for each row when (old.unlinked_at is not null or new.id is distinct from old.id or
  new.line_id is distinct from old.line_id or new.kind is distinct from old.kind or new.payment_id is distinct from old.payment_id or
  new.returns_id is distinct from old.returns_id or new.client_id is distinct from old.client_id or new.amount is distinct from old.amount
  or new.how is distinct from old.how or new.reason is distinct from old.reason or new.requested_by is distinct from old.requested_by or
  new.linked_by is distinct from old.linked_by or new.linked_at is distinct from old.linked_at) execute function keep_bank_link();

-- The normal spelling of a reference, without blanks and hyphens.
create function plain_reference(p_text text) returns text language sql immutable
  return regexp_replace(upper(p_text), '[^A-Z0-9]', '', 'g');

-- Reserves the reference of a line for `p_owner`; false if it belongs to something else. A payment that another line explains has
-- given up this reference; a claim gives way to a line that has our own reference.
create function reserve_line_reference(p_direction text, p_reference text, p_owner uuid, p_line uuid, p_is_payment boolean, p_how int)
returns boolean language plpgsql set search_path = public, pg_temp as $$
declare
  holder uuid;
  is_explained boolean;
  is_named boolean;
begin
  insert into payment_reference (reference, direction, used_by)
    select p_reference, p_direction, p_owner
     where not exists (select from payment_reference where reference = p_reference and direction = p_direction and is_collision)
    on conflict (reference, direction) where not is_collision do nothing;
  if found then return true; end if;
  select used_by into strict holder from payment_reference
    where reference = p_reference and direction = p_direction order by is_collision, used_by limit 1 for update;
  -- Several requests that one line paid together share its reference.
  if holder = p_owner or exists (
      select from bank_link where line_id = p_line and unlinked_at is null and holder in (payment_id, id)) then
    return true;
  end if;
  select count(*) > 0, coalesce(bool_or(l.reference = p_reference), false) into is_explained, is_named
    from bank_link k join bank_line l on l.id = k.line_id
   where (k.payment_id = holder and k.kind = 'payment' or k.id = holder) and k.unlinked_at is null and l.direction = p_direction;
  -- A second line with the reference of an explained one is another payment, which nothing can claim.
  if is_named then return not p_is_payment; end if;
  if is_explained or (p_is_payment and p_how = 2 and not exists (
      select from bank_payment where id = holder and status = 'approved')) then
    update payment_reference set used_by = p_owner
      where reference = p_reference and direction = p_direction and used_by = holder and not is_collision;
    return found;
  end if;
  return false;
end $$;
revoke execute on function reserve_line_reference from public;

-- The only way to explain a line. Returns null, or why it cannot be explained so: waiting (a pending proposal
-- would use the line, the payment or the receipt), explained, payment, returned, reference.
create function link_bank_line(
  p_id uuid, p_line uuid, p_kind text, p_payment uuid, p_returns uuid, p_client uuid, p_amount bigint, p_how int, p_reason text,
  p_requested_by uuid, p_linked_by uuid
) returns text language plpgsql security definer set search_path = public, pg_temp as $$
declare
  line bank_line;
  owner uuid := case when p_kind = 'payment' then p_payment else p_id end;
begin
  select * into strict line from bank_line where id = p_line for no key update;
  if exists (select from proposal where status = 'pending' and uses && array[
      'line:' || p_line, case when p_kind = 'payment' then 'request:' || p_payment end, 'receipt:' || p_returns])
    then return 'waiting'; end if;
  if p_amount > line.unexplained or (p_kind = 'note' and line.unexplained = 0) then return 'explained'; end if;
  if p_kind = 'payment' and exists (select from bank_link where payment_id = p_payment and kind = 'payment' and unlinked_at is null)
    then return 'payment'; end if;
  if p_kind = 'returned' and exists (
      select from bank_link where coalesce(returns_id, payment_id) = coalesce(p_returns, p_payment) and kind = 'returned' and unlinked_at is null)
    then return 'returned'; end if;
  if p_kind not in ('note', 'moved') and line.reference is not null
     and not reserve_line_reference(line.direction, line.reference, owner, p_line, p_kind = 'payment', p_how)
    then return 'reference'; end if;
  insert into bank_link (id, line_id, kind, payment_id, returns_id, client_id, amount, how, reason, requested_by, linked_by)
    values (p_id, p_line, p_kind, p_payment, p_returns, p_client, p_amount, p_how, p_reason, p_requested_by, p_linked_by)
    on conflict do nothing;
  -- Another line was linked with the payment at this moment.
  if not found then return case p_kind when 'returned' then 'returned' else 'payment' end; end if;
  if p_kind = 'payment' then
    -- A client may know the payment by another number in the line.
    insert into payment_reference (reference, direction, used_by)
      select n.name, line.direction, owner from unnest(line.names) n (name)
       where n.name ~ '^([0-9]{12}|[A-Z][A-Z0-9]{15}|[A-Z][A-Z0-9]{21})$' and n.name !~ '^SD'
         and not exists (select from payment_reference o where o.reference = n.name and o.direction = line.direction)
      on conflict do nothing;
  end if;
  update bank_line set unexplained = unexplained - p_amount, is_closed = is_closed or p_kind = 'note'
    where id = p_line and (p_amount <> 0 or p_kind = 'note');
  return null;
end $$;
revoke execute on function link_bank_line from public;

-- Removes a link and frees the references that only it had reserved; false if it was removed before.
create function unlink_bank_line(p_link uuid, p_by uuid, p_reason text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  link bank_link;
  line bank_line;
begin
  select l.* into line from bank_link k join bank_line l on l.id = k.line_id where k.id = p_link for no key update of l;
  update bank_link set unlinked_by = p_by, unlinked_at = now(), unlink_reason = p_reason
    where id = p_link and unlinked_at is null returning * into link;
  if link.id is null then return false; end if;
  update bank_line set unexplained = unexplained + link.amount, is_closed = is_closed and link.kind <> 'note'
    where id = line.id and link.kind <> 'moved';
  delete from payment_reference p
    where p.used_by = case when link.kind = 'payment' then link.payment_id else link.id end and p.direction = line.direction
      and (p.reference = line.reference or p.reference = any (line.names))
      and not exists (select from wallet_request r where r.id = p.used_by
                        and p.reference in (plain_reference(r.utr), plain_reference(r.bank_reference), plain_reference(r.first_approval_reference)))
      and not exists (select from charge h where h.id = p.used_by and p.reference = plain_reference(h.transaction_id));
  return true;
end $$;
revoke execute on function unlink_bank_line from public;

-- -------------------- functions and triggers: broker-bank.sql

-- broker_bank.closed_through never moves back.
create function keep_closed() returns trigger language plpgsql as $$
begin
  raise exception 'A closed day is never opened again';
end $$;
create trigger broker_bank_closed_kept before update of closed_through on broker_bank for each row when (old.closed_through is not null and
  (new.closed_through is null or new.closed_through < old.closed_through)) execute function keep_closed();

-- After a sign-off nothing can be booked on the day or before it (bank_booking). Waits for bookings under way.
create function close_bank_day() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(7234077);
  update broker_bank set closed_through = new.day
    where id = new.broker_bank_id and (closed_through is null or closed_through < new.day);
  if not found then raise exception 'This day is closed already'; end if;
  return new;
end $$;
create trigger bank_day_closes before insert on bank_day for each row execute function close_bank_day();

-- An opening balance is reversed once.
create function keep_bank_opening() returns trigger language plpgsql as $$
begin
  if old.reversed_at is not null or new.reversed_at is null
    or (new.id, new.broker_bank_id, new.day, new.amount, new.requested_by, new.booked_by, new.booked_at)
      is distinct from (old.id, old.broker_bank_id, old.day, old.amount, old.requested_by, old.booked_by, old.booked_at) then
    raise exception 'An opening balance is reversed once, and changed in no other way' using errcode = 'check_violation', table = 'bank_opening';
  end if;
  return new;
end $$;
create trigger bank_opening_kept before update on bank_opening for each row execute function keep_bank_opening();

-- -------------------- functions and triggers: closure.sql

-- The only writer of client_ledger.closure, so that it always equals client.closure.
create function copy_closure() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update client_ledger set closure = new.closure where client_id = new.id;
  return new;
end $$;
create trigger client_closure_copied after update of closure on client for each row when (old.closure is distinct from new.closure) execute
  function copy_closure();

-- The error of whatever an account that is being closed, or is closed, does not allow.
create function raise_closure(p_client uuid, p_closure text) returns void language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'the account of client % is %', p_client, p_closure using errcode = 'check_violation', table = 'client_ledger',
    constraint = case p_closure when 'closed' then 'client_ledger_closed' else 'client_ledger_closing' end;
end $$;

-- Waits for bookings and new requests under way; new ones wait until the caller's transaction ends.
create function lock_account(p_client uuid) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from client where id = p_client for no key update;
  perform from client_ledger where client_id = p_client for update;
end $$;
revoke execute on function lock_account from public;

-- Rejects new requests that book nothing yet. Waits for a closing in progress.
create function refuse_while_closing() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  state text;
begin
  select closure into state from client_ledger where client_id = new.client_id for key share;
  if state is not null then perform raise_closure(new.client_id, state); end if;
  return new;
end $$;
create trigger adjustment_not_closing before insert on adjustment for each row execute function refuse_while_closing();
create trigger charge_not_closing before insert on charge for each row execute function refuse_while_closing();
create trigger loan_not_closing before insert on loan for each row execute function refuse_while_closing();
create trigger deposit_reopened_not_closing before update of status on wallet_request for each row when (new.type = 'added' and old.status =
  'rejected' and new.status = 'pending') execute function refuse_while_closing();

-- -------------------- functions and triggers: ledger.sql

-- For tables whose rows are only added.
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
create trigger bank_line_no_truncate before truncate on bank_line for each statement execute function refuse_change();
create trigger bank_link_never_deleted before delete on bank_link for each row execute function refuse_change();
create trigger bank_link_no_truncate before truncate on bank_link for each statement execute function refuse_change();
create trigger bank_opening_never_deleted before delete on bank_opening for each row execute function refuse_change();
create trigger bank_opening_no_truncate before truncate on bank_opening for each statement execute function refuse_change();
create trigger charge_never_deleted before delete on charge for each row execute function refuse_change();
create trigger charge_no_truncate before truncate on charge for each statement execute function refuse_change();
create trigger clearing_file_append_only before delete or update on clearing_file for each row execute function refuse_change();
create trigger clearing_file_no_truncate before truncate on clearing_file for each statement execute function refuse_change();
create trigger delivered_settlement_append_only before delete or update on delivered_settlement for each row execute function
  refuse_change();
create trigger delivered_settlement_no_truncate before truncate on delivered_settlement for each statement execute function refuse_change();
create trigger entry_append_only before delete or update on entry for each row execute function refuse_change();
create trigger entry_no_truncate before truncate on entry for each statement execute function refuse_change();
create trigger journal_append_only before delete or update on journal for each row execute function refuse_change();
create trigger journal_no_truncate before truncate on journal for each statement execute function refuse_change();
create trigger levy_adjustment_append_only before delete or update on levy_adjustment for each row execute function refuse_change();
create trigger levy_adjustment_no_truncate before truncate on levy_adjustment for each statement execute function refuse_change();
create trigger levy_file_append_only before delete or update on levy_file for each row execute function refuse_change();
create trigger levy_file_no_truncate before truncate on levy_file for each statement execute function refuse_change();
create trigger loan_never_deleted before delete on loan for each row execute function refuse_change();
create trigger loan_no_truncate before truncate on loan for each statement execute function refuse_change();
create trigger loan_repayment_append_only before delete or update on loan_repayment for each row execute function refuse_change();
create trigger loan_repayment_no_truncate before truncate on loan_repayment for each statement execute function refuse_change();
create trigger lot_kept before update on lot for each row when (old.id is distinct from new.id or old.client_id is distinct from
  new.client_id or old.stock is distinct from new.stock or old.isin is distinct from new.isin or old.source is distinct from new.source or
  old.trade_id is distinct from new.trade_id or old.parent_id is distinct from new.parent_id or old.acquired_on is distinct from
  new.acquired_on or old.quantity is distinct from new.quantity or old.cost is distinct from new.cost or old.loan_part is distinct from
  new.loan_part or old.opened_by is distinct from new.opened_by or old.is_fraction is distinct from new.is_fraction) execute function
  refuse_change();
create trigger lot_never_deleted before delete on lot for each row execute function refuse_change();
create trigger lot_no_truncate before truncate on lot for each statement execute function refuse_change();
create trigger payout_file_kept before delete or update on payout_file for each row execute function refuse_change();
create trigger price_file_append_only before delete or update on price_file for each row execute function refuse_change();
create trigger price_file_no_truncate before truncate on price_file for each statement execute function refuse_change();
create trigger proposal_never_deleted before delete on proposal for each row execute function refuse_change();
create trigger proposal_no_truncate before truncate on proposal for each statement execute function refuse_change();
create trigger replaced_lot_append_only before delete or update on replaced_lot for each row execute function refuse_change();
create trigger replaced_lot_no_truncate before truncate on replaced_lot for each statement execute function refuse_change();
create trigger security_file_append_only before delete or update on security_file for each row execute function refuse_change();
create trigger security_file_no_truncate before truncate on security_file for each statement execute function refuse_change();
create trigger stt_list_append_only before delete or update on stt_list for each row execute function refuse_change();
create trigger stt_list_no_truncate before truncate on stt_list for each statement execute function refuse_change();
create trigger symbol_change_append_only before delete or update on symbol_change for each row execute function refuse_change();
create trigger symbol_change_no_truncate before truncate on symbol_change for each statement execute function refuse_change();
create trigger trade_never_deleted before delete on trade for each row execute function refuse_change();
create trigger trade_no_truncate before truncate on trade for each statement execute function refuse_change();
create trigger wallet_request_never_deleted before delete on wallet_request for each row execute function refuse_change();
create trigger wallet_request_no_truncate before truncate on wallet_request for each statement execute function refuse_change();
create trigger withdrawn_line_append_only before delete or update on withdrawn_line for each row execute function refuse_change();
create trigger withdrawn_line_no_truncate before truncate on withdrawn_line for each statement execute function refuse_change();

-- Every client has a ledger. With the owner's rights, because whoever adds a client has none on it.
create function open_client_ledger() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into client_ledger (client_id, frozen) values (new.id, new.frozen_at is not null);
  return new;
end $$;
create trigger client_opens_ledger after insert on client for each row execute function open_client_ledger();

-- The only writer of client_ledger.frozen, so that it always agrees with client.frozen_at.
create function copy_frozen() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update client_ledger set frozen = new.frozen_at is not null where client_id = new.id;
  return new;
end $$;
create trigger client_frozen_copied after update of frozen_at on client for each row when ((old.frozen_at is null) <> (new.frozen_at is
  null)) execute function copy_frozen();

-- The account and day of a booking on `bank`. Without an account it is the receiving one; without a day, or with a closed one, the first
-- open day from today on. Bookings share the lock; whoever closes a day takes it alone and waits for those under way. One condition in
-- each statement, because both in one would be planned again for every call.
create function bank_booking(p_account uuid, p_day date, out account_id uuid, out value_date date)
language plpgsql set search_path = public, pg_temp as $$
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

-- What every posting does before it locks a row: nothing. A cluster has its own form (server/cluster).
create function begin_posting() returns void language plpgsql as $$
begin
end $$;
revoke execute on function begin_posting from public;

-- Events that are booked for every client, also while the account is being closed, and after that.
create function trading_events() returns text[] language sql immutable parallel safe as $$ select array[
  'contract.booked', 'contract.adjusted.stt', 'contract.adjusted.stamp', 'contract.adjusted.stt.again', 'contract.adjusted.stamp.again', 'contract.reversed', 'trade.confirmed', 'settlement.released', 'dp.charged', 'dp.reversed',
  'fraction.paid', 'fraction.reversed', 'rights.allotted', 'rights.lapsed', 'rights.reversed'
]::text[] $$;

-- What a client has in each settlement, after a posting that holds the lock of the client's ledger. What is used is the usable part first.
-- Raises check_violation of client_settlement where it would become negative.
create function change_settlements(
  p_client uuid, p_debits text[], p_credits text[], p_amounts bigint[], p_settlements text[]
) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  change record;
begin
  for change in
    select u.settlement, sum(case 'unsettled' when u.credit then u.amount else -u.amount end)::bigint as amount
      from unnest(p_debits, p_credits, p_amounts, p_settlements) as u (debit, credit, amount, settlement)
     where 'unsettled' in (u.debit, u.credit) group by u.settlement
  loop
    update client_settlement set unsettled = unsettled + change.amount, unusable = least(unusable, unsettled + change.amount)
     where client_id = p_client and settlement_id = change.settlement;
    if not found then
      insert into client_settlement (client_id, settlement_id, unsettled) values (p_client, change.settlement, change.amount);
    end if;
  end loop;
  delete from client_settlement where client_id = p_client and unsettled = 0;
end $$;
revoke execute on function change_settlements from public;

-- The parts of a client's settlements that pay only within their own settlement before the pay-out; the caller holds the lock of the ledger.
create function set_unusable(p_client uuid, p_settlements text[], p_amounts bigint[])
returns void language sql security definer set search_path = public, pg_temp as $$
  update client_settlement s set unusable = u.amount from unnest(p_settlements, p_amounts) as u (settlement, amount)
   where s.client_id = p_client and s.settlement_id = u.settlement and s.unusable <> u.amount
$$;
revoke execute on function set_unusable from public;

-- The only writer of a client's books: locks the client's ledger, changes it by the sum of the entries, and writes journal and entries.
-- Raises check_violation of client_ledger where an account would become negative, the client is frozen or the account is being
-- closed, and unique_violation of journal_once where the event has happened to this cause. Runs with its owner's rights; the application's
-- role cannot write these tables. A loop sums the changes, because an aggregate costs 11 µs more. Each insert names its
-- one client, so that a cluster sends it to one shard.
create function book_journal(
  p_journal uuid, p_event text, p_client uuid, p_cause uuid, p_reason text,
  p_debits text[], p_credits text[], p_amounts bigint[], p_bank uuid default null, p_day date default null,
  p_settlements text[] default null
) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  booking record;
  account uuid;
  day date;
  change_cash bigint := 0;
  change_invested bigint := 0;
  change_loan bigint := 0;
  change_cashback bigint := 0;
  change_withheld bigint := 0;
  change_unsettled bigint := 0;
  change_dues bigint := 0;
  figures client_ledger;
  held record;
  is_checked boolean := false;
  paid bigint;
begin
  if cardinality(p_amounts) = 0 or 0 >= any (p_amounts) then
    raise exception 'Every posting of % moves an amount above zero', p_event;
  end if;
  perform begin_posting();
  if 'bank' = any (p_debits || p_credits) then
    -- An assignment costs less than a statement.
    booking := bank_booking(p_bank, p_day);
    account := booking.account_id;
    day := booking.value_date;
  else
    day := (select closed_through + 1 from broker_bank
             where receives and closed_through >= (clock_timestamp() at time zone 'Asia/Kolkata')::date);
  end if;
  for n in 1 .. cardinality(p_amounts) loop
    case p_debits[n]
      when 'cash' then change_cash := change_cash - p_amounts[n];
      when 'invested' then change_invested := change_invested - p_amounts[n];
      when 'loan' then change_loan := change_loan - p_amounts[n];
      when 'cashback' then change_cashback := change_cashback - p_amounts[n];
      when 'withheld' then change_withheld := change_withheld - p_amounts[n];
      when 'unsettled' then change_unsettled := change_unsettled - p_amounts[n];
      when 'client_dues' then change_dues := change_dues + p_amounts[n];
      else
    end case;
    case p_credits[n]
      when 'cash' then change_cash := change_cash + p_amounts[n];
      when 'invested' then change_invested := change_invested + p_amounts[n];
      when 'loan' then change_loan := change_loan + p_amounts[n];
      when 'cashback' then change_cashback := change_cashback + p_amounts[n];
      when 'withheld' then change_withheld := change_withheld + p_amounts[n];
      when 'unsettled' then change_unsettled := change_unsettled + p_amounts[n];
      when 'client_dues' then change_dues := change_dues - p_amounts[n];
      else
    end case;
  end loop;
  -- One statement is enough for most clients, who are neither frozen nor closing and have no dues. For the others the row is locked and dues are
  -- paid; if none are, the client's state is checked and the statement runs again.
  loop
    update client_ledger l set
      cash = l.cash + change_cash, invested = l.invested + change_invested, loan = l.loan + change_loan,
      cashback = l.cashback + change_cashback, withheld = l.withheld + change_withheld,
      unsettled = l.unsettled + change_unsettled, dues = l.dues + change_dues,
      -- Later than the journal before even if the clock was set back.
      booked_at = greatest(clock_timestamp(), l.booked_at + interval '1 microsecond')
    where l.client_id = p_client
      -- Cash beside dues pays them first, below.
      and (l.dues + change_dues <= 0 or l.cash + change_cash <= 0)
      and (is_checked or not l.frozen and l.closure is null)
    returning l.* into figures;
    exit when found;
    select closure, frozen, cash, dues into held from client_ledger where client_id = p_client for no key update;
    if not found then raise exception 'client % has no ledger accounts', p_client; end if;
    paid := least(held.dues + change_dues, held.cash + change_cash);
    if paid > 0 then
      perform book_journal(p_journal, p_event, p_client, p_cause, p_reason, array_append(p_debits, 'cash'),
                           array_append(p_credits, 'client_dues'), array_append(p_amounts, paid), p_bank, p_day,
                           array_append(p_settlements, null));
      return;
    end if;
    -- Trades of the exchange are booked for every client, and so is what changes no figure, such as a charge's payment that the bank took back.
    if not (held.closure is null or p_event = any (trading_events())
      or (change_cash, change_invested, change_loan, change_cashback, change_withheld, change_unsettled, change_dues) = (0, 0, 0, 0, 0, 0, 0)
      or (held.closure = 'open' and (
        p_event in ('withdrawal.paid', 'withdrawal.refused', 'line.credited', 'line.debited', 'line.reversed', 'cashback.ended', 'cashback.restored')
        or exists (select from closure k where k.client_id = p_client and k.status = 'open' and k.request_id = p_cause)))) then
      perform raise_closure(p_client, held.closure);
    end if;
    if held.frozen and p_event in ('withdrawal.requested', 'loan.accepted', 'loan.repaid', 'trade.bought') then
      raise exception 'client % is frozen', p_client
        using errcode = 'check_violation', table = 'client_ledger', constraint = 'client_ledger_frozen';
    end if;
    is_checked := true;
  end loop;
  if figures.invested < 0 and p_event not in ('trade.confirmed', 'contract.reversed') then
    set constraints client_ledger_invested_kept immediate;
  end if;
  insert into journal (id, event, client_id, cause_id, reason, at, cash, invested, loan, cashback, withheld, unsettled, dues, bank_id,
                       value_date)
    values (p_journal, p_event, p_client, p_cause, p_reason, figures.booked_at, figures.cash, figures.invested, figures.loan,
            figures.cashback, figures.withheld, figures.unsettled, figures.dues, account, day);
  insert into entry (journal_id, client_id, debit, credit, amount, settlement_id)
    select p_journal, p_client, u.debit, u.credit, u.amount, u.settlement
      from unnest(p_debits, p_credits, p_amounts, p_settlements) as u (debit, credit, amount, settlement);
  if 'unsettled' = any (p_debits || p_credits) then
    perform change_settlements(p_client, p_debits, p_credits, p_amounts, p_settlements);
  end if;
end $$;
revoke execute on function book_journal from public;

-- What is invested may be below zero only within a transaction: the journal of a dealer's purchase, or a contract, is undone before a contract
-- books the purchase again, and some of it may have been sold since.
create function keep_invested() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if (select invested < 0 from client_ledger where client_id = new.client_id) then
    raise exception 'client % has less than nothing invested', new.client_id
      using errcode = 'check_violation', table = 'client_ledger', constraint = 'client_ledger_invested_check';
  end if;
  return null;
end $$;
create constraint trigger client_ledger_invested_kept after insert or update on client_ledger deferrable initially deferred for each row
  when (new.invested < 0) execute function keep_invested();

-- Books what concerns no client: charges, interest, transfers and receipts of the broker's bank accounts.
create function post_house_journal(
  p_journal uuid, p_event text, p_cause uuid, p_reason text,
  p_debits text[], p_credits text[], p_amounts bigint[], p_bank uuid, p_day date, p_settlements text[] default null
) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  nobody constant uuid := '00000000-0000-0000-0000-000000000000';
  booking record;
begin
  if cardinality(p_amounts) = 0 or 0 >= any (p_amounts) then
    raise exception 'Every posting of % moves an amount above zero', p_event;
  end if;
  perform begin_posting();
  if 'bank' = any (p_debits || p_credits) then
    select account_id, value_date into booking from bank_booking(p_bank, p_day);
  else
    select null::uuid as account_id,
           (select closed_through + 1 from broker_bank
             where receives and closed_through >= (clock_timestamp() at time zone 'Asia/Kolkata')::date) as value_date into booking;
  end if;
  insert into journal (id, event, client_id, cause_id, reason, cash, invested, loan, cashback, withheld, bank_id, value_date)
    values (p_journal, p_event, nobody, p_cause, p_reason, 0, 0, 0, 0, 0, booking.account_id, booking.value_date);
  insert into entry (journal_id, client_id, debit, credit, amount, settlement_id)
    select p_journal, nobody, u.debit, u.credit, u.amount, u.settlement
      from unnest(p_debits, p_credits, p_amounts, p_settlements) as u (debit, credit, amount, settlement);
end $$;
revoke execute on function post_house_journal from public;

-- A client's figures, locked until the transaction ends. With its owner's rights, because locking a row needs the right to change it.
create function lock_figures(p_client uuid) returns setof client_ledger
  language sql security definer set search_path = public, pg_temp
  as $$ select * from client_ledger where client_id = p_client for no key update $$;

-- What the journals of these causes booked. With its owner's rights, because a cluster shows what a transaction has written to the role that
-- wrote it.
create function entries_of(p_causes uuid[])
returns table (event text, bank_id uuid, value_date date, id bigint, debit text, credit text, amount bigint, settlement_id text)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  return query
    select j.event::text, j.bank_id, j.value_date, e.id, e.debit::text, e.credit::text, e.amount, e.settlement_id
      from journal j join entry e on e.journal_id = j.id and e.client_id = j.client_id
     where j.cause_id = any (p_causes);
end $$;

-- Those of these settlements whose proceeds the client has got. With its owner's rights, as entries_of.
create function released_settlements(p_client uuid, p_settlements text[]) returns setof text
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  return query
    select distinct e.settlement_id from entry e join journal j on j.id = e.journal_id and j.client_id = e.client_id
     where e.client_id = p_client and e.settlement_id = any (p_settlements) and 'unsettled' in (e.debit, e.credit)
       and j.event = 'settlement.released';
end $$;

-- How much of the money booked to a client for a cause went to dues, in paise; null if none. Runs with its owner's rights, as entries_of, and in
-- PL/pgSQL, as figures_before.
create function dues_paid(p_client uuid, p_cause uuid) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  return (select sum(e.amount) from journal j join entry e on e.journal_id = j.id and e.client_id = j.client_id
           where j.client_id = p_client and j.cause_id = p_cause and e.debit = 'cash' and e.credit = 'client_dues');
end $$;

-- A client's figures before a journal. PL/pgSQL, because a cluster cannot do this for several clients in one statement.
create function figures_before(p_client uuid, p_at timestamptz, p_journal uuid)
returns table (client_id uuid, cash bigint, invested bigint, loan bigint, cashback bigint, withheld bigint, unsettled bigint, dues bigint)
language plpgsql stable as $$
begin
  return query
    select j.client_id, j.cash, j.invested, j.loan, j.cashback, j.withheld, j.unsettled, j.dues from journal j
     where j.client_id = p_client and (j.at, j.id) < (p_at, p_journal) order by j.at desc, j.id desc limit 1;
end $$;

-- Adds the next entries to the totals of their days: up to p_through, to which no transaction can add one any more, and at most p_most.
-- Returns how far the totals reach. Postings never touch these rows.
create function add_ledger_days(p_through bigint, p_most int) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  start bigint;
  stop bigint;
begin
  insert into ledger_day_point (entry_id) values (0) on conflict do nothing;
  select entry_id into start from ledger_day_point for update;
  stop := least(p_through, start + p_most);
  if stop <= start then return start; end if;
  insert into ledger_day (day, bank_id, debit, credit, amount, entries)
    with newer as (select journal_id, client_id, debit, credit, amount from entry where id > start and id <= stop)
    select j.booked_on, j.bank_id, e.debit, e.credit, sum(e.amount), count(*)
      from newer e join journal j on j.id = e.journal_id and j.client_id = e.client_id
     group by j.booked_on, j.bank_id, e.debit, e.credit
  on conflict on constraint ledger_day_once do update
    set amount = ledger_day.amount + excluded.amount, entries = ledger_day.entries + excluded.entries;
  update ledger_day_point set entry_id = stop;
  return stop;
end $$;
revoke execute on function add_ledger_days from public;

-- The totals of these days: the stored ones, and the entries after them. A variable holds the point, because a plan made without its value
-- would read all entries. Stable, so that both are of one moment.
create function ledger_days(p_from date, p_to date)
returns table (day date, bank_id uuid, debit text, credit text, amount bigint, entries bigint) language plpgsql stable as $$
declare
  point constant bigint := coalesce((select entry_id from ledger_day_point), 0);
begin
  return query
    select d.day, d.bank_id, d.debit::text, d.credit::text, d.amount, d.entries from ledger_day d
     where d.day between p_from and p_to;
  return query
    with newer as (select e.journal_id, e.client_id, e.debit, e.credit, e.amount from entry e where e.id > point)
    select j.booked_on, j.bank_id, e.debit::text, e.credit::text, sum(e.amount)::bigint, count(*)
      from newer e join journal j on j.id = e.journal_id and j.client_id = e.client_id
     where j.booked_on between p_from and p_to
     group by j.booked_on, j.bank_id, e.debit, e.credit;
end $$;

-- The clearing corporation's account in a settlement, in paise. Of the clients' entries: what their trades receive, less what they pay. Of the
-- entries that concern no client (p_nobody): what the bank received, less what it paid. PL/pgSQL, as figures_before.
create function clearing_sum(p_settlement text, p_nobody boolean) returns bigint language plpgsql stable as $$
declare
  nobody constant uuid := '00000000-0000-0000-0000-000000000000';
begin
  return (select coalesce(sum(case 'clearing_corporation' when e.debit then e.amount when e.credit then -e.amount end), 0)
                 * case when p_nobody then -1 else 1 end
            from entry e where e.settlement_id = p_settlement and (e.client_id = nobody) = p_nobody);
end $$;

-- The first day on which something was booked on a bank account. PL/pgSQL, as figures_before.
create function first_bank_day(p_bank uuid) returns date language plpgsql stable as $$
begin
  return (select min(value_date) from journal where bank_id = p_bank);
end $$;

-- -------------------- functions and triggers: session.sql

-- Called at the end of every transaction of a request. Raises check_violation of session if the session has ended or its owner may no
-- longer act; otherwise the session cannot be ended before this transaction commits. Freezing a client deletes the sessions, so that
-- only an operator's role and state are read again.
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

-- However a session ends, its event streams end with the next notices; the end of an operator's view of a client is audited.
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

-- The second factor of a client or operator, the stronger one of the two; null: none.
create function second_factor(owner uuid) returns text language sql stable as $$
  select case
    when exists (select from passkey where owner_id = owner) then 'passkey'
    when exists (select from totp where owner_id = owner and confirmed_at is not null) then 'totp'
  end
$$;

-- -------------------- functions and triggers: state.sql

-- What clients and operators have decided stays as it was decided, whatever the program does: amounts and payees are fixed,
-- states change only as the contract says, a decision names who made it, and no row is deleted. Times may be changed by the
-- database's owner only.
create function refuse_state(p_table text, p_what text) returns void language plpgsql as $$
begin
  raise exception '% of a % is never changed like this', p_what, p_table using errcode = 'check_violation', table = p_table;
end $$;

-- The states of a charge (contract: chargeTransitions).
create function keep_charge() returns trigger language plpgsql as $$
begin
  if (new.id, new.number, new.client_id, new.type, new.description, new.amount, new.gst, new.due_on, new.raised_by)
     is distinct from
     (old.id, old.number, old.client_id, old.type, old.description, old.amount, old.gst, old.due_on, old.raised_by)
  then perform refuse_state('charge', 'the amount'); end if;
  if current_user = 'sauda_app' and (new.created_at is distinct from old.created_at
     or (new.paid_at, new.decided_at) is distinct from (old.paid_at, old.decided_at) and new.status = old.status)
  then perform refuse_state('charge', 'a time'); end if;
  if (new.transaction_id is distinct from old.transaction_id
      -- An erasure of personal data.
      or new.remarks is distinct from old.remarks and new.remarks is distinct from '')
     and (new.status <> 'PAID' or old.status = 'PAID')
  then perform refuse_state('charge', 'the payment'); end if;
  if new.status = old.status then
    if (new.decided_by, new.reason) is distinct from (old.decided_by, old.reason)
    then perform refuse_state('charge', 'the decision'); end if;
  elsif not (
    new.status = 'PAID' and old.status in ('PENDING', 'REJECTED')
    or new.status in ('APPROVED', 'REJECTED') and old.status = 'PAID'
    or new.status = 'CANCELLED' and old.status in ('PENDING', 'REJECTED'))
  then perform refuse_state('charge', format('the status %s to %s', old.status, new.status));
  end if;
  return new;
end $$;
create trigger charge_kept before update on charge for each row execute function keep_charge();

-- The states of a loan (contract: loanTransitions).
create function keep_loan() returns trigger language plpgsql as $$
begin
  if (new.id, new.client_id) is distinct from (old.id, old.client_id)
  then perform refuse_state('loan', 'the client'); end if;
  if old.accepted_at is not null and (new.accepted_at, new.terms::text) is distinct from (old.accepted_at, old.terms::text)
  then perform refuse_state('loan', 'the acceptance'); end if;
  if current_user = 'sauda_app' and (new.created_at is distinct from old.created_at
     or (new.decided_at, new.accepted_at, new.closed_at) is distinct from (old.decided_at, old.accepted_at, old.closed_at)
        and new.status = old.status)
  then perform refuse_state('loan', 'a time'); end if;
  if new.status = old.status then
    if (new.terms::text, new.decided_by, new.reason) is distinct from (old.terms::text, old.decided_by, old.reason)
       or old.status <> 'approved' and new.principal is distinct from old.principal
       or old.status = 'approved' and (new.principal is null or new.principal > old.principal)
    then perform refuse_state('loan', 'the offer, the decision or the principal'); end if;
  elsif not (
    old.status = 'pending' and new.status = 'admin_approved' and new.decided_by is not null
    or old.status = 'pending' and new.status = 'rejected' and new.decided_by is not null
    -- A client may decline an offer.
    or old.status = 'admin_approved' and new.status = 'rejected' and new.terms::text = old.terms::text
    or old.status = 'admin_approved' and new.status = 'approved' and new.decided_by is not distinct from old.decided_by
    or old.status = 'approved' and new.status = 'closed' and (new.decided_by, new.terms::text) is not distinct from (old.decided_by, old.terms::text))
  then perform refuse_state('loan', format('the status %s to %s', old.status, new.status));
  end if;
  return new;
end $$;
create trigger loan_kept before update on loan for each row execute function keep_loan();

-- The states of a proposal (contract: proposalTransitions).
create function keep_proposal() returns trigger language plpgsql as $$
begin
  if (new.id, new.kind, new.client_id, new.reasons, new.uses, new.requested_by)
     is distinct from (old.id, old.kind, old.client_id, old.reasons, old.uses, old.requested_by)
     -- An erasure of personal data.
     or (new.summary, new.payload) is distinct from (old.summary, old.payload)
        and (old.status = 'pending' or new.summary <> '[erased]' or new.payload <> '{}')
  then perform refuse_state('proposal', 'what was proposed'); end if;
  if current_user = 'sauda_app' and (new.created_at is distinct from old.created_at
     or new.decided_at is distinct from old.decided_at and new.status = old.status)
  then perform refuse_state('proposal', 'a time'); end if;
  if new.status = old.status then
    if new.decided_by is distinct from old.decided_by then perform refuse_state('proposal', 'the decision'); end if;
  elsif old.status <> 'pending' or new.status in ('approved', 'rejected') and new.decided_by is null
  then perform refuse_state('proposal', format('the status %s to %s', old.status, new.status));
  end if;
  return new;
end $$;
create trigger proposal_kept before update on proposal for each row execute function keep_proposal();

-- -------------------- functions and triggers: trade.sql

-- A trade is never changed, except for its reversal and the confirmation of its price.
create function keep_trade() returns trigger language plpgsql as $$
begin
  if row (old.id, old.number, old.client_id, old.action, old.stock, old.quantity, old.price, old.amount, old.cost,
          old.loan_part, old.to_loan, old.lot_id, old.booked_by, old.reference, old.reference_key, old.created_at, old.day,
          old.traded_at, old.exchange, old.order_number, old.exchange_trade_number, old.import_id, old.requested_by, old.deviation,
          old.price_unchecked, old.action_id)
     is distinct from
     row (new.id, new.number, new.client_id, new.action, new.stock, new.quantity, new.price, new.amount, new.cost,
          new.loan_part, new.to_loan, new.lot_id, new.booked_by, new.reference, new.reference_key, new.created_at, new.day,
          new.traded_at, new.exchange, new.order_number, new.exchange_trade_number, new.import_id, new.requested_by, new.deviation,
          new.price_unchecked, new.action_id)
     or old.reversal_id is not null and old.reversal_id is distinct from new.reversal_id
     or old.confirmed_by is not null and old.confirmed_by is distinct from new.confirmed_by then
    raise exception 'What was booked is never changed; a wrong booking is reversed';
  end if;
  return new;
end $$;
create trigger trade_kept before update on trade for each row execute function keep_trade();

-- How names of instruments are compared: letters and digits only, so that usd-inr, USDINR and USD/INR are the same.
create function instrument_key(typed text) returns text language sql immutable parallel safe as $$
  select regexp_replace(upper(regexp_replace(trim(typed), '[[:space:]]+(ltd|limited)[.]?$', '', 'i')), '[^[:alnum:]]', '', 'g')
$$;

-- Keeps instrument_name equal to the symbol, name and aliases of the instrument.
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

-- Whose trade of an exchange file it is: the broker's own or error account, that of a client whose custodian settles, or a client's.
create function trade_kind(client_type text, client_code text, custodian text) returns text language sql immutable parallel safe as $$
  select case when client_type = 'own' or upper(client_code) = 'OWN' then 'own' when upper(client_code) ~ '^ERROR[0-9]*$' then 'error'
              when custodian <> '' then 'institutional' else 'client' end
$$;

-- The ISIN of a security on a day: that of its last accepted successor.
create function isin_on(given text, on_day date) returns text language sql stable strict parallel safe as $$
  with recursive chain (isin, step) as (
    select given, 0
    union all
    select s.successor, c.step + 1 from chain c join isin_successor s on s.isin = c.isin
     where s.accepted and s.from_day <= on_day and c.step < 50)
  select isin from chain order by step desc limit 1
$$;

-- The clearing corporation of an exchange on a day, named by its own exchange: NSE is NCL and BSE is ICCL.
create function clears_at(p_exchange text, p_day date) returns text language sql stable parallel safe as $$
  select case coalesce((select case p_exchange when 'NSE' then nse else bse end from clearing_corporation
                         where from_day <= p_day order by from_day desc limit 1), p_exchange)
         when 'NCL' then 'NSE' when 'ICCL' then 'BSE' else p_exchange end
$$;

-- The exchanges whose trades of a day are cleared at the clearing corporation of this exchange.
create function exchanges_at(p_exchange text, p_day date) returns text[] language sql stable parallel safe as $$
  select array(select e from unnest('{NSE,BSE}'::text[]) e where clears_at(e, p_day) = p_exchange)
$$;

-- By what a price before a day is multiplied so that it compares with today's: for each split, consolidation and bonus of the share with an
-- ex-date after that day.
create function price_factor(p_stock text, p_day date) returns numeric language plpgsql stable parallel safe as $$
declare
  action record;
  factor numeric := 1;
begin
  for action in
    select kind, held, given from corporate_action
     where stock = p_stock and ex_date > p_day and reversed_at is null and kind in ('split', 'consolidation', 'bonus')
  loop
    factor := factor * action.held / case action.kind when 'bonus' then action.held + action.given else action.given end;
  end loop;
  return factor;
end $$;

-- -------------------- functions and triggers: wallet.sql

-- Every new request locks its client's ledger before the count of its client's requests, as settlements and closings do, so that no two
-- of them wait for each other. Rejects deposits to an account that is being closed.
create function lock_for_request() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  state text;
begin
  select closure into state from client_ledger where client_id = new.client_id for no key update;
  if state is not null and new.type = 'added' then perform raise_closure(new.client_id, state); end if;
  return new;
end $$;
create trigger wallet_request_locks_ledger before insert on wallet_request for each row execute function lock_for_request();

-- Keeps wallet_count.
create function count_requests() returns trigger language plpgsql as $$
begin
  insert into wallet_count as w (client_id, requests)
    select client_id, count(*) from added group by client_id order by client_id
    on conflict (client_id) do update set requests = w.requests + excluded.requests;
  return null;
end $$;
create trigger wallet_request_counted after insert on wallet_request referencing new table as added for each statement execute function
  count_requests();

-- The states of a deposit or withdrawal (contract: requestTransitions).
create function keep_request() returns trigger language plpgsql as $$
declare
  -- The first approval of an operator who may no longer give it.
  is_taken_back boolean := old.status = 'pending' and new.status = 'pending' and old.first_approval_by is not null
    and num_nonnulls(new.first_approval_by, new.first_approval_at, new.first_approval_reference, new.credited) = 0;
begin
  if (new.id, new.number, new.client_id, new.type, new.amount, new.reference, new.utr, new.pay_to_ifsc, new.settlement)
     is distinct from
     (old.id, old.number, old.client_id, old.type, old.amount, old.reference, old.utr, old.pay_to_ifsc, old.settlement)
     -- An erasure of personal data.
     or new.pay_to_name is distinct from old.pay_to_name and (old.pay_to_name is null or new.pay_to_name <> '[erased]' or new.status = 'pending')
  then perform refuse_state('wallet_request', 'the amount or the payee'); end if;
  -- Encrypted again with another key, and nothing else.
  if new.pay_to_number is distinct from old.pay_to_number and
     (new.status, new.credited, new.first_approval_by, new.payout_batch_id, new.bank_reference)
     is distinct from (old.status, old.credited, old.first_approval_by, old.payout_batch_id, old.bank_reference)
  then perform refuse_state('wallet_request', 'the payee'); end if;
  if current_user = 'sauda_app' and (new.created_at is distinct from old.created_at
     or new.decided_at is distinct from old.decided_at and new.status = old.status
     or new.first_approval_at is distinct from old.first_approval_at and new.first_approval_by is not distinct from old.first_approval_by)
  then perform refuse_state('wallet_request', 'a time'); end if;

  if new.status = old.status then
    if (new.decided_by, new.reason, new.approved_from) is distinct from (old.decided_by, old.reason, old.approved_from)
       -- The same reference in its normal spelling.
       or new.bank_reference is distinct from old.bank_reference
          and (old.status <> 'approved' or new.bank_reference is null or new.bank_reference = ''
               or position(new.bank_reference in upper(regexp_replace(old.bank_reference, '[^A-Za-z0-9]', '', 'g'))) = 0)
       or not is_taken_back
          and new.first_approval_reference is distinct from old.first_approval_reference and old.first_approval_by is not null
          and (new.first_approval_reference is null or new.first_approval_reference = ''
               or position(new.first_approval_reference in upper(regexp_replace(old.first_approval_reference, '[^A-Za-z0-9]', '', 'g'))) = 0)
    then perform refuse_state('wallet_request', 'the decision'); end if;
    if not is_taken_back and (new.first_approval_by, new.credited) is distinct from (old.first_approval_by, old.credited)
       and (old.status <> 'pending' or old.first_approval_by is not null or new.first_approval_by is null)
       or new.first_approval_reference is not null and new.first_approval_by is null
    then perform refuse_state('wallet_request', 'the first approval'); end if;
    if new.payout_batch_id is distinct from old.payout_batch_id and old.status <> 'pending'
    then perform refuse_state('wallet_request', 'the payout batch'); end if;
    if new.proof_line_id is distinct from old.proof_line_id then perform refuse_state('wallet_request', 'the proof'); end if;
  elsif old.status = 'pending' and new.status in ('approved', 'rejected') then
    if (new.first_approval_by, new.first_approval_reference, new.payout_batch_id)
       is distinct from (old.first_approval_by, old.first_approval_reference, old.payout_batch_id)
    then perform refuse_state('wallet_request', 'the first approval'); end if;
    if new.status = 'approved' and (new.decided_by is null or coalesce(new.bank_reference, '') = '' and new.approved_from is null)
       or new.status = 'rejected' and num_nonnulls(new.bank_reference, new.proof_line_id, new.approved_from) > 0
       -- Only the approval of a deposit rests on a bank line.
       or new.proof_line_id is not null and new.type <> 'added'
       -- A client may cancel a withdrawal before its first approval.
       or new.status = 'rejected' and new.decided_by is null
          and (old.type <> 'withdrawal' or old.first_approval_by is not null or old.payout_batch_id is not null)
    then perform refuse_state('wallet_request', 'the decision'); end if;
  -- The client has answered the rejection of a deposit.
  elsif old.status = 'rejected' and new.status = 'pending' and old.type = 'added' and old.decided_by is not null then
    if num_nonnulls(new.decided_by, new.first_approval_by, new.first_approval_reference, new.credited, new.bank_reference,
       new.proof_line_id) > 0
    then perform refuse_state('wallet_request', 'the decision'); end if;
  else
    perform refuse_state('wallet_request', format('the status %s to %s', old.status, new.status));
  end if;
  return new;
end $$;
create trigger wallet_request_kept before update on wallet_request for each row execute function keep_request();

-- -------------------- rows

insert into migration (version, name, checksum) values
  (0, 'functions', '14083191bfc4283a7da918a590a1eb9fa3fb50cc494ced8571c20020ea8ea51a'), (117, '1.0.0', null),
  (600, '0600-conversions.sql', '0cde09e7ef09baf2fb8c46518df42456c8c7d7fa524c57bfc0223755ffe8be89'),
  (601, '0601-bank-lines.sql', '2c0e8d1ed3f834c9c02b34b87a55b91abe6602681879cb68d425c0d8f519835f'),
  (602, '0602-ledger.sql', '08e1930e8e84451051f7c1db2f720a07ecd06e5a149d948a300860a937875948'),
  (603, '0603-trading.sql', '500cb215a0cb78552ed880dd3c6ee6fd14baa7953f6540163c11df1c1ad2cd34'),
  (606, '0606-clients.sql', '3b2922c8e4afd35edcec7781f34bfa4c546355b42415e54a419215c923f7c3c3'),
  (610, '0610-files.sql', 'db1bee466525be5153373b4cac7e02c9c9d253c6847caeff8ebcfef6baf19daf'),
  (611, '0611-registration-tries.sql', '2c381cbd8dd63f681162c9bcdc87cbf083cafd73953275d026a648a2fcbf5060'),
  (612, '0612-causes.sql', 'e1d57fd4e69704e40f74b93910c6088763680426e08cdb6592cd02c02982fc70'),
  (613, '0613-reservation.sql', 'eb79099182b226680e15f0de6985f15ae83c2cbb50595fab08d6059f7efc86a0'),
  (614, '0614-dealers.sql', 'b0f88405b6aac2f617b354b335ff79354b5a00a63da27ea2fd31f07ea57674e6'),
  (617, '0617-clearing.sql', '7addafefbaf0802faa932dd744346014f08d1e6da638d3e37b0b6b53c714af00'),
  (618, '0618-prices.sql', 'c67107a1aeb077d329d4a32b567fd38d68b164e0d08ebe3a4b518e7c58284c6a'),
  (620, '0620-corporation.sql', 'd3c628c9ef2ec668cbfd32f428f756958c8cb8ebc5677852bef3c20a25e718ad'),
  (621, '0621-stt.sql', 'f5c4e44383a9d015cd7f6915a8f9a401915fea65ae45558370f815474024525d'),
  (622, '0622-prices-and-days.sql', 'a594cb58d6e7db6fd4a8bbaf63e5ffce46e3eaef02a797984a9f49aa2a2d3094'),
  (623, '0623-sent-files.sql', 'c8e2b2096cda5518b24eadf1afe3b7ea1cf4f8cab997cb1a561a70377a3ed95b'),
  (624, '0624-held-prices.sql', '88c3619153c76cca2e83fb83c9c547bc6b160f20497f5132a231f01dc03f53ec'),
  (625, '0625-unchecked-prices.sql', '50872c915bbfd861480f76557088f255e33ffe17fb4ce8748d2c478f5cf227cc'),
  (627, '0627-bank-lines-by-amount.sql', 'eae11beb2c6f8059f746c56e2974eff094004f550c1efa31a8d4b76ba5eb183f'),
  (640, '0640-contract-notes.sql', '6994ac2c698244a08f541f9f35ffbc13c1e5125b402a74f7b9c26d2869f4f2d4'),
  (670, '0670-trades-by-day.sql', '60cb83b6f2bcc91b4a20f1bb9d85e21fbdd74826ea8e3e7db2933961cea95c61'),
  (680, '0680-corporate-action.sql', '8a17e48e64601e4fe3a88541330e39093107b4f0373ecb5d833bf502d0c04d30'),
  (710, '0710-unfinished-backups.sql', '7f5773f0d635e02c3947bdb0d45dac366a66cf29822e4cfe8e7c973682f8a659'),
  (720, '0720-holdings.sql', 'da55bec44c97c5f00fca57e7ae44b91d558350d80daa48b75fe1ad37486e871a'),
  (730, '0730-buyback.sql', 'f28d9c4c7ffc87f5eb29502234b8a242deb6c2b3881cd808a284926a87dc440b'),
  (731, '0731-dividend.sql', 'c9ec3583e9d7cf70f9e69e4ff74e2df69eaf9b6f27730f7dc36afb5323e49edd'),
  (750, '0750-note-delivery.sql', '9a003ced7bb38df26ab0b617e8385bbc4b445086327fb5bb1f0ffb2c7600af42'),
  (760, '0760-tradebooks.sql', 'dbc568ae44970f3770ec6c120bc49282434c53333d71c64d5a7d516828928c75'),
  (761, '0761-entitled-shares.sql', '6dab149e87e925022c4623521e093fc37c56a9643b403bc1241ffe3f8c0bd7c6'),
  (770, '0770-rights.sql', 'dcbb08ca0a34e94338b48f309669cc4411a509def89b63b0e6a28b54eb37f1e3'),
  (771, '0771-tender.sql', '450076c908230cccb8a64aaa18ce71e411b1c92806268bb6bbdc0158c2553c59'),
  (775, '0775-fair-value.sql', 'a40d0ef9508ea85c02f759f907ed784baba62569bb642ba9786c7d733a4b0add'),
  (776, '0776-holding-columns.sql', '5fc8a8246cb6150c4d7756ddbfaebd2f6c9c05934431c22f802b1b297676fcb9'),
  (783, '0783-sale-requests.sql', '79e97708e024991cdce79e4c92f21775e0c10e4e14a0d08539f5101f6ce213e8'),
  (790, '0790-books-in-shares.sql', '6ed055c17c70748f2b87b56626e93729aa8727244f4ef0183d8b3c4c10c42c11'),
  (791, '0791-limits-per-operator.sql', '273ee9d1047f94ad5f6aad949862ac0d5250548388a3703abd6d54862f69a43c');

insert into audit_era (era) values
  (1);

insert into broker_bank (name, upi_id, upi_name, receives, from_settings) values
  ('Client bank account', '', '', true, true);

insert into payout_stop default values;

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
  ('ADANIPOWER', 'Adani Power', '{}', 'NSE', 'share', 1, 0.05, false), ('AEGISLOG', 'Aegis Logistics', '{}', 'NSE', 'share', 1, 0.05, false),
  ('AIAENG', 'AIA Engineering', '{}', 'NSE', 'share', 1, 0.05, false), ('ALKEM', 'Alkem Laboratories', '{}', 'NSE', 'share', 1, 0.05, false),
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
  ('BAYERCROP', 'Bayer CropScience', '{}', 'NSE', 'share', 1, 0.05, false), ('BDL', 'Bharat Dynamics', '{}', 'NSE', 'share', 1, 0.05, false),
  ('BEL', 'Bharat Electronics', '{}', 'NSE', 'share', 1, 0.05, false), ('BEML', 'BEML', '{}', 'NSE', 'share', 1, 0.05, false),
  ('BERGEPAINT', 'Berger Paints India', '{}', 'NSE', 'share', 1, 0.05, false),
  ('BHARATFORG', 'Bharat Forge', '{}', 'NSE', 'share', 1, 0.05, false),
  ('BHARTIARTL', 'Bharti Airtel', '{Airtel}', 'NSE', 'share', 1, 0.05, false),
  ('BHEL', 'Bharat Heavy Electricals', '{}', 'NSE', 'share', 1, 0.05, false), ('BIOCON', 'Biocon', '{}', 'NSE', 'share', 1, 0.05, false),
  ('BLUEDART', 'Blue Dart Express', '{}', 'NSE', 'share', 1, 0.05, false), ('BLUESTARCO', 'Blue Star', '{}', 'NSE', 'share', 1, 0.05, false),
  ('BOSCHLTD', 'Bosch', '{}', 'NSE', 'share', 1, 0.05, false),
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
  ('GUJGASLTD', 'Gujarat Gas', '{}', 'NSE', 'share', 1, 0.05, false), ('HAL', 'Hindustan Aeronautics', '{}', 'NSE', 'share', 1, 0.05, false),
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
  ('IEX', 'Indian Energy Exchange', '{}', 'NSE', 'share', 1, 0.05, false), ('IGL', 'Indraprastha Gas', '{}', 'NSE', 'share', 1, 0.05, false),
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
  ('TATASTEEL', 'Tata Steel', '{}', 'NSE', 'share', 1, 0.05, false), ('TATATECH', 'Tata Technologies', '{}', 'NSE', 'share', 1, 0.05, false),
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

insert into calendar_day (day, kind, name) values
  ('2015-01-26', 'holiday', 'Republic Day'), ('2015-04-14', 'holiday', 'Dr. Ambedkar Jayanti'), ('2015-05-01', 'holiday', 'Maharashtra Day'),
  ('2015-08-15', 'holiday', 'Independence Day'), ('2015-10-02', 'holiday', 'Mahatma Gandhi Jayanti'), ('2015-12-25', 'holiday', 'Christmas'),
  ('2016-01-26', 'holiday', 'Republic Day'), ('2016-04-14', 'holiday', 'Dr. Ambedkar Jayanti'), ('2016-05-01', 'holiday', 'Maharashtra Day'),
  ('2016-08-15', 'holiday', 'Independence Day'), ('2016-10-02', 'holiday', 'Mahatma Gandhi Jayanti'), ('2016-12-25', 'holiday', 'Christmas'),
  ('2017-01-26', 'holiday', 'Republic Day'), ('2017-04-14', 'holiday', 'Dr. Ambedkar Jayanti'), ('2017-05-01', 'holiday', 'Maharashtra Day'),
  ('2017-08-15', 'holiday', 'Independence Day'), ('2017-10-02', 'holiday', 'Mahatma Gandhi Jayanti'), ('2017-12-25', 'holiday', 'Christmas'),
  ('2018-01-26', 'holiday', 'Republic Day'), ('2018-04-14', 'holiday', 'Dr. Ambedkar Jayanti'), ('2018-05-01', 'holiday', 'Maharashtra Day'),
  ('2018-08-15', 'holiday', 'Independence Day'), ('2018-10-02', 'holiday', 'Mahatma Gandhi Jayanti'), ('2018-12-25', 'holiday', 'Christmas'),
  ('2019-01-26', 'holiday', 'Republic Day'), ('2019-04-14', 'holiday', 'Dr. Ambedkar Jayanti'), ('2019-05-01', 'holiday', 'Maharashtra Day'),
  ('2019-08-15', 'holiday', 'Independence Day'), ('2019-10-02', 'holiday', 'Mahatma Gandhi Jayanti'), ('2019-12-25', 'holiday', 'Christmas'),
  ('2020-01-26', 'holiday', 'Republic Day'), ('2020-04-14', 'holiday', 'Dr. Ambedkar Jayanti'), ('2020-05-01', 'holiday', 'Maharashtra Day'),
  ('2020-08-15', 'holiday', 'Independence Day'), ('2020-10-02', 'holiday', 'Mahatma Gandhi Jayanti'), ('2020-12-25', 'holiday', 'Christmas'),
  ('2021-01-26', 'holiday', 'Republic Day'), ('2021-04-14', 'holiday', 'Dr. Ambedkar Jayanti'), ('2021-05-01', 'holiday', 'Maharashtra Day'),
  ('2021-08-15', 'holiday', 'Independence Day'), ('2021-10-02', 'holiday', 'Mahatma Gandhi Jayanti'), ('2021-12-25', 'holiday', 'Christmas'),
  ('2022-01-26', 'holiday', 'Republic Day'), ('2022-04-14', 'holiday', 'Dr. Ambedkar Jayanti'), ('2022-05-01', 'holiday', 'Maharashtra Day'),
  ('2022-08-15', 'holiday', 'Independence Day'), ('2022-10-02', 'holiday', 'Mahatma Gandhi Jayanti'), ('2022-12-25', 'holiday', 'Christmas'),
  ('2023-01-26', 'holiday', 'Republic Day'), ('2023-04-14', 'holiday', 'Dr. Ambedkar Jayanti'), ('2023-05-01', 'holiday', 'Maharashtra Day'),
  ('2023-08-15', 'holiday', 'Independence Day'), ('2023-10-02', 'holiday', 'Mahatma Gandhi Jayanti'), ('2023-12-25', 'holiday', 'Christmas'),
  ('2024-01-26', 'holiday', 'Republic Day'), ('2024-04-14', 'holiday', 'Dr. Ambedkar Jayanti'), ('2024-05-01', 'holiday', 'Maharashtra Day'),
  ('2024-08-15', 'holiday', 'Independence Day'), ('2024-10-02', 'holiday', 'Mahatma Gandhi Jayanti'), ('2024-12-25', 'holiday', 'Christmas'),
  ('2025-01-26', 'holiday', 'Republic Day'), ('2025-02-01', 'session', 'Union Budget'), ('2025-02-26', 'holiday', 'Mahashivratri'),
  ('2025-03-14', 'holiday', 'Holi'), ('2025-03-31', 'holiday', 'Id-ul-Fitr'), ('2025-04-10', 'holiday', 'Mahavir Jayanti'),
  ('2025-04-14', 'holiday', 'Dr. Ambedkar Jayanti'), ('2025-04-18', 'holiday', 'Good Friday'), ('2025-05-01', 'holiday', 'Maharashtra Day'),
  ('2025-08-15', 'holiday', 'Independence Day'), ('2025-08-27', 'holiday', 'Ganesh Chaturthi'),
  ('2025-10-02', 'holiday', 'Mahatma Gandhi Jayanti'), ('2025-10-21', 'holiday', 'Diwali Laxmi Pujan'),
  ('2025-10-22', 'holiday', 'Diwali Balipratipada'), ('2025-11-05', 'holiday', 'Guru Nanak Jayanti'), ('2025-12-25', 'holiday', 'Christmas'),
  ('2026-01-15', 'holiday', 'Municipal elections in Maharashtra'), ('2026-01-26', 'holiday', 'Republic Day'),
  ('2026-02-01', 'session', 'Union Budget'), ('2026-02-19', 'clearing', 'Settlement holiday'), ('2026-03-03', 'holiday', 'Holi'),
  ('2026-03-19', 'clearing', 'Settlement holiday'), ('2026-03-26', 'holiday', 'Ram Navami'), ('2026-03-31', 'holiday', 'Mahavir Jayanti'),
  ('2026-04-01', 'clearing', 'Settlement holiday'), ('2026-04-03', 'holiday', 'Good Friday'),
  ('2026-04-14', 'holiday', 'Dr. Ambedkar Jayanti'), ('2026-04-17', 'monthly', 'Monthly settlement'),
  ('2026-04-17', 'quarterly', 'Quarterly settlement'), ('2026-05-01', 'holiday', 'Maharashtra Day'),
  ('2026-05-15', 'monthly', 'Monthly settlement'), ('2026-05-28', 'holiday', 'Bakri Id'), ('2026-06-05', 'monthly', 'Monthly settlement'),
  ('2026-06-26', 'holiday', 'Muharram'), ('2026-07-03', 'monthly', 'Monthly settlement'),
  ('2026-07-03', 'quarterly', 'Quarterly settlement'), ('2026-08-07', 'monthly', 'Monthly settlement'),
  ('2026-08-15', 'holiday', 'Independence Day'), ('2026-08-26', 'clearing', 'Settlement holiday'),
  ('2026-09-04', 'monthly', 'Monthly settlement'), ('2026-09-14', 'holiday', 'Ganesh Chaturthi'),
  ('2026-10-02', 'holiday', 'Mahatma Gandhi Jayanti'), ('2026-10-16', 'monthly', 'Monthly settlement'),
  ('2026-10-16', 'quarterly', 'Quarterly settlement'), ('2026-10-20', 'holiday', 'Dussehra'),
  ('2026-11-06', 'monthly', 'Monthly settlement'), ('2026-11-10', 'holiday', 'Diwali Balipratipada'),
  ('2026-11-24', 'holiday', 'Guru Nanak Jayanti'), ('2026-12-04', 'monthly', 'Monthly settlement'), ('2026-12-25', 'holiday', 'Christmas'),
  ('2027-01-01', 'monthly', 'Monthly settlement'), ('2027-01-01', 'quarterly', 'Quarterly settlement'),
  ('2027-01-26', 'holiday', 'Republic Day'), ('2027-02-05', 'monthly', 'Monthly settlement'),
  ('2027-03-05', 'monthly', 'Monthly settlement'), ('2027-04-14', 'holiday', 'Dr. Ambedkar Jayanti'),
  ('2027-05-01', 'holiday', 'Maharashtra Day'), ('2027-08-15', 'holiday', 'Independence Day'),
  ('2027-10-02', 'holiday', 'Mahatma Gandhi Jayanti'), ('2027-12-25', 'holiday', 'Christmas'), ('2028-01-26', 'holiday', 'Republic Day'),
  ('2028-04-14', 'holiday', 'Dr. Ambedkar Jayanti'), ('2028-05-01', 'holiday', 'Maharashtra Day'),
  ('2028-08-15', 'holiday', 'Independence Day'), ('2028-10-02', 'holiday', 'Mahatma Gandhi Jayanti'), ('2028-12-25', 'holiday', 'Christmas'),
  ('2029-01-26', 'holiday', 'Republic Day'), ('2029-04-14', 'holiday', 'Dr. Ambedkar Jayanti'), ('2029-05-01', 'holiday', 'Maharashtra Day'),
  ('2029-08-15', 'holiday', 'Independence Day'), ('2029-10-02', 'holiday', 'Mahatma Gandhi Jayanti'), ('2029-12-25', 'holiday', 'Christmas'),
  ('2030-01-26', 'holiday', 'Republic Day'), ('2030-04-14', 'holiday', 'Dr. Ambedkar Jayanti'), ('2030-05-01', 'holiday', 'Maharashtra Day'),
  ('2030-08-15', 'holiday', 'Independence Day'), ('2030-10-02', 'holiday', 'Mahatma Gandhi Jayanti'), ('2030-12-25', 'holiday', 'Christmas'),
  ('2031-01-26', 'holiday', 'Republic Day'), ('2031-04-14', 'holiday', 'Dr. Ambedkar Jayanti'), ('2031-05-01', 'holiday', 'Maharashtra Day'),
  ('2031-08-15', 'holiday', 'Independence Day'), ('2031-10-02', 'holiday', 'Mahatma Gandhi Jayanti'), ('2031-12-25', 'holiday', 'Christmas'),
  ('2032-01-26', 'holiday', 'Republic Day'), ('2032-04-14', 'holiday', 'Dr. Ambedkar Jayanti'), ('2032-05-01', 'holiday', 'Maharashtra Day'),
  ('2032-08-15', 'holiday', 'Independence Day'), ('2032-10-02', 'holiday', 'Mahatma Gandhi Jayanti'), ('2032-12-25', 'holiday', 'Christmas'),
  ('2033-01-26', 'holiday', 'Republic Day'), ('2033-04-14', 'holiday', 'Dr. Ambedkar Jayanti'), ('2033-05-01', 'holiday', 'Maharashtra Day'),
  ('2033-08-15', 'holiday', 'Independence Day'), ('2033-10-02', 'holiday', 'Mahatma Gandhi Jayanti'), ('2033-12-25', 'holiday', 'Christmas'),
  ('2034-01-26', 'holiday', 'Republic Day'), ('2034-04-14', 'holiday', 'Dr. Ambedkar Jayanti'), ('2034-05-01', 'holiday', 'Maharashtra Day'),
  ('2034-08-15', 'holiday', 'Independence Day'), ('2034-10-02', 'holiday', 'Mahatma Gandhi Jayanti'), ('2034-12-25', 'holiday', 'Christmas'),
  ('2035-01-26', 'holiday', 'Republic Day'), ('2035-04-14', 'holiday', 'Dr. Ambedkar Jayanti'), ('2035-05-01', 'holiday', 'Maharashtra Day'),
  ('2035-08-15', 'holiday', 'Independence Day'), ('2035-10-02', 'holiday', 'Mahatma Gandhi Jayanti'), ('2035-12-25', 'holiday', 'Christmas'),
  ('2036-01-26', 'holiday', 'Republic Day'), ('2036-04-14', 'holiday', 'Dr. Ambedkar Jayanti'), ('2036-05-01', 'holiday', 'Maharashtra Day'),
  ('2036-08-15', 'holiday', 'Independence Day'), ('2036-10-02', 'holiday', 'Mahatma Gandhi Jayanti'), ('2036-12-25', 'holiday', 'Christmas'),
  ('2037-01-26', 'holiday', 'Republic Day'), ('2037-04-14', 'holiday', 'Dr. Ambedkar Jayanti'), ('2037-05-01', 'holiday', 'Maharashtra Day'),
  ('2037-08-15', 'holiday', 'Independence Day'), ('2037-10-02', 'holiday', 'Mahatma Gandhi Jayanti'), ('2037-12-25', 'holiday', 'Christmas'),
  ('2038-01-26', 'holiday', 'Republic Day'), ('2038-04-14', 'holiday', 'Dr. Ambedkar Jayanti'), ('2038-05-01', 'holiday', 'Maharashtra Day'),
  ('2038-08-15', 'holiday', 'Independence Day'), ('2038-10-02', 'holiday', 'Mahatma Gandhi Jayanti'), ('2038-12-25', 'holiday', 'Christmas'),
  ('2039-01-26', 'holiday', 'Republic Day'), ('2039-04-14', 'holiday', 'Dr. Ambedkar Jayanti'), ('2039-05-01', 'holiday', 'Maharashtra Day'),
  ('2039-08-15', 'holiday', 'Independence Day'), ('2039-10-02', 'holiday', 'Mahatma Gandhi Jayanti'), ('2039-12-25', 'holiday', 'Christmas'),
  ('2040-01-26', 'holiday', 'Republic Day'), ('2040-04-14', 'holiday', 'Dr. Ambedkar Jayanti'), ('2040-05-01', 'holiday', 'Maharashtra Day'),
  ('2040-08-15', 'holiday', 'Independence Day'), ('2040-10-02', 'holiday', 'Mahatma Gandhi Jayanti'), ('2040-12-25', 'holiday', 'Christmas');

insert into exchange_code (exchange, column_name, code, meaning) values
  ('BSE', 'BuySellInd', 'B', 'buy'), ('BSE', 'BuySellInd', 'S', 'sell'), ('BSE', 'ClntTp', 'C', 'client'), ('BSE', 'ClntTp', 'P', 'own'),
  ('BSE', 'RptdTxSts', 'CN', 'cancelled'), ('BSE', 'RptdTxSts', 'OR', 'valid'), ('BSE', 'SctySrs', 'A', 'normal'),
  ('BSE', 'SctySrs', 'B', 'normal'), ('BSE', 'SctySrs', 'E', 'normal'), ('BSE', 'SctySrs', 'M', 'normal'),
  ('BSE', 'SctySrs', 'MT', 'delivery'), ('BSE', 'SctySrs', 'P', 'normal'), ('BSE', 'SctySrs', 'T', 'delivery'),
  ('BSE', 'SctySrs', 'TS', 'delivery'), ('BSE', 'SctySrs', 'X', 'normal'), ('BSE', 'SctySrs', 'XT', 'delivery'),
  ('BSE', 'SctySrs', 'Z', 'delivery'), ('BSE', 'SctySrs', 'ZP', 'delivery'), ('BSE', 'Sgmt', 'CM', 'cash'),
  ('BSE', 'SttInd', 'EQUITY FUND', 'fund'), ('BSE', 'SttInd', 'EQUITY ORIENTED FUND', 'fund'), ('BSE', 'SttInd', 'EQUITY SHARE', 'share'),
  ('BSE', 'SttInd', 'EXEMPT', 'exempt'), ('BSE', 'SttInd', 'N', 'exempt'), ('BSE', 'SttInd', 'NO', 'exempt'),
  ('BSE', 'SttInd', 'NOT APPLICABLE', 'exempt'), ('BSE', 'SttInd', 'SHARE', 'share'), ('BSE', 'SttSrs', 'F', 'exempt'),
  ('BSE', 'SttSrs', 'G', 'exempt'), ('BSE', 'SttlmTp', '5', 'today'), ('BSE', 'SttlmTp', 'A', 'auction'), ('BSE', 'SttlmTp', 'B', 'sme'),
  ('BSE', 'SttlmTp', 'M', 'normal'), ('BSE', 'SttlmTp', 'Z', 'delivery'), ('BSE', 'TxInd', 'AUC', 'auction'),
  ('BSE', 'TxInd', 'CLO', 'closeout'), ('BSE', 'TxInd', 'SHT', 'short'), ('NSE', 'BuySellInd', 'B', 'buy'),
  ('NSE', 'BuySellInd', 'S', 'sell'), ('NSE', 'ClntTp', 'C', 'client'), ('NSE', 'ClntTp', 'P', 'own'),
  ('NSE', 'RptdTxSts', 'CN', 'cancelled'), ('NSE', 'RptdTxSts', 'OR', 'valid'), ('NSE', 'SctySrs', 'BE', 'delivery'),
  ('NSE', 'SctySrs', 'BZ', 'delivery'), ('NSE', 'SctySrs', 'EQ', 'normal'), ('NSE', 'SctySrs', 'SM', 'normal'),
  ('NSE', 'SctySrs', 'ST', 'delivery'), ('NSE', 'SctySrs', 'T0', 'normal'), ('NSE', 'Sgmt', 'CM', 'cash'),
  ('NSE', 'SttInd', 'EQUITY FUND', 'fund'), ('NSE', 'SttInd', 'EQUITY ORIENTED FUND', 'fund'), ('NSE', 'SttInd', 'EQUITY SHARE', 'share'),
  ('NSE', 'SttInd', 'EXEMPT', 'exempt'), ('NSE', 'SttInd', 'N', 'exempt'), ('NSE', 'SttInd', 'NO', 'exempt'),
  ('NSE', 'SttInd', 'NOT APPLICABLE', 'exempt'), ('NSE', 'SttInd', 'SHARE', 'share'), ('NSE', 'SttSrs', 'GB', 'exempt'),
  ('NSE', 'SttSrs', 'GS', 'exempt'), ('NSE', 'SttSrs', 'SG', 'exempt'), ('NSE', 'SttSrs', 'TB', 'exempt'), ('NSE', 'SttlmTp', '5', 'today'),
  ('NSE', 'SttlmTp', 'A', 'auction'), ('NSE', 'SttlmTp', 'B', 'sme'), ('NSE', 'SttlmTp', 'M', 'normal'), ('NSE', 'SttlmTp', 'Z', 'delivery'),
  ('NSE', 'TxInd', 'AUC', 'auction'), ('NSE', 'TxInd', 'CLO', 'closeout'), ('NSE', 'TxInd', 'SHT', 'short');

insert into charge_rate (charge, exchange, series, product, side, from_day, percent) values
  ('gst', 'all', 'all', 'all', 'all', '2017-07-01', 18), ('ipft', 'BSE', 'all', 'all', 'all', '2024-10-01', 0),
  ('ipft', 'NSE', 'all', 'all', 'all', '2024-10-01', 0.0001), ('ipft', 'NSE', 'all', 'all', 'all', '2026-03-01', 0.0000001),
  ('sebi', 'all', 'all', 'all', 'all', '2024-10-01', 0.0001), ('stamp', 'all', 'all', 'delivery', 'BUY', '2020-07-01', 0.015),
  ('stamp', 'all', 'all', 'intraday', 'BUY', '2020-07-01', 0.003), ('stt', 'all', 'equity', 'delivery', 'BUY', '2024-10-01', 0.1),
  ('stt', 'all', 'equity', 'delivery', 'SELL', '2024-10-01', 0.1), ('stt', 'all', 'equity', 'intraday', 'SELL', '2024-10-01', 0.025),
  ('stt', 'all', 'etf', 'delivery', 'BUY', '2024-10-01', 0), ('stt', 'all', 'etf', 'delivery', 'SELL', '2024-10-01', 0.001),
  ('stt', 'all', 'etf', 'intraday', 'SELL', '2024-10-01', 0.025), ('transaction', 'BSE', 'equity', 'all', 'all', '2024-10-01', 0.00375),
  ('transaction', 'BSE', 'exclusive', 'all', 'all', '2024-10-01', 0.1),
  ('transaction', 'NSE', 'equity', 'all', 'all', '2024-10-01', 0.00297),
  ('transaction', 'NSE', 'equity', 'all', 'all', '2026-03-01', 0.0030699);

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

insert into escalation_level (level, days) values
  ('1', '7'), ('2', '7'), ('3', '4'), ('4', '3');
