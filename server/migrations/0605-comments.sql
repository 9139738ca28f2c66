-- What the tables and columns of 1.0.0 are for, so that server/schema.sql can be read by itself. Amounts are whole paise where nothing else
-- is said, and days are days in India.
comment on table migration is 'The applied migrations; written at the start.';
comment on column migration.checksum is 'SHA-256 of the file, which must not change afterwards.';

comment on table data_migration is 'Conversions that the program makes at its start because SQL cannot; each is done once.';

comment on table readiness is 'Written by every server process to see whether the database accepts writes.';

comment on table throttle is 'Counts of attempts within a window, shared by all server processes.';
comment on column throttle.key is 'What is limited, such as login:address.';
comment on column throttle.blocked_until is 'No further attempt before.';
comment on column throttle.resets_at is 'When the count starts again.';

comment on table secret_mark is 'One row, which recognises the key that everything was encrypted with.';
comment on column secret_mark.mark is 'Says nothing about the key.';

comment on table hash_key is 'Keys of the keyed hashes, which outlive a master key.';
comment on column hash_key.purpose is 'What is hashed with it.';
comment on column hash_key.wrapped is 'Encrypted with the newest master key.';

comment on table data_key is 'One key per client for the client''s encrypted fields and files. Without it they cannot be read.';
comment on column data_key.owner_id is 'The client, or an import''s id. No foreign key, because the key comes before its owner''s row.';
comment on column data_key.wrapped is 'Encrypted with the newest master key; empty for an erased client, and then never replaced.';

comment on table old_file is 'Files from before clients had data keys; each is encrypted again with its client''s key and removed from here.';

comment on table loose_file is 'Files of the file store that no row names: noted before a file is written and removed by the transaction that uses it. A job deletes the rest.';

comment on table file_to_back_up is 'Files that are stored but not yet copied to the place of backups, where there is one.';

comment on table backup is 'Every finished backup of this database, so that its age can be watched.';
comment on column backup.kind is 'data (the database''s files) or portable (rows of every table).';

comment on table audit_era is 'One row: counts the restores of the log into another database, where transaction ids begin again.';
comment on column audit_era.era is '1 in a new database.';

comment on table audit is 'The audit log: who did what, when and from where. Rows are only added.';
comment on column audit.era is 'How often the log had been restored into another database before (audit_era).';
comment on column audit.xact is 'The writing transaction. Rows are sealed in the order (era, xact, id), once all earlier transactions are over.';
comment on column audit.actor_kind is 'client, operator, visitor (nobody logged in) or system.';
comment on column audit.actor_id is 'Id of the client or operator; null for visitors and the system.';
comment on column audit.actor_name is 'The name at that time.';
comment on column audit.action is 'feature.verb, such as wallet.withdraw.';
comment on column audit.subject_id is 'What was changed; usually the id of a client or of the changed row.';
comment on column audit.before is 'The changed values before; secrets are never written here.';
comment on column audit.after is 'The changed values afterwards.';

comment on table audit_seal is 'The chain over the audit log: one link per row, made in batches after the commit. Rows are only added.';
comment on column audit_seal.position is 'The place in the chain, from 1 without a gap.';
comment on column audit_seal.hash is 'SHA-256 of the previous hash and the row as text.';

comment on table audit_head is 'The newest line of each head log, so that lines missing at its end are noticed. The lines themselves are outside the database.';
comment on column audit_head.place is 'Where the head log is kept.';
comment on column audit_head.log is 'Identifies the log in its lines.';
comment on column audit_head.line is 'Number of the newest line.';
comment on column audit_head.mac is 'Authentication code of the newest line.';
comment on column audit_head.position is 'The newest audit_seal.position that a line confirms.';

comment on table refusal is 'Rejected requests of a client or operator, counted per minute; then each row becomes one of the audit log.';
comment on column refusal.minute is 'Its beginning.';
comment on column refusal.call is 'Method and path.';
comment on column refusal.statuses is 'HTTP statuses.';

comment on table operator is 'An operator of the broker at the desk.';
comment on column operator.role is 'admin, or another role of the program or of role_rights.';
comment on column operator.handed_out is 'True until the operator has chosen a password.';
comment on column operator.created_by is 'Who added the operator; the two do not decide for each other for a while.';
comment on column operator.role_since is 'Since when the operator has the role; approvals count after a waiting period.';
comment on column operator.reset_by is 'Who last reset the login; the two do not decide for each other for a while.';
comment on column operator.digest_through is 'The last day, in India, whose digest the operator was sent or need not be sent; null: no digest wanted.';

comment on table role_rights is 'Roles changed or made at the desk; a role without a row has the rights of the program.';
comment on column role_rights.rights is 'As in the contract.';
comment on column role_rights.extended_at is 'When a right was last added; approvals of its operators count again after the waiting period.';
comment on column role_rights.retired_at is 'A role made at the desk that nobody has any more.';

comment on table break_glass is 'An operator waived their own waiting period, with a reason that every administrator reads.';

comment on table client is 'A client, from the verification of the e-mail address on.';
comment on column client.number is 'Shown as SD100001.';
comment on column client.mobile is 'Ten digits, without the country code.';
comment on column client.kyc_status is 'UNVERIFIED, PENDING (documents wait), VERIFIED or REVOKED. Spelled as in the specified calls.';
comment on column client.photo_key is 'Name of the profile photo in the file store, 256 random bits.';
comment on column client.frozen_at is 'Null unless an operator froze the login; copied to client_ledger.frozen.';
comment on column client.search is 'What the desk finds a client by, with an index of trigrams.';
comment on column client.frozen_by is 'Lifting a freeze that another operator set needs a second administrator. Null: not recorded.';
comment on column client.gst_state is 'The two digits that GST gives the client''s state; null until an operator records it.';
comment on column client.contact_changed_at is 'When the client last changed the e-mail address or mobile number; withdrawals pause afterwards.';
comment on column client.closure is 'open while the account is being closed, then closed; copied to client_ledger.closure.';
comment on column client.ucc is 'The client code of the exchanges (UCC); leading zeros and case as the broker gave it, unique without regard to case.';
comment on column client.demat is 'The primary demat account: DP ID and client ID of NSDL, or the BO ID of CDSL, 16 characters without spaces.';
comment on column client.own_operators is 'Operators who had the client''s e-mail address when it was changed: they request and decide nothing about this account.';

comment on table pending_registration is 'A registration until its code is entered; then it becomes a client. Each has its own code, so that a second registration of the address cannot use the first one''s.';
comment on column pending_registration.id is 'Becomes the client''s id.';
comment on column pending_registration.flow_hash is 'SHA-256 of the cookie that finds this registration.';
comment on column pending_registration.code_hash is 'Keyed hash of the code.';
comment on column pending_registration.mailed_at is 'When each mail with a code was or will be sent.';

comment on table client_import is 'A file of clients, opening balances, positions and bank details. It is booked when a second operator approves.';
comment on column client_import.file_hash is 'Keyed hash, because the file has PANs and account numbers.';
comment on column client_import.content is 'Encrypted with a data key of its own, and removed when the import is decided.';
comment on column client_import.status is 'pending, imported or rejected.';
comment on column client_import.balance is 'Paise of all opening balances.';
comment on column client_import.cost is 'Paise of all positions.';

comment on table imported_client is 'Which import a client came from.';
comment on column imported_client.fingerprint is 'Keyed hash of the client''s lines, which recognises the client in a later file.';
comment on column imported_client.balance is 'Paise of the opening balance.';

comment on table session is 'A login of a client or operator, or an operator''s view of a client''s portal.';
comment on column session.token_hash is 'SHA-256 of the token.';
comment on column session.companion_hash is 'SHA-256 of the cookie that must come with the token of a session opened by the portal; null for API clients.';
comment on column session.viewed_client_id is 'The client whose portal the operator reads.';
comment on column session.viewed_from is 'The operator''s session from which the view was opened, and with which it ends.';

comment on table known_browser is 'Where a client or operator has logged in before.';
comment on column known_browser.hash is 'SHA-256 of the browser''s cookie, or keyed hash of network and device.';

comment on table totp is 'The authenticator app of a client or operator.';
comment on column totp.owner_id is 'The client or operator.';
comment on column totp.secret is 'Encrypted, and bound to the owner.';
comment on column totp.confirmed_at is 'Null until the first code was entered.';
comment on column totp.last_step is 'Time step of the last accepted code, because a code works once.';

comment on table recovery_code is 'Codes that replace the second factor once.';
comment on column recovery_code.hash is 'Keyed hash of the code.';

comment on table passkey is 'Passkeys (WebAuthn) of clients and operators.';
comment on column passkey.owner_id is 'The client or operator.';
comment on column passkey.public_key is 'COSE key.';
comment on column passkey.counter is 'Of the authenticator; 0 if it counts nothing.';

comment on table used_challenge is 'Signed challenges work once: those used, until they expire.';
comment on column used_challenge.hash is 'SHA-256 of the challenge.';

comment on table one_time_code is 'A mailed one-time code: one per flow and address, replaced by the next one. The row outlives its code, because it limits the mails.';
comment on column one_time_code.flow is 'reset (of the password), login-auth and login-operator (unknown browser), contact-present and contact-new (change of address).';
comment on column one_time_code.hash is 'Keyed hash of flow, address and code.';
comment on column one_time_code.mailed_at is 'The mails of the last hour, oldest first.';
comment on column one_time_code.flow_hash is 'SHA-256 of the cookie of the browser that asked for the code.';
comment on column one_time_code.other_tries is 'Attempts from other browsers, which have one.';

comment on table challenge is 'What a client is to confirm with a second factor: one for each action, replaced by the next one.';
comment on column challenge.action is 'What is confirmed: withdrawal, bank, two-step or closure.';
comment on column challenge.details is 'Keyed hash of what is confirmed, such as amount and account.';
comment on column challenge.factor is 'email (a mailed code) or totp.';
comment on column challenge.code_hash is 'Keyed hash of the mailed code.';

comment on table mail is 'The outbox: written in the transaction that causes the mail, sent afterwards at least once.';
comment on column mail.body is 'The text, encrypted with the mail key; emptied after sending where has_secret is true.';
comment on column mail.status is 'queued, sent or stuck (given up).';
comment on column mail.next_try_at is 'Later than now while a sender has the mail, so that another takes over if that one dies.';
comment on column mail.last_error is 'Null before the first attempt and during one.';
comment on column mail.content is 'What the HTML shows besides the text, encrypted like the body.';
comment on column mail.has_secret is 'It has a code or a link that logs somebody in: emptied once it is sent, and never shown at the desk.';
comment on column mail.client_id is 'The client it was sent to. No foreign key, which every mail would check.';
comment on column mail.masked is 'The text without codes and links, for operators; encrypted like the body.';
comment on column mail.attachment is 'A PDF, encrypted and emptied like the body.';

comment on table notice is 'What changed, for the event streams of open screens. Rows are kept for a short time.';
comment on column notice.xact is 'The writing transaction: a reader asks for what was committed since its last look.';
comment on column notice.client_id is 'Null: for the desk.';
comment on column notice.topic is 'What is to be read again, such as wallet.';

comment on table notification is 'What a client is told. Written in the transaction that causes it; deleted after 90 days, and beyond the newest 200 of a client.';
comment on column notification.subject_id is 'The request, loan, charge or trade; null if the topic is enough.';
comment on column notification.read_at is 'Null while it is unread.';

comment on table client_ledger is 'The balances of a client, in paise and never negative: one row that every booking locks. Written by book_journal only.';
comment on column client_ledger.cash is 'Paise available to withdraw or to trade with.';
comment on column client_ledger.invested is 'Paise of the client''s own money in open positions, at cost.';
comment on column client_ledger.loan is 'Paise borrowed and not used.';
comment on column client_ledger.cashback is 'Paise of cashback.';
comment on column client_ledger.withheld is 'Paise of pending withdrawals.';
comment on column client_ledger.frozen is 'Copy of client.frozen_at, written by the trigger client_frozen_copied, so that a booking needs no second query.';
comment on column client_ledger.booked_at is 'Time of the client''s newest journal.';
comment on column client_ledger.closure is 'Copy of client.closure, written by the trigger client_closure_copied.';
comment on column client_ledger.unsettled is 'Paise from sales, withdrawable after the pay-out of their settlement; client_settlement has the parts, and what of them pays for purchases.';
comment on column client_ledger.dues is 'Paise owed for executed trades: debits less credits of client_dues. Never beside cash, because new money pays them first.';

comment on table journal is 'One event in the books, with one or more entries. Rows are only added, by book_journal and post_house_journal.';
comment on column journal.event is 'What happened (ledger_events).';
comment on column journal.client_id is 'The first id of all for bookings that concern no client.';
comment on column journal.cause_id is 'The request, loan, trade, charge or bank link behind it. An event happens to a cause once.';
comment on column journal.at is 'Time of writing; a client''s journals are in the order of their times.';
comment on column journal.cash is 'Paise of client_ledger.cash after this journal, so that a statement needs no sum.';
comment on column journal.invested is 'Paise of client_ledger.invested after this journal.';
comment on column journal.loan is 'Paise of client_ledger.loan after this journal.';
comment on column journal.cashback is 'Paise of client_ledger.cashback after this journal.';
comment on column journal.withheld is 'Paise of client_ledger.withheld after this journal.';
comment on column journal.bank_id is 'The bank account that the account `bank` means here. No foreign key, because every booking would lock the same few rows.';
comment on column journal.value_date is 'The day given with the booking; null: the day of `at`.';
comment on column journal.booked_on is 'The day in India that the booking counts for.';
comment on column journal.unsettled is 'Paise of client_ledger.unsettled after this journal.';
comment on column journal.dues is 'Paise of client_ledger.dues after this journal.';

comment on table entry is 'The books: one amount moved from one ledger account to another. Rows are only added, by book_journal and post_house_journal.';
comment on column entry.client_id is 'The first id of all for bookings that concern no client.';
comment on column entry.debit is 'The account the amount leaves.';
comment on column entry.credit is 'The account the amount goes to.';
comment on column entry.amount is 'Paise.';
comment on column entry.settlement_id is 'The clearing_settlement of an entry of `unsettled` or `clearing_corporation`. No foreign key, because every booking would lock the same row.';

comment on table books_point is 'One row: up to where the books are verified, so that the next check reads only what is new. Without the row it reads everything.';
comment on column books_point.entry_id is 'No transaction can add an entry up to this number any more.';
comment on column books_point.full_at is 'The last complete check that succeeded.';
comment on column books_point.tried_at is 'The last attempt at a complete check.';

comment on table idempotency is 'Answers of calls that move money, by the key the caller chose; the same key gets the same answer.';
comment on column idempotency.owner_id is 'The client or operator.';
comment on column idempotency.request_hash is 'SHA-256 of method, path and body.';
comment on column idempotency.status is 'HTTP status of the answer.';
comment on column idempotency.answer is 'Body of the answer.';

comment on table proposal is 'A change that one operator proposed and another must approve before anything happens.';
comment on column proposal.kind is 'feature.verb (proposal_kinds).';
comment on column proposal.summary is 'One sentence for the operator who decides.';
comment on column proposal.reasons is 'Why one operator is not enough.';
comment on column proposal.payload is 'The body of the call, checked again at the approval; emptied by an erasure.';
comment on column proposal.status is 'pending, approved, rejected, or lapsed (its maker lost the right).';
comment on column proposal.waived is 'With APPROVALS=single the operator who requested it also decided it.';

comment on table queue_claim is 'Which operator works on an item of the queue.';
comment on column queue_claim.kind is 'The queue.';
comment on column queue_claim.assigned is 'Stays with the operator until it is decided, released or assigned to another one.';

comment on table queue_hold is 'Cases that wait for something until remind_at.';
comment on column queue_hold.kind is 'The queue.';
comment on column queue_hold.message is 'Sent to the client; empty if none was.';
comment on column queue_hold.reminded is 'Screens were told that the reminder has come.';

comment on table broker_bank is 'The broker''s own bank accounts. Deposits and charges are paid to the one that receives them.';
comment on column broker_bank.account_number is 'Readable, because clients see it; null until it is entered.';
comment on column broker_bank.receives is 'True for the one account that clients pay to.';
comment on column broker_bank.from_settings is 'UPI_ID and UPI_NAME are taken from the settings until the account is changed at the desk.';
comment on column broker_bank.closed_through is 'The last day signed off, in India; nothing can be booked on or before it. It never moves back.';

comment on table bank_balance is 'Opening and closing balance of days whose imported lines have no running balance, as an operator read them from the statement. The latest row of a day counts.';
comment on column bank_balance.first_on is 'The first of these days: the one after the last sign-off, or that of the first imported line.';
comment on column bank_balance.day is 'The last of these days, in India.';
comment on column bank_balance.opening is 'Paise before the first day''s first line.';
comment on column bank_balance.closing is 'Paise after the last line of `day`; accepted only if the lines lead there from `opening`.';

comment on table bank_day is 'Days of a bank account that two operators signed off, with the figures they signed. Rows are only added; bookings on or before the day are then impossible.';
comment on column bank_day.day is 'The day in India; the figures count the days since the previous sign-off.';
comment on column bank_day.opening is 'Paise.';
comment on column bank_day.receipts is 'Paise received from clients.';
comment on column bank_day.payouts is 'Paise paid to clients.';
comment on column bank_day.exceptions is 'Paise of charges, interest and other entries of the bank, added or deducted.';
comment on column bank_day.closing is 'Paise: opening + receipts - payouts + exceptions.';
comment on column bank_day.statement_closing is 'Paise that the statement shows.';
comment on column bank_day.open_points is 'What is in the books or in the statement only.';
comment on column bank_day.closed_by is 'The same operator as requested_by only with APPROVALS=single.';

comment on table bank_details is 'The bank account that a client is paid to; one per client.';
comment on column bank_details.account_number is 'Encrypted with the client''s data key.';
comment on column bank_details.changed_at is 'Null while the first setting stands; withdrawals wait 24 hours after a change.';
comment on column bank_details.account_lookup is 'Keyed hash of the account number, which finds the same account on two clients.';

comment on view withdrawal_pause is 'Since when a client''s withdrawals pause: the last change of bank details, e-mail address or mobile number.';
comment on column withdrawal_pause.by_contact is 'The change of e-mail address or mobile number was the last one.';

comment on table payout_layout is 'How the bank of each of the broker''s accounts wants its payout files, and how it answers them.';
comment on column payout_layout.layout is 'As in the contract.';

comment on table payout_batch is 'Withdrawals that a file for the bank pays together. They stay pending until the bank answers.';
comment on column payout_batch.number is 'Shown as PAY100001.';
comment on column payout_batch.layout is 'The bank''s layout as it was when the batch was made.';
comment on column payout_batch.debit_account is 'The broker''s account that pays.';
comment on column payout_batch.status is 'prepared, released or cancelled.';
comment on column payout_batch.serial is 'Counts the files of the account released on the same day in India.';

comment on table deposit_intent is 'The reference and QR code of a deposit that a client prepared, before it is reported.';
comment on column deposit_intent.reference is 'In the QR code, SD and letters.';
comment on column deposit_intent.amount is 'Paise.';
comment on column deposit_intent.used_at is 'When a request was made with it.';

comment on table wallet_request is 'A deposit that a client reported, or a withdrawal that a client requested or a settlement made.';
comment on column wallet_request.id is 'UUIDv7, in the order of the requests.';
comment on column wallet_request.number is 'Shown as ADD100001 or WDR100001.';
comment on column wallet_request.type is 'added (deposit) or withdrawal.';
comment on column wallet_request.amount is 'Paise, as requested.';
comment on column wallet_request.status is 'pending, approved or rejected; a cancelled withdrawal is rejected without decided_by.';
comment on column wallet_request.reference is 'Deposits: the reference in the QR code.';
comment on column wallet_request.utr is 'Deposits: the UTR that the client entered.';
comment on column wallet_request.pay_to_name is 'Withdrawals: the holder as it was at the request.';
comment on column wallet_request.pay_to_number is 'Withdrawals: the account number, encrypted with the client''s data key.';
comment on column wallet_request.bank_reference is 'The bank''s reference, from the operator who approved.';
comment on column wallet_request.first_approval_by is 'The first of two operators, where two are needed.';
comment on column wallet_request.pay_to_lookup is 'Withdrawals: keyed hash of the account number.';
comment on column wallet_request.broker_bank_id is 'Of a pending deposit the account it was reported for, of a decided request the account in the books.';
comment on column wallet_request.credited is 'Paise credited, if a deposit was approved at another amount.';
comment on column wallet_request.payout_batch_id is 'While it names a batch, the withdrawal can be neither decided singly nor cancelled.';
comment on column wallet_request.settlement is 'monthly or quarterly, if a settlement made the withdrawal; otherwise null.';
comment on column wallet_request.approved_from is 'The bank line that it was approved from, where the bank gave it no reference.';
comment on column wallet_request.proof_line_id is 'The bank line on which one operator approved a deposit alone; null: the approval counts towards the limits per day.';

comment on table wallet_count is 'How many requests each client has made, so that a page of the history need not count. Written by the trigger wallet_request_counted.';
comment on column wallet_count.requests is 'Number of rows in wallet_request.';

comment on table payment_reference is 'References of banks in use: a payment pays for one thing. A reference is reserved for its direction, because the bank returns a payment under the same one.';
comment on column payment_reference.reference is 'UTR or transaction ID in its normal spelling.';
comment on column payment_reference.used_by is 'The request, charge or bank link.';
comment on column payment_reference.is_collision is 'Another row had the reference already when spellings were unified; it is never reused.';
comment on column payment_reference.direction is 'credit (received) or debit (paid).';

comment on table payout is 'Every withdrawal that was put into a batch. It was taken out again if its request names another batch or none.';

comment on table settlement is 'What was settled of a client''s unused funds on a settlement date: once, unless the payment failed.';
comment on column settlement.day is 'The settlement date in India.';
comment on column settlement.frequency is 'monthly or quarterly.';
comment on column settlement.inactive is 'Settled because the client did not trade for 30 days.';
comment on column settlement.funds is 'Paise of unused funds.';
comment on column settlement.retained is 'Paise kept back.';
comment on column settlement.request_id is 'The withdrawal that pays the rest; null if everything was retained.';

comment on table settlement_retention is 'What an operator keeps back of a client''s unused funds on a settlement date.';
comment on column settlement_retention.day is 'The settlement date in India.';
comment on column settlement_retention.amount is 'Paise.';
comment on column settlement_retention.reason is 'From a list.';

comment on table charge is 'What the broker charges a client; the client pays it by bank transfer.';
comment on column charge.number is 'Shown as CHG100001.';
comment on column charge.type is 'One of charge_types().';
comment on column charge.amount is 'Paise without GST.';
comment on column charge.gst is 'Paise of GST; the client pays amount and GST.';
comment on column charge.due_on is 'The day in India; null: no due date.';
comment on column charge.status is 'PENDING (unpaid), PAID (the client reported a payment), APPROVED or REJECTED (the payment was decided), CANCELLED (raised by mistake). Spelled as in the specified calls.';
comment on column charge.transaction_id is 'The payment that the client reported last; earlier ones are in the audit log.';

comment on table adjustment is 'A correction of one client''s balance that one operator requests and another decides.';
comment on column adjustment.kind is 'credit and debit change the available cash; cashback changes the cashback.';
comment on column adjustment.amount is 'Paise.';
comment on column adjustment.status is 'pending, approved or rejected; the ledger is changed by the approval.';
comment on column adjustment.waived is 'With APPROVALS=single the operator who requested it also decided it.';

comment on table loan is 'Money lent to a client for trading.';
comment on column loan.status is 'pending (requested), admin_approved (offered by the desk), approved (accepted by the client), closed or rejected. Spelled as in the specified calls.';
comment on column loan.terms is 'The offer, with amounts in whole paise; from acceptance on with its due dates. Never changed afterwards. The audit log has the hash of the terms as the client saw them.';
comment on column loan.principal is 'Paise lent and not paid back: the client''s sum of loans_receivable.';
comment on column loan.decided_by is 'Who made the offer, rejected the request or took the offer back.';

comment on table loan_repayment is 'What was repaid of a loan. Rows are only added.';
comment on column loan_repayment.paid_on is 'The day in India, from which interest counts.';
comment on column loan_repayment.interest is 'Paise.';
comment on column loan_repayment.fee is 'Paise.';
comment on column loan_repayment.principal is 'Paise.';
comment on column loan_repayment.returned is 'Paise of the principal that came from borrowed money not used.';
comment on column loan_repayment.gst is 'Paise of the fee that are GST; 0 where the broker had no GSTIN at the acceptance.';

comment on table statement_layout is 'The columns of an account''s statement files, as an operator chose them.';
comment on column statement_layout.layout is 'As in the contract.';

comment on table bank_statement is 'A statement file of one of the broker''s bank accounts, as an operator imported it.';
comment on column bank_statement.file_hash is 'SHA-256 of the file.';
comment on column bank_statement.account is 'The last four digits, where the file has them.';
comment on column bank_statement.first_on is 'The first day it covers.';
comment on column bank_statement.last_on is 'The last day it covers.';
comment on column bank_statement.lines is 'Number of lines in the file.';
comment on column bank_statement.added is 'How many of them were new.';
comment on column bank_statement.opening is 'Paise before its first line, where the file has running balances.';
comment on column bank_statement.closing is 'Paise after its last line, where the file has running balances.';
comment on column bank_statement.accepted_at is 'Since when one operator may rely on its lines: it continues from an accepted line, or its balance was confirmed. Null: not yet.';
comment on column bank_statement.accepted_by is 'Who entered the balance; null where the running balance continues.';

comment on table bank_line is 'A line of a bank statement of the broker. Rows are imported and never changed; a line is withdrawn, not deleted.';
comment on column bank_line.id is 'UUIDv7, in the order of the statement.';
comment on column bank_line.identity is 'SHA-256 of what makes it this line, whatever the file''s format.';
comment on column bank_line.occurrence is 'Which of several lines with the same identity.';
comment on column bank_line.booked_on is 'The day the bank gives.';
comment on column bank_line.direction is 'credit (received) or debit (paid).';
comment on column bank_line.amount is 'Paise.';
comment on column bank_line.balance is 'The bank''s running balance after the line in paise; null where the file has none.';
comment on column bank_line.text is 'As in the file.';
comment on column bank_line.reference is 'How the bank names the payment (UTR), in its normal spelling.';
comment on column bank_line.names is 'Every reference in the line: the bank''s, ours, and numbers that may be one.';
comment on column bank_line.unexplained is 'Paise that no bank_link explains yet. Written by link_bank_line and unlink_bank_line only.';
comment on column bank_line.is_closed is 'An operator closed the unexplained rest with a note.';
comment on column bank_line.repeated_by is 'The first other file with the same line, imported later.';

comment on view bank_payment is 'Every payment at the bank that a line can explain, in one form: deposits, withdrawals and charges.';
comment on column bank_payment.kind is 'deposit, withdrawal or charge.';
comment on column bank_payment.name is 'The number shown, such as ADD100001.';
comment on column bank_payment.amount is 'Paise; of a deposit approved at another amount, what was credited.';
comment on column bank_payment.status is 'pending, approved, rejected, or unpaid for a charge whose payment nobody reported.';
comment on column bank_payment.entered is 'The reference that the client entered.';
comment on column bank_payment.bank_reference is 'The reference with which it was approved.';

comment on table missing_line is 'Approved payments of days that statements cover, without a line in any statement.';
comment on column missing_line.settled_at is 'Null while it is open; closed with a note, it may be found again in another account.';
comment on column missing_line.broker_bank_id is 'The account in whose statements it is missing.';

comment on table penny_drop is '₹1 paid to a client''s bank account and the name that the bank returned. Rows are only added.';
comment on column penny_drop.account_lookup is 'Keyed hash of the account number it was paid to; null for an erased client.';

comment on table trade is 'What the desk bought and sold with a client''s money. A buy is a position, a sell closes part or all of one buy. What was booked never changes; a wrong booking is reversed.';
comment on column trade.id is 'UUIDv7, in the order of booking.';
comment on column trade.number is 'Shown as TRD100001.';
comment on column trade.action is 'BUY or SELL. Spelled as in the specified calls.';
comment on column trade.stock is 'The instrument''s symbol.';
comment on column trade.quantity is 'Units.';
comment on column trade.price is 'Rupees per unit.';
comment on column trade.amount is 'Paise: price times quantity.';
comment on column trade.cost is 'Paise; of a buy the amount, of a sell what the sold part had cost.';
comment on column trade.loan_part is 'Paise of the cost that borrowed money had paid.';
comment on column trade.to_loan is 'Of a sell: paise that went back to the unused loan.';
comment on column trade.lot_id is 'Of a sell: the lot it took from.';
comment on column trade.reversal_id is 'The reversal that undid it.';
comment on column trade.reference is 'The dealer''s reference from a file of trades, as typed.';
comment on column trade.day is 'The day of booking in India.';
comment on column trade.reference_key is 'The reference in capitals, which is unique.';
comment on column trade.traded_at is 'Time on the exchange, where the dealer gave it.';
comment on column trade.traded_on is 'The trading day in India: of traded_at, otherwise of created_at.';
comment on column trade.import_id is 'The import of a position that the client already had; it was not traded here.';
comment on column trade.contract_id is 'The contract note whose journal (contract.booked) books this trade of the exchange; null: it has a journal of its own.';
comment on column trade.charges is 'Paise: its part of the charges of its contract, by value; null without a contract.';

comment on table trade_reversal is 'The reversal of a trade: one operator requests it, another approves; then the trade no longer counts.';
comment on column trade_reversal.status is 'pending, approved or rejected.';
comment on column trade_reversal.waived is 'With APPROVALS=single the operator who requested it also decided it.';

comment on table instrument is 'What can be traded. Trades name it by its symbol, which therefore never changes; rows are never deleted.';
comment on column instrument.aliases is 'Other names it is found by, such as an earlier symbol.';
comment on column instrument.kind is 'share or pair (of currencies).';
comment on column instrument.lot is 'Units per lot.';
comment on column instrument.tick is 'Smallest change of the price, in rupees.';
comment on column instrument.fractional is 'Whether a part of a unit can be traded.';
comment on column instrument.active is 'Whether new buys are allowed.';
comment on column instrument.isin is 'For tax reports; empty where it is not known, and for currency pairs.';

comment on table instrument_name is 'Every name of an instrument, so that a name means one instrument. Written by the trigger instrument_is_named.';
comment on column instrument_name.key is 'The name as instrument_key normalizes it.';

comment on table candle is 'Candles of the feed''s prices. Every process that hears the feed writes them, and their rows merge.';
comment on column candle.source is 'The feed; prices of two sources never share a candle.';
comment on column candle.span is '1m, 1h or 1d.';
comment on column candle.open is 'Rupees.';
comment on column candle.high is 'Rupees.';
comment on column candle.low is 'Rupees.';
comment on column candle.close is 'Rupees.';
comment on column candle.first_at is 'The time of `open`, which decides between two processes.';
comment on column candle.last_at is 'The time of `close`, which decides between two processes.';

comment on table calendar_day is 'The trading calendar: holidays of the exchanges and of the clearing corporations, sessions on weekends, and the dates on which unused funds are settled.';
comment on column calendar_day.day is 'The day in India.';
comment on column calendar_day.kind is 'holiday, session (trading on a weekend), clearing (trading without pay-in and pay-out), monthly or quarterly (settlement dates).';

comment on table kyc_document is 'An uploaded document; the newest row of a client and a document counts.';
comment on column kyc_document.document is 'pan or aadhaar.';
comment on column kyc_document.status is 'waiting, accepted or refused.';
comment on column kyc_document.file_key is 'Random name in the file store; the file is encrypted with the client''s data key.';
comment on column kyc_document.qr_result is 'What the check of the Aadhaar QR code found: signed (by UIDAI), expired (the certificate was not valid on the day of the code), unknown (no certificate fits) or forged.';
comment on column kyc_document.qr_details is 'Name, date of birth and last four digits of the QR code, encrypted with the client''s data key.';

comment on table kyc_identity is 'What the reviewer read on the documents. The full Aadhaar number is never stored.';
comment on column kyc_identity.pan_number is 'Encrypted with the client''s data key.';
comment on column kyc_identity.pan_lookup is 'Keyed hash, which finds the same PAN on another client.';
comment on column kyc_identity.born_on is 'The date of birth as an operator corrected it, encrypted with the client''s data key; otherwise that of the QR code counts.';

comment on table setting_request is 'What a client asks the broker to set; the row with the status in_force is the setting itself.';
comment on column setting_request.kind is 'segment, nominee or settlement.';
comment on column setting_request.value is 'As in the contract.';
comment on column setting_request.status is 'requested, in_force, refused or replaced.';

comment on table message_template is 'Texts that operators choose for a message. Earlier versions are in the audit log.';
comment on column message_template.kind is 'Of the cases it is offered for.';
comment on column message_template.version is 'Counts the changes.';
comment on column message_template.changed_by is 'Null: delivered with the product.';

comment on table message is 'What operators wrote to clients about a case. Rows are never changed, except that an erasure empties subject and text.';
comment on column message.kind is 'Of the case, such as deposit or loan; kyc, bank and client are about the client as a whole.';
comment on column message.case_id is 'The case; the client''s id where the kind is kyc, bank or client.';
comment on column message.subject is 'As the client got it, with the placeholders filled in.';
comment on column message.text is 'As the client got it, with the placeholders filled in.';

comment on table reply is 'What clients add to a pending or rejected case. Rows are never changed, except that an erasure empties them.';
comment on column reply.thread is 'What it is about: kyc, a kind of setting, or the id of the case.';
comment on column reply.file_key is 'A photo in the file store, encrypted with the client''s data key.';
comment on column reply.reason is 'The rejection that it answers; null if the case was pending.';

comment on table note is 'What operators write down about a client. Rows are never changed: a warning is ended by a row of its own.';
comment on column note.text is 'Encrypted with the client''s data key.';
comment on column note.ends is 'The warning that this row ends.';

comment on table complaint is 'Complaints of clients, and those that SEBI, an exchange or somebody else passed on. What the client writes is a reply whose thread is the complaint''s id.';
comment on column complaint.number is 'Shown to the client, from 100001.';
comment on column complaint.complainant is 'The name, if it is not a client.';
comment on column complaint.source is 'investor (the client), sebi, exchange or other.';
comment on column complaint.reference is 'The number that SEBI or the exchange gave it.';
comment on column complaint.status is 'open or closed.';
comment on column complaint.level is 'The level of the escalation matrix, 1 to 4.';
comment on column complaint.opened_at is 'Later than received_at if it was opened again.';

comment on table complaint_step is 'What happened to a complaint besides the client''s replies. Rows are never changed, except that an erasure empties texts.';
comment on column complaint_step.kind is 'received, reply, escalated, closed or reopened.';
comment on column complaint_step.operator_id is 'Null: the client did it.';

comment on table escalation_level is 'The contacts for complaints, level by level; changed at the desk.';
comment on column escalation_level.level is '1 to 4.';
comment on column escalation_level.days is 'Calendar days within which the level answers.';

comment on table consent is 'Which version of the privacy notice a client accepted, when and where. Rows are only added.';
comment on column consent.channel is 'registration or portal.';

comment on table privacy_request is 'Requests under the DPDP Act. The erasure itself is a proposal.';
comment on column privacy_request.kind is 'correction or erasure.';
comment on column privacy_request.status is 'open, done or rejected.';

comment on table breach is 'Breaches of personal data, and who was informed when.';
comment on column breach.number is 'Shown to operators, from 1.';
comment on column breach.known_at is 'The deadline of the Data Protection Board runs from then on.';

comment on table closure is 'A client''s request to close the account. It is closed once nothing is left to pay.';
comment on column closure.status is 'open, cancelled or closed.';
comment on column closure.request_id is 'The newest withdrawal of the whole balance; null if the balance was zero.';
comment on column closure.failure is 'Why the account is not closed yet.';

comment on table content is 'Parts of the public pages that the broker publishes: each is a file in the file store, and a change writes a new file.';
comment on column content.part is 'testimonials.';
comment on column content.version is 'Counts the changes, so that two operators do not overwrite each other.';
