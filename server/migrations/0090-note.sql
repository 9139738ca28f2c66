-- What operators write down about a client. Rows are never changed: a warning is ended by a row of its own.
create table note (
  id uuid primary key,
  client_id uuid not null references client (id),
  -- Encrypted with the client's data key.
  text bytea not null,
  is_warning boolean not null,
  -- The warning that this row ends.
  ends uuid unique references note (id),
  operator_id uuid not null references operator (id),
  operator_name text not null,
  created_at timestamptz not null default now(),
  check (not (is_warning and ends is not null))
);
create index note_warning on note (client_id, id) where is_warning;

-- The client a mail was sent to, whatever address they have later. Without a foreign key, which every mail would check.
alter table mail add column client_id uuid;
update mail m set client_id = c.id from client c where c.email = m.recipient;
create index mail_client on mail (client_id, id desc) where client_id is not null;

-- The text of a mail with a code or a link to log in, without these: what operators read of it. Encrypted like the body.
alter table mail add column masked bytea;
create index mail_masked on mail (created_at) where masked is not null;
