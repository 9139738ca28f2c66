alter table bank_line drop constraint bank_line_once;
alter table bank_line add constraint bank_line_once unique using index bank_line_of_account;
