-- The outbox: written in the transaction that causes the mail, sent afterwards at least once.
create table mail (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  -- Encrypted with the mail key, bound to the id; emptied after sending over SMTP, since it may hold a code.
  body bytea,
  status text not null default 'queued' check (status in ('queued', 'sent', 'stuck')),
  attempts int not null default 0,
  -- While a sender has the mail in hand this lies ahead as well, so that another takes over if that one dies.
  next_try_at timestamptz not null default now(),
  -- Null while nobody tried yet or a try is under way.
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index mail_due on mail (next_try_at) where status = 'queued';
create index mail_unsent on mail (status, created_at desc) where status <> 'sent';
create index mail_newest on mail (created_at desc);
create index mail_recipient on mail (recipient, created_at desc);
