-- Written by every server process to see whether the database takes writes.
create table readiness (
  process uuid primary key,
  at timestamptz not null default now()
);

-- Mails with codes leave before all others.
drop index mail_due;
create index mail_due on mail (has_secret, next_try_at) where status = 'queued';
