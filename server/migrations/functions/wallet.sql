-- Every new request locks its client's ledger before the count of its client's requests, as settlements and closings do, so that no two
-- of them wait for each other. Rejects deposits to an account that is being closed.
create or replace function lock_for_request() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  state text;
begin
  select closure into state from client_ledger where client_id = new.client_id for no key update;
  if state is not null and new.type = 'added' then perform raise_closure(new.client_id, state); end if;
  return new;
end $$;

-- The check of wallet_request, a function for the reason of is_valid_entry.
create or replace function is_valid_request(
  type text, status text, amount bigint, credited bigint, pay_to_number text, first_approval_by uuid, decided_by uuid, decided_at timestamptz,
  reason text, payout_batch_id uuid, settlement text
) returns boolean language plpgsql immutable parallel safe as $$
begin
  return amount > 0 and case status
    when 'pending' then decided_at is null and reason is null
    when 'approved' then decided_at is not null and reason is null and (first_approval_by is null or first_approval_by <> decided_by)
    when 'rejected' then decided_at is not null and reason is not null and credited is null
    else false
  end and case type
    when 'added' then pay_to_number is null and payout_batch_id is null and settlement is null
      and (credited is null or credited > 0 and credited <> amount)
    when 'withdrawal' then pay_to_number is not null and credited is null and (settlement is null or settlement in ('monthly', 'quarterly'))
    else false
  end;
end $$;

-- Keeps wallet_count.
create or replace function count_requests() returns trigger language plpgsql as $$
begin
  insert into wallet_count as w (client_id, requests)
    select client_id, count(*) from added group by client_id order by client_id
    on conflict (client_id) do update set requests = w.requests + excluded.requests;
  return null;
end $$;

-- The states of a deposit or withdrawal (contract: requestTransitions).
create or replace function keep_request() returns trigger language plpgsql as $$
declare
  -- The first approval of an operator who may no longer give it.
  is_taken_back boolean := old.status = 'pending' and new.status = 'pending' and old.first_approval_by is not null
    and num_nonnulls(new.first_approval_by, new.first_approval_at, new.first_approval_reference, new.credited) = 0;
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
       or not is_taken_back
          and new.first_approval_reference is distinct from old.first_approval_reference and old.first_approval_by is not null
          and (new.first_approval_reference is null or new.first_approval_reference = ''
               or position(new.first_approval_reference in upper(regexp_replace(old.first_approval_reference, '[^A-Za-z0-9]', '', 'g'))) = 0)
    then perform refuse_state('wallet_request', 'the decision'); end if;
    if not is_taken_back and (new.first_approval_by, new.credited) is distinct from (old.first_approval_by, old.credited)
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
