-- A payment booked to one bank account of the broker whose line is in the statement of another: its amount moves, and the line
-- stays matched, so that such a booking stands beside the one that matched it.
alter table line_booking drop constraint line_booking_kind_check;
alter table line_booking add constraint line_booking_kind_check
  check (kind in ('charge', 'interest', 'return', 'returned', 'client', 'late', 'split', 'penny_drop', 'transfer', 'moved'));
drop index line_booking_line;
create unique index line_booking_line on line_booking (line_id, (kind = 'moved')) where reversed_at is null;
