-- no transaction
drop index concurrently if exists journal_cause;
create unique index concurrently journal_cause on journal (cause_id, event);
drop index concurrently if exists journal_booked_on;
create index concurrently journal_booked_on on journal using brin (booked_on) with (pages_per_range = 16, autosummarize = on);
