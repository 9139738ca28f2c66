-- Files of the depositories with the shares in each client's demat account, compared with the positions here.
create table holding_file (
  id uuid primary key,
  day date not null,
  name text not null,
  sha256 bytea not null check (length(sha256) = 32) references sent_file (sha256),
  rows int not null check (rows > 0),
  imported_by uuid not null references operator (id),
  imported_at timestamptz not null default clock_timestamp(),
  approved_by uuid references operator (id)
);
comment on table holding_file is 'Holdings files of the depositories, one row for each import. Append only.';
comment on column holding_file.day is 'The holdings are those of the evening of this day in India.';
comment on column holding_file.sha256 is 'Of the file as it was sent.';
comment on column holding_file.approved_by is 'The second operator; null where one was enough.';
create index holding_file_day on holding_file (day, imported_at);
create index holding_file_imported_by on holding_file (imported_by);
create index holding_file_approved_by on holding_file (approved_by) where approved_by is not null;
create index holding_file_sha256 on holding_file (sha256);

create table holding_line (
  client_id uuid not null references client (id),
  day date not null,
  isin text not null check (isin ~ '^[A-Z]{2}[A-Z0-9]{9}[0-9]$'),
  file_id uuid not null references holding_file (id),
  depository numeric(20,8) not null check (depository >= 0),
  pledged numeric(20,8) not null check (pledged >= 0),
  locked_in numeric(20,8) not null check (locked_in >= 0),
  books numeric(20,8) not null check (books >= 0),
  bought numeric(20,8) not null check (bought >= 0),
  sold numeric(20,8) not null check (sold >= 0),
  difference numeric(20,8) not null generated always as (books - depository - bought + sold) stored,
  primary key (client_id, day, isin)
);
comment on table holding_line is 'The shares of one ISIN in a client''s demat account on the evening of a day, and the position here. A newer file of the day replaces the lines of its clients.';
comment on column holding_line.day is 'The evening of this day in India.';
comment on column holding_line.pledged is 'Units of them that are pledged.';
comment on column holding_line.locked_in is 'Units of them that are locked in.';
comment on column holding_line.depository is 'Units in the demat account: free, pledged and locked in.';
comment on column holding_line.books is 'Units of the client''s position on that evening, as it was known when the file was imported.';
comment on column holding_line.bought is 'Units bought until that evening and not yet paid out.';
comment on column holding_line.sold is 'Units sold until that evening and still in the demat account.';
comment on column holding_line.difference is 'What no term explains; 0 if the line is equal or explained.';
create index holding_line_day on holding_line (day);
create index holding_line_file_id on holding_line (file_id);
