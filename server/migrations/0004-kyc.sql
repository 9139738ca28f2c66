-- Every upload is a row; the newest row of a client and a document counts.
create table kyc_document (
  id uuid primary key,
  client_id uuid not null references client (id) on delete cascade,
  document text not null check (document in ('pan', 'aadhaar')),
  status text not null default 'waiting' check (status in ('waiting', 'accepted', 'refused')),
  -- Random name in the file store; the bytes there are encrypted.
  file_key text not null unique,
  uploaded_at timestamptz not null default now(),
  reason text,
  decided_by uuid,
  decided_at timestamptz,
  check ((status = 'waiting') = (decided_at is null)),
  check ((status = 'refused') = (reason is not null))
);
create index kyc_document_client on kyc_document (client_id, document, uploaded_at desc);
-- At most one of each kind waits, whoever races.
create unique index kyc_document_waiting on kyc_document (client_id, document) where status = 'waiting';
create index kyc_document_queue on kyc_document (uploaded_at) where status = 'waiting';

-- What the reviewer read off the cards. The full Aadhaar number is never stored.
create table kyc_identity (
  client_id uuid primary key references client (id) on delete cascade,
  -- Encrypted with the field key, bound to the client.
  pan_number bytea,
  -- Keyed hash, to find the same PAN on another client.
  pan_lookup bytea,
  pan_name text,
  aadhaar_last4 text check (aadhaar_last4 ~ '^\d{4}$')
);
create index kyc_identity_pan on kyc_identity (pan_lookup) where pan_lookup is not null;
