-- The one trading calendar: holidays of the exchanges, sessions on weekends, and the dates on which unused funds are settled.
create table calendar_day (
  day date not null,
  kind text not null check (kind in ('holiday', 'session', 'monthly', 'quarterly')),
  name text not null,
  primary key (day, kind)
);

-- On these days the exchanges are closed every year.
insert into calendar_day (day, kind, name)
select make_date(y, m, d), 'holiday', name
  from generate_series(2015, 2040) y,
       (values (1, 26, 'Republic Day'), (4, 14, 'Dr. Ambedkar Jayanti'), (5, 1, 'Maharashtra Day'), (8, 15, 'Independence Day'),
               (10, 2, 'Mahatma Gandhi Jayanti'), (12, 25, 'Christmas')) h (m, d, name);
-- The others of 2026; those of later years are entered at the desk when the exchanges publish them.
insert into calendar_day (day, kind, name) values
  ('2026-03-03', 'holiday', 'Holi'), ('2026-03-26', 'holiday', 'Ram Navami'), ('2026-03-31', 'holiday', 'Mahavir Jayanti'),
  ('2026-04-03', 'holiday', 'Good Friday'), ('2026-05-28', 'holiday', 'Bakri Id'), ('2026-06-26', 'holiday', 'Muharram'),
  ('2026-09-14', 'holiday', 'Ganesh Chaturthi'), ('2026-10-20', 'holiday', 'Dussehra'),
  ('2026-11-10', 'holiday', 'Diwali Balipratipada'), ('2026-11-24', 'holiday', 'Guru Nanak Jayanti');

-- Running account settlement in the financial year 2026-27, as the exchanges published the Fridays and Saturdays.
insert into calendar_day (day, kind, name)
select d::date, 'monthly', 'Monthly settlement'
  from unnest(array['2026-04-17', '2026-05-15', '2026-06-05', '2026-07-03', '2026-08-07', '2026-09-04', '2026-10-16', '2026-11-06',
                    '2026-12-04', '2027-01-01', '2027-02-05', '2027-03-05']) d
union all
select d::date, 'quarterly', 'Quarterly settlement'
  from unnest(array['2026-04-17', '2026-07-03', '2026-10-16', '2027-01-01']) d;
