-- A code to reset a password is for the browser that asked for it: SHA-256 of its flow cookie. Other callers have one try.
alter table one_time_code add column flow_hash bytea, add column other_tries int not null default 0;
