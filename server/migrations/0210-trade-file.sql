-- A file of trades that waits for a second operator: stored once, named by its hash in the request.
create table trade_file (
  sha256 bytea primary key,
  content bytea not null,
  check (sha256 = sha256(content))
);
-- Requests had the whole file in them.
insert into trade_file (sha256, content)
  select distinct sha256(f.content), f.content
    from (select convert_to(payload #>> '{body,csv}', 'UTF8') as content
            from proposal where kind = 'trade.file' and payload ? 'body') f;
alter table proposal disable trigger proposal_kept;
update proposal
   set payload = payload - 'body'
         || jsonb_build_object('sha256', encode(sha256(convert_to(payload #>> '{body,csv}', 'UTF8')), 'hex'))
 where kind = 'trade.file' and payload ? 'body';
alter table proposal enable trigger proposal_kept;

-- Paise of the fee that are GST; none where the broker had no GSTIN when the loan was accepted.
alter table loan_repayment add column gst bigint not null default 0;
alter table loan_repayment add constraint loan_repayment_gst check (gst between 0 and fee) not valid;

-- Files from before data keys are always of a client.
alter table old_file add constraint old_file_owner_known foreign key (owner_id) references client (id) not valid;
