-- An operator who is also a client stays recognised after the client's e-mail address was changed.
alter table client add column own_operators uuid[] not null default '{}';
comment on column client.own_operators is 'Operators who had the client''s e-mail address when it was changed: they request and decide nothing about this account.';
