-- A proposal whose maker was disabled or lost the right lapses; `decided_by` is who caused it.
alter table proposal drop constraint proposal_status_check;
alter table proposal add constraint proposal_status_check check (status in ('pending', 'approved', 'rejected', 'lapsed'));
