-- The charge of the depository participant for each security that leaves a client's demat account.
alter table charge_rate drop constraint charge_rate_charge_check;
alter table charge_rate add constraint charge_rate_charge_check check (charge in ('stt', 'transaction', 'ipft', 'sebi', 'stamp', 'gst', 'dp'));
comment on column charge_rate.percent is 'Of the value; of the DP charge rupees for each security and day.';

alter table clearing_settlement add column dp_charged_at timestamptz;
comment on column clearing_settlement.dp_charged_at is 'When the DP charges of its sales were booked; null before the pay-out, or while the day has no rate.';

create table dp_charge (
  id uuid primary key,
  client_id uuid not null references client (id),
  day date not null,
  isin text not null,
  settlement_id text not null references clearing_settlement (id),
  amount bigint not null check (amount > 0),
  gst bigint not null check (gst >= 0),
  booked_at timestamptz not null default now()
);
create unique index dp_charge_once on dp_charge (client_id, day, isin);
create index dp_charge_settlement on dp_charge (settlement_id);
comment on table dp_charge is 'DP charges of delivered sales, one for each client, security and day of pay-out; each has a journal dp.charged with its id as cause. Append only.';
comment on column dp_charge.day is 'The day of pay-out.';
comment on column dp_charge.amount is 'Paise, without GST.';
comment on column dp_charge.gst is 'Paise.';
