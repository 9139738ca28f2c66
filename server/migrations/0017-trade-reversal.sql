-- Asked for by one operator, approved by another: then the trade no longer counts, and both stay to be seen.
create table trade_reversal (
  id uuid primary key,
  trade_id uuid not null references trade (id),
  reason text not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  requested_by uuid not null references operator (id),
  decided_by uuid references operator (id) check (status <> 'approved' or decided_by <> requested_by),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  check ((status = 'pending') = (decided_at is null)),
  check ((decided_at is null) = (decided_by is null))
);
-- One at a time, whoever races; a refused one may be asked for anew.
create unique index trade_reversal_once on trade_reversal (trade_id) where status <> 'rejected';
create index trade_reversal_waiting on trade_reversal (created_at) where status = 'pending';
create index trade_reversal_decided on trade_reversal (decided_at desc) where status <> 'pending';
alter table trade add foreign key (reversal_id) references trade_reversal (id);
