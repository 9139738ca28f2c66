-- Whether the login is frozen, in the row every posting updates: the check costs no query of its own, and freezing
-- waits for postings in flight.
alter table client_ledger add column frozen boolean not null default false;
update client_ledger l set frozen = true from client c where c.id = l.client_id and c.frozen_at is not null;

create or replace function open_client_ledger() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into client_ledger (client_id, frozen) values (new.id, new.frozen_at is not null);
  return new;
end $$;

-- The only writer of client_ledger.frozen, so that it always agrees with client.frozen_at.
create function copy_frozen() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update client_ledger set frozen = new.frozen_at is not null where client_id = new.id;
  return new;
end $$;
create trigger client_frozen_copied after update of frozen_at on client for each row
  when ((old.frozen_at is null) <> (new.frozen_at is null)) execute function copy_frozen();

-- As before, and for a frozen client without the events that a client starts and without buys: these raise
-- check_violation with the constraint client_ledger_frozen.
create or replace function post_journal(
  p_journal uuid, p_event text, p_client uuid, p_cause uuid, p_reason text,
  p_debits text[], p_credits text[], p_amounts bigint[]
) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if cardinality(p_amounts) = 0 or 0 >= any (p_amounts) then
    raise exception 'Every posting of % moves an amount above zero', p_event;
  end if;
  update client_ledger l set
    cash = l.cash + d.cash, invested = l.invested + d.invested, loan = l.loan + d.loan,
    cashback = l.cashback + d.cashback, withheld = l.withheld + d.withheld
  from (
    select
      coalesce(sum(m.amount) filter (where m.account = 'cash'), 0)::bigint as cash,
      coalesce(sum(m.amount) filter (where m.account = 'invested'), 0)::bigint as invested,
      coalesce(sum(m.amount) filter (where m.account = 'loan'), 0)::bigint as loan,
      coalesce(sum(m.amount) filter (where m.account = 'cashback'), 0)::bigint as cashback,
      coalesce(sum(m.amount) filter (where m.account = 'withheld'), 0)::bigint as withheld
    from (
      select unnest(p_credits) as account, unnest(p_amounts) as amount
      union all
      select unnest(p_debits), -unnest(p_amounts)
    ) m
  ) d
  where l.client_id = p_client
    and not (l.frozen and p_event in ('withdrawal.requested', 'loan.accepted', 'loan.repaid', 'trade.bought'));
  if not found then
    if exists (select from client_ledger where client_id = p_client) then
      raise exception 'client % is frozen', p_client
        using errcode = 'check_violation', table = 'client_ledger', constraint = 'client_ledger_frozen';
    end if;
    raise exception 'client % has no ledger accounts', p_client;
  end if;
  insert into journal (id, event, client_id, cause_id, reason) values (p_journal, p_event, p_client, p_cause, p_reason);
  insert into entry (journal_id, client_id, debit, credit, amount)
    select p_journal, p_client, u.debit, u.credit, u.amount
    from unnest(p_debits, p_credits, p_amounts) as u (debit, credit, amount);
end $$;

-- Called at the end of every transaction of a request. Raises check_violation of session if the session has ended or
-- its owner may no longer act; otherwise the session cannot be ended before this transaction commits.
create function require_session(p_session uuid, p_role text) returns void language plpgsql set search_path = public, pg_temp as $$
begin
  perform from session s
      left join client c on c.id = s.client_id
      left join operator o on o.id = s.operator_id
    where s.id = p_session and s.expires_at > clock_timestamp()
      and c.frozen_at is null and o.disabled_at is null and o.role is not distinct from p_role
    for key share of s;
  if not found then
    raise exception 'session % has ended', p_session using errcode = 'check_violation', table = 'session';
  end if;
end $$;

-- However a session ends, its event streams end with the next notices.
create function notify_ended_sessions() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into notice (client_id, topic, subject_id) select client_id, 'session', id from ended;
  return null;
end $$;
create trigger session_end_notified after delete on session referencing old table as ended
  for each statement execute function notify_ended_sessions();
