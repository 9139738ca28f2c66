-- Keys of keyed hashes that outlive a master key, encrypted with the newest master key.
create table hash_key (
  purpose text primary key,
  wrapped bytea not null
);

-- One key per client for the client's encrypted fields and files, encrypted with the newest master key. Without it they
-- cannot be read: the empty key of an erased client is never replaced. A client's first file comes before other rows.
create table data_key (
  owner_id uuid primary key,
  wrapped bytea not null
);

-- The lookups get a key of their own and the numbers the client's key; both happen at the start, for rows without a lookup.
update bank_details set account_lookup = null where account_lookup is not null;
update wallet_request set pay_to_lookup = null where pay_to_lookup is not null;
update kyc_identity set pan_lookup = null where pan_lookup is not null;
create index kyc_identity_unsealed on kyc_identity (client_id) where pan_number is not null and pan_lookup is null;
