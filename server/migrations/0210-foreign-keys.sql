-- Files from before data keys are always of a client.
alter table old_file add constraint old_file_owner_known foreign key (owner_id) references client (id) not valid;
