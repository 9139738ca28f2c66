-- Files for the bank: two of one account and date never share a number, whenever their batches were released.
create table payout_file (
  bank_id uuid not null references broker_bank (id),
  -- The date in the file.
  day date not null,
  serial int not null,
  batch_id uuid not null references payout_batch (id),
  -- SHA-256 of its payments: the same ones again are the same file.
  content bytea not null,
  primary key (bank_id, day, serial),
  unique (batch_id, day, content)
);
create trigger payout_file_kept before update or delete on payout_file for each row execute function refuse_change();
