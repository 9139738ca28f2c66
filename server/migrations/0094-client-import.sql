-- What clients had before they were imported: the other side of opening balances and opening positions.
alter domain ledger_account drop constraint ledger_account_check;
alter domain ledger_account add constraint ledger_account_check check (value in (
  'cash', 'invested', 'loan', 'cashback', 'withheld',
  'bank', 'clearing', 'loans_receivable', 'fees', 'gst', 'cashback_expense', 'adjustment',
  'bank_charges', 'bank_interest', 'unidentified', 'opening'
));
create index entry_opening on entry (client_id) include (debit, credit, amount)
  where debit = 'opening' or credit = 'opening';

-- A file of clients, opening balances, positions and bank details. Nothing exists of it until a second operator approves.
create table client_import (
  id uuid primary key,
  file_name text not null,
  -- Keyed hash of the file: it has PANs and account numbers in it.
  file_hash bytea not null,
  -- Encrypted with a data key of its own, and removed when the import is decided.
  content bytea,
  status text not null default 'pending' check (status in ('pending', 'imported', 'rejected')),
  clients int not null,
  positions int not null,
  bank_details int not null,
  -- Paise.
  balance bigint not null,
  cost bigint not null,
  requested_by uuid not null references operator (id),
  requested_at timestamptz not null default now(),
  decided_by uuid references operator (id),
  decided_at timestamptz,
  check ((status = 'pending') = (decided_at is null)),
  check ((status = 'pending') = (content is not null))
);
create unique index client_import_pending on client_import (file_hash) where status = 'pending';

-- Where a client came from; the keyed hash of the client's lines recognises them in a later file.
create table imported_client (
  client_id uuid primary key references client (id) on delete cascade,
  import_id uuid not null references client_import (id),
  fingerprint bytea not null,
  -- Paise.
  balance bigint not null check (balance >= 0)
);

-- Of a position that the client already had when imported. It was not traded here.
alter table trade add column import_id uuid references client_import (id);

create or replace function keep_trade() returns trigger language plpgsql as $$
begin
  if row (old.id, old.number, old.client_id, old.action, old.stock, old.quantity, old.price, old.amount, old.cost,
          old.loan_part, old.to_loan, old.buy_id, old.booked_by, old.reference, old.reference_key, old.created_at, old.day,
          old.traded_at, old.exchange, old.order_number, old.exchange_trade_number, old.import_id)
     is distinct from
     row (new.id, new.number, new.client_id, new.action, new.stock, new.quantity, new.price, new.amount, new.cost,
          new.loan_part, new.to_loan, new.buy_id, new.booked_by, new.reference, new.reference_key, new.created_at, new.day,
          new.traded_at, new.exchange, new.order_number, new.exchange_trade_number, new.import_id)
     or old.reversal_id is not null and old.reversal_id is distinct from new.reversal_id then
    raise exception 'What was booked is never changed; a wrong booking is reversed';
  end if;
  return new;
end $$;
