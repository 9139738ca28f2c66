-- The trades and charges of a client and trade day, booked together from the exchanges' files.
create table trade_day (
  day date primary key,
  booked_by uuid not null references operator (id),
  requested_at timestamptz not null default now(),
  booked_at timestamptz,
  levied_at timestamptz
);
create index trade_day_booked_by on trade_day (booked_by);
comment on table trade_day is 'A trade day that an operator has released for booking: charges are computed and contracts booked client by client.';
comment on column trade_day.day is 'The trade day in India.';
comment on column trade_day.booked_at is 'When the last client was booked; null while clients are left.';
comment on column trade_day.levied_at is 'When the contracts were last compared with the STT and stamp files of the day.';

create table contract (
  id uuid primary key,
  client_id uuid not null references client (id),
  day date not null,
  bought bigint not null check (bought >= 0),
  sold bigint not null check (sold >= 0),
  brokerage bigint not null check (brokerage >= 0),
  exchange_charges bigint not null check (exchange_charges >= 0),
  sebi_fee bigint not null check (sebi_fee >= 0),
  stt bigint not null check (stt >= 0),
  stamp_duty bigint not null check (stamp_duty >= 0),
  gst bigint not null check (gst >= 0),
  charges bigint not null generated always as (brokerage + exchange_charges + sebi_fee + stt + stamp_duty + gst) stored,
  net bigint not null generated always as (sold - bought - brokerage - exchange_charges - sebi_fee - stt - stamp_duty - gst) stored,
  booked_at timestamptz not null default now(),
  reversed_at timestamptz
);
create unique index contract_once on contract (client_id, day) where reversed_at is null;
create index contract_day on contract (day, client_id);
comment on table contract is 'A client''s trades and charges of a trade day, booked in one journal (contract.booked), from which a contract note will be issued.';
comment on column contract.id is 'UUIDv7; the cause of its journals.';
comment on column contract.day is 'The trade day in India.';
comment on column contract.bought is 'Paise, without charges.';
comment on column contract.sold is 'Paise, without charges.';
comment on column contract.brokerage is 'Paise, with the fee of orders placed by a dealer.';
comment on column contract.exchange_charges is 'Paise: transaction charges and IPFT.';
comment on column contract.sebi_fee is 'Paise.';
comment on column contract.stt is 'Paise; the final figure once the STT file is imported.';
comment on column contract.stamp_duty is 'Paise; the final figure once the stamp duty file is imported.';
comment on column contract.gst is 'Paise: CGST and SGST, or IGST.';
comment on column contract.charges is 'Paise: all of them.';
comment on column contract.net is 'Paise: what the client receives; below zero what the client pays.';
comment on column contract.reversed_at is 'When a later trade file replaced the trades; they are booked again with a contract of their own.';

create table contract_fault (
  client_id uuid not null references client (id),
  day date not null,
  message text not null,
  primary key (client_id, day)
);
create index contract_fault_day on contract_fault (day);
comment on column contract_fault.day is 'The trade day in India.';
comment on table contract_fault is 'Clients of a trade day that need attention: their trades could not be booked, or a levy differs from the newest file. Booking the day again removes the row.';

alter table trade add column charges bigint check (charges >= 0);
comment on column trade.charges is 'Paise: its part of the charges of its contract, by value; null without a contract.';
alter table trade add constraint trade_contract_id_fkey foreign key (contract_id) references contract (id) not valid;
