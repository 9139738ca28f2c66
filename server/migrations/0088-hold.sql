-- An assigned case stays its operator's until it is decided, released or assigned to another one.
alter table queue_claim add column assigned boolean not null default false;
create index queue_claim_operator on queue_claim (operator_id);

-- Cases that wait for something; from remind_at on they are pending again, with the reason shown.
create table queue_hold (
  kind text not null,
  item_id uuid not null,
  held_by uuid not null references operator (id),
  held_at timestamptz not null default now(),
  reason text not null,
  -- Sent to the client; empty if none was.
  message text not null default '',
  remind_at timestamptz not null,
  -- The desk's screens were told that the reminder has come.
  reminded boolean not null default false,
  primary key (kind, item_id)
);
create index queue_hold_due on queue_hold (remind_at) where not reminded;
