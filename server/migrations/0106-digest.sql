-- The last day whose digest an operator was sent, or need not be sent; null while they do not want it.
alter table operator add column digest_through date;
