-- What came from the client's bank, went back to it and was borrowed: few of a client's entries, whose sums the home
-- screen shows.
create index entry_outside on entry (client_id) include (debit, credit, amount)
  where debit in ('bank', 'loans_receivable') or credit in ('bank', 'loans_receivable');

-- What a client has not read yet. Written in the transaction that causes it, deleted when it is read.
create table notification (
  id uuid primary key,
  client_id uuid not null references client (id),
  topic text not null,
  -- The request, loan, charge or trade; null if the topic is enough.
  subject_id uuid,
  text text not null,
  at timestamptz not null default now()
);
create index notification_client on notification (client_id, id desc);
