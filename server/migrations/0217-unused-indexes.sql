-- Their rows are found by the unique indexes of the open documents and requests, which have the same condition.
drop index kyc_document_queue, setting_request_waiting;
-- No statement filters or orders by these columns.
drop index complaint_received, privacy_request_status;
-- A row or two for each of the broker's accounts.
drop index bank_opening_account;
