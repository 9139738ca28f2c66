-- STT and stamp duty: what was computed for each client and security of a day, and the clearing corporations' files, which are final.
create table security_charge (
  client_id uuid not null references client (id),
  day date not null,
  exchange text not null check (exchange in ('NSE', 'BSE', 'all')),
  isin text not null,
  client_code text not null,
  bought numeric not null check (bought >= 0),
  sold numeric not null check (sold >= 0),
  intraday numeric not null check (intraday >= 0),
  stt numeric not null check (stt >= 0),
  stamp numeric not null check (stamp >= 0),
  primary key (day, client_id, exchange, isin)
);
create index security_charge_client on security_charge (client_id);

create table levy_file (
  id uuid primary key,
  levy text not null check (levy in ('stt', 'stamp')),
  exchange text not null check (exchange in ('NSE', 'BSE')),
  day date not null,
  name text not null,
  sha256 bytea not null check (length(sha256) = 32),
  content bytea not null,
  total numeric not null check (total >= 0),
  imported_by uuid not null references operator (id),
  imported_at timestamptz not null default now()
);
create unique index levy_file_once on levy_file (levy, exchange, day, sha256);
create index levy_file_imported_by on levy_file (imported_by);
create trigger levy_file_append_only before update or delete on levy_file for each row execute function refuse_change();
create trigger levy_file_no_truncate before truncate on levy_file for each statement execute function refuse_change();

create table levy_line (
  file_id uuid not null references levy_file (id),
  client_code text not null,
  isin text not null,
  bought numeric not null check (bought >= 0),
  sold numeric not null check (sold >= 0),
  intraday numeric not null check (intraday >= 0),
  amount numeric not null check (amount >= 0),
  primary key (file_id, client_code, isin)
);

comment on table security_charge is 'STT and stamp duty as computed for each client, trade day and security. Computing a day again replaces it.';
comment on column security_charge.exchange is 'all: both exchanges, where they are netted.';
comment on column security_charge.client_code is 'The client code of the trades.';
comment on column security_charge.day is 'The trade day in India.';
comment on column security_charge.bought is 'Quantity.';
comment on column security_charge.sold is 'Quantity.';
comment on column security_charge.intraday is 'Bought and sold on the same day.';
comment on column security_charge.stt is 'Rupees, as it is added up before the total of the client is rounded to the rupee.';
comment on column security_charge.stamp is 'Rupees, before it is rounded.';
comment on table levy_file is 'STT and stamp duty files of the clearing corporations, one row for each import; the newest of a day is final. Append only.';
comment on column levy_file.day is 'The trade day in India.';
comment on column levy_file.sha256 is 'Of the file as it was sent.';
comment on column levy_file.content is 'The file as it was sent.';
comment on column levy_file.total is 'Of all clients, in rupees.';
comment on table levy_line is 'The figures of the file for each client and security; an empty ISIN is the total of the client.';
comment on column levy_line.client_code is 'As in the file, in capitals.';
comment on column levy_line.bought is 'Quantity.';
comment on column levy_line.sold is 'Quantity.';
comment on column levy_line.intraday is 'Quantity sold other than for delivery, or bought so in a stamp duty file.';
comment on column levy_line.amount is 'Rupees.';
