-- With APPROVALS=single the operator who asked for an adjustment or a reversal also decides it, which is marked.
alter table adjustment add column waived boolean not null default false;
alter table adjustment drop constraint adjustment_check;
alter table adjustment add constraint adjustment_two_operators
  check (status <> 'approved' or decided_by <> requested_by or waived);
alter table trade_reversal add column waived boolean not null default false;
alter table trade_reversal drop constraint trade_reversal_check;
alter table trade_reversal add constraint trade_reversal_two_operators
  check (status <> 'approved' or decided_by <> requested_by or waived);
