-- A corporate action closes lots and opens others in their place. It is booked by two operators and reversed by two operators; no trade
-- ever changes.
create table corporate_action (
  id uuid primary key,
  number bigint generated always as identity (start with 100001) unique,
  kind text not null check (kind in ('split', 'consolidation', 'bonus', 'merger', 'demerger')),
  stock text not null,
  isin text check (isin ~ '^[A-Z]{2}[A-Z0-9]{9}[0-9]$'),
  other_stock text,
  other_isin text check (other_isin ~ '^[A-Z]{2}[A-Z0-9]{9}[0-9]$'),
  ex_date date not null,
  held numeric(12,4) not null check (held > 0),
  given numeric(12,4) not null check (given > 0),
  cost_percent numeric(7,4),
  allotted_on date,
  credited_on date,
  stated_in text not null,
  requested_by uuid not null references operator (id),
  decided_by uuid not null references operator (id),
  booked_at timestamptz not null default now(),
  waived boolean not null default false,
  fraction_price numeric(20,8) check (fraction_price > 0),
  fraction_paid_on date,
  reversed_at timestamptz,
  reversal_reason text,
  reversed_by uuid references operator (id),
  constraint corporate_action_allotted check (kind <> 'bonus' or allotted_on >= ex_date and credited_on >= allotted_on),
  constraint corporate_action_other check ((kind in ('merger', 'demerger')) = (other_stock is not null)),
  constraint corporate_action_paid check ((fraction_price is null) = (fraction_paid_on is null)),
  constraint corporate_action_percent check ((kind = 'demerger') = (cost_percent is not null) and (cost_percent > 0 and cost_percent < 100)),
  constraint corporate_action_reversed check ((reversed_at is null) = (reversed_by is null) and (reversed_at is null) = (reversal_reason is null)),
  constraint corporate_action_two_operators check (decided_by <> requested_by or waived)
);
comment on table corporate_action is 'A split, bonus or other action of a company that was booked: it closed lots of all holders (replaced_lot) and opened others (lot.opened_by). What waits for a second operator is a proposal.';
comment on column corporate_action.id is 'UUIDv7.';
comment on column corporate_action.number is 'Shown as CA100001.';
comment on column corporate_action.stock is 'The symbol of the instrument that clients held.';
comment on column corporate_action.isin is 'Its ISIN before the action; null where the instrument has none.';
comment on column corporate_action.other_stock is 'Of a merger or demerger: the symbol of the share that holders receive.';
comment on column corporate_action.other_isin is 'The ISIN of the shares that are opened; null where it stays the same.';
comment on column corporate_action.ex_date is 'Who bought before it is entitled, settled or not.';
comment on column corporate_action.held is 'For so many shares held …';
comment on column corporate_action.given is '… holders have so many after a split, consolidation or merger, or receive so many besides (bonus, demerger).';
comment on column corporate_action.cost_percent is 'Of a demerger: the part of the cost that goes to the other share, as the company publishes it.';
comment on column corporate_action.allotted_on is 'Of a bonus: the day from which the shares are held, for tax.';
comment on column corporate_action.credited_on is 'Of a bonus: the first day on which the shares can be sold.';
comment on column corporate_action.kind is 'split, consolidation, bonus, merger or demerger.';
comment on column corporate_action.stated_in is 'The file or notice that states it.';
comment on column corporate_action.waived is 'With APPROVALS=single the operator who requested it also decided it.';
comment on column corporate_action.fraction_price is 'Rupees per share for which the company paid fractions; null while it has not.';
comment on column corporate_action.fraction_paid_on is 'The day of that payment, which is the day of sale of the fractions.';
comment on column corporate_action.reversed_at is 'When it was reversed: then it no longer counts.';
create unique index corporate_action_once on corporate_action (stock, ex_date, kind) where reversed_at is null;
create index corporate_action_decided_by on corporate_action (decided_by);
create index corporate_action_other_stock on corporate_action (other_stock) where other_stock is not null;
create index corporate_action_requested_by on corporate_action (requested_by);
create index corporate_action_reversed_at on corporate_action (reversed_at) where reversed_at is not null;
create index corporate_action_reversed_by on corporate_action (reversed_by) where reversed_by is not null;

alter table lot
  add column opened_by uuid references corporate_action (id),
  add column is_fraction boolean not null default false,
  drop constraint lot_source_check,
  add constraint lot_source_check check (source in ('trade', 'import', 'unknown', 'action')),
  drop constraint lot_source,
  add constraint lot_source check (
    (source = 'action') = (opened_by is not null) and (source <> 'unknown' or trade_id is null and cost = 0)
    and (source in ('unknown', 'action') or trade_id is not null) and (opened_by is not null or not is_fraction));
comment on table lot is 'Units of a stock that a client acquired together at one cost. A purchase has one, with its id; a corporate action closes and opens lots; a sell takes from one. Only what is left of it changes.';
comment on column lot.source is 'trade: bought here; import: held before the client was imported; unknown: sold without being in the books, at cost 0; action: opened by a corporate action.';
comment on column lot.trade_id is 'The purchase; null if unknown, and of bonus shares.';
comment on column lot.acquired_on is 'The trading day of the purchase in India, also after a corporate action; of bonus shares the day of allotment.';
comment on column lot.opened_by is 'The corporate action that opened it.';
comment on column lot.is_fraction is 'Part of a share, which the company pays in cash: it is never sold otherwise.';
create index lot_opened_by on lot (opened_by) where opened_by is not null;
create index lot_parent on lot (parent_id) where parent_id is not null;
create index lot_stock on lot (stock) where open_quantity > 0;
drop trigger lot_kept on lot;
create trigger lot_kept before update on lot for each row when (old.id is distinct from new.id or old.client_id is distinct from
  new.client_id or old.stock is distinct from new.stock or old.isin is distinct from new.isin or old.source is distinct from new.source or
  old.trade_id is distinct from new.trade_id or old.parent_id is distinct from new.parent_id or old.acquired_on is distinct from
  new.acquired_on or old.quantity is distinct from new.quantity or old.cost is distinct from new.cost or old.loan_part is distinct from
  new.loan_part or old.opened_by is distinct from new.opened_by or old.is_fraction is distinct from new.is_fraction)
  execute function refuse_change();

create table replaced_lot (
  action_id uuid not null references corporate_action (id),
  lot_id uuid not null references lot (id),
  quantity numeric(20,8) not null check (quantity > 0),
  cost bigint not null check (cost >= 0),
  loan_part bigint not null check (loan_part >= 0 and loan_part <= cost),
  primary key (action_id, lot_id)
);
comment on table replaced_lot is 'What a corporate action closed of a lot: all that was left of it. A reversal of the action gives it back. Append only.';
comment on column replaced_lot.quantity is 'Units.';
comment on column replaced_lot.cost is 'Paise.';
comment on column replaced_lot.loan_part is 'Paise of the cost that borrowed money had paid.';
create index replaced_lot_of on replaced_lot (lot_id);
create trigger replaced_lot_append_only before delete or update on replaced_lot for each row execute function refuse_change();
create trigger replaced_lot_no_truncate before truncate on replaced_lot for each statement execute function refuse_change();

alter table trade add column action_id uuid references corporate_action (id);
comment on column trade.action_id is 'The corporate action for which the company paid a fraction of a share, booked as its sale; the money does not pass the wallet.';
create index trade_action on trade (action_id) where action_id is not null;

-- A booked action names the new ISIN itself.
alter table isin_successor
  alter column file_id drop not null,
  add column action_id uuid references corporate_action (id),
  add constraint isin_successor_source check (file_id is not null or action_id is not null);
comment on column isin_successor.action_id is 'The corporate action that named the successor, where no list of securities had.';
create index isin_successor_action on isin_successor (action_id) where action_id is not null;
