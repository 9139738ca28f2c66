-- One row: whether all payouts and approvals of withdrawals are stopped, and why. Nobody means the check of the books.
create table payout_stop (
  is_only boolean primary key default true check (is_only),
  stopped_at timestamptz,
  reason text,
  stopped_by uuid references operator (id),
  check ((stopped_at is null) = (reason is null)),
  check (stopped_by is null or stopped_at is not null)
);
insert into payout_stop default values;
