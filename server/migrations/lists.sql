-- The words that the database accepts, run at every start after the migrations. An addition to one of these lists in the
-- contract is added here; server/src/app/lists.test.ts compares both.
create or replace function ledger_events() returns text[] language sql immutable parallel safe as $$ select array[
  'charge.returned',
  'deposit.approved', 'withdrawal.requested', 'withdrawal.paid', 'withdrawal.refused',
  'loan.accepted', 'loan.repaid',
  'trade.bought', 'trade.sold', 'trade.reversed',
  'charge.approved', 'adjustment.approved', 'cashback.ended', 'cashback.restored',
  'bank.charge', 'bank.interest', 'bank.transfer', 'bank.moved', 'bank.moved.reversed',
  'receipt.held', 'receipt.returned', 'line.credited', 'line.debited', 'line.reversed',
  'opening.balance', 'opening.position', 'securities.opened', 'opening.bank', 'opening.bank.reversed',
  'trade.confirmed', 'contract.booked', 'contract.adjusted.stt', 'contract.adjusted.stamp', 'contract.adjusted.stt.again', 'contract.adjusted.stamp.again', 'contract.reversed', 'settlement.released', 'dp.charged', 'dp.reversed',
  'clearing.paid', 'clearing.received', 'levy.paid', 'levy.difference', 'fraction.paid', 'fraction.reversed', 'rights.allotted', 'rights.lapsed', 'rights.reversed'
]::text[] $$;
create or replace function charge_types() returns text[] language sql immutable parallel safe as $$ select array[
  'Profit Sharing', 'Government Charge', 'GST', 'TDS', 'Brokerage', 'Other'
]::text[] $$;
create or replace function proposal_kinds() returns text[] language sql immutable parallel safe as $$ select array[
  'receipt.close', 'payout.fail', 'trade.buy', 'trade.sell', 'trade.file', 'exchange-file.book', 'contract-note.reissue', 'levy-file.count', 'price-file.count', 'security-file.count', 'stt-list.count', 'fair-value.count', 'holding-file.count', 'clearing-file.count', 'clearing.corporation', 'shortage.end', 'shortage.close', 'shortage.reopen', 'exchange-code.change', 'loan.offer', 'receipt.credit',
  'receipt.book', 'receipt.reverse', 'payout.release', 'payout.cancel', 'payout.resume', 'payout-layout.change',
  'bank-day.close', 'client-import.book', 'statement.correct', 'statement.explain', 'statement.withdraw',
  'statement-layout.change',
  'kyc.pan', 'kyc.correct', 'kyc.identity', 'contact.change', 'operator.add', 'operator.role', 'operator.reset',
  'operator.rights', 'operator.role-add', 'operator.role-rename', 'operator.role-retire', 'client.unfreeze', 'client.trading-account',
  'instrument.add', 'instrument.change', 'broker-bank.add', 'broker-bank.change', 'broker-bank.open', 'broker-bank.open-reverse', 'template.add', 'template.edit', 'template.retire',
  'complaint.level', 'privacy.erase', 'charge-rate.set', 'stt-class.set', 'stt-class.exempt', 'brokerage-plan.set', 'brokerage-plan.assign', 'brokerage-plan.assign-several', 'calendar.change', 'calendar-list.count', 'corporate-action.book', 'corporate-action.pay', 'corporate-action.reverse'
]::text[] $$;
