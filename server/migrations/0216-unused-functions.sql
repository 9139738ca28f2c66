-- Called by the release before 1.0.0 only.
drop function post_journal(uuid, text, uuid, uuid, text, text[], text[], bigint[]);
-- keep_loan also keeps what was accepted.
drop trigger loan_terms_kept on loan;
drop function keep_loan_terms();
