-- Open lines of one amount, for the payments that name none.
create index bank_line_open_amount on bank_line (amount, direction, booked_on, id) where unexplained > 0 and not is_closed;
