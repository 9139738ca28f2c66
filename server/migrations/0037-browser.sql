-- SHA-256 of the cookie that must come with the token of a session opened by the portal's pages; null for API clients.
alter table session add column companion_hash bytea;

-- Where an owner has logged in before: SHA-256 of a browser's cookie, and a keyed hash of network and device.
create table known_browser (
  owner_id uuid not null,
  hash bytea not null,
  seen_at timestamptz not null default now(),
  primary key (owner_id, hash)
);
create index known_browser_seen on known_browser (seen_at);

-- Codes for a login from an unknown browser, mailed to a client or to an operator.
alter table one_time_code drop constraint one_time_code_flow_check;
alter table one_time_code add constraint one_time_code_flow_check check (flow in ('reset', 'login-auth', 'login-operator'));
