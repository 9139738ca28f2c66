-- The broker's own bank accounts. Deposits and charges are paid to the one that receives them.
create table broker_bank (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  account_number text,
  ifsc text,
  upi_id text not null,
  upi_name text not null,
  receives boolean not null,
  -- UPI_ID and UPI_NAME of the settings, until it is changed at the desk.
  from_settings boolean not null default false,
  constraint broker_bank_once unique (account_number, ifsc)
);
create unique index broker_bank_receives on broker_bank (receives) where receives;
