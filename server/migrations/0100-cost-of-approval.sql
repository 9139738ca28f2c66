-- An approval writes fewer index entries, checks one condition instead of eleven, and books with one statement.

-- Nothing looks for withdrawals without the keyed hash of their account any more (0026).
drop index wallet_request_unsealed;
alter table wallet_request
  drop constraint wallet_request_type_check,
  drop constraint wallet_request_amount_check,
  drop constraint wallet_request_status_check,
  drop constraint wallet_request_check,
  drop constraint wallet_request_check1,
  drop constraint wallet_request_check2,
  drop constraint wallet_request_check3,
  drop constraint wallet_request_check4,
  drop constraint wallet_request_check5,
  drop constraint wallet_request_check6,
  drop constraint wallet_request_settlement_check,
  -- What they said together.
  add constraint wallet_request_state check (
    amount > 0
    and case status
          when 'pending' then decided_at is null and reason is null
          when 'approved' then decided_at is not null and reason is null
            and (first_approval_by is null or first_approval_by <> decided_by)
          when 'rejected' then decided_at is not null and reason is not null and credited is null
          else false
        end
    and case type
          when 'added' then pay_to_number is null and payout_batch_id is null and settlement is null
            and (credited is null or credited > 0 and credited <> amount)
          when 'withdrawal' then pay_to_number is not null and credited is null
            and (settlement is null or settlement in ('monthly', 'quarterly'))
          else false
        end);

-- Operators find the mails of a client by the client, and the mailbox of a demo is small.
drop index mail_recipient, mail_readable, mail_masked;
create index mail_readable on mail (created_at) where body is not null or masked is not null;
-- A mail is changed twice, when it is claimed and when it is sent; on the same page that writes a third of the WAL.
alter table mail set (fillfactor = 50);

-- One index serves the reader and orders its rows.
drop index notice_xact;
alter table notice drop constraint notice_pkey, add primary key (xact, id);
drop index notification_client;
alter table notification drop constraint notification_pkey, add primary key (client_id, id);

-- The time of the client's newest journal, in the row that every posting changes.
alter table client_ledger add column booked_at timestamptz not null default '-infinity';
update client_ledger l set booked_at = j.at
  from (select client_id, max(at) as at from journal group by client_id) j where j.client_id = l.client_id;

-- As before (0077), with one statement that changes the client's row and books what it returned.
create or replace function book_journal(
  p_journal uuid, p_event text, p_client uuid, p_cause uuid, p_reason text,
  p_debits text[], p_credits text[], p_amounts bigint[], p_bank uuid default null, p_day date default null
) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  booking record;
  account uuid;
  day date;
begin
  if cardinality(p_amounts) = 0 or 0 >= any (p_amounts) then
    raise exception 'Every posting of % moves an amount above zero', p_event;
  end if;
  if 'bank' = any (p_debits || p_credits) then
    -- An assignment costs less than a statement.
    booking := bank_booking(p_bank, p_day);
    account := booking.account_id;
    day := booking.value_date;
  end if;
  with figures as (
    update client_ledger l set
      cash = l.cash + d.cash, invested = l.invested + d.invested, loan = l.loan + d.loan,
      cashback = l.cashback + d.cashback, withheld = l.withheld + d.withheld,
      -- Later than the journal before even if the clock was set back.
      booked_at = greatest(clock_timestamp(), l.booked_at + interval '1 microsecond')
    from (
      select
        coalesce(sum(case 'cash' when credit then amount when debit then -amount end), 0)::bigint as cash,
        coalesce(sum(case 'invested' when credit then amount when debit then -amount end), 0)::bigint as invested,
        coalesce(sum(case 'loan' when credit then amount when debit then -amount end), 0)::bigint as loan,
        coalesce(sum(case 'cashback' when credit then amount when debit then -amount end), 0)::bigint as cashback,
        coalesce(sum(case 'withheld' when credit then amount when debit then -amount end), 0)::bigint as withheld
      from unnest(p_debits, p_credits, p_amounts) as u (debit, credit, amount)
    ) d
    where l.client_id = p_client
      and not (l.frozen and p_event in ('withdrawal.requested', 'loan.accepted', 'loan.repaid', 'trade.bought'))
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
    if exists (select from client_ledger where client_id = p_client) then
      raise exception 'client % is frozen', p_client
        using errcode = 'check_violation', table = 'client_ledger', constraint = 'client_ledger_frozen';
    end if;
    raise exception 'client % has no ledger accounts', p_client;
  end if;
end $$;
