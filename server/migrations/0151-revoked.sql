-- A revoked verification is a status of its own, which blocks less than one that never was.
alter table client drop constraint client_kyc_status_check;
alter table client add constraint client_kyc_status_check
  check (kyc_status in ('UNVERIFIED', 'PENDING', 'VERIFIED', 'REVOKED')) not valid;
