-- A client exists once the e-mailed code is verified; until then there is only a pending registration.
-- Registering again with the same address adds a row: the newest counts, but a browser's flow cookie finds
-- its own, so that a stranger who registers a moment later cannot slip their password under the client's code.
create table pending_registration (
  -- Becomes the client's id.
  id uuid primary key,
  email text not null,
  name text not null,
  mobile text not null,
  password_hash text not null,
  executive_name text not null,
  referral_id text not null,
  -- SHA-256 of the flow cookie that finds this registration on the standalone OTP screen.
  flow_hash bytea not null unique,
  created_at timestamptz not null default now()
);
create index pending_registration_email on pending_registration (email, created_at desc);
create index pending_registration_created on pending_registration (created_at);

create table client (
  id uuid primary key,
  -- Shown as SD100001, SD100002, …
  number bigint generated always as identity (start with 100001) unique,
  email text not null constraint client_email_key unique check (email = lower(email)),
  mobile text not null constraint client_mobile_key unique,
  name text not null,
  password_hash text not null,
  executive_name text not null,
  referral_id text not null,
  kyc_status text not null default 'UNVERIFIED' check (kyc_status in ('UNVERIFIED', 'PENDING', 'VERIFIED')),
  -- File name of the profile photo, 256 random bits.
  photo_key text unique,
  frozen_at timestamptz,
  frozen_reason text,
  created_at timestamptz not null default now()
);

-- A mailed one-time code. One per flow and address: a new one replaces the old. The row outlives its code,
-- since it also says when mails went out.
create table one_time_code (
  flow text not null check (flow in ('register', 'reset')),
  email text not null,
  -- Keyed hash of flow, address and code; the code itself is nowhere but in the mail.
  hash bytea not null,
  wrong_tries int not null default 0,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- The mails of the last hour, oldest first.
  mailed_at timestamptz[] not null,
  primary key (flow, email)
);
create index one_time_code_expires on one_time_code (expires_at);
