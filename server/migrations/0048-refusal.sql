-- Refused requests of a client or operator, counted until their minute is over; then each becomes one row of the audit log.
create table refusal (
  minute timestamptz not null,
  actor_kind text not null check (actor_kind in ('client', 'operator')),
  actor_id text not null,
  call text not null,
  actor_name text not null,
  statuses int[] not null,
  count int not null,
  ip text not null,
  primary key (minute, actor_kind, actor_id, call)
);
