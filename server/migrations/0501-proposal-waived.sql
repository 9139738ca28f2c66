-- With APPROVALS=single the operator who proposed something before the mode was set also decides it, which is marked as for adjustments.
alter table proposal add column waived boolean not null default false;
comment on column proposal.waived is 'With APPROVALS=single the operator who requested it also decided it.';
alter table proposal drop constraint proposal_check;
alter table proposal add constraint proposal_two_operators check (status <> 'approved' or decided_by <> requested_by or waived);
