-- An IPv4 address, or the /64 of an IPv6 address.
create function network_of(ip text) returns text language sql immutable strict parallel safe as $$
  select case when ip ~ '^[0-9a-fA-F:]+$' and ip like '%:%' then network(set_masklen(ip::inet, 64))::text else ip end
$$;
create index session_network on session (network_of(ip), device) where client_id is not null;

-- One offer of a loan at a time awaits a second operator.
create unique index proposal_loan_key on proposal ((payload ->> 'loanId')) where kind = 'loan.offer' and status = 'pending';
