-- What clients hold moves from `trade` to `lot`: shares may also come from corporate actions, or be sold without being in the books.
lock table trade in share row exclusive mode;

create table lot (
  id uuid primary key,
  client_id uuid not null references client (id),
  stock text not null,
  isin text check (isin <> ''),
  source text not null check (source in ('trade', 'import', 'unknown')),
  trade_id uuid references trade (id),
  parent_id uuid references lot (id),
  acquired_on date not null,
  quantity numeric(20,8) not null check (quantity > 0),
  cost bigint not null check (cost >= 0),
  loan_part bigint not null default 0,
  open_quantity numeric(20,8) not null,
  open_cost bigint not null,
  open_loan_part bigint not null default 0,
  constraint lot_loan_part check (loan_part >= 0 and loan_part <= cost),
  constraint lot_open_quantity check (open_quantity >= 0 and open_quantity <= quantity),
  constraint lot_open_cost check (open_cost >= 0 and open_cost <= cost),
  constraint lot_open_loan_part check (open_loan_part >= 0 and open_loan_part <= open_cost),
  constraint lot_closed check (open_quantity > 0 or open_cost = 0),
  constraint lot_source check ((source = 'unknown') = (trade_id is null) and (source <> 'unknown' or cost = 0))
);
comment on table lot is 'Units of a stock that a client acquired together at one cost. A purchase has one, with its id; a sell takes from one. Only what is left of it changes.';
comment on column lot.stock is 'The instrument''s symbol.';
comment on column lot.isin is 'The ISIN when acquired; null where the instrument has none.';
comment on column lot.source is 'trade: bought here; import: held before the client was imported; unknown: sold without being in the books, at cost 0.';
comment on column lot.trade_id is 'The purchase; null if unknown.';
comment on column lot.parent_id is 'The lot that a corporate action replaced by this one.';
comment on column lot.acquired_on is 'The trading day of the purchase in India.';
comment on column lot.quantity is 'Units.';
comment on column lot.cost is 'Paise.';
comment on column lot.loan_part is 'Paise of the cost that borrowed money had paid.';
comment on column lot.open_quantity is 'Units left.';
comment on column lot.open_cost is 'Paise of cost left.';
comment on column lot.open_loan_part is 'Paise of borrowed money left in it.';

insert into lot (id, client_id, stock, isin, source, trade_id, acquired_on, quantity, cost, loan_part, open_quantity, open_cost, open_loan_part)
  select t.id, t.client_id, t.stock, nullif(i.isin, ''), case when t.import_id is null then 'trade' else 'import' end, t.id, t.traded_on,
         t.quantity, t.cost, t.loan_part, t.open_quantity, t.open_cost, t.open_loan_part
    from trade t left join instrument i on i.symbol = t.stock
   where t.action = 'BUY';
create index lot_open on lot (client_id, id desc) where open_quantity > 0;

create trigger lot_kept before update on lot for each row
  when ((old.id, old.client_id, old.stock, old.isin, old.source, old.trade_id, old.parent_id, old.acquired_on, old.quantity, old.cost, old.loan_part)
    is distinct from
    (new.id, new.client_id, new.stock, new.isin, new.source, new.trade_id, new.parent_id, new.acquired_on, new.quantity, new.cost, new.loan_part))
  execute function refuse_change();
create trigger lot_never_deleted before delete on lot for each row execute function refuse_change();
create trigger lot_no_truncate before truncate on lot for each statement execute function refuse_change();

create or replace view open_item as
 select id as client_id,
    (( select count(*) as count
           from lot
          where lot.client_id = c.id and lot.open_quantity > 0))::int as positions,
    (( select count(*) as count
           from loan
          where loan.client_id = c.id and (loan.status in ('pending', 'admin_approved', 'approved'))))::int as loans,
    (( select count(*) as count
           from wallet_request
          where wallet_request.client_id = c.id and wallet_request.status = 'pending'))::int as requests,
    (( select coalesce(sum(charge.amount + charge.gst), 0) as "coalesce"
           from charge
          where charge.client_id = c.id and charge.status <> 'APPROVED'))::bigint as charges,
    (( select count(*) as count
           from complaint
          where complaint.client_id = c.id and complaint.status = 'open'))::int as complaints,
    (( select count(*) as count
           from proposal
          where proposal.client_id = c.id and proposal.status = 'pending'))::int as proposals,
    (( select count(*) as count
           from proposal
          where proposal.client_id = c.id and proposal.status = 'pending' and proposal.kind = 'contact.change'))::int as contacts,
    (( select count(*) as count
           from adjustment
          where adjustment.client_id = c.id and adjustment.status = 'pending'))::int as adjustments
   from client c;

alter table trade rename column buy_id to lot_id;
alter table trade
  drop constraint trade_buy_id_fkey,
  drop column open_quantity,
  drop column open_cost,
  drop column open_loan_part,
  add constraint trade_lot_id_fkey foreign key (lot_id) references lot (id) not valid,
  add constraint trade_of_lot check (action <> 'SELL' or lot_id is not null and to_loan is not null) not valid;
comment on column trade.lot_id is 'Of a sell: the lot it took from.';

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
