-- Up to where the books are verified, so that the next check reads only what is new. Without a row it reads everything.
create table books_point (
  one boolean primary key default true check (one),
  -- No transaction can add an entry up to this number any more.
  entry_id bigint not null,
  -- Of the entries up to there: their number, and credits minus debits of each account in paise.
  entries bigint not null,
  balances jsonb not null,
  at timestamptz not null,
  -- The last check of everything.
  full_at timestamptz not null
);

-- What changed since then.
create index wallet_request_rejected on wallet_request (decided_at) where status = 'rejected';
create index loan_accepted on loan (accepted_at) where accepted_at is not null;
create index bank_line_matched_at on bank_line (matched_at) where matched_id is not null;
