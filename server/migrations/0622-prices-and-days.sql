-- Null for files imported before it was kept.
alter table closing_price add column previous numeric check (previous >= 0);

-- The holidays that the exchanges announced. An entry that an administrator made stays.
insert into calendar_day (day, kind, name) values
  ('2025-02-01', 'session', 'Union Budget'), ('2025-02-26', 'holiday', 'Mahashivratri'), ('2025-03-14', 'holiday', 'Holi'),
  ('2025-03-31', 'holiday', 'Id-ul-Fitr'), ('2025-04-10', 'holiday', 'Mahavir Jayanti'), ('2025-04-18', 'holiday', 'Good Friday'),
  ('2025-08-27', 'holiday', 'Ganesh Chaturthi'), ('2025-10-21', 'holiday', 'Diwali Laxmi Pujan'),
  ('2025-10-22', 'holiday', 'Diwali Balipratipada'), ('2025-11-05', 'holiday', 'Guru Nanak Jayanti'),
  ('2026-01-15', 'holiday', 'Municipal elections in Maharashtra'), ('2026-02-01', 'session', 'Union Budget')
on conflict do nothing;
