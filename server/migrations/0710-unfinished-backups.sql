-- A backup has its row from its beginning, so that the next one can remove what a failed one left.
alter table backup alter column ended_at drop not null;
