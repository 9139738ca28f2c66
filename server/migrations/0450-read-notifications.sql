-- Read notifications are kept and listed after the unread ones.
alter table notification add column read_at timestamptz;
comment on table notification is 'What a client is told. Written in the transaction that causes it; deleted after 90 days, and beyond the newest 200 of a client.';
comment on column notification.read_at is 'Null while it is unread.';
