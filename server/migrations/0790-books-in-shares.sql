-- A complete check of large books is divided over a week. The defaults are for an older version that runs beside this one.
alter table books_point add column share_at timestamptz not null default now();
update books_point set share_at = full_at;
alter table books_point add column whole_milliseconds float8 check (whole_milliseconds >= 0);
alter table books_run add column milliseconds float8 not null default 0 check (milliseconds >= 0);
comment on column books_point.full_at is 'When the last complete check that succeeded began.';
comment on column books_point.share_at is 'When the last complete check, or share of one, succeeded.';
comment on column books_point.whole_milliseconds is 'How long the last complete check took in all its shares; null if it was before this was measured.';
comment on column books_run.milliseconds is 'How long it took so far.';
