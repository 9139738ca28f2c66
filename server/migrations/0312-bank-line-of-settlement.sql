-- Bank lines of the pay-in or pay-out of settlements, and of levies and bills of the exchanges.
alter table bank_link drop constraint bank_link_kind_check;
alter table bank_link add constraint bank_link_kind_check check (kind in
  ('payment', 'return', 'returned', 'client', 'charge', 'interest', 'penny_drop', 'transfer', 'moved', 'settlement', 'levy', 'note'));
comment on column bank_link.kind is 'payment: of a deposit, withdrawal or charge. return: a receipt held to be returned to its payer. returned: the bank took back or returned what `returns_id` or `payment_id` names. client: booked to a client beside `payment_id`. charge and interest: the bank''s. penny_drop: ₹1 that checks a client''s bank account. transfer: between two accounts of the broker. moved: the payment was booked to another account of the broker and moves to that of the line. settlement: pay-in or pay-out of settlements, which its entries name. levy: STT, stamp duty or a bill of the exchange. note: closed without a booking.';
-- Its result changes; functions/ledger.sql defines it again.
drop function entries_of(uuid[]);
