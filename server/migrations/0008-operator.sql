create table operator (
  id uuid primary key,
  email text not null constraint operator_email_key unique check (email = lower(email)),
  name text not null,
  role text not null,
  password_hash text not null,
  disabled_at timestamptz,
  last_login_at timestamptz,
  created_at timestamptz not null default now()
);
alter table session add foreign key (operator_id) references operator (id) on delete cascade;
alter table kyc_document add foreign key (decided_by) references operator (id);

-- Who has an item of the queue in hand.
create table queue_claim (
  kind text not null,
  item_id uuid not null,
  operator_id uuid not null references operator (id) on delete cascade,
  taken_at timestamptz not null default now(),
  primary key (kind, item_id)
);
