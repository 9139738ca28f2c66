-- A PDF sent with a mail, encrypted like the text and emptied with it.
alter table mail add column attachment bytea, add column attachment_name text;
