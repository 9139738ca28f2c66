-- After a wrong file an earlier one may be imported again.
drop index price_file_once;
drop index security_file_once;
drop index levy_file_once;
drop index clearing_file_once;
create index price_file_newest on price_file (exchange, day, imported_at);
create index security_file_newest on security_file (exchange, kind, day, imported_at);
create index levy_file_newest on levy_file (day, exchange, levy, imported_at);
create index clearing_file_newest on clearing_file (day, exchange, kind, imported_at);
