-- A payment of 1 rupee to a client's bank account, booked from its bank line, and the name of the holder that the bank returned.
alter table line_booking drop constraint line_booking_kind_check;
alter table line_booking add constraint line_booking_kind_check
  check (kind in ('charge', 'interest', 'return', 'returned', 'client', 'late', 'split', 'penny_drop'));

create table penny_drop (
  booking_id uuid primary key references line_booking (id),
  client_id uuid not null references client (id),
  name_at_bank text not null,
  -- Of the bank details it was paid to: the keyed hash of the account number, null for an erased client.
  account_lookup bytea,
  ifsc text not null
);
create index penny_drop_client on penny_drop (client_id);
