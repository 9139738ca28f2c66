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
