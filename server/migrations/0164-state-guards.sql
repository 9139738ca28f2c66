-- A proposal whose maker was disabled or lost the right lapses; `decided_by` is who caused it.
alter table proposal drop constraint proposal_status_check;
alter table proposal add constraint proposal_status_check check (status in ('pending', 'approved', 'rejected', 'lapsed'));

-- A booking that moves no bank account counts for the next open day too, once today is closed. Earlier rows fulfil the stricter check.
alter table journal drop constraint journal_of_bank;
alter table journal add constraint journal_of_bank check (bank_id is null or value_date is not null) not valid;

-- As in 0117, with the day of a booking without a bank account.
create or replace function book_journal(
  p_journal uuid, p_event text, p_client uuid, p_cause uuid, p_reason text,
  p_debits text[], p_credits text[], p_amounts bigint[], p_bank uuid default null, p_day date default null
) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  booking record;
  account uuid;
  day date;
  state text;
  change_cash bigint := 0;
  change_invested bigint := 0;
  change_loan bigint := 0;
  change_cashback bigint := 0;
  change_withheld bigint := 0;
begin
  if cardinality(p_amounts) = 0 or 0 >= any (p_amounts) then
    raise exception 'Every posting of % moves an amount above zero', p_event;
  end if;
  if 'bank' = any (p_debits || p_credits) then
    -- An assignment costs less than a statement.
    booking := bank_booking(p_bank, p_day);
    account := booking.account_id;
    day := booking.value_date;
  else
    day := (select closed_through + 1 from broker_bank
             where receives and closed_through >= (clock_timestamp() at time zone 'Asia/Kolkata')::date);
  end if;
  for n in 1 .. cardinality(p_amounts) loop
    change_cash := change_cash + p_amounts[n] * ((p_credits[n] = 'cash')::int - (p_debits[n] = 'cash')::int);
    change_invested := change_invested + p_amounts[n] * ((p_credits[n] = 'invested')::int - (p_debits[n] = 'invested')::int);
    change_loan := change_loan + p_amounts[n] * ((p_credits[n] = 'loan')::int - (p_debits[n] = 'loan')::int);
    change_cashback := change_cashback + p_amounts[n] * ((p_credits[n] = 'cashback')::int - (p_debits[n] = 'cashback')::int);
    change_withheld := change_withheld + p_amounts[n] * ((p_credits[n] = 'withheld')::int - (p_debits[n] = 'withheld')::int);
  end loop;
  with figures as (
    update client_ledger l set
      cash = l.cash + change_cash, invested = l.invested + change_invested, loan = l.loan + change_loan,
      cashback = l.cashback + change_cashback, withheld = l.withheld + change_withheld,
      -- Later than the journal before even if the clock was set back.
      booked_at = greatest(clock_timestamp(), l.booked_at + interval '1 microsecond')
    where l.client_id = p_client
      and not (l.frozen and p_event in ('withdrawal.requested', 'loan.accepted', 'loan.repaid', 'trade.bought'))
      and (l.closure is null or (l.closure = 'open' and (
        p_event in ('withdrawal.paid', 'withdrawal.refused', 'line.credited', 'line.debited', 'line.reversed')
        or exists (select from closure k where k.client_id = p_client and k.status = 'open' and k.request_id = p_cause))))
    returning l.*
  ), booked as (
    insert into journal (id, event, client_id, cause_id, reason, at, cash, invested, loan, cashback, withheld, bank_id, value_date)
    select p_journal, p_event, p_client, p_cause, p_reason, booked_at, cash, invested, loan, cashback, withheld, account, day
      from figures returning id
  )
  insert into entry (journal_id, client_id, debit, credit, amount)
    select booked.id, p_client, u.debit, u.credit, u.amount
      from booked, unnest(p_debits, p_credits, p_amounts) as u (debit, credit, amount);
  if not found then
    select closure into state from client_ledger where client_id = p_client;
    if not found then raise exception 'client % has no ledger accounts', p_client; end if;
    if state is not null then perform raise_closure(p_client, state); end if;
    raise exception 'client % is frozen', p_client
      using errcode = 'check_violation', table = 'client_ledger', constraint = 'client_ledger_frozen';
  end if;
end $$;

-- A revoked verification is a status of its own, which blocks less than one that never was.
alter table client drop constraint client_kyc_status_check;
alter table client add constraint client_kyc_status_check
  check (kyc_status in ('UNVERIFIED', 'PENDING', 'VERIFIED', 'REVOKED')) not valid;

-- Every new request locks its client's ledger before the count of its client's requests, as settlements and closings do, so
-- that no two of them wait for each other. Replaces the check of 0104, which took a weaker lock on the same row.
create function lock_for_request() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  state text;
begin
  select closure into state from client_ledger where client_id = new.client_id for no key update;
  if state is not null and new.type = 'added' then perform raise_closure(new.client_id, state); end if;
  return new;
end $$;
drop trigger deposit_not_closing on wallet_request;
create trigger wallet_request_locks_ledger before insert on wallet_request for each row execute function lock_for_request();

-- The lists that the checks below name. `lists.sql` replaces these functions at every start; lists.test.ts compares them with
-- the contract.
create or replace function ledger_events() returns text[] language sql immutable parallel safe as $$ select array[
  'deposit.approved', 'withdrawal.requested', 'withdrawal.paid', 'withdrawal.refused',
  'loan.accepted', 'loan.repaid',
  'trade.bought', 'trade.sold', 'trade.reversed',
  'charge.approved', 'adjustment.approved', 'cashback.ended', 'cashback.restored',
  'bank.charge', 'bank.interest', 'bank.transfer', 'bank.moved', 'bank.moved.reversed',
  'receipt.held', 'receipt.returned', 'line.credited', 'line.debited', 'line.reversed',
  'opening.balance', 'opening.position'
]::text[] $$;
create or replace function charge_types() returns text[] language sql immutable parallel safe as $$ select array[
  'Profit Sharing', 'Government Charge', 'GST', 'TDS', 'Brokerage', 'Other'
]::text[] $$;
create or replace function proposal_kinds() returns text[] language sql immutable parallel safe as $$ select array[
  'trade.buy', 'trade.sell', 'trade.file', 'loan.offer', 'receipt.credit', 'receipt.book', 'receipt.reverse',
  'payout.release', 'payout.cancel', 'payout-layout.change', 'bank-day.close', 'client-import.book',
  'kyc.pan', 'kyc.correct', 'contact.change', 'operator.add', 'operator.role', 'operator.reset',
  'operator.rights', 'operator.role-add', 'operator.role-rename', 'operator.role-retire', 'client.unfreeze',
  'instrument.add', 'instrument.change', 'broker-bank.add', 'broker-bank.change', 'privacy.erase'
]::text[] $$;

alter table journal add constraint journal_event_known check (event = any (ledger_events())) not valid;
alter table charge add constraint charge_type_known check (type = any (charge_types())) not valid;
alter table proposal add constraint proposal_kind_known check (kind = any (proposal_kinds())) not valid;
alter table client_ledger add constraint client_ledger_closure_known check (closure in ('open', 'closed')) not valid;
alter table message add constraint message_template_known foreign key (template_id) references message_template (id) not valid;

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

-- One row: whether all payouts and approvals of withdrawals are stopped, and why. Nobody means the check of the books.
create table payout_stop (
  is_only boolean primary key default true check (is_only),
  stopped_at timestamptz,
  reason text,
  stopped_by uuid references operator (id),
  check ((stopped_at is null) = (reason is null)),
  check (stopped_by is null or stopped_at is not null)
);
insert into payout_stop default values;
