-- Whoever knows only an e-mail address must not use up the tries of the browser that registered it.
alter table pending_registration add column other_tries int not null default 0;
