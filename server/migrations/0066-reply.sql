-- What clients add to a pending or rejected case. Rows are never changed.
create table reply (
  id uuid primary key,
  client_id uuid not null references client (id),
  -- What it is about: kyc, a kind of setting, or the id of a deposit.
  thread text not null,
  text text not null,
  -- Of a photo in the file store, encrypted with the client's data key.
  file_key text unique,
  -- The rejection it answers, if the case was not pending.
  reason text,
  rejected_at timestamptz,
  created_at timestamptz not null,
  check (text <> '' or file_key is not null),
  check ((reason is null) = (rejected_at is null))
);
create index reply_thread on reply (client_id, thread, created_at desc);

-- A reply sends the same photo again, which is a new row of the same file.
alter table kyc_document drop constraint kyc_document_file_key_key;
