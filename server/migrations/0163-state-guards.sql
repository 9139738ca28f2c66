-- What clients and operators have decided stays as it was decided, whatever the program does: amounts and payees are fixed,
-- states change only as the contract says, a decision names who made it, and no row is deleted. Times may be changed by the
-- database's owner only.
create function refuse_state(p_table text, p_what text) returns void language plpgsql as $$
begin
  raise exception '% of a % is never changed like this', p_what, p_table using errcode = 'check_violation', table = p_table;
end $$;

create function keep_request() returns trigger language plpgsql as $$
begin
  if (new.id, new.number, new.client_id, new.type, new.amount, new.reference, new.utr, new.pay_to_ifsc, new.settlement)
     is distinct from
     (old.id, old.number, old.client_id, old.type, old.amount, old.reference, old.utr, old.pay_to_ifsc, old.settlement)
     -- An erasure of personal data.
     or new.pay_to_name is distinct from old.pay_to_name and (old.pay_to_name is null or new.pay_to_name <> '[erased]' or new.status = 'pending')
  then perform refuse_state('wallet_request', 'the amount or the payee'); end if;
  -- Encrypted again with another key, and nothing else.
  if new.pay_to_number is distinct from old.pay_to_number and
     (new.status, new.credited, new.first_approval_by, new.payout_batch_id, new.bank_reference)
     is distinct from (old.status, old.credited, old.first_approval_by, old.payout_batch_id, old.bank_reference)
  then perform refuse_state('wallet_request', 'the payee'); end if;
  if current_user = 'sauda_app' and (new.created_at is distinct from old.created_at
     or new.decided_at is distinct from old.decided_at and new.status = old.status
     or new.first_approval_at is distinct from old.first_approval_at and new.first_approval_by is not distinct from old.first_approval_by)
  then perform refuse_state('wallet_request', 'a time'); end if;

  if new.status = old.status then
    if (new.decided_by, new.reason, new.approved_from) is distinct from (old.decided_by, old.reason, old.approved_from)
       -- The same reference in its normal spelling.
       or new.bank_reference is distinct from old.bank_reference
          and (old.status <> 'approved' or new.bank_reference is null or new.bank_reference = ''
               or position(new.bank_reference in upper(regexp_replace(old.bank_reference, '[^A-Za-z0-9]', '', 'g'))) = 0)
       or new.first_approval_reference is distinct from old.first_approval_reference and old.first_approval_by is not null
          and (new.first_approval_reference is null or new.first_approval_reference = ''
               or position(new.first_approval_reference in upper(regexp_replace(old.first_approval_reference, '[^A-Za-z0-9]', '', 'g'))) = 0)
    then perform refuse_state('wallet_request', 'the decision'); end if;
    if (new.first_approval_by, new.credited) is distinct from (old.first_approval_by, old.credited)
       and (old.status <> 'pending' or old.first_approval_by is not null or new.first_approval_by is null)
       or new.first_approval_reference is not null and new.first_approval_by is null
    then perform refuse_state('wallet_request', 'the first approval'); end if;
    if new.payout_batch_id is distinct from old.payout_batch_id and old.status <> 'pending'
    then perform refuse_state('wallet_request', 'the payout batch'); end if;
    if new.proof_line_id is distinct from old.proof_line_id then perform refuse_state('wallet_request', 'the proof'); end if;
  elsif old.status = 'pending' and new.status in ('approved', 'rejected') then
    if (new.first_approval_by, new.first_approval_reference, new.payout_batch_id)
       is distinct from (old.first_approval_by, old.first_approval_reference, old.payout_batch_id)
    then perform refuse_state('wallet_request', 'the first approval'); end if;
    if new.status = 'approved' and (new.decided_by is null or coalesce(new.bank_reference, '') = '' and new.approved_from is null)
       or new.status = 'rejected' and num_nonnulls(new.bank_reference, new.proof_line_id, new.approved_from) > 0
       -- Only the approval of a deposit rests on a bank line.
       or new.proof_line_id is not null and new.type <> 'added'
       -- A client may cancel a withdrawal before its first approval.
       or new.status = 'rejected' and new.decided_by is null
          and (old.type <> 'withdrawal' or old.first_approval_by is not null or old.payout_batch_id is not null)
    then perform refuse_state('wallet_request', 'the decision'); end if;
  -- The client has answered the rejection of a deposit.
  elsif old.status = 'rejected' and new.status = 'pending' and old.type = 'added' and old.decided_by is not null then
    if num_nonnulls(new.decided_by, new.first_approval_by, new.first_approval_reference, new.credited, new.bank_reference,
       new.proof_line_id) > 0
    then perform refuse_state('wallet_request', 'the decision'); end if;
  else
    perform refuse_state('wallet_request', format('the status %s to %s', old.status, new.status));
  end if;
  return new;
end $$;
create trigger wallet_request_kept before update on wallet_request for each row execute function keep_request();

create function keep_charge() returns trigger language plpgsql as $$
begin
  if (new.id, new.number, new.client_id, new.type, new.description, new.amount, new.gst, new.due_on, new.raised_by)
     is distinct from
     (old.id, old.number, old.client_id, old.type, old.description, old.amount, old.gst, old.due_on, old.raised_by)
  then perform refuse_state('charge', 'the amount'); end if;
  if current_user = 'sauda_app' and (new.created_at is distinct from old.created_at
     or (new.paid_at, new.decided_at) is distinct from (old.paid_at, old.decided_at) and new.status = old.status)
  then perform refuse_state('charge', 'a time'); end if;
  if (new.transaction_id is distinct from old.transaction_id
      -- An erasure of personal data.
      or new.remarks is distinct from old.remarks and new.remarks is distinct from '')
     and (new.status <> 'PAID' or old.status = 'PAID')
  then perform refuse_state('charge', 'the payment'); end if;
  if new.status = old.status then
    if (new.decided_by, new.reason) is distinct from (old.decided_by, old.reason)
    then perform refuse_state('charge', 'the decision'); end if;
  elsif not (
    new.status = 'PAID' and old.status in ('PENDING', 'REJECTED')
    or new.status in ('APPROVED', 'REJECTED') and old.status = 'PAID'
    -- The bank has reversed the payment.
    or new.status = 'REJECTED' and old.status = 'APPROVED')
  then perform refuse_state('charge', format('the status %s to %s', old.status, new.status));
  end if;
  return new;
end $$;
create trigger charge_kept before update on charge for each row execute function keep_charge();

create function keep_loan() returns trigger language plpgsql as $$
begin
  if (new.id, new.client_id) is distinct from (old.id, old.client_id)
  then perform refuse_state('loan', 'the client'); end if;
  if current_user = 'sauda_app' and (new.created_at is distinct from old.created_at
     or (new.decided_at, new.accepted_at, new.closed_at) is distinct from (old.decided_at, old.accepted_at, old.closed_at)
        and new.status = old.status)
  then perform refuse_state('loan', 'a time'); end if;
  if new.status = old.status then
    if (new.terms::text, new.decided_by, new.reason) is distinct from (old.terms::text, old.decided_by, old.reason)
       or old.status <> 'approved' and new.principal is distinct from old.principal
       or old.status = 'approved' and (new.principal is null or new.principal > old.principal)
    then perform refuse_state('loan', 'the offer, the decision or the principal'); end if;
  elsif not (
    old.status = 'pending' and new.status = 'admin_approved' and new.decided_by is not null
    or old.status = 'pending' and new.status = 'rejected' and new.decided_by is not null
    -- A client may decline an offer.
    or old.status = 'admin_approved' and new.status = 'rejected' and new.terms::text = old.terms::text
    or old.status = 'admin_approved' and new.status = 'approved' and new.decided_by is not distinct from old.decided_by
    or old.status = 'approved' and new.status = 'closed' and (new.decided_by, new.terms::text) is not distinct from (old.decided_by, old.terms::text))
  then perform refuse_state('loan', format('the status %s to %s', old.status, new.status));
  end if;
  return new;
end $$;
create trigger loan_kept before update on loan for each row execute function keep_loan();

create function keep_proposal() returns trigger language plpgsql as $$
begin
  if (new.id, new.kind, new.client_id, new.reasons, new.requested_by)
     is distinct from (old.id, old.kind, old.client_id, old.reasons, old.requested_by)
     -- An erasure of personal data.
     or (new.summary, new.payload) is distinct from (old.summary, old.payload)
        and (old.status = 'pending' or new.summary <> '[erased]' or new.payload <> '{}')
  then perform refuse_state('proposal', 'what was proposed'); end if;
  if current_user = 'sauda_app' and (new.created_at is distinct from old.created_at
     or new.decided_at is distinct from old.decided_at and new.status = old.status)
  then perform refuse_state('proposal', 'a time'); end if;
  if new.status = old.status then
    if new.decided_by is distinct from old.decided_by then perform refuse_state('proposal', 'the decision'); end if;
  elsif old.status <> 'pending' or new.status in ('approved', 'rejected') and new.decided_by is null
  then perform refuse_state('proposal', format('the status %s to %s', old.status, new.status));
  end if;
  return new;
end $$;
create trigger proposal_kept before update on proposal for each row execute function keep_proposal();

create trigger wallet_request_never_deleted before delete on wallet_request for each row execute function refuse_change();
create trigger charge_never_deleted before delete on charge for each row execute function refuse_change();
create trigger loan_never_deleted before delete on loan for each row execute function refuse_change();
create trigger proposal_never_deleted before delete on proposal for each row execute function refuse_change();
create trigger wallet_request_no_truncate before truncate on wallet_request for each statement execute function refuse_change();
create trigger charge_no_truncate before truncate on charge for each statement execute function refuse_change();
create trigger loan_no_truncate before truncate on loan for each statement execute function refuse_change();
create trigger proposal_no_truncate before truncate on proposal for each statement execute function refuse_change();
