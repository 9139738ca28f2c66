-- What open positions cost is also in `securities`, so that it and `invested` are together 0: against `opening` for imported positions,
-- against `clearing` for typed ones. Those of contract notes have it already. The event is in lists.sql, which runs after the migrations.
alter table journal drop constraint journal_event_known;
with total as materialized (
  select gen_random_uuid() as id, l.source, sum(l.open_cost)::bigint as amount
    from lot l join trade t on t.id = l.trade_id
   where l.open_quantity > 0 and t.contract_id is null
   group by l.source having sum(l.open_cost) > 0),
booked as (
  insert into journal (id, event, cause_id, reason, cash, invested, loan, cashback, withheld)
  select id, 'securities.opened', id, case source when 'import' then 'Open imported positions at cost' else 'Open positions at cost' end, 0, 0, 0, 0, 0
    from total returning id)
insert into entry (journal_id, debit, credit, amount)
  select b.id, 'securities', case t.source when 'import' then 'opening' else 'clearing' end, t.amount
    from booked b join total t on t.id = b.id;
alter table journal add constraint journal_event_known check (event = any (ledger_events())) not valid;
