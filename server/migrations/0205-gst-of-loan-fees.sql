-- Paise of the fee that are GST; none where the broker had no GSTIN when the loan was accepted.
alter table loan_repayment add column gst bigint not null default 0;
alter table loan_repayment add constraint loan_repayment_gst check (gst between 0 and fee) not valid;
