-- What contract notes state of a client's address, and whether they may be mailed.
alter table client add column note_address text not null default '';
alter table client add column note_consent_on date;
