-- What clients and operators have decided stays as it was decided, whatever the program does: amounts and payees are fixed,
-- states change only as the contract says, a decision names who made it, and no row is deleted. Times may be changed by the
-- database's owner only.
create or replace function refuse_state(p_table text, p_what text) returns void language plpgsql as $$
begin
  raise exception '% of a % is never changed like this', p_what, p_table using errcode = 'check_violation', table = p_table;
end $$;

-- The states of a charge (contract: chargeTransitions).
create or replace function keep_charge() returns trigger language plpgsql as $$
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
    or new.status = 'CANCELLED' and old.status in ('PENDING', 'REJECTED'))
  then perform refuse_state('charge', format('the status %s to %s', old.status, new.status));
  end if;
  return new;
end $$;

-- The states of a loan (contract: loanTransitions).
create or replace function keep_loan() returns trigger language plpgsql as $$
begin
  if (new.id, new.client_id) is distinct from (old.id, old.client_id)
  then perform refuse_state('loan', 'the client'); end if;
  if old.accepted_at is not null and (new.accepted_at, new.terms::text) is distinct from (old.accepted_at, old.terms::text)
  then perform refuse_state('loan', 'the acceptance'); end if;
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

-- The states of a proposal (contract: proposalTransitions).
create or replace function keep_proposal() returns trigger language plpgsql as $$
begin
  if (new.id, new.kind, new.client_id, new.reasons, new.uses, new.requested_by)
     is distinct from (old.id, old.kind, old.client_id, old.reasons, old.uses, old.requested_by)
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
