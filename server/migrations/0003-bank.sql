create table bank_details (
  client_id uuid primary key references client (id) on delete cascade,
  holder_name text not null,
  account_number text not null,
  ifsc text not null,
  set_at timestamptz not null default now(),
  -- Null while the first setting stands; withdrawals wait 24 hours after it.
  changed_at timestamptz
);
create index bank_details_account on bank_details (account_number, ifsc);
