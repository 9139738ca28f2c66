-- How the bank of each of the broker's accounts wants its payout files, and how it answers them.
create table payout_layout (
  bank_id uuid primary key references broker_bank (id),
  layout jsonb not null
);

-- Withdrawals paid together by a file for the bank. They stay pending until the bank answers.
create table payout_batch (
  id uuid primary key,
  -- Shown as PAY100001.
  number bigint generated always as identity (start with 100001) unique,
  bank_id uuid not null references broker_bank (id),
  -- As it was when the batch was made.
  layout jsonb not null,
  debit_account text not null,
  debit_ifsc text not null,
  status text not null default 'prepared' check (status in ('prepared', 'released', 'cancelled')),
  created_by uuid not null references operator (id),
  created_at timestamptz not null default now(),
  released_by uuid references operator (id),
  released_at timestamptz,
  -- Of the files of the account released on the same day in India.
  serial int,
  downloaded_by uuid references operator (id),
  downloaded_at timestamptz,
  cancel_reason text,
  check ((released_by is null) = (released_at is null)),
  check (status <> 'released' or released_by is not null),
  check ((released_at is null) = (serial is null))
);
create unique index payout_batch_serial on payout_batch (bank_id, ((released_at at time zone 'Asia/Kolkata')::date), serial)
  where serial is not null;

-- Every withdrawal that was put into a batch; it was taken out again if its request names another batch or none.
create table payout (
  batch_id uuid not null references payout_batch (id),
  request_id uuid not null references wallet_request (id),
  primary key (batch_id, request_id)
);

-- While it names a batch, the withdrawal can be neither paid singly, nor rejected, cancelled or put into another batch.
alter table wallet_request
  add column payout_batch_id uuid references payout_batch (id),
  add check (payout_batch_id is null or type = 'withdrawal');
create index wallet_request_payout on wallet_request (payout_batch_id) where payout_batch_id is not null;
