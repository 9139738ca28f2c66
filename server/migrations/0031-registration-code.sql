-- Each registration has its own code, so that a code can only verify the registration it was mailed for.
alter table pending_registration
  -- Keyed hash; no two registrations of one address have the same.
  add column code_hash bytea,
  add column code_expires_at timestamptz,
  add column wrong_tries int not null default 0,
  -- When each mail with a code of this registration left or will leave.
  add column mailed_at timestamptz[];
-- Of addresses with several registrations nobody knows which one the code was mailed for: they register again.
update pending_registration p
   set code_hash = c.hash, code_expires_at = c.expires_at, wrong_tries = c.wrong_tries, mailed_at = c.mailed_at
  from one_time_code c
 where c.flow = 'register' and c.email = p.email and c.used_at is null
   and not exists (select from pending_registration o where o.email = p.email and o.id <> p.id);
delete from pending_registration where code_hash is null;
delete from one_time_code where flow = 'register';
alter table pending_registration
  alter column code_hash set not null,
  alter column code_expires_at set not null,
  alter column mailed_at set not null;
