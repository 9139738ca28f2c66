-- The rights of a role that were changed at the desk; a role without a row has those of the program.
create table role_rights (
  role text primary key check (role <> 'admin'),
  rights text[] not null check ('operator.manage' <> all (rights)),
  -- When a right was last added; approvals of operators with the role count again after the waiting period.
  extended_at timestamptz
);
