-- The files of the exchanges and clearing corporations, what is booked from them, and what clients hold.

-- Days with trading, but without pay-in and pay-out of the clearing corporations.
alter table calendar_day drop constraint calendar_day_kind_check;
alter table calendar_day add constraint calendar_day_kind_check check (kind in ('holiday', 'session', 'clearing', 'monthly', 'quarterly'));
insert into calendar_day (day, kind, name) values
  ('2026-02-19', 'clearing', 'Settlement holiday'), ('2026-03-19', 'clearing', 'Settlement holiday'),
  ('2026-04-01', 'clearing', 'Settlement holiday'), ('2026-08-26', 'clearing', 'Settlement holiday')
on conflict do nothing;

create table trade_file (
  sha256 bytea primary key,
  content bytea not null,
  constraint trade_file_check check (sha256 = sha256(content))
);
-- Requests had the whole file in them.
insert into trade_file (sha256, content)
  select distinct sha256(f.content), f.content
    from (select convert_to(payload #>> '{body,csv}', 'UTF8') as content
            from proposal where kind = 'trade.file' and payload ? 'body') f;
update proposal
   set payload = payload - 'body'
         || jsonb_build_object('sha256', encode(sha256(convert_to(payload #>> '{body,csv}', 'UTF8')), 'hex'))
 where kind = 'trade.file' and payload ? 'body';

create table price_file (
  id uuid primary key,
  exchange text not null check (exchange in ('NSE', 'BSE')),
  day date not null,
  name text not null,
  sha256 bytea not null check (length(sha256) = 32),
  content bytea not null,
  rows int not null check (rows > 0),
  prices int not null check (prices > 0),
  imported_by uuid not null references operator (id),
  imported_at timestamptz not null default clock_timestamp()
);
create index price_file_imported_by on price_file (imported_by);
create index price_file_newest on price_file (exchange, day, imported_at);
create trigger price_file_append_only before delete or update on price_file for each row execute function refuse_change();
create trigger price_file_no_truncate before truncate on price_file for each statement execute function refuse_change();

create table closing_price (
  isin text not null check (isin ~ '^[A-Z]{2}[A-Z0-9]{9}[0-9]$'),
  exchange text not null check (exchange in ('NSE', 'BSE')),
  day date not null,
  symbol text not null,
  series text not null,
  close numeric not null check (close > 0),
  file_id uuid not null references price_file (id),
  reasons text[] not null default '{}',
  accepted boolean,
  decided_by uuid references operator (id),
  decided_at timestamptz,
  high numeric,
  primary key (isin, day, exchange),
  constraint closing_price_check check ((accepted is null) = (decided_by is null) and (accepted is null) = (decided_at is null)),
  constraint closing_price_check1 check (accepted is null or reasons <> '{}'),
  constraint closing_price_high_check check (high >= close)
);
create index closing_price_file on closing_price (file_id);
create index closing_price_held on closing_price (day) where reasons <> '{}' and accepted is null;
create index closing_price_symbol on closing_price (symbol, day);

create table security_file (
  id uuid primary key,
  kind text not null check (kind in ('listing', 'symbols')),
  exchange text not null check (exchange in ('NSE', 'BSE')),
  day date not null,
  name text not null,
  sha256 bytea not null check (length(sha256) = 32),
  content bytea not null,
  rows int not null check (rows > 0),
  imported_by uuid not null references operator (id),
  imported_at timestamptz not null default clock_timestamp()
);
create index security_file_imported_by on security_file (imported_by);
create index security_file_newest on security_file (exchange, kind, day, imported_at);
create trigger security_file_append_only before delete or update on security_file for each row execute function refuse_change();
create trigger security_file_no_truncate before truncate on security_file for each statement execute function refuse_change();

create table security (
  isin text not null check (isin ~ '^[A-Z]{2}[A-Z0-9]{9}[0-9]$'),
  exchange text not null check (exchange in ('NSE', 'BSE')),
  from_day date not null,
  symbol text not null,
  series text not null,
  name text not null,
  token text,
  lot int check (lot > 0),
  tick numeric check (tick > 0),
  suspended boolean not null default false,
  file_id uuid references security_file (id),
  primary key (isin, exchange, from_day)
);
create index security_file_of on security (file_id);
create index security_symbol on security (exchange, symbol, from_day);

create table isin_successor (
  isin text primary key check (isin ~ '^[A-Z]{2}[A-Z0-9]{9}[0-9]$'),
  successor text not null,
  from_day date not null,
  symbol text not null,
  file_id uuid not null references security_file (id),
  accepted boolean,
  decided_by uuid references operator (id),
  decided_at timestamptz,
  constraint isin_successor_check check (successor ~ '^[A-Z]{2}[A-Z0-9]{9}[0-9]$' and successor <> isin),
  constraint isin_successor_check1 check ((accepted is null) = (decided_by is null) and (accepted is null) = (decided_at is null))
);
create index isin_successor_file on isin_successor (file_id);
create index isin_successor_of on isin_successor (successor);

-- The client's code at the exchanges, and the demat account that receives the shares.
alter table client
  add column ucc text check (ucc ~ '^[A-Za-z0-9]{1,20}$'),
  add column demat text check (demat ~ '^(IN[0-9A-Z]{6}[0-9]{8}|[0-9]{16})$');
create unique index client_ucc on client (upper(ucc)) where ucc is not null;

create table exchange_file (
  id uuid primary key,
  exchange text not null check (exchange in ('NSE', 'BSE')),
  day date not null,
  name text not null,
  sha256 bytea not null check (length(sha256) = 32),
  content bytea not null,
  status text not null default 'waiting' check (status in ('waiting', 'approved', 'booking', 'booked', 'replaced', 'rejected')),
  totals jsonb not null,
  imported_by uuid not null references operator (id),
  imported_at timestamptz not null default now(),
  decided_by uuid references operator (id),
  decided_at timestamptz,
  part text not null default '',
  constraint exchange_file_check check ((status = 'waiting') = (decided_by is null) and (decided_by is null) = (decided_at is null))
);
create index exchange_file_imported_by on exchange_file (imported_by);
create unique index exchange_file_open on exchange_file (exchange, day) where status in ('waiting', 'approved', 'booking');

create table exchange_trade (
  id bigint generated always as identity unique,
  exchange text not null check (exchange in ('NSE', 'BSE')),
  segment text not null default 'CM',
  day date not null,
  trade_number text not null,
  order_ref text not null,
  side text not null check (side in ('B', 'S')),
  line int not null,
  file_id uuid not null references exchange_file (id),
  client_type text not null check (client_type in ('client', 'own')),
  client_code text not null,
  custodian text not null,
  isin text not null,
  symbol text not null,
  series text not null,
  quantity bigint not null check (quantity > 0),
  price numeric not null check (price > 0),
  settlement_type text not null,
  settlement_number text not null,
  traded_at timestamptz not null,
  ordered_at timestamptz not null,
  client_id uuid references client (id),
  security_isin text,
  stock text,
  is_delivered boolean not null default false,
  exceptions text[] not null default '{}',
  trade_id uuid unique references trade (id),
  booked_at timestamptz,
  primary key (exchange, segment, day, trade_number, order_ref, side)
);
create index exchange_trade_client on exchange_trade (client_id, day) where client_id is not null;
create index exchange_trade_exception on exchange_trade (exchange, day) where exceptions <> '{}';
create index exchange_trade_file on exchange_trade (file_id);
create index exchange_trade_open on exchange_trade (day, client_id) where booked_at is null;
create index exchange_trade_recorded on exchange_trade (day, client_id) where client_id is not null;
create index exchange_trade_unbooked on exchange_trade (client_id) where booked_at is null and client_id is not null;

create table exchange_code (
  exchange text not null check (exchange in ('NSE', 'BSE')),
  column_name text not null,
  code text not null,
  meaning text not null,
  primary key (exchange, column_name, code)
);
insert into exchange_code (exchange, column_name, code, meaning)
  select e.exchange, c.column_name, c.code, c.meaning
    from (values ('NSE'), ('BSE')) e (exchange)
   cross join (values ('Sgmt', 'CM', 'cash'), ('ClntTp', 'C', 'client'), ('ClntTp', 'P', 'own'), ('BuySellInd', 'B', 'buy'),
     ('BuySellInd', 'S', 'sell'), ('RptdTxSts', 'OR', 'valid'), ('RptdTxSts', 'CN', 'cancelled'), ('SttlmTp', 'M', 'normal'),
     ('SttlmTp', 'Z', 'delivery'), ('SttlmTp', 'A', 'auction'), ('SttlmTp', 'B', 'sme'), ('SttlmTp', '5', 'today'),
     ('TxInd', 'CLO', 'closeout'), ('TxInd', 'AUC', 'auction'), ('TxInd', 'SHT', 'short')) c (column_name, code, meaning)
  union all
  select 'NSE', 'SctySrs', s, case when s in ('BE', 'BZ', 'ST') then 'delivery' else 'normal' end
    from unnest('{EQ,BE,BZ,SM,ST,T0}'::text[]) s
  union all
  select 'BSE', 'SctySrs', s, case when s in ('T', 'TS', 'XT', 'Z', 'ZP', 'MT') then 'delivery' else 'normal' end
    from unnest('{A,B,E,M,P,X,T,TS,XT,Z,ZP,MT}'::text[]) s;

create table charge_rate (
  charge text not null check (charge in ('stt', 'transaction', 'ipft', 'sebi', 'stamp', 'gst', 'dp')),
  exchange text not null check (exchange in ('NSE', 'BSE', 'all')),
  series text not null check (series in ('equity', 'etf', 'exclusive', 'special', 'all')),
  product text not null check (product in ('delivery', 'intraday', 'all')),
  side text not null check (side in ('BUY', 'SELL', 'all')),
  from_day date not null,
  percent numeric not null check (percent >= 0 and percent <= 100 and scale(percent) <= 8),
  set_by uuid references operator (id),
  set_at timestamptz not null default now(),
  primary key (charge, exchange, series, product, side, from_day)
);
create index charge_rate_set_by on charge_rate (set_by);
insert into charge_rate (charge, exchange, series, product, side, from_day, percent) values
  ('stt', 'all', 'equity', 'delivery', 'BUY', '2024-10-01', 0.1),
  ('stt', 'all', 'equity', 'delivery', 'SELL', '2024-10-01', 0.1),
  ('stt', 'all', 'equity', 'intraday', 'SELL', '2024-10-01', 0.025),
  ('stt', 'all', 'etf', 'delivery', 'BUY', '2024-10-01', 0),
  ('stt', 'all', 'etf', 'delivery', 'SELL', '2024-10-01', 0.001),
  ('stt', 'all', 'etf', 'intraday', 'SELL', '2024-10-01', 0.025),
  ('transaction', 'NSE', 'equity', 'all', 'all', '2024-10-01', 0.00297),
  ('transaction', 'NSE', 'equity', 'all', 'all', '2026-03-01', 0.0030699),
  ('transaction', 'BSE', 'equity', 'all', 'all', '2024-10-01', 0.00375),
  ('transaction', 'BSE', 'exclusive', 'all', 'all', '2024-10-01', 0.1),
  ('ipft', 'NSE', 'all', 'all', 'all', '2024-10-01', 0.0001),
  ('ipft', 'NSE', 'all', 'all', 'all', '2026-03-01', 0.0000001),
  ('ipft', 'BSE', 'all', 'all', 'all', '2024-10-01', 0),
  ('sebi', 'all', 'all', 'all', 'all', '2024-10-01', 0.0001),
  ('stamp', 'all', 'all', 'delivery', 'BUY', '2020-07-01', 0.015),
  ('stamp', 'all', 'all', 'intraday', 'BUY', '2020-07-01', 0.003),
  ('gst', 'all', 'all', 'all', 'all', '2017-07-01', 18);

create table brokerage_plan (
  name text not null check (length(name) >= 1 and length(name) <= 60),
  from_day date not null,
  delivery text not null,
  intraday text not null,
  etf text not null,
  minimum bigint not null check (minimum >= 0),
  dealer_fee bigint not null check (dealer_fee >= 0),
  set_by uuid not null references operator (id),
  set_at timestamptz not null default now(),
  primary key (name, from_day)
);
create index brokerage_plan_set_by on brokerage_plan (set_by);

create table client_plan (
  id uuid primary key,
  client_id uuid references client (id),
  plan text not null,
  from_day date not null,
  set_by uuid not null references operator (id),
  set_at timestamptz not null default now()
);
create unique index client_plan_once on client_plan (client_id, from_day) nulls not distinct;
create index client_plan_set_by on client_plan (set_by);

create table security_charge (
  client_id uuid not null references client (id),
  day date not null,
  exchange text not null check (exchange in ('NSE', 'BSE', 'all')),
  isin text not null,
  client_code text not null,
  bought numeric not null check (bought >= 0),
  sold numeric not null check (sold >= 0),
  intraday numeric not null check (intraday >= 0),
  stt numeric not null check (stt >= 0),
  stamp numeric not null check (stamp >= 0),
  primary key (day, client_id, exchange, isin)
);
create index security_charge_client on security_charge (client_id);

create table levy_file (
  id uuid primary key,
  levy text not null check (levy in ('stt', 'stamp')),
  exchange text not null check (exchange in ('NSE', 'BSE')),
  day date not null,
  name text not null,
  sha256 bytea not null check (length(sha256) = 32),
  content bytea not null,
  total numeric not null check (total >= 0),
  imported_by uuid not null references operator (id),
  imported_at timestamptz not null default clock_timestamp()
);
create index levy_file_imported_by on levy_file (imported_by);
create index levy_file_newest on levy_file (day, exchange, levy, imported_at);
create trigger levy_file_append_only before delete or update on levy_file for each row execute function refuse_change();
create trigger levy_file_no_truncate before truncate on levy_file for each statement execute function refuse_change();

create table levy_line (
  file_id uuid not null references levy_file (id),
  client_code text not null,
  isin text not null,
  bought numeric not null check (bought >= 0),
  sold numeric not null check (sold >= 0),
  intraday numeric not null check (intraday >= 0),
  amount numeric not null check (amount >= 0),
  primary key (file_id, client_code, isin)
);

create table clearing_file (
  id uuid primary key,
  kind text not null check (kind in ('master', 'obligation', 'delivery')),
  exchange text not null check (exchange in ('NSE', 'BSE')),
  day date not null,
  is_final boolean not null,
  name text not null,
  sha256 bytea not null check (length(sha256) = 32),
  content bytea not null,
  imported_by uuid not null references operator (id),
  imported_at timestamptz not null default clock_timestamp()
);
create index clearing_file_imported_by on clearing_file (imported_by);
create index clearing_file_newest on clearing_file (day, exchange, kind, imported_at);
create trigger clearing_file_append_only before delete or update on clearing_file for each row execute function refuse_change();
create trigger clearing_file_no_truncate before truncate on clearing_file for each statement execute function refuse_change();

create table settlement_day (
  settlement_id text primary key,
  settles_on date not null,
  file_id uuid not null references clearing_file (id)
);
create index settlement_day_file on settlement_day (file_id);

create table obligation (
  file_id uuid not null references clearing_file (id),
  settlement_id text not null references clearing_settlement (id),
  net bigint not null,
  primary key (settlement_id, file_id)
);
create index obligation_file on obligation (file_id);

create table obligation_line (
  file_id uuid not null,
  settlement_id text not null,
  isin text not null,
  bought numeric not null check (bought >= 0),
  sold numeric not null check (sold >= 0),
  primary key (settlement_id, file_id, isin),
  constraint obligation_line_settlement_id_file_id_fkey foreign key (settlement_id, file_id) references obligation (settlement_id, file_id)
);

create view clearing_obligation as
 select distinct on (o.settlement_id) o.settlement_id,
    o.net,
    o.file_id,
    f.imported_by
   from obligation o
     join clearing_file f on f.id = o.file_id
  where f.is_final
  order by o.settlement_id, f.imported_at desc, f.id desc;

create table settlement_release (
  id uuid primary key,
  settlement_id text not null references clearing_settlement (id),
  client_id uuid not null references client (id),
  amount bigint not null check (amount > 0),
  released_at timestamptz not null default clock_timestamp()
);
create index settlement_release_client on settlement_release (client_id);
create index settlement_release_settlement on settlement_release (settlement_id, client_id);

create table shortage (
  id uuid primary key,
  settlement_id text not null references clearing_settlement (id),
  client_id uuid not null references client (id),
  amount bigint not null check (amount > 0),
  reason text not null,
  recorded_by uuid not null references operator (id),
  recorded_at timestamptz not null default now(),
  ended_by uuid references operator (id),
  ended_at timestamptz,
  end_reason text,
  isin text check (isin <> ''),
  side text check (side in ('B', 'S')),
  quantity numeric check (quantity > 0),
  file_id uuid references clearing_file (id),
  ended_file_id uuid references clearing_file (id),
  constraint shortage_check check ((ended_at is null) = (ended_by is null) and (ended_at is null) = (end_reason is null)),
  constraint shortage_security check ((isin is null) = (side is null) and (isin is null) = (quantity is null))
);
create index shortage_ended_by on shortage (ended_by) where ended_by is not null;
create index shortage_ended_file on shortage (ended_file_id) where ended_file_id is not null;
create index shortage_file on shortage (file_id) where file_id is not null;
create unique index shortage_open on shortage (client_id, settlement_id, coalesce(isin, ''), coalesce(side, '')) where ended_at is null;
create index shortage_recorded_by on shortage (recorded_by);
create index shortage_settlement on shortage (settlement_id);

create table dp_charge (
  id uuid primary key,
  client_id uuid not null references client (id),
  day date not null,
  isin text not null,
  settlement_id text not null references clearing_settlement (id),
  amount bigint not null check (amount > 0),
  gst bigint not null check (gst >= 0),
  booked_at timestamptz not null default now(),
  reversed_at timestamptz
);
create unique index dp_charge_once on dp_charge (client_id, day, isin) where reversed_at is null;
create index dp_charge_settlement on dp_charge (settlement_id);

create table trade_day (
  day date primary key,
  booked_by uuid not null references operator (id),
  requested_at timestamptz not null default now(),
  booked_at timestamptz,
  levied_at timestamptz,
  trades int check (trades >= 0),
  contracts int check (contracts >= 0)
);
create index trade_day_booked_by on trade_day (booked_by);

create table contract (
  id uuid primary key,
  client_id uuid not null references client (id),
  day date not null,
  bought bigint not null check (bought >= 0),
  sold bigint not null check (sold >= 0),
  brokerage bigint not null check (brokerage >= 0),
  exchange_charges bigint not null check (exchange_charges >= 0),
  sebi_fee bigint not null check (sebi_fee >= 0),
  stt bigint not null check (stt >= 0),
  stamp_duty bigint not null check (stamp_duty >= 0),
  gst bigint not null check (gst >= 0),
  charges bigint not null generated always as (brokerage + exchange_charges + sebi_fee + stt + stamp_duty + gst) stored,
  net bigint not null generated always as (sold - bought - brokerage - exchange_charges - sebi_fee - stt - stamp_duty - gst) stored,
  booked_at timestamptz not null default now(),
  reversed_at timestamptz,
  shortage_id uuid references shortage (id),
  stt_difference bigint not null default 0,
  stamp_difference bigint not null default 0,
  unusable_used bigint not null default 0 check (unusable_used >= 0)
);
create index contract_day on contract (day, client_id) include (shortage_id) where reversed_at is null;
create unique index contract_of_shortage on contract (shortage_id) where reversed_at is null and shortage_id is not null;
create unique index contract_once on contract (client_id, day) where reversed_at is null and shortage_id is null;
create index contract_reversed on contract (client_id, day) where reversed_at is not null;
create index contract_shortage on contract (shortage_id) where shortage_id is not null;

create table contract_fault (
  client_id uuid not null references client (id),
  day date not null,
  message text not null,
  primary key (client_id, day)
);
create index contract_fault_day on contract_fault (day);

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
  constraint lot_closed check (open_quantity > 0 or open_cost = 0),
  constraint lot_loan_part check (loan_part >= 0 and loan_part <= cost),
  constraint lot_open_cost check (open_cost >= 0 and open_cost <= cost),
  constraint lot_open_loan_part check (open_loan_part >= 0 and open_loan_part <= open_cost),
  constraint lot_open_quantity check (open_quantity >= 0 and open_quantity <= quantity),
  constraint lot_source check ((source = 'unknown') = (trade_id is null) and (source <> 'unknown' or cost = 0))
);
create index lot_held on lot (client_id, isin) where open_quantity > 0;
create index lot_open on lot (client_id, id desc) where open_quantity > 0;
insert into lot (id, client_id, stock, isin, source, trade_id, acquired_on, quantity, cost, loan_part, open_quantity, open_cost, open_loan_part)
  select t.id, t.client_id, t.stock, nullif(i.isin, ''), case when t.import_id is null then 'trade' else 'import' end, t.id, t.traded_on,
         t.quantity, t.cost, t.loan_part, t.open_quantity, t.open_cost, t.open_loan_part
    from trade t left join instrument i on i.symbol = t.stock
   where t.action = 'BUY';
create trigger lot_kept before update on lot for each row when (old.id is distinct from new.id or old.client_id is distinct from
  new.client_id or old.stock is distinct from new.stock or old.isin is distinct from new.isin or old.source is distinct from new.source or
  old.trade_id is distinct from new.trade_id or old.parent_id is distinct from new.parent_id or old.acquired_on is distinct from
  new.acquired_on or old.quantity is distinct from new.quantity or old.cost is distinct from new.cost or old.loan_part is distinct from
  new.loan_part) execute function refuse_change();
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
          where charge.client_id = c.id and (charge.status not in ('APPROVED', 'CANCELLED'))))::bigint as charges,
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
          where adjustment.client_id = c.id and adjustment.status = 'pending'))::int as adjustments,
    (( select count(*) as count
           from exchange_trade
          where exchange_trade.client_id = c.id and exchange_trade.booked_at is null))::int as unbooked,
    (( select count(*) as count
           from shortage
          where shortage.client_id = c.id and shortage.ended_at is null))::int as shortages
   from client c;

alter table trade rename column buy_id to lot_id;
alter table trade
  drop constraint trade_buy_id_fkey,
  drop column open_quantity,
  drop column open_cost,
  drop column open_loan_part,
  add column contract_id uuid,
  add column charges bigint check (charges >= 0),
  add constraint trade_lot_id_fkey foreign key (lot_id) references lot (id) not valid,
  add constraint trade_contract_id_fkey foreign key (contract_id) references contract (id) not valid,
  add constraint trade_of_lot check (action <> 'SELL' or lot_id is not null and to_loan is not null) not valid;
create index trade_contract on trade (contract_id) where contract_id is not null;
create index trade_typed on trade (traded_on) where reversal_id is null and import_id is null and contract_id is null;
drop index trade_realised;
create index trade_realised on trade (client_id, traded_on) include (amount, cost) where action = 'SELL' and reversal_id is null;

-- What open positions cost is also in `securities`, so that it and `invested` are together 0: against `opening` for imported positions,
-- against `clearing` for typed ones.
with total as materialized (
  select gen_random_uuid() as id, l.source, sum(l.open_cost)::bigint as amount
    from lot l
   where l.open_quantity > 0
   group by l.source having sum(l.open_cost) > 0),
booked as (
  insert into journal (id, event, cause_id, reason, cash, invested, loan, cashback, withheld)
  select id, 'securities.opened', id, case source when 'import' then 'Open imported positions at cost' else 'Open positions at cost' end, 0, 0, 0, 0, 0
    from total returning id)
insert into entry (journal_id, debit, credit, amount)
  select b.id, 'securities', case t.source when 'import' then 'opening' else 'clearing' end, t.amount
    from booked b join total t on t.id = b.id;

-- With APPROVALS=single the operator who asked for a reversal also decides it, which is marked.
alter table trade_reversal
  add column waived boolean not null default false,
  drop constraint trade_reversal_check,
  add constraint trade_reversal_two_operators check (status <> 'approved' or decided_by <> requested_by or waived);

create table watch (
  client_id uuid not null references client (id),
  symbol text not null references instrument (symbol),
  added_at timestamptz not null default now(),
  primary key (client_id, symbol)
);
create index watch_symbol on watch (symbol);

create table price_alert (
  id uuid primary key,
  client_id uuid not null references client (id),
  symbol text not null,
  side text not null check (side in ('above', 'below')),
  price numeric not null check (price > 0),
  created_at timestamptz not null default clock_timestamp(),
  fired_at timestamptz,
  fired_price numeric,
  constraint price_alert_check check ((fired_at is null) = (fired_price is null)),
  constraint price_alert_client_id_symbol_fkey foreign key (client_id, symbol) references watch (client_id, symbol) on delete cascade
);
create unique index price_alert_once on price_alert (client_id, symbol, side, price) where fired_at is null;
create index price_alert_open on price_alert (symbol) where fired_at is null;
create index price_alert_watch on price_alert (client_id, symbol);
