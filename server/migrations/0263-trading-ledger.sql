-- An event happens to a cause once; with the cause first, the index also finds the journals of a cause.
alter table journal drop constraint journal_once;
alter table journal add constraint journal_once unique using index journal_cause;

-- The ledger of trading: what a client gets after the pay-out of a settlement, and owes for executed trades.
alter domain ledger_account drop constraint ledger_account_check;
alter domain ledger_account add constraint ledger_account_check check (value in (
  'cash', 'invested', 'loan', 'cashback', 'withheld', 'unsettled',
  'bank', 'clearing', 'loans_receivable', 'fees', 'gst', 'cashback_expense', 'adjustment',
  'bank_charges', 'bank_interest', 'unidentified', 'opening', 'transit',
  'client_dues', 'clearing_corporation', 'securities', 'brokerage', 'stt', 'stamp_duty', 'exchange_charges', 'sebi_fee',
  'levy_difference'
));

-- Their arguments or results change; functions/ledger.sql defines them again.
drop function book_journal(uuid, text, uuid, uuid, text, text[], text[], bigint[], uuid, date);
drop function post_house_journal(uuid, text, uuid, text, text[], text[], bigint[], uuid, date);
drop function figures_of(uuid);

alter table client_ledger
  add column unsettled bigint not null default 0,
  add column dues bigint not null default 0,
  add constraint client_ledger_unsettled_check check (unsettled >= 0) not valid,
  add constraint client_ledger_dues_check check (dues >= 0) not valid,
  add constraint client_ledger_dues_paid check (cash = 0 or dues = 0) not valid;
comment on column client_ledger.unsettled is 'Paise from sales, usable for purchases and withdrawable after the pay-out of their settlement.';
comment on column client_ledger.dues is 'Paise owed for executed trades: debits less credits of client_dues. Never beside cash, because new money pays them first.';

alter table journal
  add column unsettled bigint not null default 0,
  add column dues bigint not null default 0;
comment on column journal.unsettled is 'Paise of client_ledger.unsettled after this journal.';
comment on column journal.dues is 'Paise of client_ledger.dues after this journal.';

alter table entry add column settlement_id text;
comment on column entry.settlement_id is 'The clearing_settlement of an entry of `unsettled` or `clearing_corporation`. No foreign key, because every booking would lock the same row.';
alter table entry
  drop constraint entry_of_client,
  add constraint entry_of_client check (client_id is not null
    or (debit not in ('cash', 'invested', 'loan', 'cashback', 'withheld', 'unsettled', 'client_dues')
      and credit not in ('cash', 'invested', 'loan', 'cashback', 'withheld', 'unsettled', 'client_dues'))) not valid,
  add constraint entry_of_settlement check ((settlement_id is not null)
    = (debit in ('unsettled', 'clearing_corporation') or credit in ('unsettled', 'clearing_corporation'))) not valid;

create table clearing_settlement (
  id text primary key,
  exchange text not null check (exchange in ('NSE', 'BSE')),
  type text not null check (type ~ '^[A-Z0-9]{1,4}$'),
  number text not null check (number ~ '^[0-9]{7}$'),
  traded_on date not null,
  settles_on date not null,
  constraint clearing_settlement_named check (id = exchange || '-' || type || '-' || number),
  constraint clearing_settlement_days check (settles_on >= traded_on)
);
comment on table clearing_settlement is 'A settlement of the clearing corporation: the trades of a day and type that are paid in and out together.';
comment on column clearing_settlement.id is 'Exchange, type and number: NSE-M-2026220.';
comment on column clearing_settlement.type is 'SttlmTp of the trade file.';
comment on column clearing_settlement.number is 'Year and running number.';
comment on column clearing_settlement.traded_on is 'The day of the trades.';
comment on column clearing_settlement.settles_on is 'The day of pay-in and pay-out.';

create table client_settlement (
  client_id uuid not null references client_ledger (client_id),
  settlement_id text not null references clearing_settlement (id),
  unsettled bigint not null check (unsettled >= 0),
  primary key (client_id, settlement_id)
);
comment on table client_settlement is 'What a client has in a settlement that is not released: the parts of client_ledger.unsettled. Written by book_journal only.';
comment on column client_settlement.unsettled is 'Paise; a row with 0 is deleted.';

alter table trade add column contract_id uuid;
comment on column trade.contract_id is 'The contract note whose journal (contract.booked) books this trade of the exchange; null: it has a journal of its own.';
