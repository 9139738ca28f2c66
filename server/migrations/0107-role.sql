-- A row under a name that is no role of the program is a role made at the desk. Nobody has one that is retired.
alter table role_rights add column retired_at timestamptz;
create unique index role_rights_name on role_rights (lower(role));
