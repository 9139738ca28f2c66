-- What the HTML of a mail shows besides the text, encrypted like the body; null for mails written before.
alter table mail add column content bytea;
-- A code or a link that logs somebody in: such a mail is emptied once it is sent, and the desk never shows it.
alter table mail add column has_secret boolean not null default true;
create index mail_readable on mail (created_at) where body is not null;
