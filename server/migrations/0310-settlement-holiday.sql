-- Days with trading, but without pay-in and pay-out of the clearing corporations.
alter table calendar_day drop constraint calendar_day_kind_check;
alter table calendar_day add constraint calendar_day_kind_check check (kind in ('holiday', 'session', 'clearing', 'monthly', 'quarterly'));
comment on table calendar_day is 'The trading calendar: holidays of the exchanges and of the clearing corporations, sessions on weekends, and the dates on which unused funds are settled.';
comment on column calendar_day.kind is 'holiday, session (trading on a weekend), clearing (trading without pay-in and pay-out), monthly or quarterly (settlement dates).';
insert into calendar_day (day, kind, name) values
  ('2026-02-19', 'clearing', 'Settlement holiday'), ('2026-03-19', 'clearing', 'Settlement holiday'),
  ('2026-04-01', 'clearing', 'Settlement holiday'), ('2026-08-26', 'clearing', 'Settlement holiday')
on conflict do nothing;
