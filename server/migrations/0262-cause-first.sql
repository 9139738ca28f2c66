-- An event happens to a cause once; with the cause first, the index also finds the journals of a cause.
alter table journal drop constraint journal_once;
alter table journal add constraint journal_once unique using index journal_cause;
