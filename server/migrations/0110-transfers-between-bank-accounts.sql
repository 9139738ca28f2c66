-- Money between the broker's own bank accounts: it has left one statement and not yet arrived in the other.
alter domain ledger_account drop constraint ledger_account_check;
alter domain ledger_account add constraint ledger_account_check check (value in (
  'cash', 'invested', 'loan', 'cashback', 'withheld',
  'bank', 'clearing', 'loans_receivable', 'fees', 'gst', 'cashback_expense', 'adjustment',
  'bank_charges', 'bank_interest', 'unidentified', 'opening', 'transit'
));
create index entry_transit on entry (journal_id) include (debit, amount) where debit = 'transit' or credit = 'transit';

alter table line_booking drop constraint line_booking_kind_check;
alter table line_booking add constraint line_booking_kind_check
  check (kind in ('charge', 'interest', 'return', 'returned', 'client', 'late', 'split', 'penny_drop', 'transfer'));
