-- The lists that the checks below name. `lists.sql` replaces these functions at every start; lists.test.ts compares them with
-- the contract.
create or replace function ledger_events() returns text[] language sql immutable parallel safe as $$ select array[
  'deposit.approved', 'withdrawal.requested', 'withdrawal.paid', 'withdrawal.refused',
  'loan.accepted', 'loan.repaid',
  'trade.bought', 'trade.sold', 'trade.reversed',
  'charge.approved', 'adjustment.approved', 'cashback.ended', 'cashback.restored',
  'bank.charge', 'bank.interest', 'bank.transfer', 'bank.moved', 'bank.moved.reversed',
  'receipt.held', 'receipt.returned', 'line.credited', 'line.debited', 'line.reversed',
  'opening.balance', 'opening.position'
]::text[] $$;
create or replace function charge_types() returns text[] language sql immutable parallel safe as $$ select array[
  'Profit Sharing', 'Government Charge', 'GST', 'TDS', 'Brokerage', 'Other'
]::text[] $$;
create or replace function proposal_kinds() returns text[] language sql immutable parallel safe as $$ select array[
  'trade.buy', 'trade.sell', 'trade.file', 'loan.offer', 'receipt.credit', 'receipt.book', 'receipt.reverse',
  'payout.release', 'payout.cancel', 'payout-layout.change', 'bank-day.close', 'client-import.book',
  'kyc.pan', 'kyc.correct', 'contact.change', 'operator.add', 'operator.role', 'operator.reset',
  'operator.rights', 'operator.role-add', 'operator.role-rename', 'operator.role-retire', 'client.unfreeze',
  'instrument.add', 'instrument.change', 'broker-bank.add', 'broker-bank.change', 'privacy.erase'
]::text[] $$;

alter table journal add constraint journal_event_known check (event = any (ledger_events())) not valid;
alter table charge add constraint charge_type_known check (type = any (charge_types())) not valid;
alter table proposal add constraint proposal_kind_known check (kind = any (proposal_kinds())) not valid;
alter table client_ledger add constraint client_ledger_closure_known check (closure in ('open', 'closed')) not valid;
alter table message add constraint message_template_known foreign key (template_id) references message_template (id) not valid;
