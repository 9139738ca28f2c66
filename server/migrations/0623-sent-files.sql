-- The bytes of every file that operators sent are kept once, under their hash.
alter table proposal_file rename to sent_file;
alter table sent_file rename constraint proposal_file_pkey to sent_file_pkey;
alter table sent_file rename constraint proposal_file_check to sent_file_check;

insert into sent_file (sha256, content)
select sha256, content from price_file
union all select sha256, content from security_file
union all select sha256, content from levy_file
union all select sha256, content from clearing_file
union all select sha256, content from stt_list
on conflict do nothing;

alter table price_file drop column content, add foreign key (sha256) references sent_file (sha256);
alter table security_file drop column content, add foreign key (sha256) references sent_file (sha256);
alter table levy_file drop column content, add foreign key (sha256) references sent_file (sha256);
alter table clearing_file drop column content, add foreign key (sha256) references sent_file (sha256);
alter table stt_list drop column content, add foreign key (sha256) references sent_file (sha256);

create table payout_answer (
  id uuid primary key,
  batch_id uuid not null references payout_batch (id),
  name text not null,
  sha256 bytea not null references sent_file (sha256),
  imported_by uuid not null references operator (id),
  imported_at timestamptz not null default clock_timestamp()
);
create index payout_answer_batch on payout_answer (batch_id);

alter table bank_statement add column sha256 bytea;
