-- The client's five figures after each journal, in paise, so that a statement of any range is one index scan. Earlier
-- journals get theirs here; post_journal stores them from now on, and the books compare them with the entries.
alter table journal
  add column cash bigint not null default 0,
  add column invested bigint not null default 0,
  add column loan bigint not null default 0,
  add column cashback bigint not null default 0,
  add column withheld bigint not null default 0;

alter table journal disable trigger journal_append_only;
update journal j set cash = s.cash, invested = s.invested, loan = s.loan, cashback = s.cashback, withheld = s.withheld
  from (
    select m.id, sum(m.cash) over w as cash, sum(m.invested) over w as invested, sum(m.loan) over w as loan,
           sum(m.cashback) over w as cashback, sum(m.withheld) over w as withheld
      from (
        select n.id, n.client_id, n.at,
               coalesce(sum(case 'cash' when e.credit then e.amount when e.debit then -e.amount end), 0) as cash,
               coalesce(sum(case 'invested' when e.credit then e.amount when e.debit then -e.amount end), 0) as invested,
               coalesce(sum(case 'loan' when e.credit then e.amount when e.debit then -e.amount end), 0) as loan,
               coalesce(sum(case 'cashback' when e.credit then e.amount when e.debit then -e.amount end), 0) as cashback,
               coalesce(sum(case 'withheld' when e.credit then e.amount when e.debit then -e.amount end), 0) as withheld
          from journal n left join entry e on e.journal_id = n.id
         group by n.id) m
    window w as (partition by m.client_id order by m.at, m.id)) s
 where s.id = j.id;
alter table journal enable trigger journal_append_only;
alter table journal
  alter column cash drop default, alter column invested drop default, alter column loan drop default,
  alter column cashback drop default, alter column withheld drop default;

-- A client's journals in the order of their statement.
create index journal_statement on journal (client_id, at, id) include (cash);

-- As before (0034), and stores the figures. The time is later than that of the client's previous journal even if the
-- clock was set back, so that the order of the statement is the order of booking.
create or replace function post_journal(
  p_journal uuid, p_event text, p_client uuid, p_cause uuid, p_reason text,
  p_debits text[], p_credits text[], p_amounts bigint[]
) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  figures client_ledger;
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
    and not (l.frozen and p_event in ('withdrawal.requested', 'loan.accepted', 'loan.repaid', 'trade.bought'))
  returning l.* into figures;
  if not found then
    if exists (select from client_ledger where client_id = p_client) then
      raise exception 'client % is frozen', p_client
        using errcode = 'check_violation', table = 'client_ledger', constraint = 'client_ledger_frozen';
    end if;
    raise exception 'client % has no ledger accounts', p_client;
  end if;
  insert into journal (id, event, client_id, cause_id, reason, at, cash, invested, loan, cashback, withheld)
    values (p_journal, p_event, p_client, p_cause, p_reason,
            greatest(clock_timestamp(), (select j.at + interval '1 microsecond' from journal j
                                          where j.client_id = p_client order by j.at desc, j.id desc limit 1)),
            figures.cash, figures.invested, figures.loan, figures.cashback, figures.withheld);
  insert into entry (journal_id, client_id, debit, credit, amount)
    select p_journal, p_client, u.debit, u.credit, u.amount
    from unnest(p_debits, p_credits, p_amounts) as u (debit, credit, amount);
end $$;
