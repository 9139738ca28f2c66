-- The client's code at the exchanges, and the demat account that receives the shares.
alter table client add column ucc text check (ucc ~ '^[A-Za-z0-9]{1,20}$');
alter table client add column demat text check (demat ~ '^(IN[0-9A-Z]{6}[0-9]{8}|[0-9]{16})$');
create unique index client_ucc on client (upper(ucc)) where ucc is not null;
comment on column client.ucc is 'The client code of the exchanges (UCC); leading zeros and case as the broker gave it, unique without regard to case.';
comment on column client.demat is 'The primary demat account: DP ID and client ID of NSDL, or the BO ID of CDSL, 16 characters without spaces.';
