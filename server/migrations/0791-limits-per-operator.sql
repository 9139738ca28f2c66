-- The limits of what one operator approves alone read what counts towards them, not every approval of the day.
create index wallet_request_alone on wallet_request (decided_by, decided_at)
  where status = 'approved' and first_approval_by is null and proof_line_id is null;
drop index wallet_request_decided_by;
create index client_of_operators on client using gin (own_operators) where own_operators <> '{}'::uuid[];
